//! Tables of columns of texts: one row in, one row out.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use chess_notation::pgn::Replay;

use super::choice::{Base, Columns};
use super::rows::Rows;
use super::table::ENOUGH;
use super::texts::{Texts, TextsError};
use crate::chunks::Pipeline;
use crate::filter::Filter;
use crate::ordered;

/// The bytes that a row counts besides its text, so that chunks of empty ones end.
const ROW: usize = 32;

/// Reads a column of texts as batches of columns of games, on several threads, in order: each row has one game, with tags or of bare
/// movetext.
///
/// | the text | its row |
/// |---|---|
/// | is null | null, but for `file` and `game` |
/// | is empty, or blank | a game without moves, and no error |
/// | has only comments | a game without moves, and an error |
/// | has more than one game | the first, and an error |
/// | breaks a rule | the moves before it, and an error |
///
/// The column `game` is the number of the row, from 1. `line`, `offset`, `error_line` and `error_offset` are places in the text of the row. A
/// filter that decides about games leaves rows out, and all nulls.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
///
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::Int32Type;
/// use arrow_array::{ArrayRef, StringArray};
/// use chess_data::columns::{TextTable, Texts};
/// use chess_data::filter::Filter;
///
/// let movetexts: ArrayRef = Arc::new(StringArray::from(vec![Some("1. e4 e5 1-0"), None, Some("1. d4 d4"), Some("")]));
/// let table = TextTable::new(Texts::new([movetexts])?, &"plies,error".parse()?, &Filter::ALL);
/// let mut plies: Vec<Option<i32>> = Vec::new();
/// let _ = table.threads(0).for_each(|batch| {
///     plies.extend(batch.column(0).as_primitive::<Int32Type>());
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(plies, [Some(2), None, Some(1), Some(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextTable {
    texts: Texts,
    starts: Option<Texts>,
    columns: Columns,
    filter: Filter,
    base: Base,
    threads: usize,
    chunk_size: usize,
}

impl TextTable {
    /// The games of these texts, read on one thread.
    pub fn new(texts: Texts, columns: &Columns, filter: &Filter) -> Self {
        Self {
            texts,
            starts: None,
            columns: columns.clone(),
            filter: filter.clone(),
            base: Base::default(),
            threads: 1,
            chunk_size: Pipeline::CHUNK_SIZE,
        }
    }

    /// Sets the start position of each game, as a FEN. Null and empty FENs mean the start position of chess, and a tag `FEN` of the text
    /// takes precedence. A FEN that is not a position is an error of its row.
    ///
    /// # Errors
    /// There are not as many FENs as texts.
    pub fn starts(self, fens: Texts) -> Result<Self, TextsError> {
        let (texts, other) = (self.texts.len(), fens.len());
        if texts != other {
            return Err(TextsError::Lengths { texts, other });
        }
        Ok(Self { starts: Some(fens), ..self })
    }

    /// Sets what the column `file` has, the number of rows before the first, the point of view of scores, the character set, names of
    /// openings, and whether games are read leniently. Lines and bytes are counted within each text.
    #[must_use]
    pub fn base(mut self, base: &Base) -> Self {
        self.base = Base { lines: 0, bytes: 0, ..base.clone() };
        self
    }

    /// Sets the number of threads; 0 means one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the number of bytes of text that make a batch, about. Larger batches take more memory.
    #[must_use]
    pub fn chunk_size(mut self, bytes: usize) -> Self {
        self.chunk_size = bytes.max(1);
        self
    }

    /// The name and type of each column: those of [`Columns::schema`], all of them nullable except `file` and `game`.
    pub fn schema(&self) -> SchemaRef {
        nullable(&self.columns.schema())
    }

    /// Reads all texts, and calls `visit` with the batches, in order, on the caller's thread, until it breaks.
    pub fn for_each<B>(&self, mut visit: impl FnMut(RecordBatch) -> ControlFlow<B>) -> ControlFlow<B> {
        let read = |rows: Range<usize>| self.read(rows);
        ordered::run(self.threads, self.chunks(), &read, &mut |batches: Vec<RecordBatch>| {
            batches.into_iter().try_for_each(&mut visit)
        })
    }

    /// The rows of the chunks.
    fn chunks(&self) -> impl Iterator<Item = Range<usize>> + Send + '_ {
        let mut end = 0;
        std::iter::from_fn(move || {
            let (start, mut size) = (end, 0);
            while end < self.texts.len() && size < self.chunk_size {
                size += ROW + self.texts.get(end).map_or(0, <[u8]>::len);
                end += 1;
            }
            (start < end).then_some(start..end)
        })
    }

    /// Reads some rows, most often as one batch; none if no row is left by the filter.
    fn read(&self, rows: Range<usize>) -> Vec<RecordBatch> {
        let keeps_nulls = self.filter.without_moves() == Filter::ALL;
        let mut made = Rows::new(&self.columns, &self.filter, &self.base).nullable(self.schema());
        let mut replay = Replay::new(b"").lenient(self.base.is_lenient);
        let mut batches = Vec::new();
        for row in rows {
            let fen = self.starts.as_ref().and_then(|starts| starts.get(row));
            let fen = fen.filter(|fen| !fen.trim_ascii().is_empty());
            match self.texts.get(row) {
                Some(text) => made.read_text(&mut replay, text, fen, row as u64),
                None if keeps_nulls => made.add_null(row as u64),
                None => {}
            }
            if made.size() >= ENOUGH {
                batches.push(made.take());
            }
        }
        batches.extend((!made.is_empty()).then(|| made.take()));
        batches
    }
}

/// Makes all columns nullable but those that every row has.
fn nullable(schema: &Schema) -> SchemaRef {
    let fields = schema.fields().iter();
    let fields = fields.map(|field| {
        let is_null = !matches!(field.name().as_str(), "file" | "game");
        field.as_ref().clone().with_nullable(is_null)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}
