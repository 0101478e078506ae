//! A game that is read, until its columns are written and the filter has decided about it.

use std::fmt::Write;
use std::ops::Range;

use chess_board::Position;
#[cfg(feature = "arrow")]
use chess_notation::pgn::MoveVisit;
use chess_notation::pgn::{GameEnd, GameResult, Next, Score, TagValue, Text};
use chess_types::{Color, Move};

use super::choice::Base;
use crate::ending::end_of_game;
use crate::filter::{Answer, Filter, GameFacts, MoveFacts, result_of};
use crate::opening_names::Opening;
use crate::scores::{Notes, Profile, Scores};
use crate::tags::{AllTags, TagSlots, variant};

/// The most moves and glyphs of a game together. With it, the lists of one game never overflow 32-bit offsets.
pub(super) const MAX_ITEMS: u32 = 1 << 24;

/// The tags that follow from names of openings.
const OPENING_TAGS: [&str; 2] = ["ECO", "Opening"];

/// A move of the main line with all data for columns and filters.
#[cfg_attr(not(feature = "arrow"), allow(dead_code, reason = "only tables read them"))]
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'a> {
    pub(super) mv: Move,
    /// Number of moves before it.
    pub(super) ply: u32,
    /// The position before it, if a column or the filter needs it.
    pub(super) before: &'a Position,
    /// True if castling is written as the king taking its rook.
    pub(super) is_chess960: bool,
    pub(super) told: &'a Told<'a>,
}

/// What comments and glyphs tell about a move.
#[cfg_attr(not(feature = "arrow"), allow(dead_code, reason = "only tables read them"))]
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    pub(super) notes: &'a Notes,
    /// The time on the clock after it in milliseconds, and the depth of the score, if a column needs them.
    pub(super) clock: Option<u32>,
    pub(super) depth: Option<u16>,
    /// The score, if a column needs it.
    pub(super) score: Option<Score>,
    /// The scores of the positions before and after it, if a column needs them.
    pub(super) score_before: Option<Score>,
    pub(super) score_after: Option<Score>,
    /// The comments after it, if a column needs them.
    pub(super) comment: &'a str,
    pub(super) nags: &'a [u8],
}

impl Told<'_> {
    #[cfg(feature = "arrow")]
    const NOTHING: Self = Self {
        notes: &Notes::NONE,
        clock: None,
        depth: None,
        score: None,
        score_before: None,
        score_after: None,
        comment: "",
        nags: &[],
    };
}

/// The slots of tags that every game is asked for.
#[derive(Clone, Copy, Debug)]
struct Slots {
    result: usize,
    variant: usize,
    /// Of the time control, if clocks are needed.
    control: Option<usize>,
    /// If the end is needed.
    termination: Option<usize>,
}

/// The needs of columns and filter.
#[cfg_attr(not(feature = "arrow"), allow(dead_code, reason = "tables have more needs than filters"))]
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each of them is a question of its own")]
pub(super) struct Needs {
    /// The line of the first tag or move.
    pub(super) line: bool,
    /// Elements with more than the word of the move.
    pub(super) elements: bool,
    /// Elements for which the comments after a move, the filter or the end of the game are waited for.
    pub(super) held: bool,
    /// The positions before moves.
    pub(super) positions: bool,
    pub(super) notes: bool,
    /// Scores, their depths, and clocks, which follow from the whole game.
    pub(super) scores: bool,
    /// The scores of positions.
    pub(super) position_scores: bool,
    pub(super) comments: bool,
    /// All tags.
    pub(super) tags: bool,
    /// The moves of variations.
    pub(super) tree: bool,
    pub(super) nags: bool,
    pub(super) repetitions: bool,
    /// The filter asks about the whole game.
    pub(super) whole_games: bool,
    /// The positions of moves, for the name of the opening.
    pub(super) openings: bool,
    /// Quantifiers of the filter are asked about each move when it is read.
    pub(super) quantifiers: bool,
    /// How the game has ended.
    pub(super) end: bool,
}

impl Needs {
    /// The needs of a filter that decides about games and moves.
    pub(super) fn of_filter(filter: &Filter) -> Self {
        let (has_moves, whole_games) = (filter.has_moves(), filter.needs_whole_games());
        let asks_at_end = filter.asks_at_end();
        Self {
            elements: has_moves || whole_games,
            held: has_moves || whole_games,
            positions: has_moves || asks_at_end,
            quantifiers: filter.has_quantifiers() && !asks_at_end,
            notes: filter.names_notes(),
            scores: filter.names_scores(),
            repetitions: filter.names_repetition() || filter.names_end(),
            end: filter.names_end(),
            whole_games,
            ..Self::default()
        }
    }
}

/// The game that is read, and the filter that decides about it.
#[derive(Clone, Debug)]
pub(super) struct Game {
    filter: Filter,
    pub(super) base: Base,
    pub(super) tags: TagSlots,
    slots: Slots,
    pub(super) needs: Needs,
    is_chess960: bool,
    /// The variant, once the movetext has begun.
    variant: Option<&'static str>,
    /// Whether the filter keeps the game by its tags; `None` before the movetext.
    has_right_tags: Option<bool>,
    pub(super) is_sound: bool,
    pub(super) plies: u32,
    /// Moves that have not been taken yet: the last one, whose comments may follow, or all of them.
    held: Vec<Held>,
    /// True if moves are held for their comments and glyphs alone: plain ones, which have none, are counted until one has some.
    counts_plain: bool,
    /// The number of plain moves that are counted. Then none is held.
    plain: u32,
    /// The side that has made the last of them.
    last_side: Color,
    positions: Vec<Position>,
    nags: Vec<u8>,
    /// The number of all glyphs.
    pub(super) glyphs: u32,
    /// The keys of earlier positions, and how often the last one passed has occurred before.
    keys: Vec<u64>,
    repetition: u32,
    /// The comments before the first move.
    notes_before: Notes,
    /// The evaluations there.
    profile: Profile,
    /// The scores of the positions before the moves and of the last one, if they are needed.
    scores: Vec<Option<Score>>,
    /// The texts of comments, if they are needed.
    pub(super) text: String,
    /// The place in the text of the comments before the first move.
    pub(super) comment: Range<usize>,
    /// All tags, if they are needed.
    pub(super) all_tags: AllTags,
    /// The last position whose opening has a name.
    named: Option<Position>,
    /// The answers of the filter's quantifiers.
    answers: Vec<Answer>,
    /// How the game has ended, if that is needed.
    pub(super) end: Option<&'static str>,
}

#[derive(Clone, Debug)]
struct Held {
    mv: Move,
    side: Color,
    ply: u32,
    repetition: u32,
    notes: Notes,
    nags: Range<usize>,
    /// The place in the game's text of the comments after the move.
    comment: Range<usize>,
}

impl Game {
    pub(super) fn new(filter: &Filter, base: &Base) -> Self {
        let (mut tags, mut filter) = (filter.slots().clone(), filter.clone());
        let openings = base.opening_names.is_some();
        if openings {
            filter.wait_for(&OPENING_TAGS);
        }
        let needs = Needs { openings, ..Needs::of_filter(&filter) };
        let control = needs.scores.then(|| tags.slot("TimeControl"));
        let termination = needs.end.then(|| tags.slot("Termination"));
        Self {
            slots: Slots { result: tags.slot("Result"), variant: tags.slot("Variant"), control, termination },
            needs,
            filter,
            base: base.clone(),
            tags,
            is_chess960: false,
            variant: None,
            has_right_tags: None,
            is_sound: true,
            plies: 0,
            held: Vec::new(),
            counts_plain: false,
            plain: 0,
            last_side: Color::White,
            positions: Vec::new(),
            nags: Vec::new(),
            glyphs: 0,
            keys: Vec::new(),
            repetition: 0,
            notes_before: Notes::NONE,
            profile: Profile::NONE,
            scores: Vec::new(),
            text: String::new(),
            comment: 0..0,
            all_tags: AllTags::default(),
            named: None,
            answers: Vec::new(),
            end: None,
        }
    }

    /// Sets what columns need. With `counts_plain`, what waits for comments is nothing that follows from the move or the position before it.
    #[cfg(feature = "arrow")]
    pub(super) fn need(&mut self, needs: Needs, counts_plain: bool) {
        self.counts_plain = counts_plain;
        if needs.scores {
            self.slots.control = Some(self.tags.slot("TimeControl"));
        }
        if needs.end {
            self.slots.termination = Some(self.tags.slot("Termination"));
        }
        self.needs = needs;
    }

    /// Leaves out the conditions that decide about moves alone.
    pub(super) fn drop_moves(&mut self) {
        self.filter = self.filter.without_moves();
        let held = self.filter.asks_at_end();
        self.needs = Needs { held, openings: self.needs.openings, ..Needs::of_filter(&self.filter) };
    }

    /// Forgets the game, and keeps its memory for the next one.
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.held.clear();
        self.positions.clear();
        self.nags.clear();
        self.keys.clear();
        self.scores.clear();
        self.text.clear();
        self.all_tags.clear();
        (self.notes_before, self.profile, self.comment) = (Notes::NONE, Profile::NONE, 0..0);
        (self.is_chess960, self.has_right_tags, self.is_sound) = (false, None, true);
        (self.plies, self.glyphs, self.named, self.repetition, self.end) = (0, 0, None, 0, None);
        self.plain = 0;
    }

    #[inline]
    pub(super) fn tag(&mut self, name: &str, value: TagValue<'_>) {
        let encoding = self.base.encoding.as_ref();
        // Decoding costs more than the copy: once for both.
        if self.needs.tags {
            self.tags.set_text(name, self.all_tags.add(name, value, encoding));
        } else {
            self.tags.set(name, value, encoding);
        }
    }

    /// Begins the moves. The game is skipped if the filter rejects it by its tags.
    pub(super) fn start(&mut self, position: &Position) -> Next {
        self.is_chess960 = position.needs_chess960();
        self.variant = self.variant();
        let is_accepted = self.filter.accepts_tags(&self.facts(None));
        self.has_right_tags = Some(is_accepted);
        self.filter.start(&mut self.answers);
        if is_accepted { Next::Read } else { Next::Skip }
    }

    /// Notes what is needed of a move of the main line before its comments are known.
    #[inline(always)]
    pub(super) fn pass(&mut self, before: &Position, mv: Move, ply: u32) {
        if self.needs.openings || self.needs.repetitions {
            self.note(before);
        }
        if self.needs.quantifiers && self.filter.may_ask(before) {
            self.ask(before, mv, ply, false);
        }
    }

    /// Notes what is needed of the position before a move.
    #[inline(never)]
    fn note(&mut self, before: &Position) {
        if self.needs.openings {
            self.name_position(before);
        }
        if self.needs.repetitions {
            self.repetition = self.count_repetitions(before);
            self.keys.push(before.key());
        }
    }

    /// Counts the earlier occurrences of a position.
    fn count_repetitions(&self, position: &Position) -> u32 {
        // Positions before the last capture or pawn move cannot come back.
        let back = usize::from(position.halfmove_clock()).min(self.keys.len());
        let earlier = &self.keys[self.keys.len() - back..];
        earlier.iter().filter(|&&other| other == position.key()).count() as u32
    }

    /// Asks the quantifiers about a move, or about the final position, while the game is read.
    #[inline(never)]
    fn ask(&mut self, before: &Position, mv: Move, ply: u32, is_end: bool) {
        let facts = || {
            let game = GameFacts {
                file: &self.base.file,
                tags: &self.tags,
                result: GameResult::Unknown,
                variant: self.variant,
                plies: self.plies,
                is_sound: self.is_sound,
                end: None,
                answers: &[],
            };
            (game, MoveFacts { mv, ply, repetition: self.repetition, ..MoveFacts::of_position(before) })
        };
        self.filter.ask(&mut self.answers, before, ply, is_end, facts);
    }

    /// Asks the quantifiers about the final position, and about all moves if they are asked when the game has ended.
    fn ask_at_end(&mut self, end: &GameEnd<'_>) {
        if !self.filter.asks_at_end() {
            return self.ask(end.position, Move::NULL, self.plies, true);
        }
        self.fill();
        let mut answers = std::mem::take(&mut self.answers);
        let (scores, facts) = (self.scores(end.result), self.facts(end.result));
        for (i, held) in self.held.iter().enumerate() {
            let about = self.about(i, held, scores);
            self.filter.ask(&mut answers, about.before, about.ply, false, || (facts, about));
        }
        let last = MoveFacts {
            ply: self.plies,
            repetition: self.repetition,
            ..MoveFacts::of_position(end.position)
        };
        self.filter.ask(&mut answers, end.position, self.plies, true, || (facts, last));
        self.answers = answers;
    }

    /// Notes a position of the main line, if its opening has a name.
    fn name_position(&mut self, position: &Position) {
        if self.base.opening_names.as_ref().is_some_and(|names| names.get(position).is_some()) {
            self.named = Some(*position);
        }
    }

    /// Sets the tags of the opening, at the end of the game in this position.
    pub(super) fn name_opening(&mut self, last: &Position) {
        if self.has_started() {
            self.name_position(last);
        }
        let Self { base, tags, named, .. } = self;
        let opening = base.opening_names.as_ref().zip(named.as_ref());
        if let Some(Opening { eco, name }) = opening.and_then(|(names, named)| names.get(named)) {
            OPENING_TAGS.iter().zip([eco, name]).for_each(|(tag, text)| tags.set_text(tag, text));
        }
    }

    /// Tests whether the movetext has begun.
    pub(super) const fn has_started(&self) -> bool {
        self.has_right_tags.is_some()
    }

    /// Decides whether the game is kept, at its end.
    pub(super) fn is_kept(&mut self, end: &GameEnd<'_>) -> bool {
        // The tags of a game that is broken before its moves have not been tested.
        if !self.has_right_tags.unwrap_or_else(|| self.filter.accepts_tags(&self.facts(None))) {
            return false;
        }
        if self.needs.repetitions {
            self.repetition = self.count_repetitions(end.position);
        }
        if self.needs.end && self.has_started() {
            let termination = self.slots.termination.and_then(|slot| self.tags.get(slot));
            self.end = end_of_game(end.position, self.repetition, self.result(end.result), termination);
        }
        if !self.needs.whole_games {
            return true;
        }
        if self.filter.has_quantifiers() {
            if self.has_started() {
                self.ask_at_end(end);
            } else {
                self.filter.start(&mut self.answers);
            }
        }
        let has_told = self.result(None) != GameResult::Unknown;
        self.filter.accepts_game(&self.facts(end.result), has_told)
    }

    /// The ply at which the first quantifier is met first, with all its parts.
    #[cfg(feature = "arrow")]
    pub(super) fn first_answer(&self) -> Option<u32> {
        self.answers.first().and_then(Answer::ply)
    }

    /// The result of the tag, or else that at the end of the movetext.
    pub(super) fn result(&self, end: Option<GameResult>) -> GameResult {
        result_of(self.tags.get(self.slots.result), end)
    }

    pub(super) fn variant(&self) -> Option<&'static str> {
        variant(self.tags.get(self.slots.variant), self.is_chess960)
    }

    fn facts(&self, end: Option<GameResult>) -> GameFacts<'_> {
        GameFacts {
            file: &self.base.file,
            tags: &self.tags,
            result: self.result(end),
            variant: self.variant(),
            plies: self.plies,
            is_sound: self.is_sound,
            end: self.end,
            answers: &self.answers,
        }
    }

    /// True if the moves before the last one wait neither for the end of the game nor for that of its scores and clocks, whose meaning
    /// follows from the whole game.
    pub(super) const fn is_decided_by_move(&self) -> bool {
        !self.needs.whole_games && !self.needs.scores
    }

    /// The element of a move for columns that need no more than the move and the position before it.
    #[cfg(feature = "arrow")]
    #[inline]
    pub(super) const fn element<'a>(&self, visit: &MoveVisit<'a>) -> Element<'a> {
        let &MoveVisit { mv, ply, before, .. } = visit;
        Element { mv, ply, before, is_chess960: self.is_chess960, told: &Told::NOTHING }
    }

    /// Keeps a move until it is [released](Self::release).
    pub(super) fn hold(&mut self, before: &Position, mv: Move, ply: u32) {
        let (repetition, side) = (self.repetition, before.side_to_move());
        if self.counts_plain && self.held.is_empty() {
            self.last_side = side;
            self.plain += 1;
            return;
        }
        if self.needs.positions {
            self.positions.push(*before);
        }
        let place = self.nags.len();
        let (notes, nags, comment) = (Notes::NONE, place..place, 0..0);
        self.held.push(Held { mv, side, ply, repetition, notes, nags, comment });
    }

    /// Tests whether all moves since the last release are without comments and glyphs.
    #[cfg(feature = "arrow")]
    pub(super) const fn has_plain(&self) -> bool {
        self.plain > 0
    }

    /// Lets go of the moves without comments and glyphs, and returns their number. They are held instead if comments before the first move
    /// tell about them.
    #[cfg(feature = "arrow")]
    pub(super) fn release_plain(&mut self) -> usize {
        if !self.profile.is_empty() || self.needs.position_scores && self.notes_before != Notes::NONE {
            self.hold_plain();
        }
        std::mem::take(&mut self.plain) as usize
    }

    /// Holds the moves that are counted only. Their words and positions are not known, since nobody asks for them.
    #[cold]
    fn hold_plain(&mut self) {
        let place = self.nags.len();
        for back in (0..std::mem::take(&mut self.plain)).rev() {
            let side = if back % 2 == 0 { self.last_side } else { !self.last_side };
            let ply = self.plies.saturating_sub(1 + back);
            let (notes, nags, comment) = (Notes::NONE, place..place, 0..0);
            self.held.push(Held { mv: Move::NULL, side, ply, repetition: 0, notes, nags, comment });
        }
    }

    /// Adds a glyph after the last move.
    #[cfg(feature = "arrow")]
    pub(super) fn add_nag(&mut self, nag: u8) {
        self.hold_plain();
        if let Some(last) = self.held.last_mut() {
            self.glyphs += 1;
            self.nags.push(nag);
            last.nags.end = self.nags.len();
        }
    }

    /// Calls `take` with the held moves that the filter keeps, and lets go of all of them.
    pub(super) fn release(&mut self, end: Option<GameResult>, mut take: impl FnMut(&Element<'_>)) {
        self.fill();
        let scores = self.scores(end);
        if let Some(scores) = scores.filter(|_| self.needs.position_scores) {
            self.value(scores);
        }
        let facts = self.filter.has_moves().then(|| self.facts(end));
        for (i, held) in self.held.iter().enumerate() {
            let is_rejected = |facts| !self.filter.accepts_move(facts, &self.about(i, held, scores));
            if facts.as_ref().is_some_and(is_rejected) {
                continue;
            }
            let before = self.positions.get(i).unwrap_or(&Position::START);
            let told = &self.told(i, held, scores);
            take(&Element { mv: held.mv, ply: held.ply, before, is_chess960: self.is_chess960, told });
        }
        self.held.clear();
        self.positions.clear();
        self.nags.clear();
    }

    /// Collects what comments and glyphs tell about the `i`-th held move.
    #[inline]
    fn told<'a>(&'a self, i: usize, held: &'a Held, scores: Option<Scores>) -> Told<'a> {
        let Held { side, notes, comment, nags, .. } = held;
        let [score_before, score_after] = match self.scores.get(i..) {
            Some(&[before, after, ..]) => [before, after],
            _ => [None; 2],
        };
        Told {
            notes,
            clock: scores.and_then(|scores| scores.clock(notes)),
            depth: scores.and_then(|scores| scores.depth(notes)),
            score: scores.and_then(|scores| scores.of_move(notes, *side)),
            score_before,
            score_after,
            comment: match comment.end {
                0 => "",
                _ => self.text.get(comment.clone()).unwrap_or_default(),
            },
            nags: self.nags.get(nags.clone()).unwrap_or_default(),
        }
    }

    /// The meaning of scores and clocks in the game, if they are needed.
    fn scores(&self, end: Option<GameResult>) -> Option<Scores> {
        let notes = self.held.iter().map(|held| (held.side, &held.notes));
        let control = self.slots.control.and_then(|slot| self.tags.get(slot));
        let scores = || Scores::of_game(self.base.score_view, control, notes, self.result(end));
        self.needs.scores.then(scores)
    }

    /// The facts about a held move, the `i`-th.
    fn about<'a>(&'a self, i: usize, held: &'a Held, scores: Option<Scores>) -> MoveFacts<'a> {
        let &Held { mv, side, ply, repetition, ref notes, .. } = held;
        let before = self.positions.get(i).unwrap_or(&Position::START);
        let score = scores.and_then(|scores| scores.of_move(notes, side));
        let clock = scores.and_then(|scores| scores.clock(notes));
        MoveFacts { mv, side, ply, before, repetition, notes, clock, score, label: (0, 0) }
    }

    /// Adds a comment after the last move, or before the first.
    pub(super) fn comment(&mut self, comment: Text<'_>) {
        let needs = self.needs;
        if self.plain > 0 {
            if !needs.comments {
                // Most comments of people tell nothing.
                let mut notes = Notes::NONE;
                notes.read(comment.as_bytes());
                if notes == Notes::NONE {
                    return;
                }
            }
            self.hold_plain();
        }
        let (notes, place) = match self.held.last_mut() {
            Some(held) => (&mut held.notes, &mut held.comment),
            None if self.plies == 0 => (&mut self.notes_before, &mut self.comment),
            None => return,
        };
        if needs.notes {
            notes.read(comment.as_bytes());
            if self.plies == 0 {
                if let Some(profile) = Profile::read(comment.as_bytes()) {
                    self.profile = profile;
                }
            }
        }
        if !needs.comments
            || comment.as_bytes().is_empty()
            || self.text.len() + 2 * comment.as_bytes().len() >= MAX_ITEMS as usize
        {
            return;
        }
        // Several comments become one, with a blank between them.
        if place.start == place.end {
            *place = self.text.len()..self.text.len();
        } else {
            self.text.push(' ');
        }
        match &self.base.encoding {
            Some(encoding) => encoding.push(comment.as_bytes().iter().copied(), &mut self.text),
            // A string can be written to.
            None => _ = write!(self.text, "{comment}"),
        }
        place.end = self.text.len();
    }

    /// Gives the positions without a score that of the profile.
    fn fill(&mut self) {
        if !self.profile.is_empty() {
            self.profile.fill(0, &mut self.notes_before);
            for held in &mut self.held {
                self.profile.fill(held.ply as usize + 1, &mut held.notes);
            }
        }
    }

    /// Gives the positions their scores. If two are for one, the first counts.
    fn value(&mut self, scores: Scores) {
        let mut behind = &self.notes_before;
        for held in &self.held {
            self.scores.push(scores.of_position(behind, Some((&held.notes, held.side))));
            behind = &held.notes;
        }
        self.scores.push(scores.of_position(behind, None));
    }
}
