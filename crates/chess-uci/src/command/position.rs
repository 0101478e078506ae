use alloc::boxed::Box;
use core::fmt;

use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::GameState;
use chess_notation::resolve_uci;
use chess_types::Move;

use crate::error::{IllegalLineMove, ProtocolError, Rule};
use crate::moves::{Moves, write_moves};
use crate::reader::Reader;

/// The command `position`: the position that the game starts from, and the moves played since, as they are written.
///
/// The start position has been validated. The moves get their meaning from it when [`game`](Self::game) plays them.
///
/// # Examples
/// ```
/// use chess_uci::{Command, PositionCommand};
///
/// let line = "position fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1g1 e8e7";
/// let Command::Position(command) = line.parse()? else { panic!() };
/// let game = command.game()?;
/// assert_eq!(game.position().to_string(), "8/4k3/8/8/8/8/8/5RK1 w - - 2 2");
/// assert!(PositionCommand::new(&game, true).to_string().ends_with(" moves e1h1 e8e7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The position before the first move.
    pub start: Position,
    /// The moves as they are written. Castling may name the king's destination or the rook's square.
    pub moves: Moves,
}

impl PositionCommand {
    /// The command for a game. Castling is spelt as `is_chess960` says: by the rook's square if it is `true`, and by the
    /// king's destination otherwise.
    pub fn new(game: &GameState, is_chess960: bool) -> Self {
        let spelt = |mv: &Move| if is_chess960 { mv.uci960() } else { mv.uci() };
        Self { start: *game.start(), moves: game.moves().iter().map(spelt).collect() }
    }

    /// Plays the moves and gives the position with its history.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn game(&self) -> Result<GameState, IllegalLineMove> {
        let mut game = GameState::new(self.start);
        for (index, &mv) in self.moves.iter().enumerate() {
            let legal = resolve_uci(game.position(), mv).map_err(|error| IllegalLineMove { index, error })?;
            game.play_unchecked(legal);
        }
        Ok(game)
    }

    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        let Some(word) = reader.words.peek() else { return Err(reader.error("", Rule::Missing)) };
        let start = match word.text {
            "startpos" => {
                reader.words.next();
                Position::START
            }
            "fen" => {
                reader.words.next();
                read_fen(reader)?
            }
            // Some programs omit the word, and a board is unambiguous.
            text if text.contains('/') => read_fen(reader)?,
            _ => return Err(reader.error("", Rule::Start)),
        };
        if let Some(word) = reader.words.next_if(|_| true) {
            if word.text != "moves" {
                return Err(reader.error_at("", word.offset, Rule::Moves));
            }
        }
        let mut moves = Moves::new();
        while let Some(word) = reader.words.next() {
            match crate::moves::read_move(word.text) {
                Ok(mv) => moves.push(mv),
                Err(error) => return Err(reader.error_at("moves", word.offset, Rule::Move(error))),
            }
        }
        Ok(Self { start, moves })
    }
}

/// Reads the fields up to `moves`. What follows the fields of a FEN, such as operations of EPD, is ignored.
fn read_fen(reader: &mut Reader<'_, '_>) -> Result<Position, ProtocolError> {
    let offset = reader.words.offset();
    let mut fields = 0;
    let fen = reader.words.until(|_, word| {
        fields += 1;
        let is_counter = word.bytes().all(|byte| byte.is_ascii_digit());
        word == "moves" || fields > 6 || fields > 4 && !is_counter
    });
    while reader.words.next_if(|word| word != "moves").is_some() {}
    Position::from_fen(fen).map_err(|error| reader.error_at("fen", offset, Rule::Position(Box::new(error))))
}

impl From<Position> for PositionCommand {
    /// The command for a position without moves.
    ///
    /// # Examples
    /// ```
    /// use chess_uci::{Position, PositionCommand};
    ///
    /// assert_eq!(PositionCommand::from(Position::START).to_string(), "position startpos");
    /// ```
    fn from(start: Position) -> Self {
        Self { start, moves: Moves::new() }
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("position ")?;
        if self.start == Position::START {
            f.write_str("startpos")?;
        } else {
            write!(f, "fen {}", self.start.fen(CastlingStyle::XFen, EnPassantStyle::Always))?;
        }
        write_moves(f, " moves", &self.moves)
    }
}
