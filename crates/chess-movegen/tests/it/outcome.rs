use chess_board::{KeyHistory, Position};
use chess_movegen::{Claim, Outcome, PositionExt};
use chess_types::{Color, Move};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn outcome_of(fen: &str) -> Option<Outcome> {
    position(fen).outcome_with(&KeyHistory::new())
}

fn claim_of(fen: &str) -> Option<Claim> {
    position(fen).claim(&KeyHistory::new())
}

/// Returns the legal move of this name.
fn legal(position: &Position, name: &str) -> Move {
    let is_named = |mv: &Move| format!("{}{}", mv.from(), mv.to()) == name;
    position.legal_moves().into_iter().find(is_named).unwrap_or_else(|| panic!("{position} {name}"))
}

const WHITE_WINS: Option<Outcome> = Some(Outcome::Checkmate { winner: Color::White });
const BLACK_WINS: Option<Outcome> = Some(Outcome::Checkmate { winner: Color::Black });

#[test]
fn the_start_goes_on() {
    assert_eq!(Position::START.outcome_with(&KeyHistory::new()), None);
    assert_eq!(Position::START.claim(&KeyHistory::new()), None);
}

#[test]
fn checkmate() {
    assert_eq!(outcome_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), BLACK_WINS);
    assert_eq!(outcome_of("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"), WHITE_WINS);
    assert_eq!(outcome_of("6rk/5Npp/8/8/8/8/8/7K b - - 0 1"), WHITE_WINS);
    assert_eq!(outcome_of("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"), WHITE_WINS);
    // The rook can interpose.
    assert_eq!(outcome_of("R5k1/3r1ppp/8/8/8/8/8/7K b - - 0 1"), None);
}

#[test]
fn stalemate() {
    assert_eq!(outcome_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Outcome::Stalemate));
    assert_eq!(outcome_of("k7/P7/K7/8/8/8/8/8 b - - 0 1"), Some(Outcome::Stalemate));
    // A pinned piece cannot move.
    assert_eq!(outcome_of("kb5R/p7/P1N5/8/8/8/8/7K b - - 0 1"), Some(Outcome::Stalemate));
    // A pawn that is not pinned is blocked.
    assert_eq!(outcome_of("7k/5Q2/6K1/8/p7/P7/8/8 b - - 0 1"), Some(Outcome::Stalemate));
    // A pawn can move.
    assert_eq!(outcome_of("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1"), None);
}

#[test]
fn insufficient_material() {
    assert_eq!(outcome_of("8/8/4k3/8/8/3K4/8/8 w - - 0 1"), Some(Outcome::InsufficientMaterial));
    assert_eq!(outcome_of("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"), Some(Outcome::InsufficientMaterial));
    assert_eq!(outcome_of("8/8/4k3/8/8/3KP3/8/8 w - - 0 1"), None);
}

#[test]
fn stalemate_with_bare_kings_left_is_called_stalemate() {
    assert_eq!(outcome_of("8/8/8/8/8/1K6/2B5/k7 b - - 0 1"), Some(Outcome::Stalemate));
}

#[test]
fn claims_start_at_100_and_games_end_at_150() {
    let fen = |clock: u32| format!("4k3/8/8/8/8/8/4P3/4K2R w - - {clock} 200");
    assert_eq!([99, 100, 149].map(|clock| outcome_of(&fen(clock))), [None; 3]);
    assert_eq!([150, 151, 65_535].map(|clock| outcome_of(&fen(clock))), [Some(Outcome::SeventyFiveMoves); 3]);
    assert_eq!([0, 98, 99].map(|clock| claim_of(&fen(clock))), [None; 3]);
    assert_eq!([100, 149, 65_535].map(|clock| claim_of(&fen(clock))), [Some(Claim::FiftyMoves); 3]);
}

#[test]
fn mate_on_the_board_wins_over_the_clock() {
    assert_eq!(outcome_of("R5k1/5ppp/8/8/8/8/8/7K b - - 150 200"), WHITE_WINS);
    assert_eq!(outcome_of("7k/5Q2/6K1/8/8/8/8/8 b - - 150 200"), Some(Outcome::Stalemate));
}

#[test]
fn knights_that_go_out_and_back_repeat_the_start() {
    let mut position = Position::START;
    let mut history = KeyHistory::new();
    let mut seen = Vec::new();
    for round in 0..5 {
        seen.push((position.outcome_with(&history), position.claim(&history)));
        if round == 4 {
            break;
        }
        for name in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            history.push(&position);
            position = position.after(legal(&position, name));
        }
    }
    let threefold = Some(Claim::ThreefoldRepetition);
    let fivefold = Some(Outcome::FivefoldRepetition);
    assert_eq!(
        seen,
        [(None, None), (None, None), (None, threefold), (None, threefold), (fivefold, threefold)]
    );
}

#[test]
fn a_lost_castling_right_makes_another_position() {
    let mut position = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let mut history = KeyHistory::new();
    for _ in 0..2 {
        for name in ["h1h2", "e8e7", "h2h1", "e7e8"] {
            history.push(&position);
            position = position.after(legal(&position, name));
        }
    }
    // At the start of the first round, White still had the right to castle with the rook on h1.
    assert_eq!(history.repetitions(&position), 1);
    assert_eq!(position.claim(&history), None);
}

#[test]
fn a_passed_pawn_that_could_be_taken_makes_another_position() {
    // After e2-e4, Black can capture on e3 only at once. Without a pawn on d4 the position is the same as later.
    for (fen, repetitions) in
        [("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 0), ("4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", 1)]
    {
        let mut position = position(fen);
        let mut history = KeyHistory::new();
        for name in ["e2e4", "e8e7", "e1e2", "e7e8", "e2e1"] {
            history.push(&position);
            position = position.after(legal(&position, name));
        }
        assert_eq!(history.repetitions(&position), repetitions, "{fen}");
    }
}

#[test]
fn names_and_winners() {
    assert_eq!(WHITE_WINS.unwrap().to_string(), "checkmate, White wins");
    assert_eq!(BLACK_WINS.and_then(Outcome::winner), Some(Color::Black));
    for outcome in [
        Outcome::Stalemate,
        Outcome::InsufficientMaterial,
        Outcome::SeventyFiveMoves,
        Outcome::FivefoldRepetition,
    ] {
        assert_eq!(outcome.winner(), None);
        assert_eq!(outcome.to_string(), format!("{}, draw", outcome.name()));
    }
    assert_eq!(Claim::FiftyMoves.to_string(), "fifty-move rule");
    assert_eq!(Claim::ThreefoldRepetition.to_string(), "threefold repetition");
}

#[cfg(feature = "serde")]
#[test]
fn outcomes_and_claims_are_written_and_read() {
    let text = serde_json::to_string(&(WHITE_WINS, Outcome::Stalemate, Claim::FiftyMoves)).unwrap();
    assert_eq!(text, r#"[{"checkmate":{"winner":"w"}},"stalemate","fifty_moves"]"#);
    let read: (Option<Outcome>, Outcome, Claim) = serde_json::from_str(&text).unwrap();
    assert_eq!(read, (WHITE_WINS, Outcome::Stalemate, Claim::FiftyMoves));
}
