use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::pgn::{Game, GameResult, NodeId};
use chess_notation::{
    GameState, IllegalMove, IllegalReason, Line, NumberedMoves, ParseLineError, SanError, read_san,
};
use chess_testkit::Random;
use chess_types::{Move, MoveKind, Square};

use crate::positions::POSITIONS;

/// Lines of up to twenty random moves, with a null move here and there.
pub(crate) fn lines() -> impl Iterator<Item = Line> {
    let mut random = Random::new(3);
    POSITIONS.iter().step_by(3).map(move |&start| {
        let mut line = Line::new(start);
        for _ in 0..random.below(20) {
            let moves = legal_moves(line.end());
            if random.below(10) == 0 && !line.end().is_in_check() {
                line.push(Move::NULL).unwrap();
            } else if !moves.is_empty() {
                line.push(random.pick(&moves)).unwrap();
            }
        }
        line
    })
}

#[test]
fn lines_survive_as_text_in_san_and_in_uci() {
    for line in lines() {
        assert_eq!(line.to_string().parse(), Ok(line.clone()), "{line}");
        assert_eq!(format!("{line:#}").parse(), Ok(line.clone()), "{line:#}");
    }
}

#[test]
fn only_legal_moves_are_added() {
    let mut line = Line::new(Position::START);
    let illegal = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
    assert_eq!(line.push(illegal), Err(IllegalMove::find(&Position::START, illegal).unwrap()));
    assert_eq!(line, Line::new(Position::START));
    let mut check = Line::new("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap());
    assert_eq!(check.push(Move::NULL).unwrap_err().reason, IllegalReason::NullInCheck);
}

#[test]
fn texts_are_those_of_the_command_position() {
    let text = |text: &str| text.parse::<Line>().unwrap().to_string();
    assert_eq!(text("startpos"), "startpos");
    assert_eq!(text(" startpos moves"), "startpos");
    assert_eq!(text("startpos  moves  e2e4   c5 "), "startpos moves e4 c5");
    assert_eq!(
        text("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"),
        "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O"
    );
    assert_eq!(text("fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9"), "fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9");
    // The other form names both squares, and castling by the rook's.
    let line: Line = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O Kd7".parse().unwrap();
    assert_eq!(format!("{line:#}"), "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1 e8d7");
}

#[test]
fn a_line_is_its_moves() {
    for line in lines().take(50) {
        let moves = line.moves().to_vec();
        assert_eq!(line.into_iter().collect::<Vec<_>>(), moves);
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |text: &str| text.parse::<Line>().unwrap_err();
    assert_eq!(error(""), ParseLineError::Start);
    assert_eq!(error("e4"), ParseLineError::Start);
    assert_eq!(error("startpos e4"), ParseLineError::Moves);
    assert!(matches!(error("fen x"), ParseLineError::Position(_)));
    assert_eq!(error("startpos moves e4  e4"), ParseLineError::Move { offset: 19, error: SanError::Illegal });
    assert_eq!(
        error("startpos moves i5").to_string(),
        "byte 15: not algebraic notation at byte 0: a move ends with a square like f3, and a promotion after it like =Q"
    );
}

#[test]
fn moves_are_popped_to_the_position_before() {
    for mut line in lines() {
        let mut shorter = Line::new(*line.start());
        let mut all = vec![shorter.clone()];
        for &mv in line.moves() {
            shorter.push(mv).unwrap();
            all.push(shorter.clone());
        }
        while let Some(expected) = all.pop() {
            assert_eq!(line, expected);
            assert_eq!(line.pop(), expected.moves().last().copied());
        }
        assert_eq!(line.pop(), None);
    }
}

#[test]
fn numbered_moves_begin_with_either_side() {
    let line = |text: &str| text.parse::<Line>().unwrap().numbered().to_string();
    assert_eq!(line("startpos"), "");
    assert_eq!(line("startpos moves e4 e5 Nf3"), "1. e4 e5 2. Nf3");
    assert_eq!(
        line("fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12 moves Nf6 e5 Nd5"),
        "12... Nf6 13. e5 Nd5"
    );
    assert_eq!(line("startpos moves e4 0000 d4"), "1. e4 -- 2. d4");
}

#[test]
fn numbered_moves_are_those_of_a_game() {
    for line in lines() {
        let mut game = Game::new(*line.start());
        game.add_line(NodeId::ROOT, line.moves()).unwrap();
        let written = game.to_string().split_once("\n\n").unwrap().1.replace('\n', " ");
        assert_eq!(format!("{} *", line.numbered()).trim(), written.trim());
    }
}

#[test]
fn a_game_that_was_played_is_a_score_sheet_and_a_game_of_pgn() {
    let mut played = GameState::new(Position::START);
    let text = |game: &GameState| (NumberedMoves::from(game).to_string(), Game::from(game));
    let (numbered, game) = text(&played);
    assert_eq!((numbered.as_str(), game.last(), game.result()), ("", NodeId::ROOT, GameResult::Unknown));
    for san in ["f3", "e5", "g4", "Qh4"] {
        played.play(read_san(played.position(), san).unwrap());
    }
    let (numbered, game) = text(&played);
    assert_eq!(numbered, "1. f3 e5 2. g4 Qh4#");
    assert!(game.mainline().map(|it| it.mv).eq(played.moves().iter().copied()));
    assert_eq!((game.start(), game.result()), (played.start(), GameResult::BlackWins));
    assert!(game.to_string().ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{game}");
}

#[test]
fn numbered_moves_end_before_one_that_is_not_legal() {
    let start = Position::START;
    let moves = [Move::new(Square::E2, Square::E4, MoveKind::DoublePush); 2];
    assert_eq!(NumberedMoves::new(&start, &moves).to_string(), "1. e4");
}
