use arbitrary::{Error, Result, Unstructured};
use chess_board::{
    CastlingRules, InvalidSetup, KeyHistory, Mend, ParsePositionError, Position, Reason, Setup,
};
use chess_movegen::PositionExt;
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftMode, perft_on};
use chess_notation::{PackedPosition, San, polyglot, read_san_strict};
use chess_svg::Picture;
use chess_testkit::after_any;
use chess_types::{Bitboard, Color, File, Move, Piece, PieceType, Rank, Square};
use chess_unmoves::{UnMoveOptions, each_unmove};

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
            Ok(mended) => {
                let is_strict = Position::from_setup(&mended.position.to_setup()).is_ok();
                assert_eq!(mended.changes.contains(&Mend::Material), !is_strict, "{text:?}");
                check_position(&mended.position);
            }
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

/// Setups of any content: none panics, accepted ones can be played on, and what is serialized is read back as it was. A board that illegal
/// moves have ruined is not accepted if its sets contradict each other.
///
/// The first bytes are the other fields; each two bytes that follow put a piece on a square. From an accepted position, the same
/// bytes are played as words of moves.
pub(crate) fn setup(data: &[u8]) {
    let Ok(setup) = any_setup(&mut Unstructured::new(data)) else { return };
    assert!(!setup.to_string().is_empty());
    check_serialized(&setup);
    match Position::from_setup(&setup) {
        Ok(position) => {
            assert_eq!(position.to_setup(), setup);
            check_position(&position);
            check_replies(&position);
            let words =
                data.as_chunks::<2>().0.iter().map(|&bytes| Move::from_raw(u16::from_le_bytes(bytes)));
            let ruined =
                words.filter_map(Result::ok).take(4).fold(position, |position, mv| after_any(&position, mv));
            check_serialized(&ruined.to_setup());
            if let Ok(accepted) = Position::from_setup(&ruined.to_setup()) {
                let board = accepted.board();
                let whole = PieceType::ALL.map(|it| Color::ALL.map(|color| board.pieces(color, it).count()));
                let squares = Color::ALL.map(|color| board.by_color(color).count()).iter().sum::<u32>();
                assert_eq!(whole.as_flattened().iter().sum::<u32>(), squares, "{setup} {ruined}");
                check_position(&accepted);
            }
        }
        Err(invalid) => check_invalid(&setup, &invalid),
    }
    if let Ok(mended) = Position::from_setup_lenient(&setup, CastlingRules::Chess960) {
        check_position(&mended.position);
        check_replies(&mended.position);
    }
}

/// Serialized, a setup is read back as it was. It is refused only if a field is beyond FEN.
fn check_serialized(setup: &Setup) {
    match serde_json::to_string(setup) {
        Ok(text) => assert_eq!(serde_json::from_str::<Setup>(&text).ok().as_ref(), Some(setup), "{text}"),
        Err(error) => {
            let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
            let sixth = Rank::Sixth.relative_to(setup.side_to_move);
            let is_plain = setup.castling_rooks.is_subset(back_ranks)
                && setup.en_passant.is_none_or(|square| square.rank() == sixth)
                && setup.fullmove_number > 0;
            let is_ruined = setup.validate().is_err_and(|invalid| invalid.has(Reason::Contradiction));
            assert!(is_ruined || !is_plain, "{setup}: {error}");
        }
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
            let mended = Position::from_setup_lenient(&position.to_setup(), CastlingRules::Chess960);
            assert_eq!(mended.map(|mended| mended.position), Ok(position));
            check_position(&position);
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
/// can be taken back; it can be written and read again. One of lenient reading with more material than a game can reach is
/// accepted where that is allowed.
fn check_position(position: &Position) {
    let is_strict = Position::from_setup(&position.to_setup()).is_ok();
    let check_keys = |position: &Position| {
        let set_up = if is_strict { Position::from_setup } else { Position::restore };
        assert_eq!(set_up(&position.to_setup()).as_ref(), Ok(position), "{position}");
    };
    check_keys(position);
    let read = Position::from_fen_lenient(position.to_string(), CastlingRules::Chess960).unwrap();
    assert_eq!(read.position.key(), position.key(), "{position}");
    assert!(read.changes.iter().all(|&change| !is_strict && change == Mend::Material), "{position}");
    assert_eq!(PackedPosition::new(position).unpack().as_ref(), Ok(position));
    let text = serde_json::to_string(position).unwrap();
    assert_eq!(serde_json::from_str::<Position>(&text).ok().as_ref(), Some(position), "{text}");
    if !is_strict {
        check_written(position);
    }
    polyglot::key(position);
    let _ = position.outcome_with(&KeyHistory::<1>::EMPTY);
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

/// Moves and the board can be written, and moves read again.
fn check_written(position: &Position) {
    for mv in position.legal_moves() {
        assert_eq!(read_san_strict(position, San::new(position, mv).as_str()), Ok(mv), "{position}");
    }
    assert!(Picture::of(position).to_string().contains("</svg>"), "{position}");
    each_unmove(position, UnMoveOptions::EXACT, |unmove| check_keys_leniently(&unmove.before(position)));
}

fn check_keys_leniently(position: &Position) {
    assert_eq!(Position::restore(&position.to_setup()).as_ref(), Ok(position), "{position}");
}

/// The position is one that is accepted, with the keys that a new one has.
pub(crate) fn check_keys(position: &Position) {
    assert_eq!(Position::from_setup(&position.to_setup()).as_ref(), Ok(position), "{position}");
}
