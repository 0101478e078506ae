use ::shakmaty::fen::Fen;
use ::shakmaty::{CastlingMode, Chess, EnPassantMode, Move as Theirs, Position as _, PositionError, Role};
use chess_board::{CastlingStyle, EnPassantStyle, KeyHistory, Position};
use chess_movegen::{Outcome, PositionExt, Selection};
use chess_types::{Color, Move, MoveList, PieceType};

/// A move as origin, target (of castling, the rook's square) and promotion (0 = none, 1 = knight .. 4 = queen).
pub(crate) type Triple = (u8, u8, u8);

/// Our move in the form for comparisons.
pub(crate) fn triple(mv: Move) -> Triple {
    (mv.from() as u8, mv.to() as u8, mv.promotion().map_or(0, |piece_type| piece_type as u8))
}

/// The peer's move in that form.
pub(crate) fn theirs(mv: Theirs) -> Triple {
    let from = mv.from().expect("no drops in chess");
    let promotion = match mv.promotion() {
        None => 0,
        Some(Role::Knight) => PieceType::Knight as u8,
        Some(Role::Bishop) => PieceType::Bishop as u8,
        Some(Role::Rook) => PieceType::Rook as u8,
        Some(_) => PieceType::Queen as u8,
    };
    (from as u8, mv.to() as u8, promotion)
}

/// Sorted moves, to compare as a set without duplicates.
pub(crate) fn sorted<M>(moves: impl IntoIterator<Item = M>, triple: impl Fn(M) -> Triple) -> Vec<Triple> {
    let mut triples: Vec<_> = moves.into_iter().map(triple).collect();
    triples.sort_unstable();
    triples
}

/// Lets the peer read our FEN; it accepts checks that no game can have led to on request, as ours always does.
pub(crate) fn read(position: &Position) -> Option<Chess> {
    let fen = position.fen(CastlingStyle::XFen, EnPassantStyle::Always);
    let setup = Fen::from_ascii(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.into_position(CastlingMode::Chess960).or_else(PositionError::ignore_impossible_check).ok()
}

/// The peer's position after our move.
pub(crate) fn after(chess: &Chess, mv: Move) -> Chess {
    let wanted = triple(mv);
    let mut moves = chess.legal_moves();
    moves.retain(|mv| theirs(*mv) == wanted);
    let mut child = chess.clone();
    child.play_unchecked(moves[0]);
    child
}

/// Compares all functions that both libraries have.
pub(crate) fn compare(position: &Position, chess: &Chess) {
    let ours = position.legal_moves();
    assert_eq!(sorted(ours.iter().copied(), triple), sorted(chess.legal_moves(), theirs), "{position}");
    let mut list = MoveList::new();
    position.generate(Selection::CAPTURES, &mut list);
    assert_eq!(sorted(list.iter().copied(), triple), sorted(chess.capture_moves(), theirs), "{position}");

    assert_eq!(position.checkers().0, chess.checkers().0, "{position}");
    assert_eq!(position.castling_rooks().0, chess.castles().castling_rights().0, "{position}");
    compare_fens(position, chess);
    compare_outcomes(position, chess);
}

fn compare_fens(position: &Position, chess: &Chess) {
    let modes = [
        (EnPassantStyle::Legal, EnPassantMode::Legal),
        (EnPassantStyle::PseudoLegal, EnPassantMode::PseudoLegal),
        (EnPassantStyle::Always, EnPassantMode::Always),
    ];
    for (style, mode) in modes {
        let ours = position.fen(CastlingStyle::XFen, style).to_string();
        assert_eq!(ours, Fen::from_position(chess, mode).to_string(), "{style:?}");
    }
    let ep_square = position.ep_square().map(|square| square as u8);
    assert_eq!(ep_square, chess.legal_ep_square().map(|square| square as u8), "{position}");
}

fn compare_outcomes(position: &Position, chess: &Chess) {
    for (ours, theirs) in [(Color::White, ::shakmaty::Color::White), (Color::Black, ::shakmaty::Color::Black)]
    {
        let insufficient = position.has_insufficient_material(ours);
        assert_eq!(insufficient, chess.has_insufficient_material(theirs), "{position} {ours:?}");
    }
    let expected = if chess.is_checkmate() {
        Some(Outcome::Checkmate { winner: !position.side_to_move() })
    } else if chess.is_stalemate() {
        Some(Outcome::Stalemate)
    } else if chess.is_insufficient_material() {
        Some(Outcome::InsufficientMaterial)
    } else {
        None
    };
    assert_eq!(position.outcome_with(&KeyHistory::<1>::EMPTY), expected, "{position}");
}
