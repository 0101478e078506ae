use std::iter::{repeat, successors};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::{io, thread};

use chess_board::{Position, Setup};
use chess_movegen::{GameState, IllegalMove, PositionExt};
use chess_notation::San;
use chess_notation::pgn::{Eval, Game, NodeId, Score};
use chess_notation::polyglot::Book;
use chess_search::engine::Engine;
use chess_types::{Color, Move};
use chess_uci::Go;

use super::analyst::Analyst;
use super::judge::{Mark, accuracy, capped, expected, loss};
use crate::engine::{EngineSpec, Fault, Limits, Line};

/// The most moves of a better line.
const MAX_LINE: usize = 12;

/// A game with the values of its moves.
pub struct Analysed {
    /// The game.
    pub game: Game,
    /// The moves of its main line.
    pub moves: Vec<Judged>,
    /// The fault after which the engine was started again.
    pub restart: Option<Fault>,
}

/// A move of the main line.
pub struct Judged {
    /// Its place in the game.
    pub id: NodeId,
    /// The move.
    pub mv: Move,
    /// The side that made it.
    pub mover: Color,
    /// `12.` or `12...`.
    pub number: String,
    /// The move in SAN.
    pub san: String,
    /// The first move of the best line.
    pub best: Option<Move>,
    /// The position after the move; `None` in the book, and where the engine reports no score.
    pub eval: Option<Eval>,
    /// White's expected score after it.
    pub expected: Option<f64>,
    /// White's score before and after a move that was judged, in hundredths of a pawn from -1000 to 1000, where mates are.
    pub centipawns: Option<[i32; 2]>,
    /// The part of its expected score that the side has lost.
    pub loss: Option<f64>,
    /// The mark of a bad move.
    pub mark: Option<Mark>,
    /// The line that is better than a move with a mark.
    pub better: Vec<Move>,
    /// The lines in its place with their values, the best first, if the engine has searched several.
    pub lines: Vec<(Eval, Vec<Move>)>,
}

/// The reason why a game was not analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The engine has failed.
    #[error("{0}")]
    Engine(#[from] Fault),
    /// A move cannot be played.
    #[error("{0}")]
    Move(#[from] IllegalMove),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// The value of a position: that of its end, or of its best line.
struct Value {
    eval: Eval,
    expected: f64,
    centipawns: i32,
    /// The best first.
    lines: Vec<(Eval, Vec<Move>)>,
}

/// Analyses the positions of the main line, from the end of the book on. A null move is not judged. `step` is called after each move.
///
/// # Errors
/// The engine fails, or a move cannot be played.
pub fn analyse(
    game: Game,
    analyst: &mut Analyst,
    book: Option<&Book<Vec<u8>>>,
    mut step: impl FnMut(),
) -> Result<Analysed, AnalysisError> {
    analyst.new_game()?;
    let mut state = GameState::new(*game.start());
    let (mut moves, mut lines) = (Vec::new(), Vec::new());
    // The position before the move, once it has been searched.
    let mut before: Option<Option<Value>> = None;
    let mut is_book = book.is_some();
    for played in game.mainline() {
        let position = *state.position();
        let mover = position.side_to_move();
        is_book =
            is_book && book.is_some_and(|book| book.moves(&position).iter().any(|it| it.mv == played.mv));
        let is_null = played.mv.is_null();
        if before.is_none() && !is_book && !is_null {
            before = Some(value(analyst, &state, &mut lines)?);
        }
        if is_null {
            // The history of a game has no null moves: it begins anew.
            state = GameState::new(game.position(played.id));
        } else {
            state.play(played.mv)?;
        }
        let after = if is_book || is_null { None } else { Some(value(analyst, &state, &mut lines)?) };
        let earlier = before.take().flatten();
        let later = after.as_ref().and_then(Option::as_ref);
        let best = earlier.as_ref().and_then(|value| value.line().first().copied());
        let pair = earlier.as_ref().zip(later);
        let lost = pair.map(|(before, after)| {
            if best == Some(played.mv) { 0.0 } else { loss(mover, before.expected, after.expected) }
        });
        let centipawns = pair.map(|(before, after)| [before.centipawns, after.centipawns]);
        let scores = pair.map(|(before, after)| [before.eval.score, after.eval.score]);
        let mark = lost.zip(scores).filter(|(lost, _)| *lost > 0.0);
        let mark = mark.and_then(|(lost, scores)| Mark::of_scores(mover, scores, lost));
        let san = San::new(&position, played.mv).to_string();
        let better = earlier.as_ref().filter(|_| mark.is_some()).map(|value| value.line().to_vec());
        moves.push(Judged {
            id: played.id,
            mv: played.mv,
            mover,
            number: number(&position),
            san,
            best,
            eval: later.map(|value| value.eval),
            expected: later.map(|value| value.expected),
            centipawns,
            loss: lost,
            mark,
            better: better.unwrap_or_default(),
            lines: earlier.map(|value| value.lines).filter(|lines| lines.len() > 1).unwrap_or_default(),
        });
        before = after;
        step();
    }
    Ok(Analysed { game, moves, restart: analyst.restart.take() })
}

/// Analyses games, each with its number, by one analyst or by several at once. `step` is called after each move, and `take` on
/// this thread with each game that is done, in the order in which they end. After an error of `take` or of an engine no game is begun;
/// those that have begun are finished. If not all threads can be started, fewer analysts work.
///
/// # Errors
/// The first error of `take`, or no thread can be started.
pub fn analyse_games<E: From<AnalysisError>>(
    games: impl Iterator<Item = (usize, Game)> + Send,
    analysts: Vec<Analyst>,
    book: Option<&Book<Vec<u8>>>,
    step: impl Fn() + Sync,
    mut take: impl FnMut(usize, Result<Analysed, AnalysisError>) -> Result<(), E>,
) -> Result<(), E> {
    let games = Mutex::new(games.fuse());
    let is_over = AtomicBool::new(false);
    let next = || games.lock().ok()?.next().filter(|_| !is_over.load(Ordering::Relaxed));
    let (sender, done) = channel();
    thread::scope(|scope| {
        for (index, mut analyst) in analysts.into_iter().enumerate() {
            let (sender, next, is_over, step) = (sender.clone(), &next, &is_over, &step);
            let work = move || {
                while let Some((number, game)) = next() {
                    let analysed = analyse(game, &mut analyst, book, step);
                    is_over.fetch_or(matches!(analysed, Err(AnalysisError::Engine(_))), Ordering::Relaxed);
                    // The other end outlives this thread.
                    let _ = sender.send((number, analysed));
                }
            };
            match thread::Builder::new().stack_size(Engine::STACK).spawn_scoped(scope, work) {
                Err(error) if index == 0 => return Err(AnalysisError::Thread(error).into()),
                Err(_) => break,
                Ok(_) => {}
            }
        }
        drop(sender);
        let mut result = Ok(());
        for (number, analysed) in done {
            let taken = take(number, analysed).inspect_err(|_| is_over.store(true, Ordering::Relaxed));
            result = result.and(taken);
        }
        result
    })
}

/// The number of a move in this position: `12.` or `12...`.
fn number(position: &Position) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmove_number())
}

fn value(analyst: &mut Analyst, state: &GameState, lines: &mut Vec<Line>) -> Result<Option<Value>, Fault> {
    let us = state.position().side_to_move();
    if let Some(outcome) = state.outcome() {
        let score = if outcome.winner().is_some() { Score::Mate(0) } else { Score::Centipawns(0) };
        return Ok(Some(Value::new(Eval::from(score), us, Vec::new())));
    }
    analyst.analyse(state, lines)?;
    let valued = |Line { score, depth, moves, .. }| (Eval { score, depth: Some(depth) }, moves);
    let lines: Vec<_> = lines.iter().cloned().map(valued).collect();
    Ok(lines.first().map(|(eval, _)| *eval).map(|eval| Value::new(eval, us, lines)))
}

impl Value {
    fn new(eval: Eval, us: Color, lines: Vec<(Eval, Vec<Move>)>) -> Self {
        Self { eval, expected: expected(eval.score, us), centipawns: capped(eval.score, us), lines }
    }

    /// The best line; empty at the end of a game.
    fn line(&self) -> &[Move] {
        self.lines.first().map_or(&[], |(_, line)| line)
    }
}

impl Analysed {
    /// The average part of its expected score that a side has lost with a move; `None` without one.
    #[allow(clippy::cast_precision_loss, reason = "no game has 2^53 moves")]
    pub fn average_loss(&self, side: Color) -> Option<f64> {
        let losses: Vec<f64> =
            self.moves.iter().filter(|it| it.mover == side).filter_map(|it| it.loss).collect();
        (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
    }

    /// The accuracy of a side in percent, by the formula of lichess; `None` without a move of it that was judged.
    pub fn accuracy(&self, side: Color) -> Option<f64> {
        let judged: Vec<_> = self.moves.iter().filter_map(|it| Some((it.mover, it.centipawns?))).collect();
        accuracy(side, &judged)
    }

    /// The average number of hundredths of a pawn that a side has lost with a move; `None` without one that was judged.
    pub fn centipawn_loss(&self, side: Color) -> Option<f64> {
        let sign = if side == Color::White { 1 } else { -1 };
        let moves = self.moves.iter().filter(|it| it.mover == side);
        let losses =
            moves.filter_map(|it| it.centipawns.map(|[before, after]| (sign * (before - after)).max(0)));
        let (sum, count) = losses.fold((0, 0), |(sum, count), loss| (sum + loss, count + 1));
        (count > 0).then(|| f64::from(sum) / f64::from(count))
    }

    /// The number of moves of a side with each mark.
    pub fn marks(&self, side: Color) -> [usize; 3] {
        Mark::ALL.map(|mark| self.moves.iter().filter(|it| it.mover == side && it.mark == Some(mark)).count())
    }

    /// The analysis that a game has from before, as far as its text holds it: scores, marks and, from the second move on, losses.
    pub fn of_annotated(game: Game) -> Self {
        let mut before: Option<f64> = None;
        let mut moves = Vec::new();
        for played in game.mainline() {
            let (node, position) = (game.node(played.id), game.position(game.node(played.id).parent()));
            let (mover, after) = (position.side_to_move(), game.position(played.id));
            // A mate on the board has no evaluation in PGN.
            let is_mate = after.is_in_check() && after.legal_moves().is_empty();
            let eval = node.eval().or_else(|| is_mate.then_some(Eval::from(Score::Mate(0))));
            let expected = eval.map(|eval| expected(eval.score, !mover));
            moves.push(Judged {
                id: played.id,
                mv: played.mv,
                mover,
                number: number(&position),
                san: San::new(&position, played.mv).to_string(),
                best: None,
                eval,
                expected,
                centipawns: None,
                loss: before.zip(expected).map(|(before, after)| loss(mover, before, after)),
                mark: Mark::ALL.into_iter().find(|mark| node.nags().contains(&mark.nag())),
                better: Vec::new(),
                lines: Vec::new(),
            });
            before = expected;
        }
        Self { game, moves, restart: None }
    }

    /// Writes evaluations, marks, comments such as `Mistake. Re8 was best.` and better lines into the game, in place of those of an
    /// earlier analysis, whose lines end with a comment `[%best]` or `[%alt]`. If the engine has searched several lines, each is written
    /// with its evaluation, but for those that begin with the move or a variation of the game. `settings` are what the analysis depends
    /// on, in words.
    pub fn annotate(&mut self, engine: &str, settings: &str) {
        for Judged { id, eval, mark, better, lines, .. } in &self.moves {
            let game = &mut self.game;
            if eval.is_some() || own_lines(game, *id).next().is_some() {
                strip(game, *id);
            }
            let Some(eval) = *eval else { continue };
            // A mate on the board has no evaluation in PGN.
            game.set_eval(*id, Some(eval).filter(|eval| eval.score != Score::Mate(0)));
            let parent = game.node(*id).parent();
            if let Some(mark) = mark {
                game.add_nag(*id, mark.nag());
                if let Some(&best) = better.first() {
                    let best = San::new(&game.position(parent), best);
                    game.add_comment(*id, &format!("{}. {best} was best.", mark.name()));
                }
            }
            let alone = Some((None, better)).filter(|_| lines.is_empty());
            let lines = lines.iter().map(|(eval, line)| (Some(*eval), line));
            let ends = [BEST].into_iter().chain(repeat(ALTERNATIVE));
            for ((eval, line), end) in alone.into_iter().chain(lines).zip(ends) {
                add_line(game, parent, line, eval, end);
            }
        }
        for (side, name) in [(Color::White, "White"), (Color::Black, "Black")] {
            let numbers =
                [("Accuracy", self.accuracy(side), 1), ("CentipawnLoss", self.centipawn_loss(side), 0)];
            for (kind, number, digits) in numbers {
                if let Some(number) = number {
                    // A number is a value that any tag takes.
                    let _ = self.game.set_tag(&format!("{name}{kind}"), &format!("{number:.digits$}"));
                }
            }
        }
        let _ = self.game.set_tag("Annotator", engine);
        let _ = self.game.set_tag(SETTINGS, settings);
    }

    /// How well a side has played, in a line.
    pub fn summary(&self, side: Color) -> String {
        let tags = self.game.tags();
        let (color, name) = (side.name(), if side == Color::White { tags.white() } else { tags.black() });
        let [dubious, mistakes, blunders] = self.marks(side);
        let number =
            |number: Option<f64>, digits| number.map_or("-".to_owned(), |it| format!("{it:.digits$}"));
        let (accuracy, loss) = (number(self.accuracy(side), 1), number(self.centipawn_loss(side), 0));
        format!(
            "{color}: {name} {accuracy} % accuracy, {loss} cp a move ({dubious} ?!, {mistakes} ?, {blunders} ??)"
        )
    }
}

/// The tag of what an analysis depends on.
pub const SETTINGS: &str = "AnalysisSettings";

/// What the annotations of games depend on, in words: the name of the engine, its limits and options.
pub fn settings(engine: &str, go: &Go, options: &[(String, String)]) -> String {
    let limits = Limits { nodes: go.nodes, depth: go.depth, move_time: go.movetime, clock: None };
    format!("{engine}; {}", EngineSpec { limits, options: options.to_vec(), ..EngineSpec::default() })
}

/// The tags that an analysis writes.
const TAGS: [&str; 6] =
    ["WhiteAccuracy", "WhiteCentipawnLoss", "BlackAccuracy", "BlackCentipawnLoss", "Annotator", SETTINGS];

/// The comments at the end of the lines that an analysis has written.
const BEST: &str = "[%best]";
const ALTERNATIVE: &str = "[%alt]";

/// Adds a line with its value, unless another line begins with its first move.
fn add_line(game: &mut Game, parent: NodeId, line: &[Move], eval: Option<Eval>, end: &str) {
    let Some(&mv) = line.first() else { return };
    let first = |game: &Game| game.children(parent).find(|&child| game.node(child).mv() == mv);
    // The line is legal.
    if first(game).is_none()
        && let Ok(last) = game.add_line(parent, &line[..line.len().min(MAX_LINE)])
    {
        game.add_comment(last, end);
        if let Some(first) = first(game) {
            game.set_eval(first, eval);
        }
    }
}

/// The lines in place of a move that an analysis has written.
fn own_lines(game: &Game, id: NodeId) -> impl Iterator<Item = NodeId> {
    let siblings = game.children(game.node(id).parent()).filter(move |child| *child != id);
    siblings.filter(|&first| {
        let mut line = successors(Some(first), |&id| game.children(id).next());
        line.any(|id| game.node(id).comments().any(|it| it.contains(BEST) || it.contains(ALTERNATIVE)))
    })
}

/// Removes what an analysis has written about a move.
fn strip(game: &mut Game, id: NodeId) {
    let comments = game.node(id).comments();
    if comments.clone().any(is_verdict) {
        let kept: Vec<String> = comments.filter(|it| !is_verdict(it)).map(str::to_owned).collect();
        game.set_comment(id, "");
        for comment in kept {
            game.add_comment(id, &comment);
        }
    }
    game.set_eval(id, None);
    for nag in 1..=6 {
        while game.remove_nag(id, nag) {}
    }
    for line in own_lines(game, id).collect::<Vec<_>>() {
        game.remove(line);
    }
}

/// What an analysis keeps of a game: its tags, result, start, moves, comments and variations, without those that an analysis writes. Of
/// two games that are equal here, an analysis makes the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kept {
    tags: Vec<(String, String)>,
    start: Setup,
    moves: Vec<Move>,
    /// The text of the moves without blanks, since comments are broken into lines anew.
    text: String,
}

impl Kept {
    /// What an analysis keeps that also sets tags of these names.
    pub fn of(game: &Game, set: &[&str]) -> Self {
        let mut game = game.clone();
        let ids: Vec<NodeId> = game.mainline().map(|played| played.id).collect();
        for id in ids {
            strip(&mut game, id);
        }
        let is_kept = |name: &str| !TAGS.iter().chain(set).any(|it| *it == name);
        let tags = game.tags().iter().filter(|(name, _)| is_kept(name));
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let moves = game.mainline().map(|played| played.mv).collect();
        let text = game.to_string();
        let text = text.split_once("\n\n").map_or(&*text, |(_, moves)| moves);
        Self { tags, start: game.start().to_setup(), moves, text: text.split_whitespace().collect() }
    }

    /// Tests whether this can be the beginning of a game that was cut off.
    pub fn begins(&self, whole: &Self) -> bool {
        (&self.tags, &self.start) == (&whole.tags, &whole.start) && whole.moves.starts_with(&self.moves)
    }
}

/// Tests whether a comment is a sentence such as `Mistake. Re8 was best.`, from here or from lichess.
fn is_verdict(comment: &str) -> bool {
    let words: Vec<&str> = comment.split_whitespace().collect();
    let [scores @ .., kind, _, "was", "best."] = &words[..] else { return false };
    let is_kind = Mark::ALL.iter().any(|mark| kind.strip_suffix('.') == Some(mark.name()));
    is_kind && scores.first().is_none_or(|word| word.starts_with('('))
}
