//! Rows of tables in the making.

use arrow_array::{RecordBatch, StructArray};
use arrow_schema::SchemaRef;
use chess_board::Position;
use chess_notation::PackedPosition;
use chess_notation::pgn::{
    GameEnd, GameError, GameResult, MoveVisit, Next, PgnRule, Place, Replay, Slice, TagValue, Text, Visitor,
};

use super::choice::{Base, Column, Columns};
use super::column::{Fault, FaultKind, GameColumn, GameRow, MoveColumn, MoveColumns};
use super::game::{Game, MAX_ITEMS, Needs};
use super::tree::Tree;
use crate::filter::Filter;

/// About the number of bytes of the text of an error.
const FAULT: usize = 64;

/// The most errors of a game that are kept.
const MAX_FAULTS: usize = 1000;

/// Rows in the making, with memory that is used again for each game.
#[derive(Debug)]
pub(super) struct Rows {
    columns: Columns,
    schema: SchemaRef,
    games: Vec<GameColumn>,
    moves: MoveColumns,
    /// Whether each of the columns with one value a game has one in rows that are null.
    has_values_in_nulls: Vec<bool>,
    count: usize,
    /// The number of rows so far of games that break a rule.
    broken: u64,
    has_games: bool,
    /// About the number of bytes in the largest buffer.
    size: usize,
    game: Game,
    start: Option<PackedPosition>,
    /// The moves with those of variations, if they are needed.
    tree: Tree,
    /// True if columns of what comments and glyphs tell are written apart from the others.
    is_split: bool,
    /// The rules that the game breaks, the first ones.
    faults: Vec<Fault>,
    /// True if the game has more moves and glyphs than a row can have.
    is_full: bool,
}

impl Rows {
    pub(super) fn new(columns: &Columns, filter: &Filter, base: &Base) -> Self {
        let mut game = Game::new(filter, base);
        let new = |column| GameColumn::new(column, &mut game.tags);
        let games: Vec<GameColumn> = columns.columns().iter().filter_map(new).collect();
        let any = |of: &[Column]| columns.columns().iter().any(|column| of.contains(column));
        let position_scores =
            any(&[Column::EvalBefore, Column::EvalAfter, Column::MateBefore, Column::MateAfter]);
        let scores = position_scores || any(&[Column::Evals, Column::Mates, Column::Depths, Column::Clocks]);
        let notes = scores || any(&[Column::Elapsed]);
        let positions = any(&[Column::Positions, Column::Fens, Column::Keys, Column::San]);
        let comments = any(&[Column::Comment, Column::Comments]);
        let nags = any(&[Column::Nags]);
        let needs = game.needs;
        // The filter waits for nothing.
        let is_split = !needs.held && (needs.notes || notes || comments || nags);
        let moves = MoveColumns::new(columns.columns(), is_split);
        let mut needs = Needs {
            line: any(&[Column::Line]),
            positions: (needs.positions || positions) && !is_split,
            notes: needs.notes || notes,
            scores: needs.scores || scores,
            position_scores,
            comments,
            tags: any(&[Column::Tags]),
            tree: any(&[Column::Tree, Column::Parents]),
            nags,
            end: needs.end || any(&[Column::End]),
            repetitions: needs.repetitions || any(&[Column::End]),
            ..needs
        };
        needs.elements |= needs.openings
            || needs.repetitions
            || needs.tree
            || is_split
            || !matches!(*moves.columns, [] | [MoveColumn::Moves(_)]);
        needs.held |= needs.notes || needs.comments || needs.nags;
        game.need(needs, is_split);
        Self {
            columns: columns.clone(),
            schema: columns.schema(),
            games,
            moves,
            has_values_in_nulls: Vec::new(),
            count: 0,
            broken: 0,
            has_games: false,
            size: 0,
            game,
            start: None,
            tree: Tree::default(),
            is_split,
            faults: Vec::new(),
            is_full: false,
        }
    }

    /// Allows rows that are null, by a schema in which columns are nullable.
    pub(super) fn nullable(self, schema: SchemaRef) -> Self {
        let fields = schema.fields().iter().zip(self.columns.columns());
        let of_games = fields.filter(|(_, column)| !MoveColumn::is_for(column));
        let has_values_in_nulls = of_games.map(|(field, _)| !field.is_nullable()).collect();
        Self { schema, has_values_in_nulls, ..self }
    }

    /// About the number of bytes in the largest buffer.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// True if some game is sound, or has a tag or a legal move.
    pub(super) const fn has_games(&self) -> bool {
        self.has_games
    }

    pub(super) const fn broken(&self) -> u64 {
        self.broken
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rows so far, which are removed.
    pub(super) fn take(&mut self) -> RecordBatch {
        let (mut games, mut moves) = (self.games.iter_mut(), self.moves.finish());
        let columns = self.columns.columns().iter().filter_map(|column| {
            if MoveColumn::is_for(column) { moves.next() } else { games.next().map(GameColumn::finish) }
        });
        let columns = columns.collect();
        (self.size, self.count) = (0, 0);
        StructArray::new(self.schema.fields().clone(), columns, None).into()
    }

    /// Reads a game, and adds its row unless the filter rejects it. Returns `false` at the end of the text.
    pub(super) fn read_game(&mut self, replay: &mut Replay<Slice<'_>>) -> bool {
        // Bytes in memory have no error of the source.
        replay.visit_game(&mut Pass { rows: self }).unwrap_or(false)
    }

    /// Adds the row of the game of a text, unless the filter rejects it. The number of rows before it is known.
    pub(super) fn read_text<'a>(
        &mut self,
        replay: &mut Replay<Slice<'a>>,
        text: &'a [u8],
        fen: Option<&[u8]>,
        before: u64,
    ) {
        let games = self.game.base.games;
        self.game.base.games += before;
        replay.visit_text(text, fen, &mut Pass { rows: self });
        self.game.base.games = games;
    }

    /// Adds a row that is null, but for the columns that every row has.
    pub(super) fn add_null(&mut self, before: u64) {
        let game = &self.game;
        let row = GameRow {
            tags: &game.tags,
            file: &game.base.file,
            game: game.base.games + before + 1,
            place: Place { line: 1, offset: 0 },
            result: GameResult::Unknown,
            variant: None,
            start: None,
            last: None,
            end: None,
            plies: 0,
            faults: &[],
            text: "",
            comment: 0..0,
            all_tags: &game.all_tags,
            tree: &[],
        };
        for (column, &has_value) in self.games.iter_mut().zip(&self.has_values_in_nulls) {
            if has_value {
                column.push(&row);
            } else {
                column.push_null();
            }
        }
        self.moves.end_null();
        self.count += 1;
        self.size += 64 + game.base.file.len();
    }

    /// Lets go of the held moves, which are written if the filter keeps them.
    fn release(&mut self, end: Option<GameResult>) {
        let Self { game, moves, size, .. } = self;
        if self.is_split {
            moves.push_nothing(game.release_plain());
            game.release(end, |element| *size += moves.push_notes(element));
        } else {
            game.release(end, |element| *size += moves.push(element));
        }
    }

    /// Adds a move of which more than the word is needed.
    #[inline(never)]
    fn add_element(&mut self, visit: MoveVisit<'_>) {
        let needs = self.game.needs;
        self.game.pass(visit.before, visit.mv, visit.ply);
        if needs.tree {
            self.tree.push(visit.mv);
        }
        if self.is_split {
            self.size += self.moves.push(&self.game.element(&visit));
        }
        if needs.held {
            if self.game.is_decided_by_move() && !self.game.has_plain() {
                self.release(None);
            }
            self.game.hold(visit.before, visit.mv, visit.ply);
        } else {
            // The columns need no more than the move and the position before it.
            self.size += self.moves.push(&self.game.element(&visit));
        }
    }

    /// Adds the row of the game.
    fn add_row(&mut self, end: &GameEnd<'_>) {
        self.release(end.result);
        self.moves.end_row();
        let game = &self.game;
        let place = Place { line: end.line.unwrap_or(1), offset: end.offset };
        let row = GameRow {
            tags: &game.tags,
            file: &game.base.file,
            game: game.base.games + end.game,
            place: game.base.place(place),
            result: game.result(end.result),
            variant: game.variant(),
            start: self.start,
            last: self.start.map(|_| end.position),
            end: game.end,
            plies: game.plies,
            faults: &self.faults,
            text: &game.text,
            comment: game.comment.clone(),
            all_tags: &game.all_tags,
            tree: &self.tree.moves,
        };
        for column in &mut self.games {
            column.push(&row);
        }
        self.count += 1;
        self.broken += u64::from(!game.is_sound);
        let texts =
            game.tags.size().max(game.text.len() + game.all_tags.size()).max(4 * self.tree.moves.len());
        let texts = texts + FAULT * self.faults.len();
        self.size += 64 + game.base.file.len() + texts + 2 * game.plies as usize;
    }
}

/// A pass over the games of a text, which become rows.
struct Pass<'a> {
    rows: &'a mut Rows,
}

impl Visitor for Pass<'_> {
    fn tag(&mut self, name: &str, value: TagValue<'_>) {
        self.rows.has_games = true;
        self.rows.game.tag(name, value);
    }

    fn start(&mut self, position: &Position) -> Next {
        self.rows.start = Some(PackedPosition::new(position));
        let next = self.rows.game.start(position);
        self.rows.has_games |= next == Next::Skip;
        next
    }

    #[inline]
    fn mv(&mut self, visit: MoveVisit<'_>) {
        let Rows { game, moves, is_full, tree, .. } = &mut *self.rows;
        if game.plies + game.glyphs >= MAX_ITEMS || game.needs.tree && tree.moves.len() >= MAX_ITEMS as usize
        {
            *is_full = true;
            return;
        }
        if game.needs.tree && tree.is_in_variation() {
            return tree.push(visit.mv);
        }
        game.plies += 1;
        if game.needs.elements {
            self.rows.add_element(visit);
        } else {
            moves.push_word(visit.mv);
        }
    }

    fn glyph(&mut self, glyph: u8) {
        let game = &mut self.rows.game;
        if game.needs.nags && !self.rows.tree.is_in_variation() && game.plies + game.glyphs < MAX_ITEMS {
            game.add_nag(glyph);
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        let game = &mut self.rows.game;
        if (game.needs.notes || game.needs.comments) && !self.rows.tree.is_in_variation() {
            game.comment(text);
        }
    }

    fn start_variation(&mut self, _: u64) -> Next {
        if !self.rows.game.needs.tree {
            return Next::Skip;
        }
        self.rows.tree.start_variation();
        Next::Try
    }

    fn end_variation(&mut self, _: u64) {
        if self.rows.game.needs.tree {
            self.rows.tree.end_variation();
        }
    }

    fn error(&mut self, error: &GameError) {
        let Rows { game, faults, is_full, tree, .. } = &mut *self.rows;
        // Whether a game is sound does not depend on variations, which other columns do without.
        let is_of_variation = tree.is_in_variation() && error.rule != PgnRule::UnclosedVariation && !*is_full;
        let is_first = !is_of_variation && game.is_sound;
        game.is_sound &= is_of_variation;
        if faults.len() < MAX_FAULTS || is_first {
            let place = Place { line: error.line, offset: error.offset };
            let kind = if *is_full { FaultKind::TooManyMoves } else { FaultKind::Game(*error) };
            faults.push(Fault { place: game.base.place(place), kind, is_of_variation });
        }
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        let rows = &mut *self.rows;
        rows.game.name_opening(end.position);
        rows.has_games |= rows.game.is_sound || rows.game.plies > 0;
        if rows.game.is_kept(end) {
            rows.add_row(end);
        }
        rows.game.clear();
        rows.tree.clear();
        rows.faults.clear();
        (rows.start, rows.is_full) = (None, false);
    }

    fn needs_line(&self) -> bool {
        self.rows.game.needs.line
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.rows.is_full
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int32Type;

    use super::*;

    #[test]
    fn a_game_ends_before_the_move_that_exceeds_the_limit() {
        for (names, before) in [("moves", 2), ("ply", 2), ("nags", 2), ("nags", 3)] {
            let columns = format!("plies,error,{names}").parse().unwrap();
            let mut rows = Rows::new(&columns, &Filter::ALL, &Base::default());
            rows.game.start(&Position::START);
            rows.game.plies = MAX_ITEMS - before;
            let mut replay = Replay::new(b"1. e4 e5 $1 2. d4 *\n\n1. c4 *");
            let mut pass = Pass { rows: &mut rows };
            while replay.visit_game(&mut pass).unwrap() {}
            let batch = rows.take();
            let column = |name| batch.column_by_name(name).unwrap();
            let plies = column("plies").as_primitive::<Int32Type>().values();
            assert_eq!(plies[..], [(MAX_ITEMS - before + 2) as i32, 1]);
            let error = column("error").as_string::<i32>().value(0);
            assert_eq!(error, "the game has more than 16777216 moves and glyphs");
            let lists = column(names).as_list::<i32>();
            assert_eq!([lists.value_length(0), lists.value_length(1)], [2, 1]);
            if let Some(glyphs) = lists.values().as_list_opt::<i32>() {
                assert_eq!(glyphs.values().len(), usize::from(before == 3));
            }
        }
    }

    #[test]
    fn glyphs_count_for_their_game_alone() {
        let mut rows = Rows::new(&"plies,nags".parse().unwrap(), &Filter::ALL, &Base::default());
        rows.game.start(&Position::START);
        rows.game.glyphs = MAX_ITEMS - 1;
        let mut replay = Replay::new(b"1. e4 e5 *\n\n1. c4 $1 c5 *");
        while rows.read_game(&mut replay) {}
        assert_eq!(rows.take().column(0).as_primitive::<Int32Type>().values()[..], [1, 2]);
    }
}
