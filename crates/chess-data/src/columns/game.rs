//! A game that is read as a row, until its columns are written.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use chess_board::Position;
use chess_notation::PackedPosition;
use chess_notation::pgn::{Event, GameResult, PgnError, Place, Replay, Score, TagValue, Text};
use chess_types::{Color, Move};

use super::choice::Base;
use super::column::{Fault, MAX_ITEMS};
use crate::filter::{GameFacts, result_of};
use crate::input::Encoding;
use crate::scores::{Notes, Profile, Scores};
use crate::tags::{TagSlots, variant};

/// The slots of tags that every game is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    pub(super) result: usize,
    pub(super) variant: usize,
}

/// The needs of columns and filter.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each of them is a question of its own")]
pub(super) struct Needs {
    /// The place of the first tag or move.
    pub(super) place: bool,
    /// Elements with more than the word of the move.
    pub(super) elements: bool,
    /// Elements for which the comments behind a move, the filter or the end of the game are waited for.
    pub(super) held: bool,
    /// The positions before moves.
    pub(super) positions: bool,
    pub(super) notes: bool,
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
}

/// The game that is read.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) place: Option<Place>,
    pub(super) start: Option<PackedPosition>,
    pub(super) is_chess960: bool,
    pub(super) has_movetext: bool,
    pub(super) plies: u32,
    /// The side to move, and the position if it is needed.
    pub(super) side: Color,
    pub(super) position: Position,
    /// Moves that are not in columns yet: the last one, whose comments may follow, or all of them.
    pub(super) held: Vec<Held>,
    pub(super) positions: Vec<Position>,
    pub(super) nags: Vec<u8>,
    /// The number of all glyphs.
    pub(super) glyphs: u32,
    /// The keys of earlier positions.
    pub(super) keys: Vec<u64>,
    /// The comments before the first move.
    pub(super) notes_before: Notes,
    /// The evaluations there.
    profile: Profile,
    /// The scores of the positions before the moves and of the last one, if they are needed.
    pub(super) scores: Vec<Option<Score>>,
    /// The texts of comments and tags, if they are needed.
    pub(super) text: String,
    /// The place in the text of the comments before the first move.
    pub(super) comment: Range<usize>,
    /// The places in the text of the names and values of all tags.
    pub(super) tags: Vec<[Range<usize>; 2]>,
    /// The moves with those of variations, if they are needed.
    pub(super) tree: Tree,
    /// The rules that the game breaks, the first ones.
    pub(super) faults: Vec<Fault>,
}

#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) mv: Move,
    pub(super) side: Color,
    pub(super) ply: u32,
    pub(super) repetition: u32,
    pub(super) notes: Notes,
    pub(super) nags: Range<usize>,
    /// The place in the game's text of the comments behind the move.
    pub(super) comment: Range<usize>,
}

/// The most errors of a game that are kept.
const MAX_FAULTS: usize = 1000;

impl Game {
    pub(super) const fn new() -> Self {
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
            notes_before: Notes::NONE,
            profile: Profile::NONE,
            scores: Vec::new(),
            text: String::new(),
            comment: 0..0,
            tags: Vec::new(),
            tree: Tree { moves: Vec::new(), last: None, open: None },
            faults: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.held.clear();
        self.positions.clear();
        self.nags.clear();
        self.keys.clear();
        self.scores.clear();
        self.text.clear();
        self.tags.clear();
        self.tree.moves.clear();
        (self.tree.last, self.tree.open) = (None, None);
        self.faults.clear();
        (self.notes_before, self.profile, self.comment) = (Notes::NONE, Profile::NONE, 0..0);
        (self.place, self.start) = (None, None);
        (self.is_chess960, self.has_movetext) = (false, false);
        (self.plies, self.glyphs) = (0, 0);
    }

    pub(super) fn facts<'a>(
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
    pub(super) fn hold(&mut self, mv: Move, needs: Needs) {
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
        let (notes, nags, comment) = (Notes::NONE, place..place, 0..0);
        self.held.push(Held { mv, side, ply, repetition, notes, nags, comment });
        self.side = !side;
    }

    /// Adds a comment behind the last move, or before the first.
    pub(super) fn add_comment(&mut self, comment: Text<'_>, needs: Needs, encoding: Option<&Encoding>) {
        let (notes, place) = match self.held.last_mut() {
            Some(held) => (&mut held.notes, &mut held.comment),
            None if self.plies == 0 => (&mut self.notes_before, &mut self.comment),
            None => return,
        };
        if needs.notes {
            notes.read(comment.as_bytes());
            if self.plies == 0
                && let Some(profile) = Profile::read(comment.as_bytes())
            {
                self.profile = profile;
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
        match encoding {
            Some(encoding) => encoding.push(comment.as_bytes().iter().copied(), &mut self.text),
            // A string can be written to.
            None => _ = write!(self.text, "{comment}"),
        }
        place.end = self.text.len();
    }

    /// Keeps a tag among all tags.
    pub(super) fn add_tag(&mut self, name: &str, value: TagValue<'_>, encoding: Option<&Encoding>) {
        let start = self.text.len();
        self.text.push_str(name);
        let middle = self.text.len();
        match encoding {
            Some(encoding) => encoding.push(value.bytes(), &mut self.text),
            // A string can be written to.
            None => _ = write!(self.text, "{value}"),
        }
        self.tags.push([start..middle, middle..self.text.len()]);
    }

    /// Forgets the tags whose names occur again.
    pub(super) fn keep_last_tags(&mut self) {
        let Self { text, tags, .. } = self;
        let names = tags.iter().enumerate().filter_map(|(i, [name, _])| Some((text.get(name.clone())?, i)));
        let last: HashMap<&str, usize> = names.collect();
        let mut i = 0;
        tags.retain(|[name, _]| {
            i += 1;
            text.get(name.clone()).and_then(|name| last.get(name)) == Some(&(i - 1))
        });
    }

    /// Keeps the error of a rule that the game breaks.
    pub(super) fn add_fault(&mut self, fault: Fault) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    /// Gives the positions without a score that of the profile.
    pub(super) fn fill(&mut self) {
        if !self.profile.is_empty() {
            self.profile.fill(0, &mut self.notes_before);
            for held in &mut self.held {
                self.profile.fill(held.ply as usize + 1, &mut held.notes);
            }
        }
    }

    /// Gives the positions their scores. If two are for one, the first counts.
    pub(super) fn value(&mut self, scores: Scores) {
        let mut behind = &self.notes_before;
        for held in &self.held {
            self.scores.push(scores.of_position(behind, Some((&held.notes, held.side))));
            behind = &held.notes;
        }
        self.scores.push(scores.of_position(behind, None));
    }
}

/// The moves of a game with those of its variations, in the order of the text.
#[derive(Debug)]
pub(super) struct Tree {
    /// Each move with the index of the move before it, or -1.
    pub(super) moves: Vec<(Move, i32)>,
    /// The index of the last move of the main line.
    last: Option<usize>,
    /// The place of the variation that is open, and the position in which it begins.
    open: Option<(usize, Position)>,
}

impl Tree {
    /// Adds a move of the main line.
    pub(super) fn add_move(&mut self, mv: Move) {
        self.last = Some(self.push(mv, self.last));
    }

    /// Begins a variation, with its bracket at a place of the text.
    pub(super) fn open(&mut self, place: usize, before: Position) {
        self.open = Some((place + 1, before));
    }

    /// Adds the moves of the open variation, which ends at a place of the text. It is read leniently, as a game of its own, so that
    /// what is wrong in it does not concern the game.
    pub(super) fn close(&mut self, text: &[u8], end: usize) {
        let Some((start, before)) = self.open.take() else { return };
        let mut pgn = format!("[FEN \"{before}\"]\n\n").into_bytes();
        pgn.extend_from_slice(text.get(start..end).unwrap_or_default());
        let mut replay = Replay::new(&pgn).lenient(true);
        let (mut last, mut outer) = (self.before(self.last), Vec::new());
        while self.moves.len() < MAX_ITEMS as usize {
            match replay.next_event() {
                Ok(Some(Event::Move(mv))) => last = Some(self.push(mv, last)),
                Ok(Some(Event::VariationStart)) => {
                    outer.push(last);
                    last = self.before(last);
                }
                Ok(Some(Event::VariationEnd)) => last = outer.pop().flatten(),
                Ok(None | Some(Event::End(_))) => return,
                Ok(Some(_)) | Err(PgnError::Game(_)) => {}
                // Bytes in memory have no other errors.
                Err(_) => return,
            }
        }
    }

    fn push(&mut self, mv: Move, before: Option<usize>) -> usize {
        self.moves.push((mv, before.map_or(-1, |index| index as i32)));
        self.moves.len() - 1
    }

    /// The index of the move before one.
    fn before(&self, index: Option<usize>) -> Option<usize> {
        usize::try_from(self.moves.get(index?)?.1).ok()
    }
}
