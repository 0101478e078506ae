//! The positions that are probed.

use chess_board::{Board, Position, Setup};
use chess_movegen::has_legal_move;
use chess_testkit::Random;
use chess_types::{Color, Piece, PieceType, Square};

/// Positions that are measured together.
pub struct Set {
    /// The name in tables of figures.
    pub name: &'static str,
    /// In random order.
    pub positions: Vec<Position>,
}

/// The pieces of both sides besides the kings, the stronger side's first.
pub type Ending = [Vec<PieceType>; 2];

type Condition = fn(&Ending) -> bool;

/// Returns three sets of random legal positions, which are always the same: three pieces, four without pawns, four with pawns.
///
/// Each ending of a set has about the same number of positions, half of them with colours exchanged. All have a legal move.
/// Where a pawn may have been pushed two squares, it has been in half of the positions.
pub fn sets(size: usize) -> Vec<Set> {
    let mut random = Random::new(16);
    let named: [(&str, Condition); 3] = [
        ("3 pieces", |ending| pieces(ending) == 3),
        ("4 pieces, no pawns", |ending| pieces(ending) == 4 && !has_pawns(ending)),
        ("4 pieces, pawns", |ending| pieces(ending) == 4 && has_pawns(ending)),
    ];
    let set = |(name, is_in): (_, Condition)| {
        let endings: Vec<_> = endings().into_iter().filter(is_in).collect();
        let mut positions: Vec<_> =
            endings.iter().cycle().take(size).map(|ending| position(ending, &mut random)).collect();
        shuffle(&mut positions, &mut random);
        Set { name, positions }
    };
    named.map(set).into()
}

/// Returns a random legal position of each ending of three and four pieces.
pub fn one_of_each() -> Vec<Position> {
    let mut random = Random::new(35);
    endings().iter().map(|ending| position(ending, &mut random)).collect()
}

/// Returns a random position of an ending that has a legal move.
pub fn position(ending: &Ending, random: &mut Random) -> Position {
    loop {
        let mut board = Board::EMPTY;
        let strong = random.pick(&Color::ALL);
        let mut count = 2;
        for (color, types) in [strong, !strong].into_iter().zip(ending) {
            board.put(Piece::new(color, PieceType::King), random.square());
            for &piece_type in types {
                board.put(Piece::new(color, piece_type), random.square());
                count += 1;
            }
        }
        if board.occupied().count() != count {
            continue;
        }
        let side_to_move = random.pick(&Color::ALL);
        let mut setup = Setup { board, side_to_move, ..Setup::EMPTY };
        if random.below(2) == 0 {
            setup.en_passant = passed(&board, side_to_move);
        }
        let position = Position::from_setup(&setup).or_else(|_| {
            setup.en_passant = None;
            Position::from_setup(&setup)
        });
        if let Some(position) = position.ok().filter(has_legal_move) {
            return position;
        }
    }
}

/// Puts the items in random order.
pub fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for count in (2..=items.len()).rev() {
        items.swap(count - 1, random.below(count));
    }
}

/// The square that a pawn of the side not to move may have passed over, whatever stands there.
fn passed(board: &Board, side_to_move: Color) -> Option<Square> {
    let pawns = board.pieces(!side_to_move, PieceType::Pawn);
    let passed = |pawn: Square| {
        let from_behind = pawn.relative_to(!side_to_move);
        (from_behind.rank() as u8 == 3).then(|| from_behind.offset(0, -1))?
    };
    pawns.into_iter().find_map(passed).map(|square| square.relative_to(!side_to_move))
}

/// The endings of three and four pieces that have a table.
fn endings() -> Vec<Ending> {
    use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
    const STRONGEST_FIRST: [PieceType; 5] = [Queen, Rook, Bishop, Knight, Pawn];
    let mut endings = Vec::new();
    for (index, &first) in STRONGEST_FIRST.iter().enumerate() {
        endings.push([vec![first], vec![]]);
        for &second in &STRONGEST_FIRST[index..] {
            endings.push([vec![first, second], vec![]]);
            endings.push([vec![first], vec![second]]);
        }
    }
    endings
}

fn pieces(ending: &Ending) -> usize {
    2 + ending[0].len() + ending[1].len()
}

fn has_pawns(ending: &Ending) -> bool {
    ending.iter().flatten().any(|&piece_type| piece_type == PieceType::Pawn)
}
