use std::sync::Arc;

use chess_board::Position;
use chess_notation::PackedPosition;
use chess_notation::pgn::{Event, GameError, GameResult, PgnError, Place, Replay, Slice};
use chess_types::Move;

use super::array::Array;
use super::batch::{Batch, Field};
use super::choice::{Base, Columns};
use super::column::{Element, Fault, FaultKind, GameColumn, GameRow, MAX_ITEMS, MoveColumn, MoveColumns};
use super::game::{Game, Held, Needs, Slots};
use crate::filter::{Filter, GameFacts, MoveFacts, result_of};
use crate::scores::Scores;
use crate::tags::TagSlots;

/// About the number of bytes of the text of an error.
const FAULT: usize = 64;

/// Rows in the making, with memory that is used again for each game.
#[derive(Debug)]
pub(super) struct Rows {
    columns: Columns,
    fields: Arc<[Field]>,
    filter: Filter,
    base: Base,
    tags: TagSlots,
    slots: Slots,
    needs: Needs,
    games: Vec<GameColumn>,
    moves: MoveColumns,
    count: usize,
    /// The number of rows so far of games that break a rule.
    broken: u64,
    has_games: bool,
    /// About the number of bytes in the largest buffer.
    size: usize,
    game: Game,
}

impl Rows {
    pub(super) fn new(columns: &Columns, filter: &Filter, base: &Base) -> Self {
        let mut tags = filter.slots().clone();
        let slots = Slots { result: tags.slot("Result"), variant: tags.slot("Variant") };
        let (games, moves) = empty(columns, &mut tags);
        let is_only_words = matches!(*moves.columns, [] | [MoveColumn::Moves(_)]);
        let mut needs = Needs {
            place: games.iter().any(|column| matches!(column, GameColumn::Line(_) | GameColumn::Offset(_))),
            elements: !is_only_words || filter.has_moves() || filter.needs_whole_games(),
            positions: moves.columns.iter().any(MoveColumn::needs_position) || filter.has_moves(),
            notes: moves.columns.iter().any(MoveColumn::needs_notes) || filter.names_notes(),
            scores: moves.columns.iter().any(MoveColumn::needs_scores) || filter.names_scores(),
            position_scores: moves.columns.iter().any(MoveColumn::needs_position_scores),
            comments: games.iter().any(|column| matches!(column, GameColumn::Comment(_)))
                || moves.columns.iter().any(|column| matches!(column, MoveColumn::Comments(_))),
            tags: games.iter().any(|column| matches!(column, GameColumn::Tags(..))),
            tree: games.iter().any(|column| matches!(column, GameColumn::Tree(..) | GameColumn::Parents(..))),
            nags: moves.columns.iter().any(|column| matches!(column, MoveColumn::Nags(..))),
            repetitions: filter.names_repetition(),
            whole_games: filter.needs_whole_games(),
            held: filter.has_moves(),
        };
        needs.elements |= needs.tree;
        needs.held |= needs.notes || needs.comments || needs.nags || needs.whole_games;
        Self {
            columns: columns.clone(),
            fields: columns.fields(),
            filter: filter.clone(),
            base: base.clone(),
            tags,
            slots,
            needs,
            games,
            moves,
            count: 0,
            broken: 0,
            has_games: false,
            size: 0,
            game: Game::new(),
        }
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
    pub(super) fn take(&mut self) -> Batch {
        let (games, moves) = empty(&self.columns, &mut self.tags);
        let games = std::mem::replace(&mut self.games, games);
        let moves = std::mem::replace(&mut self.moves, moves);
        let (mut games, mut moves) = (games.into_iter(), moves.into_arrays());
        let columns = self.columns.columns().iter();
        let arrays = columns.filter_map(|column| {
            if MoveColumn::is_for(column) { moves.next() } else { games.next().map(GameColumn::into_array) }
        });
        let arrays: Vec<Array> = arrays.collect();
        self.size = 0;
        Batch::new(Arc::clone(&self.fields), arrays, std::mem::take(&mut self.count))
    }

    /// Reads a game of the bytes that `replay` reads, and adds its row unless the filter rejects it. Returns `false` at the end
    /// of the bytes.
    pub(super) fn read_game(&mut self, replay: &mut Replay<Slice<'_>>, bytes: &[u8]) -> bool {
        self.tags.clear();
        self.game.clear();
        loop {
            match replay.next_event() {
                Ok(Some(Event::Move(mv))) => {
                    if !self.add_move(mv, replay) {
                        return true;
                    }
                }
                Ok(Some(Event::Comment(text))) => {
                    if self.needs.notes || self.needs.comments {
                        self.game.add_comment(text, self.needs, self.base.encoding.as_ref());
                    }
                }
                Ok(Some(Event::Tag { name, value })) => {
                    self.has_games = true;
                    self.tags.set(name, value, self.base.encoding.as_ref());
                    if self.needs.tags {
                        self.game.add_tag(name, value, self.base.encoding.as_ref());
                    }
                    self.mark_place(replay);
                }
                Ok(Some(Event::Movetext)) => {
                    self.mark_place(replay);
                    if !self.begin_moves(replay) {
                        return true;
                    }
                }
                Ok(Some(Event::Nag(nag))) => self.add_nag(nag),
                Ok(Some(Event::VariationStart)) => {
                    if self.needs.tree {
                        let place = replay.place().offset as usize;
                        self.game.tree.open(place, *replay.position());
                    }
                    if replay.skip_variation().is_err() {
                        return false;
                    }
                }
                Ok(Some(Event::VariationEnd)) => {
                    if self.needs.tree {
                        self.game.tree.close(bytes, replay.place().offset as usize);
                    }
                }
                Ok(Some(Event::End(result))) => {
                    self.end_game(replay.game(), result);
                    return true;
                }
                Err(PgnError::Game(error)) => {
                    let GameError { game, line, offset, .. } = error;
                    let place = Place { line, offset };
                    self.game.place.get_or_insert(place);
                    self.game
                        .add_fault(Fault { place: self.base.place(place), kind: FaultKind::Game(error) });
                    // Lenient reading goes on, most often to the end of the game.
                    if !self.base.is_lenient {
                        self.end_game(game, None);
                        return true;
                    }
                }
                // The end. Bytes in memory have no other errors. One behind the last game is that of a game that has not begun.
                Ok(None) | Err(_) => {
                    if let Some(Fault { kind: FaultKind::Game(error), .. }) = self.game.faults.last() {
                        self.end_game(error.game, None);
                    }
                    return false;
                }
            }
        }
    }

    #[inline]
    fn mark_place(&mut self, replay: &mut Replay<Slice<'_>>) {
        if self.needs.place && self.game.place.is_none() {
            self.game.place = Some(replay.place());
        }
    }

    /// Begins the moves of a game. Returns `false` if the filter rejects it by its tags; the game is then skipped.
    fn begin_moves(&mut self, replay: &mut Replay<Slice<'_>>) -> bool {
        let position = replay.position();
        self.game.has_movetext = true;
        self.game.start = Some(PackedPosition::new(position));
        self.game.is_chess960 = position.needs_chess960();
        self.game.side = position.side_to_move();
        if self.needs.positions {
            self.game.position = *position;
        }
        if self.filter.accepts_tags(&self.facts(None, true)) {
            return true;
        }
        self.has_games = true;
        Self::skip(replay);
        false
    }

    /// Skips the rest of the game, with its end.
    fn skip(replay: &mut Replay<Slice<'_>>) {
        // The end of the game is the next event, but for the errors of lenient reading.
        let _ = replay.skip_game();
        while matches!(replay.next_event(), Err(PgnError::Game(_))) {}
    }

    /// Returns `false` if the game has too many moves; it is then over.
    #[inline]
    fn add_move(&mut self, mv: Move, replay: &mut Replay<Slice<'_>>) -> bool {
        self.game.plies += 1;
        if self.game.plies + self.game.glyphs > MAX_ITEMS {
            self.give_up(replay);
            return false;
        }
        if !self.needs.elements {
            self.moves.push_word(mv);
            return true;
        }
        if self.needs.tree {
            self.game.tree.add_move(mv);
        }
        if self.needs.held {
            // The point of view of scores follows from the whole game.
            if !self.needs.whole_games && !self.needs.scores {
                self.release(None, true);
            }
            self.game.hold(mv, self.needs);
        } else {
            self.write_move(mv);
        }
        if self.needs.positions {
            self.game.position = *replay.position();
        }
        true
    }

    /// Writes a move into the columns, none of which needs more than the move and the position before it.
    #[inline(never)]
    fn write_move(&mut self, mv: Move) {
        let Game { position, plies, is_chess960, .. } = &self.game;
        self.size += self.moves.push(&Element::of_move(mv, plies - 1, position, *is_chess960));
    }

    #[cold]
    fn give_up(&mut self, replay: &mut Replay<Slice<'_>>) {
        self.game.plies -= 1;
        let (game, place) = (replay.game(), replay.place());
        self.game.add_fault(Fault { place: self.base.place(place), kind: FaultKind::TooManyMoves });
        self.end_game(game, None);
        Self::skip(replay);
    }

    fn add_nag(&mut self, nag: u8) {
        let Game { held, nags, glyphs, plies, .. } = &mut self.game;
        if let Some(last) = held.last_mut().filter(|_| self.needs.nags && *plies + *glyphs < MAX_ITEMS) {
            *glyphs += 1;
            nags.push(nag);
            last.nags.end = nags.len();
        }
    }

    /// Moves held moves into columns if the filter keeps them.
    fn release(&mut self, end: Option<GameResult>, is_sound: bool) {
        let Self { base, tags, slots, filter, moves, game, .. } = self;
        game.fill();
        let facts = game.facts(base, tags, *slots, end, is_sound);
        let has_filter = filter.has_moves();
        let notes = game.held.iter().map(|held| (held.side, &held.notes));
        let scores = self.needs.scores.then(|| Scores::of_game(base.score_view, notes, facts.result));
        if let Some(scores) = scores.filter(|_| self.needs.position_scores) {
            game.value(scores);
        }
        for (i, held) in game.held.iter().enumerate() {
            let before = game.positions.get(i).unwrap_or(&Position::START);
            let Held { mv, side, ply, repetition, ref notes, ref comment, .. } = *held;
            let score = scores.and_then(|scores| scores.of_move(notes, side));
            let about = MoveFacts { mv, side, ply, before, repetition, notes, score, label: (0, 0) };
            if has_filter && !filter.accepts_move(&facts, &about) {
                continue;
            }
            let nags = game.nags.get(held.nags.clone()).unwrap_or_default();
            let [score_before, score_after] = match game.scores.get(i..) {
                Some(&[before, after, ..]) => [before, after],
                _ => [None; 2],
            };
            let comment = match comment.end {
                0 => "",
                _ => game.text.get(comment.clone()).unwrap_or_default(),
            };
            self.size += moves.push(&Element {
                mv,
                ply,
                before,
                notes,
                score,
                score_before,
                score_after,
                comment,
                nags,
                is_chess960: game.is_chess960,
            });
        }
        game.held.clear();
        game.positions.clear();
        game.nags.clear();
    }

    fn facts(&self, end: Option<GameResult>, is_sound: bool) -> GameFacts<'_> {
        self.game.facts(&self.base, &self.tags, self.slots, end, is_sound)
    }

    /// Ends the game and adds its row, unless the filter rejects it.
    fn end_game(&mut self, number: u64, end: Option<GameResult>) {
        let is_told = result_of(self.tags.get(self.slots.result), None) != GameResult::Unknown;
        let is_sound = self.game.faults.is_empty();
        self.has_games |= is_sound || self.game.plies > 0;
        let facts = self.facts(end, is_sound);
        // The tags of a game that is broken before its moves have not been tested.
        if !self.game.has_movetext && !self.filter.accepts_tags(&self.facts(None, true)) {
            return;
        }
        if self.needs.whole_games && !self.filter.accepts_game(&facts, is_told) {
            return;
        }
        let GameFacts { result, variant, plies, .. } = facts;
        self.release(end, is_sound);
        self.moves.end_row();
        if self.needs.tags {
            self.game.keep_last_tags();
        }
        let game = &self.game;
        let row = GameRow {
            file: &self.base.file,
            game: self.base.games + number,
            place: self.base.place(game.place.unwrap_or(Place { line: 1, offset: 0 })),
            result,
            variant,
            start: game.start,
            plies,
            faults: &game.faults,
            text: &game.text,
            comment: game.comment.clone(),
            all_tags: &game.tags,
            tree: &game.tree.moves,
        };
        for column in &mut self.games {
            column.push(&row, &self.tags);
        }
        self.count += 1;
        self.broken += u64::from(!is_sound);
        let texts = self.tags.size().max(game.text.len()).max(4 * game.tree.moves.len());
        let texts = texts + FAULT * game.faults.len();
        self.size += 64 + self.base.file.len() + texts + 2 * plies as usize;
    }
}

fn empty(columns: &Columns, tags: &mut TagSlots) -> (Vec<GameColumn>, MoveColumns) {
    let games = columns.columns().iter().filter_map(|column| GameColumn::new(column, tags)).collect();
    (games, MoveColumns::new(columns.columns()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::array::{Items, Value};

    #[test]
    fn a_game_of_too_many_moves_and_glyphs_ends_before_the_move_too_many() {
        for (names, before) in [("moves", 2), ("ply", 2), ("nags", 2), ("nags", 3)] {
            let columns = format!("plies,error,{names}").parse().unwrap();
            let mut rows = Rows::new(&columns, &Filter::ALL, &Base::default());
            let mut replay = Replay::new(b"1. e4 e5 $1 2. d4 *\n\n1. c4 *");
            loop {
                match replay.next_event() {
                    Ok(Some(Event::Movetext)) => {
                        assert!(rows.begin_moves(&mut replay));
                        rows.game.plies = MAX_ITEMS - before;
                    }
                    Ok(Some(Event::Move(mv))) => {
                        if !rows.add_move(mv, &mut replay) {
                            break;
                        }
                    }
                    Ok(Some(Event::Nag(nag))) => rows.add_nag(nag),
                    other => panic!("{other:?}"),
                }
            }
            while rows.read_game(&mut replay, b"") {}
            let batch = rows.take();
            let column = |name| [0, 1].map(|row| batch.get(name, row).unwrap());
            assert_eq!(column("plies"), [Value::Int(i64::from(MAX_ITEMS - before + 2)), Value::Int(1)]);
            assert_eq!(column("error")[0].as_str(), Some("the game has more than 16777216 moves and glyphs"));
            let lists = column(names).map(|list| list.as_list().unwrap());
            assert_eq!(lists.map(Items::len), [2, 1]);
            let glyphs = lists[0].iter().filter_map(Value::as_list).map(Items::len).sum::<usize>();
            assert_eq!(glyphs, usize::from((names, before) == ("nags", 3)));
        }
    }
}
