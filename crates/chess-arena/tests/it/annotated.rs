//! Games with comments, glyphs and variations of an author and of an earlier analysis, annotated by a scripted engine, against a naive
//! annotator that works on a tree of plain values.

use std::fmt::Write as _;

use chess_arena::analysis::analyse;
use chess_arena::chess_movegen::{Color, GameState, Move};
use chess_arena::chess_notation::San;
use chess_arena::chess_notation::pgn::{Game, NodeId, Replay, Score};
use chess_testkit::Random;

use crate::analysis::{
    Answer, Said, analyst, any_game, any_line, naive, other_answers, write_answers, write_more,
};

/// A move with its annotations, and the lines in its place.
#[derive(Clone, PartialEq, Debug)]
struct Step {
    mv: Move,
    before: Vec<String>,
    nags: Vec<u8>,
    /// Without evaluations.
    comments: Vec<String>,
    /// As it is written.
    eval: Option<String>,
    lines: Vec<Vec<Step>>,
}

/// Comments of an author.
const COMMENTS: [&str; 6] =
    ["good", "Nf3 really was best.", "Mistake, a3 was best.", "a [%clk 0:01:02]", "[%csl Gd4]", "was best."];

/// What an earlier analysis says, here or at lichess.
const VERDICTS: [&str; 4] = [
    "Mistake. Nf3 was best.",
    "Inaccuracy. O-O was best.",
    "Blunder. e8=Q+ was best.",
    "(0.20 \u{2192} -1.10) Mistake. Nf3 was best.",
];

/// The last comments of the lines that an earlier analysis has written: of the best, and of others.
const OWN: [&str; 2] = ["[%best]", "[%alt]"];

fn chance(random: &mut Random, of: usize) -> bool {
    random.below(of) == 0
}

/// Some of these, in any order.
fn some<T: Copy>(from: &[T], random: &mut Random) -> Vec<T> {
    let count = [0, 0, 0, 1, 1, 2][random.below(6)];
    (0..count).map(|_| random.pick(from)).collect()
}

fn texts(comments: &[&str]) -> Vec<String> {
    comments.iter().map(|&comment| comment.to_owned()).collect()
}

/// Moves with annotations. The main line has verdicts and evaluations of an earlier analysis.
fn steps(state: &GameState, moves: &[Move], is_main: bool, depth: usize, random: &mut Random) -> Vec<Step> {
    let mut state = state.clone();
    let mut steps: Vec<Step> = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        let mut comments = some(&COMMENTS, random);
        if chance(random, if is_main { 4 } else { 30 }) {
            comments.insert(random.below(comments.len() + 1), random.pick(&VERDICTS));
        }
        let eval = chance(random, if is_main { 2 } else { 20 }).then(|| {
            let value = random.below(2000) as i32 - 1000;
            if chance(random, 5) { Score::Mate(value % 7 + 8) } else { Score::Centipawns(value) }.to_string()
        });
        let mut lines = Vec::new();
        // A variation in place of the first move of a variation is another one of the main move.
        while (is_main || ply > 0) && depth < 2 && chance(random, if is_main { 3 } else { 8 }) {
            let line = any_line(&state, 1 + random.below(4), random);
            let firsts = lines.iter().map(|line: &Vec<Step>| line[0].mv).chain([mv]);
            if line.is_empty() || firsts.into_iter().any(|first| first == line[0]) {
                break;
            }
            let mut line = self::steps(&state, &line, false, depth + 1, random);
            if chance(random, 3) {
                let place = random.below(line.len());
                line[place].comments.push(random.pick(&OWN).to_owned());
            }
            lines.push(line);
        }
        let before = if ply == 0 && !is_main { some(&COMMENTS, random) } else { Vec::new() };
        steps.push(Step {
            mv,
            before: texts(&before),
            nags: some(&[1, 2, 3, 4, 5, 6, 7, 10, 14, 146], random),
            comments: texts(&comments),
            eval,
            lines,
        });
        state.play_unchecked(mv);
    }
    steps
}

/// Writes the movetext. Each move has its number, and the evaluation a comment of its own.
fn write_steps(state: &GameState, steps: &[Step], text: &mut String) {
    let mut state = state.clone();
    for step in steps {
        step.before.iter().for_each(|comment| write!(text, "{{{comment}}} ").unwrap());
        let dots = if state.position().side_to_move() == Color::White { "." } else { "..." };
        write!(text, "{}{dots} ", state.position().fullmove_number()).unwrap();
        write!(text, "{} ", San::new(state.position(), step.mv)).unwrap();
        step.nags.iter().for_each(|nag| write!(text, "${nag} ").unwrap());
        step.comments.iter().for_each(|comment| write!(text, "{{{comment}}} ").unwrap());
        step.eval.iter().for_each(|eval| write!(text, "{{[%eval {eval}]}} ").unwrap());
        for line in &step.lines {
            text.push('(');
            write_steps(&state, line, text);
            text.push_str(") ");
        }
        state.play_unchecked(step.mv);
    }
}

/// Reads the moves after a node from a game. The depth of an evaluation is left out.
fn read_steps(game: &Game, first: NodeId) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut next = Some(first);
    while let Some(id) = next {
        let node = game.node(id);
        let (mut comments, mut eval) = (Vec::new(), None);
        for comment in node.comments() {
            let mut comment = comment.to_owned();
            while let Some(start) = comment.find("[%eval ") {
                let end = start + comment[start..].find(']').unwrap();
                assert_eq!(eval, None, "two evaluations");
                eval = comment[start + 7..end].split(',').next().map(str::to_owned);
                comment = format!("{} {}", comment[..start].trim(), comment[end + 1..].trim());
            }
            let comment = comment.trim();
            if !comment.is_empty() {
                comments.push(comment.to_owned());
            }
        }
        let is_main = game.children(node.parent()).next() == Some(id);
        let others = game.children(node.parent()).skip(1).filter(|_| is_main);
        steps.push(Step {
            mv: node.mv(),
            before: node.starting_comments().map(str::to_owned).collect(),
            nags: node.nags().to_vec(),
            comments,
            eval,
            lines: others.map(|other| read_steps(game, other)).collect(),
        });
        next = game.children(id).next();
    }
    steps
}

/// Adds a line in place of a move, unless it begins with that move or another line does.
fn add_line(step: &mut Step, line: &[Move], eval: Option<String>, end: &str) {
    if step.mv == line[0] || step.lines.iter().any(|other| other[0].mv == line[0]) {
        return;
    }
    let plain = |&mv: &Move| Step {
        mv,
        before: Vec::new(),
        nags: Vec::new(),
        comments: Vec::new(),
        eval: None,
        lines: Vec::new(),
    };
    let mut line: Vec<Step> = line.iter().take(12).map(plain).collect();
    line[0].eval = eval;
    line.last_mut().unwrap().comments.push(end.to_owned());
    step.lines.push(line);
}

/// Annotates the main line: in place of what an earlier analysis has said there is what this one says.
fn annotate(state: &GameState, steps: &mut [Step], answers: &[Answer], more: &[Vec<Answer>], said: &[Said]) {
    let mut state = GameState::new(*state.start());
    for (ply, (step, said)) in steps.iter_mut().zip(said).enumerate() {
        step.comments.retain(|comment| !VERDICTS.contains(&comment.as_str()));
        step.nags.retain(|nag| !(1..=6).contains(nag));
        step.lines.retain(|line| {
            !line.iter().any(|step| step.comments.iter().any(|it| OWN.contains(&it.as_str())))
        });
        let score = answers.get(ply + 1).map(|(score, _)| *score);
        // A game ends by mate, which has no evaluation in PGN, or by a draw.
        step.eval = match score {
            Some(score) => Some(score.to_string()),
            None => ((said.expected - 0.5).abs() < 0.1).then(|| Score::Centipawns(0).to_string()),
        };
        if let Some(mark) = said.mark {
            let (name, nag) = match mark {
                "?!" => ("Inaccuracy", 6),
                "?" => ("Mistake", 2),
                _ => ("Blunder", 4),
            };
            step.nags.push(nag);
            let better = &answers[ply].1;
            step.comments.push(format!("{name}. {} was best.", San::new(state.position(), better[0])));
            if more[ply].is_empty() {
                add_line(step, better, None, OWN[0]);
            }
        }
        // Of several lines, each is a variation with its value, whatever the move is worth, but for the move itself.
        if !more[ply].is_empty() {
            let best = answers[ply].clone();
            for (rank, (score, line)) in [best].iter().chain(&more[ply]).enumerate() {
                add_line(step, line, Some(score.to_string()), OWN[rank.min(1)]);
            }
        }
        state.play_unchecked(step.mv);
    }
}

#[test]
fn games_of_authors_are_annotated_as_by_a_naive_annotator() {
    let folder = tempfile::tempdir().unwrap();
    let mut analyst = analyst(&folder);
    let (mut own, mut taken, mut marks, mut others) = (0, 0, 0, 0);
    for mut random in Random::cases(60) {
        let (state, mut answers) = any_game(&mut random);
        let start = GameState::new(*state.start());
        let authored = steps(&start, state.moves(), true, 0, &mut random);
        // Some best moves begin a line of the author.
        for (step, (_, best)) in authored.iter().zip(&mut answers) {
            if let Some(line) = step.lines.first().filter(|_| chance(&mut random, 2)) {
                *best = line.iter().map(|step| step.mv).collect();
            }
        }
        let mut text = "[White \"w\"]\n[Black \"b\"]\n[Annotator \"Ada\"]\n\n".to_owned();
        write_steps(&start, &authored, &mut text);
        text.push('*');
        let read = |text: &str| Replay::new(text.as_bytes()).next_game().unwrap().unwrap();
        let game = read(&text);
        let first = |game: &Game| game.children(NodeId::ROOT).next().unwrap();
        assert_eq!(read_steps(&game, first(&game)), authored, "{text}");
        // Some positions have up to three more lines, which begin with other moves.
        let has_more = chance(&mut random, 2);
        let mut more: Vec<Vec<Answer>> = vec![Vec::new(); answers.len()];
        let mut reached = start.clone();
        for (ply, (more, (_, best))) in more.iter_mut().zip(&answers).enumerate() {
            for _ in 0..if has_more { random.below(4) } else { 0 } {
                let line = any_line(&reached, 1 + random.below(15), &mut random);
                if line[0] != best[0] && more.iter().all(|(_, other)| other[0] != line[0]) {
                    more.push((Score::Centipawns(random.below(600) as i32 - 300), line));
                }
            }
            if let Some(&mv) = state.moves().get(ply) {
                reached.play_unchecked(mv);
            }
        }
        write_more(&folder, &more);
        // By other answers again, the game is as if the first analysis had never been.
        let mut game = game;
        let mut expected = authored.clone();
        for answers in [answers.clone(), other_answers(&state, &answers, &mut random)] {
            write_answers(&folder, &answers);
            let mut analysed = analyse(game, &mut analyst, None, || ()).unwrap();
            analysed.annotate("Script", "nodes 1");
            let written = analysed.game.to_string();
            let said = naive(&state, &answers);
            expected.clone_from(&authored);
            annotate(&state, &mut expected, &answers, &more, &said);
            game = read(&written);
            assert_eq!(read_steps(&game, first(&game)), expected, "{text}\n\n{written}");
            for (side, sign) in [("White", 1), ("Black", -1)] {
                let own = said.iter().skip(usize::from(sign < 0)).step_by(2);
                let losses: Vec<i32> =
                    own.map(|it| (sign * (it.centipawns[0] - it.centipawns[1])).max(0)).collect();
                let mean = f64::from(losses.iter().sum::<i32>()) / f64::from(losses.len() as u32);
                let tag = game.tags().get(&format!("{side}CentipawnLoss")).map(str::to_owned);
                assert_eq!(tag, (!losses.is_empty()).then(|| format!("{mean:.0}")), "{written}");
            }
            let tags = ["White", "Black", "Annotator", "AnalysisSettings"].map(|name| game.tags().get(name));
            assert_eq!(tags, ["w", "b", "Script", "nodes 1"].map(Some));
            for (ply, (step, (said, (_, best)))) in expected.iter().zip(said.iter().zip(&answers)).enumerate()
            {
                let ends =
                    |end: &str| step.lines.iter().filter(|it| it.last().unwrap().comments == [end]).count();
                others += ends(OWN[1]);
                if !more[ply].is_empty() {
                    continue;
                }
                marks += usize::from(said.mark.is_some());
                own += ends(OWN[0]);
                let is_own = |line: &&Vec<Step>| line.last().unwrap().comments == [OWN[0]];
                let is_best = |line: &&Vec<Step>| line[0].mv == best[0] && !is_own(line);
                taken += step.lines.iter().filter(is_best).filter(|_| said.mark.is_some()).count();
            }
        }
    }
    let are_all = own > 100 && taken > 20 && marks > own && others > 500;
    assert!(are_all, "{own} {taken} {marks} {others}");
}
