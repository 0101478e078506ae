//! The start of a game, by its tags, and its current position.

use arrayvec::ArrayVec;
use chess_board::internals::make_piece;
use chess_board::{CastlingRules, FenError, FenField, FenRule, ParsePositionError, Position};
use chess_types::{Move, PieceType};

use crate::pgn::text::error::{GameError, PgnRule};
use crate::pgn::text::event::TagValue;
use crate::pgn::text::lexer::Number;

/// The rules that a tag `Variant` names. Positions have no mode for Chess960, so the tag matters only to other programs.
///
/// # Examples
/// ```
/// use chess_notation::pgn::Variant;
///
/// assert_eq!(Variant::from_name(*b"Fischerandom"), Some(Variant::Chess960));
/// assert_eq!(Variant::from_name(*b"Atomic"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// The rules of chess, from any position.
    Chess,
    /// Chess960, or double Chess960.
    Chess960,
}

impl Variant {
    /// The value of the tag that is written.
    pub(crate) const CHESS960_NAME: &str = "Chess960";

    /// Reads the names that are in use; `None` for other rules. Only letters and digits count, of either case. A value without
    /// any means chess.
    pub fn from_name(name: impl IntoIterator<Item = u8>) -> Option<Self> {
        let mut bare = ArrayVec::<u8, 24>::new();
        for byte in name.into_iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()) {
            bare.try_push(byte.to_ascii_lowercase()).ok()?;
        }
        Self::from_bare(&bare)
    }

    /// Reads a name of small letters and digits. It is not generic, since programs have a copy for each type otherwise.
    fn from_bare(name: &[u8]) -> Option<Self> {
        let is_one_of = |names: &[&str]| names.iter().any(|other| other.as_bytes() == name);
        if is_one_of(&["", "standard", "chess", "normal", "classical", "orthodox", "fromposition"]) {
            return Some(Self::Chess);
        }
        let is_chess960 = is_one_of(&[
            "chess960",
            "960",
            "fischerandom",
            "fischerrandom",
            "fischerandomchess",
            "fischerrandomchess",
            "frc",
            "freestyle",
            "freestylechess",
            "wildfr",
            "doublechess960",
            "doublefischerandom",
            "doublefischerrandom",
            "dfrc",
        ]);
        is_chess960.then_some(Self::Chess960)
    }

    /// The rules that a game from `position` needs.
    pub(crate) fn needed_by(position: &Position) -> Self {
        if position.needs_chess960() { Self::Chess960 } else { Self::Chess }
    }
}

/// A reader of FEN.
pub(crate) type ReadFen = fn(&[u8]) -> Result<Position, ParsePositionError>;

/// The start position of a game, as its tags give it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    fen: Option<Position>,
    asks_for_fen: bool,
    fault: Option<GameError>,
}

impl Start {
    /// True if [`tag`](Self::tag) uses tags of this name.
    #[inline]
    pub(crate) fn heeds(name: &[u8]) -> bool {
        match *name {
            [b'F' | b'f', _, _] | [b'S' | b's', _, _, _, _] | [b'V' | b'v', _, _, _, _, _, _] => {
                Self::usual_name(name).is_some()
            }
            _ => false,
        }
    }

    /// The name of a tag that is used, whatever the case of its letters.
    fn usual_name(name: &[u8]) -> Option<&'static str> {
        ["FEN", "SetUp", "Variant"].into_iter().find(|usual| usual.as_bytes().eq_ignore_ascii_case(name))
    }

    /// Uses the tags `FEN`, `SetUp` and `Variant`.
    pub(crate) fn tag(&mut self, name: &[u8], value: TagValue<'_>, read_fen: ReadFen) -> Result<(), PgnRule> {
        let Some(usual) = Self::usual_name(name) else { return Ok(()) };
        match usual {
            "FEN" => self.fen = Some(position(value.raw().as_bytes(), read_fen).map_err(PgnRule::Fen)?),
            "SetUp" => self.asks_for_fen = value.bytes().eq(*b"1"),
            _ if Variant::from_name(value.bytes()).is_none() => return Err(PgnRule::Variant),
            _ => {}
        }
        Ok(())
    }

    /// Stores the first fault of a tag until all have been read. A fault of other rules replaces it, since these have other
    /// positions.
    pub(crate) fn blame(&mut self, fault: GameError) {
        if self.fault.is_none() || matches!(fault.rule, PgnRule::Variant) {
            self.fault = Some(fault);
        }
    }

    /// Stores the error of text that may be the tag `FEN`, unless there is another.
    #[cold]
    pub(crate) fn lose_fen(&mut self, fault: GameError) {
        if self.fen.is_none() {
            self.blame(fault);
        }
    }

    /// The start of a game whose tags give only this position.
    pub(crate) fn at(position: Position) -> Self {
        Self { fen: Some(position), ..Self::default() }
    }

    /// Uses the lenient reading of a tag `FEN` that strict reading refuses, unless another tag has given a position.
    #[cold]
    pub(crate) fn mend(&mut self, value: TagValue<'_>) {
        let fen = value.raw().as_str();
        let mended = fen.and_then(|fen| Position::from_fen_lenient(fen, CastlingRules::Chess960).ok());
        self.fen = self.fen.or(mended.map(|mended| mended.position));
    }

    /// The position that lenient reading takes although a tag is wrong. `None` if the moves cannot be read.
    pub(crate) fn mended(&self) -> Option<Position> {
        let fault = self.fault?;
        if matches!(fault.rule, PgnRule::Fen(_)) { self.fen } else { None }
    }

    /// The position; `None` if the tag that should give it is missing.
    pub(crate) fn position(&self) -> Result<Option<Position>, GameError> {
        match (self.fault, self.fen) {
            (Some(fault), _) => Err(fault),
            (None, None) => Ok((!self.asks_for_fen).then_some(Position::START)),
            (None, fen) => Ok(fen),
        }
    }
}

fn position(fen: &[u8], read: ReadFen) -> Result<Position, ParsePositionError> {
    match core::str::from_utf8(fen) {
        Ok(_) => read(fen),
        Err(error) => {
            let (field, offset) = (FenField::Board, error.valid_up_to());
            Err(FenError { field, offset, rule: FenRule::BoardCharacter }.into())
        }
    }
}

/// A place in a line of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    /// The current position.
    pub(crate) position: Position,
    /// The position before the last move. A copy costs less than taking the move back.
    pub(crate) before: Position,
    /// The number of moves before the current position, with those of the lines that a variation branches off.
    pub(crate) ply: u32,
    /// That at the beginning of the line.
    first: u32,
    /// What is known of the next move's number, while a variation interrupts the line.
    pub(crate) number: Number,
}

impl Cursor {
    pub(crate) const fn new(position: Position) -> Self {
        Self { position, before: position, ply: 0, first: 0, number: Number::Ignored }
    }

    /// The beginning of a variation, which replaces the last move.
    pub(crate) const fn vary(&self) -> Self {
        let ply = self.ply.wrapping_sub(1);
        Self { ply, first: ply, ..Self::new(self.before) }
    }

    /// True if the line has a move.
    pub(crate) const fn has_moves(&self) -> bool {
        self.ply != self.first
    }

    #[inline]
    pub(crate) fn play_unchecked(&mut self, mv: Move) {
        self.before = self.position;
        self.position.play_unchecked(mv);
        self.ply = self.ply.wrapping_add(1);
    }

    /// Plays a move, not a null move, of a piece of this type.
    #[inline(always)]
    pub(crate) fn play_piece(&mut self, mv: Move, piece_type: PieceType) {
        self.before = self.position;
        let _ = make_piece(&mut self.position, self.before.side_to_move(), mv, piece_type);
        self.ply = self.ply.wrapping_add(1);
    }
}
