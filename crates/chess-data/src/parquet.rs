//! Parquet files of tables.
//!
//! Rows are encoded and compressed where they are read, on any thread: an [`Encoder`] makes a [`RowGroup`] of a batch. A
//! [`FileWriter`] writes the row groups one after another.
//!
//! # Examples
//! ```
//! use chess_data::columns::{Base, Columns, read_chunk};
//! use chess_data::filter::Filter;
//! use chess_data::parquet::{Encoder, FileWriter};
//!
//! let columns = Columns::default();
//! let encoder = Encoder::new(&columns.schema())?;
//! let mut writer = FileWriter::new(Vec::new(), &encoder)?;
//! for batch in read_chunk(b"1. e4 *", &Base::file("games.pgn"), &columns, &Filter::ALL) {
//!     let group = encoder.encode(&batch)?;
//!     writer.write(group, &batch)?;
//! }
//! writer.set("source", "games.pgn");
//! let bytes: Vec<u8> = writer.finish()?;
//! assert!(bytes.starts_with(b"PAR1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, SchemaRef};
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
    RowSelection, RowSelector,
};
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::arrow::{ArrowSchemaConverter, ProjectionMask, add_encoded_arrow_schema_to_metadata};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnDescPtr, ColumnPath, TypePtr};

/// The columns whose values are known only when the batch has been [rebased](crate::columns::rebase).
const PLACES: [&str; 3] = ["game", "line", "error_line"];

/// An encoder of batches of one table, for all threads.
pub struct Encoder {
    schema: SchemaRef,
    root: TypePtr,
    properties: WriterPropertiesPtr,
    factory: ArrowRowGroupWriterFactory,
}

/// Rows that are encoded but for the columns of places, which [`FileWriter::write`] adds.
pub struct RowGroup {
    columns: Vec<Column>,
}

impl Encoder {
    /// An encoder of a table with these columns. Pages are compressed by Zstandard.
    ///
    /// # Errors
    /// None for the tables of this crate.
    pub fn new(schema: &SchemaRef) -> Result<Self, ParquetError> {
        let schema = Arc::clone(schema);
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("chess-data ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true);
        for field in schema.fields() {
            if let Some(path) = varied(field) {
                properties = properties.set_column_dictionary_enabled(path, false);
            }
        }
        let mut properties = properties.build();
        add_encoded_arrow_schema_to_metadata(&schema, &mut properties);
        let properties = Arc::new(properties);
        let root = ArrowSchemaConverter::new().convert(&schema)?.root_schema_ptr();
        let writer = SerializedFileWriter::new(io::sink(), Arc::clone(&root), Arc::clone(&properties))?;
        let factory = ArrowRowGroupWriterFactory::new(&writer, Arc::clone(&schema));
        Ok(Self { schema, root, properties, factory })
    }

    /// Encodes the rows of a batch, but for the columns of places.
    ///
    /// # Errors
    /// The batch has other columns.
    pub fn encode(&self, batch: &RecordBatch) -> Result<RowGroup, ParquetError> {
        let mut writers = self.factory.create_column_writers(0)?.into_iter();
        let mut columns = Vec::with_capacity(batch.num_columns());
        for (field, array) in self.schema.fields().iter().zip(batch.columns()) {
            let leaves = compute_leaves(field, array)?;
            let mut own = writers.by_ref().take(leaves.len());
            if PLACES.contains(&field.name().as_str()) {
                columns.extend(own.next().map(Box::new).map(Column::Waiting));
                continue;
            }
            let encoded = own.zip(leaves).map(|(mut writer, leaf)| {
                writer.write(&leaf)?;
                writer.close()
            });
            columns.push(Column::Encoded(encoded.collect::<Result<_, _>>()?));
        }
        Ok(RowGroup { columns })
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").field("schema", &self.schema).finish_non_exhaustive()
    }
}

impl fmt::Debug for RowGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowGroup").finish_non_exhaustive()
    }
}

/// A writer of a Parquet file.
pub struct FileWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> FileWriter<W> {
    /// Begins a file of the encoder's table.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn new(write: W, encoder: &Encoder) -> Result<Self, ParquetError> {
        let (root, properties) = (Arc::clone(&encoder.root), Arc::clone(&encoder.properties));
        Ok(Self { writer: SerializedFileWriter::new(write, root, properties)? })
    }

    /// Encodes the columns of places, and writes the rows. `batch` is that of the encoded rows, which may have been
    /// [rebased](crate::columns::rebase) since.
    ///
    /// # Errors
    /// Those of the writer that the file was begun with; and the rows are those of another table.
    pub fn write(&mut self, group: RowGroup, batch: &RecordBatch) -> Result<(), ParquetError> {
        let mut writer = self.writer.next_row_group()?;
        let fields = batch.schema_ref().fields();
        for ((column, field), array) in group.columns.into_iter().zip(fields).zip(batch.columns()) {
            let chunks = match column {
                Column::Encoded(chunks) => chunks,
                Column::Waiting(mut waiting) => {
                    for leaf in compute_leaves(field, array)? {
                        waiting.write(&leaf)?;
                    }
                    vec![waiting.close()?]
                }
            };
            for chunk in chunks {
                chunk.append_to_row_group(&mut writer)?;
            }
        }
        writer.close()?;
        Ok(())
    }

    /// Adds a note that [`read_notes`] finds at the end of the file.
    pub fn set(&mut self, name: &str, value: &str) {
        self.writer.append_key_value_metadata(KeyValue::new(name.to_owned(), value.to_owned()));
    }

    /// Writes the end of the file. Without it, the file cannot be read.
    ///
    /// # Errors
    /// Those of the writer that the file was begun with.
    pub fn finish(self) -> Result<W, ParquetError> {
        self.writer.into_inner()
    }
}

impl<W: Write + Send> fmt::Debug for FileWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileWriter").finish_non_exhaustive()
    }
}

/// A Parquet file whose groups of rows are read one by one, on any thread.
///
/// # Examples
/// ```no_run
/// use std::path::Path;
///
/// use chess_data::columns::Search;
/// use chess_data::parquet::FileReader;
///
/// let mut search = Search::new(&"some(material matches 'KR*vKR*')".parse()?)?;
/// let file = FileReader::open(Path::new("games.parquet"))?;
/// let mut found = 0;
/// for group in 0..file.groups() {
///     for games in file.read(group, search.columns())? {
///         found += search.answers(&games?)?.column(0).as_boolean().true_count();
///     }
/// }
/// # use arrow_array::cast::AsArray;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileReader {
    path: PathBuf,
    metadata: ArrowReaderMetadata,
}

impl FileReader {
    /// Opens a file, and reads what is at its end.
    ///
    /// # Errors
    /// The file cannot be read, or is not a complete Parquet file.
    pub fn open(path: &Path) -> Result<Self, ParquetError> {
        let metadata = ArrowReaderMetadata::load(&File::open(path)?, ArrowReaderOptions::new())?;
        Ok(Self { path: path.to_owned(), metadata })
    }

    /// The number of groups of rows.
    pub fn groups(&self) -> usize {
        self.metadata.metadata().num_row_groups()
    }

    /// The number of rows of a group; 0 if there is no such group.
    pub fn rows(&self, group: usize) -> u64 {
        let groups = self.metadata.metadata().row_groups();
        groups.get(group).map_or(0, |group| group.num_rows().unsigned_abs())
    }

    /// Reads those of these columns that the file has, of one group of rows.
    ///
    /// # Errors
    /// The file cannot be opened, or has no such group.
    pub fn read<'a>(
        &self,
        group: usize,
        columns: impl IntoIterator<Item = &'a str>,
    ) -> Result<ParquetRecordBatchReader, ParquetError> {
        self.builder(group, columns)?.build()
    }

    /// Reads the same of these rows of a group. They are numbered from 0 and in ascending order.
    ///
    /// # Errors
    /// The file cannot be opened, or has no such group or row.
    pub fn read_rows<'a>(
        &self,
        group: usize,
        rows: impl IntoIterator<Item = usize>,
        columns: impl IntoIterator<Item = &'a str>,
    ) -> Result<ParquetRecordBatchReader, ParquetError> {
        let (mut selectors, mut next) = (Vec::new(), 0);
        for row in rows {
            let skipped = row.checked_sub(next).filter(|_| (row as u64) < self.rows(group));
            let skipped = skipped.ok_or_else(|| {
                ParquetError::General(format!("row {row} is not one of the group, or not in ascending order"))
            })?;
            selectors.extend([RowSelector::skip(skipped), RowSelector::select(1)]);
            next = row + 1;
        }
        self.builder(group, columns)?.with_row_selection(RowSelection::from(selectors)).build()
    }

    fn builder<'a>(
        &self,
        group: usize,
        columns: impl IntoIterator<Item = &'a str>,
    ) -> Result<ParquetRecordBatchReaderBuilder<File>, ParquetError> {
        let file = File::open(&self.path)?;
        let wanted: Vec<&str> = columns.into_iter().collect();
        let leaves = self.metadata.parquet_schema().columns().iter().enumerate();
        let is_wanted =
            |leaf: &ColumnDescPtr| leaf.path().parts().first().is_some_and(|root| wanted.contains(&&**root));
        let leaves = leaves.filter(|(_, leaf)| is_wanted(leaf)).map(|(index, _)| index);
        let mask = ProjectionMask::leaves(self.metadata.parquet_schema(), leaves);
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone());
        Ok(builder.with_row_groups(vec![group]).with_projection(mask))
    }
}

/// The notes at the end of a complete Parquet file, with their names: those of [`FileWriter::set`], and
/// those of other programs.
///
/// # Errors
/// The file cannot be read, or is not a complete Parquet file.
pub fn read_notes(file: &File) -> Result<Vec<(String, String)>, ParquetError> {
    let metadata = ParquetMetaDataReader::new().parse_and_finish(file)?;
    let notes = metadata.file_metadata().key_value_metadata().map(Vec::as_slice).unwrap_or_default();
    let note = |note: &KeyValue| (note.key.clone(), note.value.clone().unwrap_or_default());
    Ok(notes.iter().map(note).collect())
}

enum Column {
    Encoded(Vec<ArrowColumnChunk>),
    Waiting(Box<ArrowColumnWriter>),
}

/// The path of a column with few repeated values, for which a dictionary only costs time.
fn varied(field: &Field) -> Option<ColumnPath> {
    let (is_list, value) = match field.data_type() {
        DataType::List(item) => (true, item.data_type()),
        other => (false, other),
    };
    let is_varied = match value {
        DataType::Binary | DataType::UInt64 => is_list,
        DataType::FixedSizeBinary(_) | DataType::Int64 => !is_list,
        _ => false,
    };
    let path: &[&str] = if is_list { &[field.name(), "list", "item"] } else { &[field.name()] };
    is_varied.then(|| ColumnPath::new(path.iter().map(|&part| part.to_owned()).collect()))
}
