//! Tables, batches of rows and columns for Python, by the Arrow C data interface.

mod arrays;
mod page;
mod stored;
mod value;

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchOptions, RecordBatchReader, make_array,
    new_empty_array,
};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_pyarrow::FromPyArrow;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use chess_data::columns::Checksum;
use pyo3::exceptions::{PyImportError, PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PySlice, PyString};

use self::arrays::{Missing, array};
use self::stored::{StoredArray, StoredField};
use self::value::value;
pub(crate) use self::value::{concat, row};
use crate::errors;

/// Rows in memory: a sequence of rows, each a dict.
///
/// ``table[0]`` is the first row, ``table["white"]`` a `Column`, ``table[:10]`` a table of the first ten rows, and
/// ``table[["white", "black"]]`` one of two columns; ``"white" in table`` tests whether there is a column. Libraries take it
/// by the Arrow C data interface, without a copy: see `to_arrow`, `to_polars` and `to_pandas`. ``Table(rows)`` makes one of a
/// ``pyarrow.Table`` and of anything else with ``__arrow_c_stream__``, and joins a list of tables with the same columns.
///
/// >>> from chess_batch import read_pgn
/// >>> table = read_pgn(b'[White "Anderssen"] 1. e4 e5 *', columns="white,san")
/// >>> len(table), table[0], table["san"][0]
/// (1, {'white': 'Anderssen', 'san': ['e4', 'e5']}, ['e4', 'e5'])
/// >>> [row["white"] for row in table], table.select("san").to_dict()
/// (['Anderssen'], {'san': [['e4', 'e5']]})
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    pub(crate) const fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }

    pub(crate) fn batches(&self) -> &[RecordBatch] {
        &self.batches
    }

    /// Takes the rows of any table, or of a list of tables.
    pub(crate) fn of(py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(tables) = rows.cast::<PyList>() {
            return Self::joined(tables);
        }
        let rows = ArrowArrayStreamReader::from_pyarrow_bound(rows)?;
        let schema = rows.schema();
        let batches = py.detach(|| rows.collect::<Result<_, _>>());
        batches.map(|batches| Self::new(schema, batches)).map_err(errors::arrow)
    }

    /// Joins tables with the same columns.
    ///
    /// # Errors
    /// `TypeError`: an item is no `Table`. `ValueError`: there is none, or one has other columns.
    fn joined(tables: &Bound<'_, PyList>) -> PyResult<Self> {
        let tables: Vec<Bound<'_, Self>> = tables.extract().map_err(|_| {
            PyTypeError::new_err("a list of `Table`s is expected, or one table with __arrow_c_stream__")
        })?;
        let Some(first) = tables.first() else {
            return Err(PyValueError::new_err("an empty list has no columns"));
        };
        let schema = &first.get().schema;
        if let Some(other) = tables.iter().position(|table| table.get().schema.fields() != schema.fields()) {
            return Err(PyValueError::new_err(format!("table {other} has other columns than table 0")));
        }
        let batches = tables.iter().flat_map(|table| table.get().batches.iter().cloned());
        Ok(Self::new(SchemaRef::clone(schema), batches.collect()))
    }

    /// Returns the number of a column.
    ///
    /// # Errors
    /// `KeyError`: no column has this name.
    fn number(&self, name: &str) -> PyResult<usize> {
        self.schema.column_with_name(name).map(|(number, _)| number).ok_or_else(|| {
            let names = self.column_names().join(", ");
            PyKeyError::new_err(format!("there is no column '{name}'; the columns are {names}"))
        })
    }

    /// Returns rows that follow one another, without a copy.
    fn slice(&self, mut start: usize, mut rows: usize) -> Self {
        let mut batches = Vec::new();
        for batch in &self.batches {
            let first = start.min(batch.num_rows());
            let count = rows.min(batch.num_rows() - first);
            if count > 0 {
                batches.push(batch.slice(first, count));
            }
            (start, rows) = (start - first, rows - count);
        }
        Self::new(SchemaRef::clone(&self.schema), batches)
    }
}

/// Imports a package that users may lack.
///
/// # Errors
/// `ImportError`, which says how to install it.
fn import<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(name).map_err(|error| {
        let needed = || PyImportError::new_err(format!("{name} is needed for this: pip install {name}"));
        if error.is_instance_of::<PyImportError>(py) { needed() } else { error }
    })
}

/// Makes the capsule of a stream.
pub(crate) fn stream_capsule(
    py: Python<'_>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
}

/// Makes the capsule of a schema.
pub(crate) fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(errors::arrow)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// Names of columns: a list of them, or one text with commas between them.
pub(crate) struct Names(pub(crate) Vec<String>);

impl FromPyObject<'_, '_> for Names {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(names) = object.cast::<PyString>() {
            let names = names.to_cow()?;
            let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
            return Ok(Self(names.map(str::to_owned).collect()));
        }
        object.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>().map(Self)
    }
}

/// The name of a column, the number of a row, a range of rows, or names of columns.
#[derive(FromPyObject)]
pub(crate) enum Key<'py> {
    Name(String),
    Row(isize),
    Rows(Bound<'py, PySlice>),
    Names(Vec<String>),
}

#[pymethods]
impl Table {
    #[new]
    fn of_rows(py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(py, rows)
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// The numbers of rows and of columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.num_rows(), self.schema.fields().len())
    }

    /// The types of the columns by their names, as Arrow calls them.
    #[getter]
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let types = PyDict::new(py);
        for field in self.schema.fields() {
            types.set_item(field.name(), field.data_type().to_string())?;
        }
        Ok(types)
    }

    /// Return a table of the first rows.
    #[pyo3(signature = (rows=5))]
    fn head(&self, rows: usize) -> Self {
        self.slice(0, rows)
    }

    /// Return a column. A name that no column has raises `KeyError`.
    fn column(&self, name: Cow<'_, str>) -> PyResult<Column> {
        let number = self.number(&name)?;
        let chunks = self.batches.iter().map(|batch| batch.column(number).clone()).collect();
        Ok(Column::new(self.schema.field(number).data_type().clone(), chunks))
    }

    /// Return a table of some columns, by their names. A name that no column has raises `KeyError`.
    fn select(&self, names: Names) -> PyResult<Self> {
        let numbers = names.0.iter().map(|name| self.number(name)).collect::<PyResult<Vec<_>>>()?;
        let schema = self.schema.project(&numbers).map_err(errors::arrow)?;
        let batches = self.batches.iter().map(|batch| batch.project(&numbers)).collect::<Result<_, _>>();
        Ok(Self::new(SchemaRef::new(schema), batches.map_err(errors::arrow)?))
    }

    /// Return the table as a ``pyarrow.Table``, without a copy. pyarrow is needed.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        import(slf.py(), "pyarrow")?.call_method1("table", (slf,))
    }

    /// Return the table as a ``polars.DataFrame``. polars is needed.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        import(slf.py(), "polars")?.call_method1("DataFrame", (slf,))
    }

    /// Return the table as a ``pandas.DataFrame``, as pyarrow makes it. pyarrow and pandas are needed.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        import(slf.py(), "pandas")?;
        Self::to_arrow(slf)?.call_method0("to_pandas")
    }

    /// Return the rows as a list of dicts.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rows = self.batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |i| (batch, i)));
        rows.map(|(batch, i)| row(py, batch, i)).collect()
    }

    /// Return the columns as a dict of lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for name in self.column_names() {
            dict.set_item(name, self.column(name.into())?.to_pylist(py)?)?;
        }
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __contains__(slf: &Bound<'_, Self>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(name) = item.extract::<Cow<'_, str>>() {
            return Ok(slf.get().schema.column_with_name(&name).is_some());
        }
        for row in Self::__iter__(slf)?.try_iter()? {
            if row?.eq(item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let key = key.extract().map_err(|_: PyErr| {
            PyTypeError::new_err(
                "a table takes the name of a column, the number of a row, a range of rows or a list of names; \
                 conditions are for `find`, to_polars() and to_pandas()",
            )
        })?;
        match key {
            Key::Name(name) => Ok(Bound::new(py, self.column(name.into())?)?.into_any()),
            Key::Row(number) => {
                let one = self.slice(from_start(number, self.num_rows())?, 1);
                row(py, one.batches.first().ok_or_else(no_row)?, 0).map(Bound::into_any)
            }
            Key::Rows(range) => {
                let (first, rows) = rows_of(&range, self.num_rows())?;
                Ok(Bound::new(py, self.slice(first, rows))?.into_any())
            }
            Key::Names(names) => Ok(Bound::new(py, self.select(Names(names))?)?.into_any()),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        items(slf.as_any())
    }

    /// Return the rows as a stream of Arrow, in a capsule.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer ignore the wish.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        stream_capsule(py, Box::new(RecordBatchIterator::new(batches, self.schema.clone())))
    }

    /// Return the schema of Arrow, in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    fn __repr__(&self) -> String {
        format!("Table({} rows of {})", self.num_rows(), self.column_names().join(", "))
    }

    /// Return the first rows as text, which `print` shows.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        page::text(py, &self.schema, &self.batches, self.num_rows())
    }

    /// Return the first rows as HTML, which notebooks show.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        page::page(py, &self.schema, &self.batches, self.num_rows())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (usize, Vec<(StoredField, StoredArray)>))> {
        let (py, this) = (slf.py(), slf.get());
        let columns = this.schema.fields().iter().enumerate().map(|(number, field)| {
            let chunks = this.batches.iter().map(|batch| batch.column(number).clone());
            let chunks = chunks.chain([new_empty_array(field.data_type())]).collect::<Vec<_>>();
            Ok((StoredField::new(field)?, StoredArray::new(py, &chunks)?))
        });
        let columns = columns.collect::<PyResult<_>>()?;
        Ok((slf.get_type().getattr("_restore")?, (this.num_rows(), columns)))
    }

    /// Return the table that a pickle holds.
    #[staticmethod]
    fn _restore(py: Python<'_>, rows: usize, columns: Vec<(StoredField, StoredArray)>) -> PyResult<Self> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (field, array) in columns {
            let field = field.field()?;
            arrays.push(array.array(py, field.data_type())?);
            fields.push(field);
        }
        let schema = SchemaRef::new(Schema::new(fields));
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch =
            RecordBatch::try_new_with_options(schema.clone(), arrays, &options).map_err(errors::arrow)?;
        Ok(Self::new(schema, vec![batch]))
    }
}

/// Return the checksum of a table's content as 16 hexadecimal digits, and the number of its rows.
///
/// It is the same for the same rows in any order, with the columns in any order, in one table or in many files read as one.
/// The column ``file`` is left out. `table` is a ``pyarrow.Table`` or anything with ``__arrow_c_stream__``. The algorithm is in
/// ``docs/columns.md``; the program prints the same digits.
///
/// >>> from chess_batch import checksum, read_pgn
/// >>> checksum(read_pgn(b"1. e4 e5 *", columns=["game", "moves"]))
/// ('76225bd1ad19f8f0', 1)
#[pyfunction]
pub(crate) fn checksum(py: Python<'_>, table: &Bound<'_, PyAny>) -> PyResult<(String, u64)> {
    let mut table = ArrowArrayStreamReader::from_pyarrow_bound(table)?;
    let schema = table.schema();
    let mut sum = Checksum::new(schema.fields().iter().map(|field| field.name().as_str()));
    // Here, since the batches may come from the caller.
    while let Some(batch) = py.detach(|| table.next()) {
        let batch = batch.map_err(errors::arrow)?;
        py.detach(|| sum.add(&batch)).map_err(|error| PyTypeError::new_err(error.to_string()))?;
        py.check_signals()?;
    }
    Ok((sum.to_string(), sum.rows()))
}

/// A column of a `Table`: a sequence of Python's values, and an array of Arrow.
///
/// >>> from chess_batch import read_pgn
/// >>> column = read_pgn(b"1. e4 e5 * 1. d4 *", columns="game,san")["san"]
/// >>> len(column), column[1], column.to_pylist(), column.flatten().to_pylist()
/// (2, ['d4'], [['e4', 'e5'], ['d4']], ['e4', 'e5', 'd4'])
#[pyclass(frozen, sequence, module = "chess_batch")]
pub(crate) struct Column {
    kind: DataType,
    chunks: Vec<ArrayRef>,
}

impl Column {
    /// Creates a column of arrays of one type.
    pub(crate) const fn new(kind: DataType, chunks: Vec<ArrayRef>) -> Self {
        Self { kind, chunks }
    }

    /// Returns the values as arrays.
    pub(crate) fn chunks(&self) -> &[ArrayRef] {
        &self.chunks
    }

    /// Returns rows that follow one another, without a copy.
    fn slice(&self, mut start: usize, mut rows: usize) -> Self {
        let mut chunks = Vec::new();
        for chunk in &self.chunks {
            let first = start.min(chunk.len());
            let count = rows.min(chunk.len() - first);
            if count > 0 {
                chunks.push(chunk.slice(first, count));
            }
            (start, rows) = (start - first, rows - count);
        }
        Self::new(self.kind.clone(), chunks)
    }

    /// Returns the column as a table of its own, whose only column has no name.
    fn table(&self) -> PyResult<Table> {
        let schema = SchemaRef::new(Schema::new(vec![Field::new("", self.kind.clone(), true)]));
        let batches =
            self.chunks.iter().map(|chunk| RecordBatch::try_new(schema.clone(), vec![chunk.clone()]));
        let batches = batches.collect::<Result<_, _>>().map_err(errors::arrow)?;
        Ok(Table::new(schema, batches))
    }
}

#[pymethods]
impl Column {
    /// The number of rows that have no value.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(Array::null_count).sum()
    }

    /// Return the values as a list: numbers, texts, bytes, dates, lists of these, maps as lists of pairs, and ``None`` where there is none.
    pub(crate) fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in &self.chunks {
            for i in 0..chunk.len() {
                list.append(value(py, &**chunk, i)?)?;
            }
        }
        Ok(list)
    }

    /// Return a column of the items of all lists, one list after another. A list that is null has none.
    fn flatten(&self) -> PyResult<Self> {
        let DataType::List(field) = &self.kind else {
            return Err(not_lists(&self.kind));
        };
        let items = |chunk: &ArrayRef| {
            let lists = chunk.as_list::<i32>();
            let (start, end) =
                (lists.value_offsets()[0] as usize, lists.value_offsets()[lists.len()] as usize);
            lists.values().slice(start, end - start)
        };
        Ok(Self::new(field.data_type().clone(), self.chunks.iter().map(items).collect()))
    }

    /// Return the column as a ``pyarrow.ChunkedArray``, without a copy. pyarrow is needed.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Table::to_arrow(&Bound::new(py, self.table()?)?)?.call_method1("column", (0,))
    }

    /// Return a column that repeats the value of each row for each item of the list in the same row of `lists`, beside ``lists.flatten()``.
    ///
    /// A list that is null has no item. Columns of different lengths raise `ValueError`.
    ///
    /// >>> from chess_batch import read_pgn
    /// >>> table = read_pgn(b"[White \"a\"] 1. e4 e5 * [White \"b\"] 1. d4 *", columns="white,san")
    /// >>> list(zip(table["white"].repeat(table["san"]), table["san"].flatten()))
    /// [('a', 'e4'), ('a', 'e5'), ('b', 'd4')]
    fn repeat(&self, py: Python<'_>, lists: &Bound<'_, Self>) -> PyResult<Self> {
        let lists = lists.get();
        if !matches!(lists.kind, DataType::List(_)) {
            return Err(not_lists(&lists.kind));
        }
        if self.__len__() != lists.__len__() {
            let (rows, others) = (self.__len__(), lists.__len__());
            return Err(PyValueError::new_err(format!("the column has {rows} rows, and the lists {others}")));
        }
        if self.chunks.is_empty() {
            return Ok(Self::new(self.kind.clone(), Vec::new()));
        }
        let repeated: Result<ArrayRef, ArrowError> = py.detach(|| {
            let arrays: Vec<ArrayData> = self.chunks.iter().map(Array::to_data).collect();
            let mut whole = MutableArrayData::new(arrays.iter().collect(), false, 0);
            let counts = lists.chunks.iter().flat_map(|chunk| {
                let lists = chunk.as_list::<i32>();
                (0..lists.len()).map(move |i| if lists.is_null(i) { 0 } else { lists.value_length(i) })
            });
            let places =
                arrays.iter().enumerate().flat_map(|(i, array)| (0..array.len()).map(move |j| (i, j)));
            for ((chunk, row), count) in places.zip(counts) {
                for _ in 0..count {
                    whole.try_extend(chunk, row, row + 1)?;
                }
            }
            Ok(make_array(whole.freeze()))
        });
        Ok(Self::new(self.kind.clone(), vec![repeated.map_err(errors::arrow)?]))
    }

    /// Return the column as an array of numpy.
    ///
    /// Numbers with nulls become floats with NaN, dates ``datetime64[D]``, packed positions uint8 (N, 32), texts and lists objects.
    /// Packed positions with nulls raise `ValueError`.
    ///
    /// >>> from chess_batch import read_pgn
    /// >>> table = read_pgn(b'[WhiteElo "2600"] 1. e4 * 1. d4 *', columns="white_elo,plies,start")
    /// >>> table["white_elo"].to_numpy(), table["plies"].to_numpy(), table["start"].to_numpy().shape
    /// (array([2600.,   nan]), array([1, 1], dtype=int32), (2, 32))
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.kind, &self.chunks, Missing::Marked)
    }

    /// Return the values as an array of numpy of the column's own type, or of `dtype`.
    ///
    /// Numbers or dates with nulls raise `ValueError`, and lists `TypeError`: see `to_numpy` and `flatten`. The values are always copied.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("the values of a column are always copied"));
        }
        if matches!(self.kind, DataType::List(_) | DataType::LargeList(_)) {
            return Err(PyTypeError::new_err(
                "a column of lists is not an array: flatten() has the items, and to_numpy() an array for each list",
            ));
        }
        let values = array(py, &self.kind, &self.chunks, Missing::Refused)?;
        dtype.map_or(Ok(values.clone()), |dtype| values.call_method1("astype", (dtype,)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (StoredField, StoredArray))> {
        let this = slf.get();
        let field = StoredField::new(&Field::new("", this.kind.clone(), true))?;
        let chunks = this.chunks.iter().cloned().chain([new_empty_array(&this.kind)]).collect::<Vec<_>>();
        Ok((slf.get_type().getattr("_restore")?, (field, StoredArray::new(slf.py(), &chunks)?)))
    }

    /// Return the column that a pickle holds.
    #[staticmethod]
    fn _restore(py: Python<'_>, field: StoredField, array: StoredArray) -> PyResult<Self> {
        let field = field.field()?;
        let array = array.array(py, field.data_type())?;
        Ok(Self::new(field.data_type().clone(), vec![array]))
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(range) = key.cast::<PySlice>() {
            let (first, rows) = rows_of(range, self.__len__())?;
            return Ok(Bound::new(py, self.slice(first, rows))?.into_any());
        }
        let row = key.extract().map_err(|_: PyErr| {
            PyTypeError::new_err(
                "a column takes the number of a row or a range of rows; to_numpy() takes conditions",
            )
        })?;
        let mut row = from_start(row, self.__len__())?;
        for chunk in &self.chunks {
            if row < chunk.len() {
                return value(py, &**chunk, row);
            }
            row -= chunk.len();
        }
        Err(no_row())
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        items(slf.as_any())
    }

    /// Return the values as an array of Arrow, in two capsules.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface lets a producer ignore the wish.
        drop(requested_schema);
        let whole = match &*self.chunks {
            [] => new_empty_array(&self.kind),
            chunks => concat(chunks.iter()).map_err(errors::arrow)?,
        };
        let schema = FFI_ArrowSchema::try_from(&self.kind).map_err(errors::arrow)?;
        let array = FFI_ArrowArray::new(&whole.to_data());
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }

    fn __repr__(&self) -> String {
        format!("Column({} rows of {})", self.__len__(), self.kind)
    }
}

fn not_lists(found: &DataType) -> PyErr {
    PyTypeError::new_err(format!("a column of lists is needed, and not of {found}"))
}

/// Returns an iterator over the items of a sequence, which makes them one by one.
pub(crate) fn items<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let builtins = sequence.py().import("builtins")?;
    let rows = builtins.call_method1("range", (sequence.len()?,))?;
    builtins.call_method1("map", (sequence.getattr("__getitem__")?, rows))
}

/// Returns the first row and the number of rows of a range.
///
/// # Errors
/// `ValueError`: the range has a step.
fn rows_of(range: &Bound<'_, PySlice>, rows: usize) -> PyResult<(usize, usize)> {
    let range = range.indices(rows as isize)?;
    if range.step != 1 {
        return Err(PyValueError::new_err("rows of a table follow one another: a step is not possible"));
    }
    Ok((range.start as usize, range.slicelength))
}

/// Returns the number of a row, where negative numbers count from the end.
///
/// # Errors
/// `IndexError`: there is no such row.
pub(crate) fn from_start(row: isize, rows: usize) -> PyResult<usize> {
    let row = if row < 0 { rows.checked_add_signed(row) } else { Some(row as usize) };
    row.filter(|&row| row < rows).ok_or_else(no_row)
}

fn no_row() -> PyErr {
    PyIndexError::new_err("no such row")
}
