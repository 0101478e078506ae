//! Games judged by the answers of a scripted engine, against a judge that reads the words of the definitions.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arena::analysis::{Analysed, Analyst, Kept, Mark, analyse, capped, expected};
use chess_arena::chess_movegen::{Color, GameState, Move, Outcome, PositionExt};
use chess_arena::chess_notation::pgn::{Game, NodeId, Replay, Score};
use chess_arena::chess_notation::polyglot::{Book, BookBuilder};
use chess_arena::chess_notation::read_uci;
use chess_arena::chess_uci::Go;
use chess_arena::engine::EngineSpec;
use chess_testkit::Random;
use tempfile::TempDir;

/// An answer of the engine: White's score, and the best line.
pub(crate) type Answer = (Score, Vec<Move>);

/// An engine whose answer after `n` moves is the line `n` of a file, or another move that it chooses in the end. A file has
/// more lines for each.
pub(crate) fn analyst(folder: &TempDir) -> Analyst {
    let script = "while read -r w rest; do case $w in
        uci) echo id name Script; echo option name UCI_Chess960 type check; echo uciok;;
        isready) echo readyok;;
        position) set -- $rest; if [ $# -lt 2 ]; then n=1; else n=$(($# - 1)); fi;;
        go) while [ $n -gt 0 ]; do read -r line; read -r more <&3; n=$((n - 1)); done <answers 3<more
            echo \"info depth 9 score $line\"; set -- ${line#*pv }; choice=$1
            IFS='|'; for info in $more; do echo \"$info\"; done; unset IFS
            [ ! -e choice ] || read -r choice <choice; echo \"bestmove $choice\";;
        esac; done";
    write_more(folder, &[]);
    let spec = EngineSpec {
        command: ["sh", "-c", script].map(str::to_owned).to_vec(),
        folder: Some(folder.path().to_owned()),
        ..EngineSpec::default()
    };
    let go = Go { nodes: Some(1), ..Go::default() };
    Analyst::start(&spec, go, Duration::from_secs(60), Arc::new(AtomicBool::new(false))).unwrap()
}

/// A legal move that is not castling, whose spelling has two forms.
fn any_move(game: &GameState, random: &mut Random) -> Option<Move> {
    let moves: Vec<Move> =
        game.position().legal_moves().iter().copied().filter(|mv| !mv.is_castle()).collect();
    (!moves.is_empty() && game.outcome().is_none()).then(|| random.pick(&moves))
}

pub(crate) fn any_line(game: &GameState, length: usize, random: &mut Random) -> Vec<Move> {
    let mut game = game.clone();
    let mut line = Vec::new();
    while line.len() < length
        && let Some(mv) = any_move(&game, random)
    {
        game.play_unchecked(mv);
        line.push(mv);
    }
    line
}

/// A game, and the answer for each of its positions that is not the end.
pub(crate) fn any_game(random: &mut Random) -> (GameState, Vec<Answer>) {
    let (mut game, mut answers) = (GameState::default(), Vec::new());
    let mut score = 0;
    for ply in 0.. {
        let Some(mv) = any_move(&game, random) else { break };
        match random.below(4) {
            0 => score = random.below(600) as i32 - 300,
            // As much as a mistake or an inaccuracy loses.
            1 => score = (score + random.pick(&[-140, -80, 80, 140])).clamp(-300, 300),
            _ => {}
        }
        // Next to a mate, the marks of a lost or allowed one have their limits.
        let kind = match answers.last() {
            Some((Score::Mate(_), _)) if random.below(2) == 0 => 1,
            Some((Score::Centipawns(700.. | ..=-700), _)) if random.below(2) == 0 => 0,
            _ => random.below(20),
        };
        let white = match kind {
            0 => Score::Mate(random.pick(&[1, 7, -1, -7])),
            1 => Score::Centipawns(
                random.pick(&[-5000, -1001, -1000, -999, -701, -700, 700, 701, 999, 1000, 1001, 5000]),
            ),
            _ => Score::Centipawns(score),
        };
        let mut line = any_line(&game, 1 + random.below(15), random);
        if random.below(3) == 0 {
            line = vec![mv];
        }
        answers.push((white, line));
        if ply == 40 {
            break;
        }
        game.play_unchecked(mv);
    }
    (game, answers)
}

/// Other answers for the positions of a game, half of them.
pub(crate) fn other_answers(game: &GameState, answers: &[Answer], random: &mut Random) -> Vec<Answer> {
    let mut state = GameState::new(*game.start());
    let mut others = Vec::new();
    for (ply, answer) in answers.iter().enumerate() {
        let score = Score::Centipawns(random.below(600) as i32 - 300);
        let line = any_line(&state, 1 + random.below(4), random);
        others.push(if random.below(2) == 0 { (score, line) } else { answer.clone() });
        if let Some(&mv) = game.moves().get(ply) {
            state.play_unchecked(mv);
        }
    }
    others
}

pub(crate) fn write_answers(folder: &TempDir, answers: &[Answer]) {
    let line = |(ply, answer)| said(ply, answer) + "\n";
    let text: String = answers.iter().enumerate().map(line).collect();
    std::fs::write(folder.path().join("answers"), text).unwrap();
}

/// Writes the lines after the best of each position.
pub(crate) fn write_more(folder: &TempDir, more: &[Vec<Answer>]) {
    let mut text = String::new();
    for (ply, lines) in more.iter().enumerate() {
        let line = |(rank, answer)| format!("info depth 9 multipv {rank} score {}", said(ply, answer));
        text += &(2..).zip(lines).map(line).collect::<Vec<_>>().join("|");
        text.push('\n');
    }
    std::fs::write(folder.path().join("more"), text).unwrap();
}

/// An answer after so many moves, as an engine says it.
fn said(ply: usize, (white, line): &Answer) -> String {
    let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
    let mut text = match white {
        Score::Centipawns(value) => format!("cp {} pv", sign * value),
        Score::Mate(moves) => format!("mate {} pv", sign * moves),
    };
    for mv in line {
        let _ = write!(text, " {mv}");
    }
    text
}

/// White's expected score and hundredths of a pawn.
fn value(score: Score) -> (f64, i32) {
    match score {
        Score::Centipawns(value) => {
            (1.0 / (1.0 + f64::exp(-0.00368208 * f64::from(value))), value.clamp(-1000, 1000))
        }
        Score::Mate(moves) if moves > 0 => (1.0, 1000),
        Score::Mate(_) => (0.0, -1000),
    }
}

/// What a naive judge says about a move: White's expected score after it, and hundredths of a pawn before and after, loss and mark.
pub(crate) struct Said {
    pub(crate) expected: f64,
    pub(crate) centipawns: [i32; 2],
    pub(crate) loss: f64,
    pub(crate) mark: Option<&'static str>,
}

pub(crate) fn naive(game: &GameState, answers: &[Answer]) -> Vec<Said> {
    let moves = game.moves();
    // The end of the game has no answer: only mates and draws by the rules are ends.
    let end = match game.outcome().and_then(Outcome::winner) {
        Some(Color::White) => (1.0, 1000),
        Some(Color::Black) => (0.0, -1000),
        None => (0.5, 0),
    };
    let values: Vec<(f64, i32)> =
        answers.iter().map(|(score, _)| value(*score)).chain([end]).take(moves.len() + 1).collect();
    let judge = |ply: usize| {
        let [(before, before_pawns), (after, after_pawns)] = [values[ply], values[ply + 1]];
        let lost = if ply % 2 == 0 { before - after } else { after - before };
        let loss = if answers[ply].1[0] == moves[ply] || lost < 0.0 { 0.0 } else { lost };
        // A game that has ended by mate has no score there, and a drawn one is level.
        let level = if end.1 == 0 { Some(Score::Centipawns(0)) } else { None };
        let scores = [ply, ply + 1].map(|ply| answers.get(ply).map(|it| it.0).or(level));
        let mark = match loss {
            0.0 => None,
            _ if scores.iter().any(|it| matches!(it, Some(Score::Mate(_)))) => {
                mate_mark(if ply % 2 == 0 { 1 } else { -1 }, scores)
            }
            _ if loss >= 0.15 => Some("??"),
            _ if loss >= 0.1 => Some("?"),
            _ if loss >= 0.05 => Some("?!"),
            _ => None,
        };
        Said { expected: after, centipawns: [before_pawns, after_pawns], loss, mark }
    };
    (0..moves.len()).map(judge).collect()
}

/// The mark of a move with a mate before or after it, by the rules of Lichess in words: a mate that the mover had is lost, or one that
/// the other side did not have is allowed. `sign` is that of the mover's good scores.
fn mate_mark(sign: i32, [before, after]: [Option<Score>; 2]) -> Option<&'static str> {
    let mate_of = |side: i32, score| matches!(score, Some(Score::Mate(moves)) if moves * side > 0);
    let pawns = |score| if let Some(Score::Centipawns(value)) = score { sign * value } else { 0 };
    let is_ended = after.is_none();
    let margin = if mate_of(sign, before) && !mate_of(sign, after) && !is_ended {
        pawns(after)
    } else if mate_of(-sign, after) && !mate_of(-sign, before) {
        -pawns(before)
    } else {
        return None;
    };
    Some(if margin > 999 {
        "?!"
    } else if margin > 700 {
        "?"
    } else {
        "??"
    })
}

fn is_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-9
}

#[test]
fn moves_are_judged_by_the_scores_before_and_after_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut analyst = analyst(&folder);
    assert_eq!(analyst.name(), "Script");
    let mut marks = [0; 4];
    for mut random in Random::cases(8) {
        let (state, answers) = any_game(&mut random);
        write_answers(&folder, &answers);
        let mut steps = 0;
        let mut game = Game::from(&state);
        game.set_tag("White", "w").unwrap();
        game.set_tag("Black", "b").unwrap();
        let mut analysed = analyse(game.clone(), &mut analyst, None, || steps += 1).unwrap();
        let said = naive(&state, &answers);
        assert_eq!((analysed.moves.len(), steps), (said.len(), said.len()));
        for (ply, (found, said)) in analysed.moves.iter().zip(&said).enumerate() {
            let about = format!("{ply} {answers:?} {:?}", state.moves());
            assert!(is_near(found.expected.unwrap(), said.expected), "{about}");
            assert_eq!(found.centipawns, Some(said.centipawns), "{about}");
            assert!(is_near(found.loss.unwrap(), said.loss), "{about}");
            assert_eq!(found.mark.map(Mark::text), said.mark, "{about}");
            assert_eq!(found.best, Some(answers[ply].1[0]), "{about}");
            let better = if said.mark.is_some() { &answers[ply].1[..] } else { &[] };
            assert_eq!(found.better, better, "{about}");
            let dots = if ply % 2 == 0 { "." } else { "..." };
            assert_eq!(found.number, format!("{}{dots}", ply / 2 + 1));
            marks[found.mark.map_or(3, |mark| mark as usize)] += 1;
        }
        for (side, first) in [(Color::White, 0), (Color::Black, 1)] {
            let own: Vec<&Said> = said.iter().skip(first).step_by(2).collect();
            let sign = if side == Color::White { 1 } else { -1 };
            let count = f64::from(own.len() as u32);
            let pawns: i32 = own.iter().map(|it| (sign * (it.centipawns[0] - it.centipawns[1])).max(0)).sum();
            let losses: f64 = own.iter().map(|it| it.loss).sum();
            assert!(is_near(analysed.centipawn_loss(side).unwrap(), f64::from(pawns) / count));
            assert!(is_near(analysed.average_loss(side).unwrap(), losses / count));
            let counts = ["?!", "?", "??"].map(|mark| own.iter().filter(|it| it.mark == Some(mark)).count());
            assert_eq!(analysed.marks(side), counts);
            let name = if side == Color::White { "White: w " } else { "Black: b " };
            assert!(analysed.summary(side).starts_with(name), "{}", analysed.summary(side));
        }
        written(&state, &answers, &said, &mut analysed);
        // Analysed again with other answers, the game is as if the first analysis had never been.
        let others = other_answers(&state, &answers, &mut random);
        write_answers(&folder, &others);
        let text = analysed.game.to_string();
        let annotated = Replay::new(text.as_bytes()).next_game().unwrap().unwrap();
        let [once, again] = [game, annotated].map(|game| {
            let mut analysed = analyse(game, &mut analyst, None, || ()).unwrap();
            analysed.annotate("Script", "nodes 1");
            analysed.game.to_string()
        });
        assert_eq!(once, again);
    }
    assert!(marks.iter().all(|&count| count > 0), "{marks:?}");
}

/// The annotated game has all that was said, the same when it is annotated again, and is the same game without it.
fn written(state: &GameState, answers: &[Answer], said: &[Said], analysed: &mut Analysed) {
    let before = Kept::of(&analysed.game, &[]);
    analysed.annotate("Script", "nodes 1");
    let text = analysed.game.to_string();
    let game = Replay::new(text.as_bytes()).next_game().unwrap().unwrap();
    assert_eq!(Kept::of(&game, &[]), before, "{text}");
    assert_eq!(game.tags().get("Annotator"), Some("Script"));
    assert_eq!(game.tags().get("AnalysisSettings"), Some("nodes 1"));
    let mut ids: Vec<NodeId> = vec![NodeId::ROOT];
    ids.extend(game.mainline().map(|played| played.id));
    for (ply, said) in said.iter().enumerate() {
        let (parent, node) = (ids[ply], game.node(ids[ply + 1]));
        // The end of the game by mate has no evaluation in PGN.
        let score = answers.get(ply + 1).map(|(score, _)| *score);
        let score = score.or_else(|| is_near(said.expected, 0.5).then_some(Score::Centipawns(0)));
        assert_eq!(node.eval().map(|eval| eval.score), score, "{ply} {text}");
        let nag = said.mark.map(|mark| if mark == "?!" { 6 } else { 2 * mark.len() as u8 });
        assert_eq!(node.nags().first().copied(), nag, "{ply} {text}");
        let verdict = node.comments().any(|comment| comment.ends_with(" was best."));
        assert_eq!(verdict, said.mark.is_some(), "{ply} {text}");
        let mut others = game.children(parent).skip(1);
        let other = others.next();
        assert!(others.next().is_none());
        assert_eq!(other.is_some(), said.mark.is_some(), "{ply} {text}");
        if let Some(other) = other {
            let line: Vec<Move> = std::iter::successors(Some(other), |&id| game.children(id).next())
                .map(|id| game.node(id).mv())
                .collect();
            let best = &answers[ply].1;
            assert_eq!(line, best[..best.len().min(12)], "{ply} {text}");
        }
    }
    // A curve needs scores and marks, which the text has.
    let again = Analysed::of_annotated(game);
    for (found, first) in again.moves.iter().zip(&analysed.moves) {
        assert_eq!((found.mark, &found.san, &found.number), (first.mark, &first.san, &first.number));
        assert!(is_near(found.expected.unwrap(), first.expected.unwrap()), "{text}");
    }
    let once = text;
    analysed.annotate("Script", "nodes 1");
    assert_eq!(analysed.game.to_string(), once);
    assert_eq!(state.moves().len(), said.len());
}

/// On both sides of each border.
#[test]
fn marks_begin_at_their_losses() {
    for (loss, mark) in [
        (0.0, None),
        (0.049_999, None),
        (0.05, Some(Mark::Dubious)),
        (0.099_999, Some(Mark::Dubious)),
        (0.1, Some(Mark::Mistake)),
        (0.149_999, Some(Mark::Mistake)),
        (0.15, Some(Mark::Blunder)),
        (1.0, Some(Mark::Blunder)),
    ] {
        assert_eq!(Mark::of(loss), mark, "{loss}");
    }
    for mated in Color::ALL {
        let sign = if mated == Color::White { -1 } else { 1 };
        assert_eq!(capped(Score::Mate(0), mated), 1000 * sign);
        assert!(is_near(expected(Score::Mate(0), mated), f64::from(1 + sign) / 2.0));
        for moves in [1, 9] {
            assert_eq!([moves, -moves].map(|it| capped(Score::Mate(it), mated)), [1000, -1000]);
        }
    }
    assert_eq!(Mark::ALL.map(|mark| (mark.text(), mark.nag())), [("?!", 6), ("?", 2), ("??", 4)]);
}

/// A game that was cut off begins a whole one with the same tags, start and first moves.
#[test]
fn a_cut_game_begins_the_game_with_its_tags_and_moves() {
    let kept = |text: &str| Kept::of(&Replay::new(text).next_game().unwrap().unwrap(), &["Result"]);
    let whole = kept("[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {x} e5 (1... d5) 2. Nf3 1-0");
    for (cut, begins) in [
        ("[White \"a\"]\n\n1. e4 e5 *", true),
        ("[White \"a\"]\n[Result \"1-0\"]\n[Annotator \"b\"]\n\n1. e4 {[%eval 0.3]} *", true),
        ("[White \"a\"]\n\n*", true),
        ("[White \"a\"]\n\n1. e4 e5 2. Nf3 *", true),
        ("[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *", false),
        ("[White \"a\"]\n\n1. e4 d5 *", false),
        ("[White \"b\"]\n\n1. e4 e5 *", false),
        ("1. e4 e5 *", false),
        (
            "[White \"a\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\"]\n\n1. e4 e5 *",
            false,
        ),
    ] {
        assert_eq!(kept(cut).begins(&whole), begins, "{cut}");
    }
    assert_ne!(kept("[White \"a\"]\n\n1. e4 {x} e5 2. Nf3 1-0"), whole);
    assert_ne!(kept("[White \"a\"]\n\n1. e4 {y} e5 (1... d5) 2. Nf3 1-0"), whole);
    assert_eq!(kept("[White \"a\"]\n\n1. e4 {x} e5 (1... d5)\n2. Nf3 1-0"), whole);
}

/// Without the moves that an engine has reported about another one.
#[test]
fn the_move_that_is_chosen_begins_the_only_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut analyst = analyst(&folder);
    let game = GameState::default();
    let line = ["e2e4", "g1f3"].map(|uci| read_uci(game.position(), uci).unwrap());
    write_answers(&folder, &[(Score::Centipawns(20), vec![line[0]])]);
    for (choice, expected) in [(None, line[0]), (Some("g1f3"), line[1]), (Some("e2e4"), line[0])] {
        if let Some(choice) = choice {
            std::fs::write(folder.path().join("choice"), format!("{choice}\n")).unwrap();
        }
        let mut lines = Vec::new();
        analyst.analyse(&game, &mut lines).unwrap();
        let found: Vec<_> = lines.iter().map(|line| (line.score, line.depth, &line.moves[..])).collect();
        assert_eq!(found, [(Score::Centipawns(20), 9, &[expected][..])], "{choice:?}");
    }
}

/// The moves of a book are not judged, up to the first that it lacks; those behind are, be they in the book or not.
#[test]
fn moves_of_a_book_are_not_judged_up_to_the_first_other_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut analyst = analyst(&folder);
    let (mut game, mut book, mut answers) = (GameState::default(), BookBuilder::new(), Vec::new());
    for (ply, uci) in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"].into_iter().enumerate() {
        let mv = read_uci(game.position(), uci).unwrap();
        answers.push((Score::Centipawns(20), vec![mv]));
        if ply != 2 {
            book.add(game.position(), mv, 1);
        }
        // Another move of the book in each position.
        book.add(game.position(), *game.position().legal_moves().iter().find(|it| **it != mv).unwrap(), 1);
        game.play_unchecked(mv);
    }
    answers.push((Score::Centipawns(20), any_line(&game, 1, &mut Random::new(1))));
    write_answers(&folder, &answers);
    let book = Book::new(book.into_bytes()).unwrap();
    let analysed = analyse(Game::from(&game), &mut analyst, Some(&book), || ()).unwrap();
    let judged: Vec<bool> = analysed.moves.iter().map(|it| it.loss.is_some()).collect();
    assert_eq!(judged, [false, false, true, true, true]);
}

/// A sentence of the author is no verdict, but for lichess's words.
#[test]
fn sentences_of_the_author_stay() {
    for (comment, stays) in [
        ("Nf3 really was best.", true),
        ("This was best.", true),
        ("Mistake, Nf3 was best.", true),
        ("I call it a Mistake. Nf3 was best.", true),
        ("Mistake. Nf3 was best.", false),
        ("Blunder. Nf3 was best.", false),
        ("Inaccuracy. Nf3 was best.", false),
        ("(0.20 → -1.10) Mistake. Nf3 was best.", false),
    ] {
        let text = format!("1. e4 {{[%eval 0.3]}} {{{comment}}} *");
        let kept = |text: &str| Kept::of(&Replay::new(text).next_game().unwrap().unwrap(), &[]);
        assert_eq!(kept(&text) != kept("1. e4 *"), stays, "{comment}");
    }
}
