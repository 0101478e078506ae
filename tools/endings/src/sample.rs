use std::collections::HashSet;

use chess_board::{Position, Setup};
use chess_movegen::has_legal_move;
use chess_syzygy::{Material, Tables, Wdl};
use chess_types::{Color, Piece, PieceType, SplitMix64, Square};

/// The positions that are tried for each one that is wanted.
const TRIES: usize = 1000;

/// Returns up to `count` different won positions of an ending, with either colour as the first side and either side to move.
///
/// Endings that are hardly ever won have fewer, because only so many random positions are tried.
pub(crate) fn won_positions(tables: &Tables, ending: Material, count: usize, seed: u64) -> Vec<Position> {
    let pieces = pieces(ending);
    let mut random = SplitMix64::new(seed);
    let mut found = Vec::new();
    let mut keys = HashSet::new();
    for _ in 0..count * TRIES {
        if found.len() == count {
            break;
        }
        let Some(position) = any_position(&pieces, &mut random) else { continue };
        // Lost positions are won as well: by the other side.
        let is_won = matches!(tables.probe_wdl(&position), Ok(Wdl::Win | Wdl::Loss));
        if is_won && has_legal_move(&position) && keys.insert(position.key()) {
            found.push(position);
        }
    }
    found
}

fn pieces(ending: Material) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            let count = ending.count(color, piece_type) as usize;
            pieces.extend(std::iter::repeat_n(Piece::new(color, piece_type), count));
        }
    }
    pieces
}

/// Returns a random position of these pieces, or none if they do not stand legally.
fn any_position(pieces: &[Piece], random: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::EMPTY;
    for &piece in pieces {
        let square = Square::ALL[random.next_u64() as usize % 64];
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.put(piece, square);
    }
    setup.side_to_move = if random.next_u64().is_multiple_of(2) { Color::White } else { Color::Black };
    let position = Position::from_setup(&setup).ok()?;
    Some(if random.next_u64().is_multiple_of(2) { position } else { position.flip_colors() })
}
