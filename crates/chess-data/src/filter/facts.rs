use chess_board::Position;
use chess_notation::pgn::{GameResult, Score};
use chess_types::{Color, Move};

use crate::scores::Notes;
use crate::tag_slots::TagSlots;

/// What a filter can know about a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts<'a> {
    pub(crate) file: &'a str,
    pub(crate) tags: &'a TagSlots,
    /// That of the tag; when the game has been replayed, that of the movetext if the tag does not tell it.
    pub(crate) result: GameResult,
    pub(crate) variant: Option<&'static str>,
    /// Known when the game has been replayed, as is `is_sound`.
    pub(crate) plies: u32,
    pub(crate) is_sound: bool,
}

/// What a filter can know about a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts<'a> {
    pub(crate) mv: Move,
    pub(crate) side: Color,
    /// The number of moves before it.
    pub(crate) ply: u32,
    /// The position before it.
    pub(crate) before: &'a Position,
    /// How often that position has occurred before.
    pub(crate) repetition: u32,
    pub(crate) notes: &'a Notes,
    /// The score, if the filter names it.
    pub(crate) score: Option<Score>,
}
