use arbitrary::{Error, Result, Unstructured};
use chess_board::{CastlingRules, InvalidSetup, KeyHistory, Mend, ParsePositionError, Position, Setup};
use chess_movegen::machine::Backend;
use chess_movegen::{PositionExt, outcome};
use chess_movegen_perft::{PerftMode, perft_on};
use chess_notation::{PackedPosition, polyglot};
use chess_types::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// FEN: a text that is read can be written and read again; an accepted position can be played on. Lenient reading gives the
/// position of strict reading without a change, and otherwise one that can be played on.
pub(crate) fn fen(data: &[u8]) {
    let text = data.escape_ascii();
    let (setup, position) = (Setup::from_fen(data), Position::from_fen(data));
    match &setup {
        Ok(setup) => {
            assert_eq!(setup.to_string().parse(), Ok(*setup), "{text}");
            assert_eq!(format!("{setup:#}").parse(), Ok(*setup), "{text}");
        }
        Err(error) => assert!(error.offset <= data.len(), "{text}: {error}"),
    }
    match (&setup, &position) {
        (Ok(setup), Ok(position)) => {
            assert_eq!(Position::from_setup(setup), Ok(*position), "{text}");
            check_position(position);
        }
        (Ok(setup), Err(ParsePositionError::Invalid(invalid))) => check_invalid(setup, invalid),
        (Err(error), Err(ParsePositionError::Fen(of_position))) => assert_eq!(error, of_position, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
    let Ok(text) = str::from_utf8(data) else { return };
    assert_eq!((text.parse(), text.parse()), (setup, position));
    for rules in [CastlingRules::Chess, CastlingRules::Chess960] {
        let read = Position::from_fen_lenient(text, rules);
        match &read {
            Ok(mended) if mended.changes.contains(&Mend::Material) => {
                assert!(mended.position.legal_moves().len() <= 218 + 13, "{text:?}");
            }
            Ok(mended) => check_position(&mended.position),
            Err(_) => assert!(position.is_err(), "{text:?}"),
        }
        if let (CastlingRules::Chess960, Ok(position)) = (rules, &position) {
            assert!(read.is_ok_and(|mended| mended.changes.is_empty() && mended.position == *position));
        }
    }
}

fn check_invalid(setup: &Setup, invalid: &InvalidSetup) {
    assert!(invalid.reasons().next().is_some() && !invalid.to_string().is_empty(), "{setup}");
}

/// Setups of any content: none panics, and accepted ones can be played on.
///
/// The first bytes are the other fields; each two bytes that follow put a piece on a square.
pub(crate) fn setup(data: &[u8]) {
    let Ok(setup) = any_setup(&mut Unstructured::new(data)) else { return };
    assert!(!setup.to_string().is_empty());
    match Position::from_setup(&setup) {
        Ok(position) => {
            assert_eq!(position.to_setup(), setup);
            check_position(&position);
            check_replies(&position);
        }
        Err(invalid) => check_invalid(&setup, &invalid),
    }
}

/// Every backend counts the replies to all moves as the loop that makes each move does.
pub(crate) fn check_replies(position: &Position) {
    let replies: usize = position.legal_moves().iter().map(|&mv| position.after(mv).legal_count()).sum();
    for backend in Backend::ALL {
        assert_eq!(perft_on(position, 2, PerftMode::Count, backend), replies as u64, "{backend}: {position}");
    }
}

fn any_setup(bytes: &mut Unstructured<'_>) -> Result<Setup> {
    let side_to_move = if bytes.arbitrary()? { Color::Black } else { Color::White };
    let is_en_passant: bool = bytes.arbitrary()?;
    let passed = square(bytes)?;
    let is_castling_by_rooks: bool = bytes.arbitrary()?;
    let castling = Bitboard(bytes.arbitrary()?);
    let (halfmove_clock, fullmove_number) = bytes.arbitrary()?;
    let mut setup = Setup {
        side_to_move,
        en_passant: is_en_passant.then_some(passed),
        halfmove_clock,
        fullmove_number,
        ..Setup::EMPTY
    };
    while !bytes.is_empty() {
        let piece = Piece::ALL[usize::from(bytes.arbitrary::<u8>()?) % Piece::ALL.len()];
        setup.board.put(piece, square(bytes)?);
    }
    // Any squares would hardly ever be those of rooks.
    let rooks = setup.board.by_type(PieceType::Rook);
    setup.castling_rooks = if is_castling_by_rooks { castling & rooks } else { castling };
    Ok(setup)
}

/// Packed positions: bytes that are accepted are the only form of their position, which can be played on. With material that only lenient
/// reading accepts, it is the position of lenient reading.
pub(crate) fn packed(data: &[u8]) {
    let Ok(bytes) = data.try_into() else { return };
    match PackedPosition::from_bytes(bytes).unpack() {
        Ok(position) => {
            assert_eq!(PackedPosition::new(&position).to_bytes(), bytes, "{position}");
            let setup = position.to_setup();
            match Position::from_setup_lenient(&setup, CastlingRules::Chess960) {
                Ok(mended) if mended.changes[..] == [Mend::Material] => assert_eq!(mended.position, position),
                _ => check_position(&position),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Makes a position of the next bytes: most bytes make one, which most texts of FEN do not.
///
/// They are a byte of flags (1: Black to move, 2: a pawn has just gone two squares), the number of pieces other than the kings,
/// bits of rooks that may castle in the order of their squares, the squares of both kings, and two bytes for each piece. Parts
/// that the rules do not allow are omitted.
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

/// The next bytes; `None` at the end, which would read as zeros.
pub(crate) fn next_bytes<const N: usize>(bytes: &mut Unstructured<'_>) -> Option<[u8; N]> {
    bytes.bytes(N).ok()?.try_into().ok()
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

/// Checks the properties of every accepted position: legal moves and the null move lead to positions that are accepted in turn, and
/// can be taken back; it can be written and read again.
fn check_position(position: &Position) {
    check_keys(position);
    assert_eq!(position.to_string().parse().as_ref().map(Position::key), Ok(position.key()), "{position}");
    assert_eq!(PackedPosition::new(position).unpack().as_ref(), Ok(position));
    polyglot::key(position);
    outcome(position, &KeyHistory::<1>::EMPTY);
    let moves = position.legal_moves();
    let counts = (position.legal_count(), position.has_legal_move());
    assert_eq!(counts, (moves.len(), !moves.is_empty()), "{position}");
    let mut made = *position;
    for &mv in &moves {
        let undo = made.make(mv);
        assert!(position.is_legal(mv) && made == position.after(mv), "{position} {mv:?}");
        check_keys(&made);
        assert_eq!(position.gives_check(mv), made.is_in_check(), "{position} {mv:?}");
        assert_eq!(made.legal_count(), made.legal_moves().len(), "{position} {mv:?}");
        made.unmake(undo);
        assert!(made == *position, "{position} {mv:?}");
    }
    if !position.is_in_check() {
        let undo = made.make_null();
        check_keys(&made);
        made.unmake(undo);
        assert!(made == *position, "{position}");
    }
}

/// The position is one that is accepted, with the keys that a new one has.
pub(crate) fn check_keys(position: &Position) {
    assert_eq!(Position::from_setup(&position.to_setup()).as_ref(), Ok(position), "{position}");
}
