//! Notes in the Parquet files of tables: what each was written from, and what is in it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use arrow_array::Array;
use arrow_schema::SchemaRef;
use chess_data::columns::{Checksum, Columns, Earlier, TableSource};
use chess_data::filter::Filter;
use chess_data::input::Input;
use pyo3::prelude::*;

use crate::errors;
use crate::files::scan::{Choice, encoding_of, score_view_of};
use crate::table::Table;

/// The column by which rows of broken games are counted.
const ERROR: &str = "error";

/// The notes in the Parquet file of a table of games, which are those of ``chess pgn --parquet``.
#[pyclass(module = "chess_batch")]
pub(crate) struct TableNotes {
    source: TableSource,
    columns: Columns,
    checksum: Checksum,
    broken: u64,
}

#[pymethods]
impl TableNotes {
    #[new]
    #[pyo3(signature = (path, *, columns=None, filter=None, score_view=None, encoding=None, opening_names=None, lenient=false, part=None))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        columns: Option<Choice>,
        filter: Option<Cow<'_, str>>,
        score_view: Option<Cow<'_, str>>,
        encoding: Option<Cow<'_, str>>,
        opening_names: Option<PathBuf>,
        lenient: bool,
        part: Option<String>,
    ) -> PyResult<Self> {
        let filter =
            filter.map_or(Ok(Filter::ALL), |text| text.parse()).map_err(|error| errors::filter(&error))?;
        let columns = columns.unwrap_or_default().0;
        let encoding = encoding.map(|name| encoding_of(py, &name)).transpose()?.flatten();
        let input = Input::file(path).with_score_view(score_view_of(score_view.as_deref())?);
        let source = TableSource::new(&input.with_encoding(encoding), &columns, &filter).lenient(lenient);
        let names = opening_names.map(Input::file);
        let source = names.iter().fold(source, TableSource::opening_names);
        let source = part.into_iter().fold(source, TableSource::part);
        let checksum = Checksum::new(columns.chosen());
        Ok(Self { source, columns, checksum, broken: 0 })
    }

    /// The columns to read: those of the table, and the one by which rows of broken games are counted.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        let chosen: Vec<_> = self.columns.chosen().collect();
        let is_missing = !chosen.contains(&ERROR);
        chosen.into_iter().chain(is_missing.then_some(ERROR)).collect()
    }

    /// Compare with the metadata of a Parquet file: ``same``, ``changed`` if its input has changed, or ``other`` if it was written with
    /// other options.
    fn compare(&self, metadata: Option<HashMap<Vec<u8>, Vec<u8>>>) -> &'static str {
        let metadata = metadata.unwrap_or_default();
        match self.source.compare(|name| str::from_utf8(metadata.get(name.as_bytes())?).ok()) {
            Earlier::Same { .. } => "same",
            Earlier::Changed => "changed",
            Earlier::Other => "other",
        }
    }

    /// Count the rows that were read, and return them without the column that only counting needs.
    fn add(&mut self, table: &Table) -> PyResult<Table> {
        let schema: SchemaRef = self.columns.schema();
        let mut batches = Vec::new();
        for batch in table.batches() {
            if let Some(errors) = batch.column_by_name(ERROR) {
                self.broken += (errors.len() - errors.null_count()) as u64;
            }
            let read = batch.schema_ref();
            let places = schema.fields().iter().map(|field| read.index_of(field.name()));
            let chosen = places.collect::<Result<Vec<_>, _>>().map_err(errors::arrow)?;
            let batch = batch.project(&chosen).map_err(errors::arrow)?;
            self.checksum.add(&batch).map_err(errors::arrow)?;
            batches.push(batch);
        }
        Ok(Table::new(schema, batches))
    }

    /// Return all notes of the complete file, by their names.
    fn notes(&self) -> BTreeMap<&'static str, String> {
        self.source.notes(self.checksum, self.broken)
    }
}
