use chess_board::{CastlingRules, FenError, FenField, FenRule, ParsePositionError, Position};

use super::error::{GameError, PgnRule};
use super::text::TagValue;
use super::variant::Variant;

/// The start position of a game, as its tags give it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    fen: Option<Position>,
    asks_for_fen: bool,
    fault: Option<GameError>,
}

impl Start {
    /// True if [`tag`](Self::tag) heeds tags of this name.
    #[inline]
    pub(crate) fn heeds(name: &[u8]) -> bool {
        matches!(name, b"FEN" | b"SetUp" | b"Variant")
    }

    /// Heeds the tags `FEN`, `SetUp` and `Variant`.
    pub(crate) fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnRule> {
        match name {
            b"FEN" => self.fen = Some(position(value.raw().as_bytes()).map_err(PgnRule::Fen)?),
            b"SetUp" => self.asks_for_fen = value.bytes().eq(*b"1"),
            b"Variant" if Variant::from_name(value.bytes()).is_none() => return Err(PgnRule::Variant),
            _ => {}
        }
        Ok(())
    }

    /// Keeps what is wrong with a tag until all have been read: the first fault, but that of other rules before all, which
    /// have other positions.
    pub(crate) fn blame(&mut self, fault: GameError) {
        if self.fault.is_none() || fault.rule == PgnRule::Variant {
            self.fault = Some(fault);
        }
    }

    /// The start of a game whose tags say nothing but this position.
    pub(crate) fn at(position: Position) -> Self {
        Self { fen: Some(position), ..Self::default() }
    }

    /// Takes what lenient reading makes of a tag `FEN` that strict reading refuses, unless another tag has given a position.
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

    /// The position; `None` if a tag that would tell it is missing.
    pub(crate) fn position(&self) -> Result<Option<Position>, GameError> {
        match (self.fault, self.fen) {
            (Some(fault), _) => Err(fault),
            (None, None) => Ok((!self.asks_for_fen).then_some(Position::START)),
            (None, fen) => Ok(fen),
        }
    }
}

fn position(fen: &[u8]) -> Result<Position, ParsePositionError> {
    match core::str::from_utf8(fen) {
        Ok(fen) => Position::from_fen(fen),
        Err(error) => {
            let (field, offset) = (FenField::Board, error.valid_up_to());
            Err(FenError::new(field, offset, FenRule::BoardCharacter).into())
        }
    }
}
