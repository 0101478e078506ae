use std::ops::Range;
use std::sync::Arc;

use chess_board::Position;
use chess_notation::PackedPosition;
use chess_notation::pgn::{Event, GameError, GameResult, PgnError, Place, Replay, Slice};
use chess_types::{Color, Move};

use super::array::Array;
use super::batch::{Batch, DataType, Field};
use super::choice::{Base, Columns};
use super::column::{Element, Fault, FaultKind, GameColumn, GameRow, MAX_ITEMS, MoveColumn, MoveColumns};
use crate::filter::{Filter, GameFacts, MoveFacts, result_of};
use crate::scores::{Notes, Scores};
use crate::tags::{TagSlots, variant};

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
    /// About the number of bytes in the largest buffer.
    size: usize,
    game: Game,
}

/// The slots of the tags that columns and filter need.
#[derive(Clone, Copy, Debug)]
struct Slots {
    result: usize,
    variant: usize,
}

/// The needs of columns and filter.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each of them is a question of its own")]
struct Needs {
    /// The place of the first tag or move.
    place: bool,
    /// Elements with more than the word of the move.
    elements: bool,
    /// The positions before moves.
    positions: bool,
    notes: bool,
    scores: bool,
    nags: bool,
    repetitions: bool,
    /// The filter needs the whole game.
    whole_games: bool,
}

/// The game that is read.
#[derive(Debug)]
struct Game {
    place: Option<Place>,
    start: Option<PackedPosition>,
    is_chess960: bool,
    has_movetext: bool,
    plies: u32,
    /// The side to move, and the position if it is needed.
    side: Color,
    position: Position,
    /// Moves that are not in columns yet: the last one, whose comments may follow, or all of them.
    held: Vec<Held>,
    positions: Vec<Position>,
    nags: Vec<u8>,
    /// The number of all glyphs.
    glyphs: u32,
    /// The keys of earlier positions.
    keys: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Held {
    mv: Move,
    side: Color,
    ply: u32,
    repetition: u32,
    notes: Notes,
    nags: Range<usize>,
}

impl Rows {
    pub(super) fn new(columns: &Columns, filter: &Filter, base: &Base) -> Self {
        let mut tags = filter.slots().clone();
        let slots = Slots { result: tags.slot("Result"), variant: tags.slot("Variant") };
        let (games, moves) = empty(columns, &mut tags);
        let is_only_words = matches!(*moves.columns, [] | [MoveColumn::Moves(_)]);
        let needs = Needs {
            place: games.iter().any(|column| matches!(column, GameColumn::Line(_) | GameColumn::Offset(_))),
            elements: !is_only_words || filter.has_moves() || filter.needs_whole_games(),
            positions: moves.columns.iter().any(MoveColumn::needs_position) || filter.has_moves(),
            notes: moves.columns.iter().any(MoveColumn::needs_notes) || filter.names_notes(),
            scores: moves.columns.iter().any(MoveColumn::needs_scores) || filter.names_scores(),
            nags: moves.columns.iter().any(|column| matches!(column, MoveColumn::Nags(..))),
            repetitions: filter.names_repetition(),
            whole_games: filter.needs_whole_games(),
        };
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
            size: 0,
            game: Game::new(),
        }
    }

    /// About the number of bytes in the largest buffer.
    pub(super) const fn size(&self) -> usize {
        self.size
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
        let is_of_moves = |field: &Field| matches!(field.data_type, DataType::List(_));
        let arrays: Vec<Array> = self
            .fields
            .iter()
            .filter_map(|field| {
                if is_of_moves(field) { moves.next() } else { games.next().map(GameColumn::into_array) }
            })
            .collect();
        self.size = 0;
        Batch::new(Arc::clone(&self.fields), arrays, std::mem::take(&mut self.count))
    }

    /// Reads a game, and adds its row unless the filter rejects it. Returns `false` at the end of the bytes.
    pub(super) fn read_game(&mut self, replay: &mut Replay<Slice<'_>>) -> bool {
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
                    if self.needs.notes {
                        if let Some(last) = self.game.held.last_mut() {
                            last.notes.read(text.as_bytes());
                        }
                    }
                }
                Ok(Some(Event::Tag { name, value })) => {
                    self.tags.set(name, value);
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
                    if replay.skip_variation().is_err() {
                        return false;
                    }
                }
                Ok(Some(Event::VariationEnd)) => {}
                Ok(Some(Event::End(result))) => {
                    self.end_game(replay.game(), result, None);
                    return true;
                }
                Err(PgnError::Game(error)) => {
                    let GameError { game, line, offset, .. } = error;
                    let place = Place { line, offset };
                    self.game.place.get_or_insert(place);
                    self.end_game(game, None, Some((place, FaultKind::Game(error))));
                    return true;
                }
                // The end. Bytes in memory have no other errors.
                Ok(None) | Err(_) => return false,
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
        // The end of the game is the next event, and there is no error.
        let _ = replay.skip_game();
        let _ = replay.next_event();
        false
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
        // The point of view of scores follows from the whole game.
        if !self.needs.whole_games && !self.needs.scores {
            self.release(None, true);
        }
        self.game.hold(mv, self.needs);
        if self.needs.positions {
            self.game.position = *replay.position();
        }
        true
    }

    #[cold]
    fn give_up(&mut self, replay: &mut Replay<Slice<'_>>) {
        self.game.plies -= 1;
        let (game, place) = (replay.game(), replay.place());
        self.end_game(game, None, Some((place, FaultKind::TooManyMoves)));
        let _ = replay.skip_game();
        let _ = replay.next_event();
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
        let facts = game.facts(base, tags, *slots, end, is_sound);
        let has_filter = filter.has_moves();
        let notes = game.held.iter().map(|held| (held.side, &held.notes));
        let scores = self.needs.scores.then(|| Scores::of_game(base.score_view, notes, facts.result));
        for (i, held) in game.held.iter().enumerate() {
            let before = game.positions.get(i).unwrap_or(&Position::START);
            let Held { mv, side, ply, repetition, ref notes, .. } = *held;
            let score = scores.and_then(|scores| scores.of_move(notes, side));
            let about = MoveFacts { mv, side, ply, before, repetition, notes, score };
            if has_filter && !filter.accepts_move(&facts, &about) {
                continue;
            }
            let nags = game.nags.get(held.nags.clone()).unwrap_or_default();
            self.size += 8 + nags.len();
            moves.push(&Element { mv, ply, before, notes, score, nags, is_chess960: game.is_chess960 });
        }
        game.held.clear();
        game.positions.clear();
        game.nags.clear();
    }

    fn facts(&self, end: Option<GameResult>, is_sound: bool) -> GameFacts<'_> {
        self.game.facts(&self.base, &self.tags, self.slots, end, is_sound)
    }

    /// Ends the game and adds its row, unless the filter rejects it.
    fn end_game(&mut self, number: u64, end: Option<GameResult>, fault: Option<(Place, FaultKind)>) {
        let is_told = result_of(self.tags.get(self.slots.result), None) != GameResult::Unknown;
        let facts = self.facts(end, fault.is_none());
        // The tags of a game that is broken before its moves have not been tested.
        if !self.game.has_movetext && !self.filter.accepts_tags(&self.facts(None, true)) {
            return;
        }
        if self.needs.whole_games && !self.filter.accepts_game(&facts, is_told) {
            return;
        }
        let GameFacts { result, variant, plies, .. } = facts;
        self.release(end, fault.is_none());
        self.moves.end_row();
        let row = GameRow {
            file: &self.base.file,
            game: self.base.games + number,
            place: self.base.place(self.game.place.unwrap_or(Place { line: 1, offset: 0 })),
            result,
            variant,
            start: self.game.start,
            plies,
            fault: fault.map(|(place, kind)| Fault { place: self.base.place(place), kind }),
        };
        for column in &mut self.games {
            column.push(&row, &self.tags);
        }
        self.count += 1;
        self.broken += u64::from(fault.is_some());
        self.size += 64 + self.base.file.len() + self.tags.size() + 2 * plies as usize;
    }
}

impl Game {
    const fn new() -> Self {
        Self {
            place: None,
            start: None,
            is_chess960: false,
            has_movetext: false,
            plies: 0,
            side: Color::White,
            position: Position::START,
            held: Vec::new(),
            positions: Vec::new(),
            nags: Vec::new(),
            glyphs: 0,
            keys: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.held.clear();
        self.positions.clear();
        self.nags.clear();
        self.keys.clear();
        (self.place, self.start) = (None, None);
        (self.is_chess960, self.has_movetext) = (false, false);
        (self.plies, self.glyphs) = (0, 0);
    }

    fn facts<'a>(
        &self,
        base: &'a Base,
        tags: &'a TagSlots,
        slots: Slots,
        end: Option<GameResult>,
        is_sound: bool,
    ) -> GameFacts<'a> {
        GameFacts {
            file: &base.file,
            tags,
            result: result_of(tags.get(slots.result), end),
            variant: variant(tags.get(slots.variant), self.is_chess960),
            plies: self.plies,
            is_sound,
        }
    }

    /// Keeps a move that has been played from the current position.
    fn hold(&mut self, mv: Move, needs: Needs) {
        let mut repetition = 0;
        if needs.positions {
            self.positions.push(self.position);
        }
        if needs.repetitions {
            let key = self.position.key();
            // Positions before the last capture or pawn move cannot come back.
            let back = usize::from(self.position.halfmove_clock()).min(self.keys.len());
            let earlier = &self.keys[self.keys.len() - back..];
            repetition = earlier.iter().filter(|&&other| other == key).count() as u32;
            self.keys.push(key);
        }
        let place = self.nags.len();
        let (side, ply) = (self.side, self.plies - 1);
        self.held.push(Held { mv, side, ply, repetition, notes: Notes::default(), nags: place..place });
        self.side = !side;
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
            while rows.read_game(&mut replay) {}
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
