use chess_board::{CastlingStyle, EnPassantStyle, FenField, ParsePositionError, Position, Reason};
use chess_movegen::PositionExt;
use serde::Deserialize;

use crate::report::{Finding, same};

#[derive(Deserialize)]
struct Illegal {
    fen: String,
    python_chess_status: Vec<String>,
    consensus_refuse: bool,
}

#[derive(Deserialize)]
struct Malformed {
    fen: String,
    cls: String,
}

#[derive(Deserialize)]
struct Odd {
    fen: String,
    xfen: String,
    xfen_ep_always: String,
    shredder: String,
    legal_moves: usize,
}

/// A FEN of no legal position: refused for every reason of another program that is also one of ours.
pub(crate) fn illegal(line: &str) -> Finding {
    let Illegal { fen, python_chess_status, consensus_refuse } = parse(line)?;
    let mut reasons: Vec<Reason> = python_chess_status.iter().filter_map(|status| reason(status)).collect();
    // With a second king, the right may be of that king.
    if reasons.contains(&Reason::ManyKings) {
        reasons.retain(|&reason| reason != Reason::Castling);
    }
    match Position::from_fen(&fen) {
        Ok(_) if consensus_refuse || !reasons.is_empty() => Err(format!("{fen} is accepted: {reasons:?}")),
        Ok(_) => Ok(()),
        Err(ParsePositionError::Invalid(invalid)) if reasons.iter().all(|&reason| invalid.has(reason)) => {
            Ok(())
        }
        Err(ParsePositionError::Fen(error)) if reasons == [Reason::EnPassant] => {
            same(&fen, &error.field, &FenField::EnPassant)
        }
        Err(error) => Err(format!("{fen} is refused because {error}, not {reasons:?}")),
    }
}

/// Some programs refuse checks that no game leads to; they are accepted here.
fn reason(status: &str) -> Option<Reason> {
    match status {
        "BAD_CASTLING_RIGHTS" => Some(Reason::Castling),
        "INVALID_EP_SQUARE" => Some(Reason::EnPassant),
        "NO_WHITE_KING" | "NO_BLACK_KING" => Some(Reason::NoKing),
        "OPPOSITE_CHECK" => Some(Reason::OpponentInCheck),
        "PAWNS_ON_BACKRANK" => Some(Reason::PawnOnBackRank),
        "TOO_MANY_KINGS" => Some(Reason::ManyKings),
        "TOO_MANY_WHITE_PAWNS"
        | "TOO_MANY_BLACK_PAWNS"
        | "TOO_MANY_WHITE_PIECES"
        | "TOO_MANY_BLACK_PIECES" => Some(Reason::Material),
        _ => None,
    }
}

/// A text that is no FEN: refused in the field that was damaged.
pub(crate) fn malformed(line: &str) -> Finding {
    let Malformed { fen, cls } = parse(line)?;
    let field = match cls.as_str() {
        "bad-side-to-move" => FenField::SideToMove,
        "bad-ep-field" => FenField::EnPassant,
        "bad-halfmove" => FenField::HalfmoveClock,
        "bad-fullmove" => FenField::FullmoveNumber,
        "too-many-fields" => FenField::End,
        _ => FenField::Board,
    };
    match Position::from_fen(&fen) {
        Ok(_) => Err(format!("{fen} is accepted: {cls}")),
        Err(ParsePositionError::Fen(error)) => same(&fen, &error.field, &field),
        Err(error) => Err(format!("{fen} is FEN, and refused because {error}: {cls}")),
    }
}

/// A FEN that is odd: accepted, and written in the usual spellings.
pub(crate) fn odd(line: &str) -> Finding {
    let Odd { fen, xfen, xfen_ep_always, shredder, legal_moves } = parse(line)?;
    let position = Position::from_fen(&fen).map_err(|error| format!("{fen} is refused: {error}"))?;
    same("X-FEN", &position.to_string(), &xfen)?;
    let always = position.fen().en_passant(EnPassantStyle::Always);
    same("X-FEN with every en passant square", &always.to_string(), &xfen_ep_always)?;
    same("Shredder-FEN", &position.fen().castling(CastlingStyle::Shredder).to_string(), &shredder)?;
    same("number of legal moves", &position.legal_count(), &legal_moves)
}

pub(crate) fn parse<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}
