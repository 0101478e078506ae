use arbitrary::{Error, Result, Unstructured};
use chess_board::{Position, Setup};
use chess_types::{Color, File, Piece, PieceType, Rank, Square};

/// Makes a position of the next bytes: most bytes make one, which most texts of FEN do not.
///
/// They are a byte of flags (1: Black to move, 2: a pawn has just gone two squares), the number of pieces other than the
/// kings, bits of rooks that may castle in the order of their squares, the squares of both kings, and two bytes for each
/// piece. Whatever the rules do not allow is left out.
pub(crate) fn made_position(bytes: &mut Unstructured<'_>) -> Result<Position> {
    let [flags, pieces, castling]: [u8; 3] = bytes.arbitrary()?;
    let kings = [(Piece::WhiteKing, square(bytes)?), (Piece::BlackKing, square(bytes)?)];
    let mut setup = Setup { side_to_move: Color::ALL[usize::from(flags & 1)], ..Setup::EMPTY };
    for _ in 0..pieces % 31 {
        let piece = Piece::ALL[usize::from(bytes.arbitrary::<u8>()?) % Piece::ALL.len()];
        let square = square(bytes)?;
        let is_on_back_rank = matches!(square.rank(), Rank::First | Rank::Eighth);
        match piece.piece_type() {
            PieceType::King => {}
            PieceType::Pawn if is_on_back_rank => {}
            _ => setup.board.put(piece, square),
        }
    }
    for (king, square) in kings {
        setup.board.put(king, square);
    }
    if setup.validate().is_err() {
        setup.side_to_move = !setup.side_to_move;
    }
    for (i, rook) in setup.board.by_type(PieceType::Rook).into_iter().enumerate().take(8) {
        if castling >> i & 1 == 1 {
            change_if_valid(&mut setup, |setup| setup.castling_rooks |= rook);
        }
    }
    if flags & 2 != 0 {
        let rank = Rank::Sixth.relative_to(setup.side_to_move);
        for file in File::ALL {
            change_if_valid(&mut setup, |setup| setup.en_passant = Some(Square::new(file, rank)));
        }
    }
    Position::from_setup(&setup).map_err(|_| Error::IncorrectFormat)
}

/// The square of the next byte.
pub(crate) fn square(bytes: &mut Unstructured<'_>) -> Result<Square> {
    bytes.arbitrary().map(Square::from_low_bits)
}

fn change_if_valid(setup: &mut Setup, change: impl FnOnce(&mut Setup)) {
    let mut changed = *setup;
    change(&mut changed);
    if changed.validate().is_ok() {
        *setup = changed;
    }
}
