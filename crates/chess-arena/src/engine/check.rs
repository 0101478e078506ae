//! Whether an engine keeps to the UCI protocol (Huber and Meyer-Kahlen, 2000), rule by rule.

use std::error::Error;
use std::slice::Iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess_movegen::{GameState, PositionExt};
use chess_uci::client::ClientError;
use chess_uci::{Answer, BestMove, Command, OptionKind, PositionCommand};

use super::line::legal_line;
use super::spec::EngineSpec;
use super::{Client, GLANCE};

/// A rule of the protocol, and whether an engine keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The name of the rule.
    pub rule: &'static str,
    /// Whether it is kept.
    pub verdict: Verdict,
    /// What the engine has done, or why the rule was skipped.
    pub seen: String,
}

/// The result of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The engine keeps it.
    Passed,
    /// The engine breaks it.
    Failed,
    /// The engine lacks what the rule is about.
    Skipped,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 3] = [Self::Passed, Self::Failed, Self::Skipped];

    /// The verdict in a word.
    pub const fn name(self) -> &'static str {
        ["passed", "failed", "skipped"][self as usize]
    }
}

/// A check of an engine: an iterator of its [findings](Finding), each when it is made.
///
/// The engine starts for the first rule, and again after each that it breaks.
pub struct Check {
    spec: EngineSpec,
    patience: Duration,
    margin: Duration,
    stop: Arc<AtomicBool>,
    rules: Iter<'static, Rule>,
    client: Option<Client>,
    /// What the engine does not even answer, so that nothing that needs it can be asked.
    lacks: Option<&'static str>,
    /// The first fault of each kind in what it has sent: malformed answers, by their name, and illegal lines and replies.
    faults: Arc<Mutex<Vec<(&'static str, String)>>>,
    /// The game that is searched.
    game: GameState,
    searches: u64,
    answers: u64,
    infos: u64,
    replies: u64,
    /// The ranks of the lines of the search.
    ranks: Vec<u32>,
}

type Rule = (&'static str, fn(&mut Check) -> Judged);

/// What was seen if the rule is kept, or why it is not.
type Judged<T = String> = Result<T, Unmet>;

struct Unmet(Verdict, String);

/// All rules, in an order in which each needs only those before it.
const RULES: [Rule; 23] = [
    ("uci", Check::introduces_itself),
    ("options", Check::has_sound_options),
    ("isready", |check| check.ready().inspect_err(|_| check.lacks = check.lacks.or(Some("readyok")))),
    ("setoption", Check::takes_its_defaults),
    ("unknown command", |check| {
        check.send(&Command::Unknown("xyzzy".to_owned())).and_then(|()| check.ready())
    }),
    ("go", |check| check.goes(DEPTH, None).inspect_err(|_| check.lacks = check.lacks.or(Some("bestmove")))),
    ("ucinewgame", |check| check.send(&Command::NewGame).and_then(|()| check.goes(DEPTH, None))),
    ("isready in search", Check::is_ready_while_it_searches),
    ("stop", |check| check.searches_until("go infinite", &Command::Stop)),
    ("ponderhit", Check::ponders),
    ("depth", |check| check.goes("go depth 5", None)),
    ("nodes", |check| check.goes("go nodes 1000", None)),
    ("movetime", |check| check.goes("go movetime 300", Some(TIME))),
    ("clock", |check| check.goes("go wtime 300 btime 300", Some(TIME))),
    ("movestogo", |check| check.goes("go wtime 300 btime 300 movestogo 1", Some(TIME))),
    ("multipv", Check::has_as_many_lines),
    ("bestmove", |check| Ok(format!("legal in {} positions", check.moves(&POSITIONS)?.len()))),
    ("chess960", Check::plays_chess960),
    ("no legal move", |check| Ok(check.moves(&ENDED)?.join(", "))),
    ("one bestmove", Check::answers_once),
    ("ponder", |check| check.sound(&["ponder"]).and_then(|()| count(check.replies, "replies"))),
    ("info", |check| check.sound(&["info", "pv"]).and_then(|()| count(check.infos, "reports"))),
    ("quit", Check::quits),
];

/// A search that ends at once.
const DEPTH: &str = "go depth 2";

/// The time of a search.
const TIME: Duration = Duration::from_millis(300);

/// The position that is searched where any will do, and others, each with what is special about it.
const START: &str = "position startpos";
const POSITIONS: [(&str, &str); 13] = [
    ("the start", START),
    ("castling", "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("mate by castling", "position fen 8/8/8/8/8/8/7R/k3K2R w K - 0 1"),
    ("after castling", "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"),
    ("promotion", "position fen 8/P7/8/8/8/8/k7/7K w - - 0 1"),
    ("after promotion", "position fen 1r5k/P7/8/8/8/8/8/7K w - - 0 1 moves a7b8n h8g7"),
    ("en passant", "position startpos moves e2e4 a7a6 e4e5 d7d5"),
    ("after en passant", "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6"),
    ("en passant out of check", "position fen 8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 1"),
    ("check", "position startpos moves e2e4 d7d6 f1b5"),
    ("double check", "position fen 4k3/8/4r3/8/8/5n2/8/4K3 w - - 0 1"),
    ("a pinned piece", "position fen 4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"),
    ("a single move", "position fen 7k/R7/8/6K1/8/8/8/8 b - - 0 1"),
];
const CHESS960: [(&str, &str); 4] = [
    ("the start", "position fen nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQNRB w GBgb - 0 1"),
    ("castling", "position fen nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBK2RB w GBgb - 0 1"),
    ("mate by castling", "position fen 8/8/8/8/8/8/7R/k2K3R w H - 0 1"),
    ("after castling", "position fen nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBK2RB w GBgb - 0 1 moves d1g1"),
];
const ENDED: [(&str, &str); 2] = [
    ("mate", "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
    ("stalemate", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
];

impl Check {
    /// A check of this engine, which has `patience` for each answer, and may exceed the time of a search by `margin`. `stop` ends the
    /// check.
    pub fn new(spec: &EngineSpec, patience: Duration, margin: Duration, stop: Arc<AtomicBool>) -> Self {
        let (client, lacks, faults, game, ranks) = Default::default();
        let ([searches, answers, infos, replies], rules, spec) = ([0; 4], RULES.iter(), spec.clone());
        Self {
            spec,
            patience,
            margin,
            stop,
            rules,
            client,
            lacks,
            faults,
            game,
            searches,
            answers,
            infos,
            replies,
            ranks,
        }
    }

    fn introduces_itself(&mut self) -> Judged {
        let begun = Instant::now();
        let started = self.client().map(|client| (client.id().to_owned(), client.options().len()));
        let (name, options) = started.inspect_err(|_| self.lacks = Some("uciok"))?;
        require(!name.is_empty(), || "no id name".to_owned())?;
        Ok(format!("{name}, {options} options, {}", seconds(begun.elapsed())))
    }

    fn has_sound_options(&mut self) -> Judged {
        let options = self.client()?.options().to_vec();
        self.sound(&["id", "option"])?;
        for (index, option) in options.iter().enumerate() {
            let is_new = options[..index].iter().all(|other| !other.name.eq_ignore_ascii_case(&option.name));
            require(is_new, || format!("two options {}", option.name))?;
            let values = option.default_value().and_then(|default| option.expected(&default));
            require(values.is_none(), || {
                format!("{option}: expected a default of {}", values.unwrap_or_default())
            })?;
        }
        Ok(format!("{} options", options.len()))
    }

    fn takes_its_defaults(&mut self) -> Judged {
        let options = self.client()?.options().to_vec();
        let defaults = options.iter().filter_map(|option| Some((&option.name, option.default_value()?)));
        let mut number = 0;
        for (name, default) in defaults.filter(|(_, default)| !default.is_empty()) {
            self.client()?.tell(name, &default)?;
            self.ready()
                .map_err(|Unmet(verdict, seen)| Unmet(verdict, format!("{name}={default}: {seen}")))?;
            number += 1;
        }
        count(number, "options set to their defaults")
    }

    fn is_ready_while_it_searches(&mut self) -> Judged {
        self.begin(START, "go infinite")?;
        let ready = self.ready()?;
        self.send(&Command::Stop)?;
        if self.answers < self.searches && self.best_move(self.patience)?.is_none() {
            // That is the next rule.
            self.client = None;
        }
        Ok(ready)
    }

    fn ponders(&mut self) -> Judged {
        self.option("Ponder")?;
        self.searches_until("go ponder wtime 300 btime 300", &Command::PonderHit)
    }

    fn has_as_many_lines(&mut self) -> Judged {
        let number = match self.option("MultiPV")? {
            OptionKind::Spin { max, .. } => max.clamp(1, 3),
            _ => 1,
        };
        self.client()?.tell("MultiPV", &number.to_string())?;
        self.search(START, "go depth 3", self.patience)?;
        self.ranks.sort_unstable();
        self.ranks.dedup();
        let are_all = self.ranks.iter().map(|&rank| i64::from(rank)).eq(1..=number);
        require(are_all, || format!("lines {:?} with MultiPV {number}", self.ranks))?;
        self.client()?.tell("MultiPV", "1")?;
        Ok(format!("{number} lines"))
    }

    fn plays_chess960(&mut self) -> Judged {
        self.option("UCI_Chess960")?;
        self.client()?.set_chess960(true)?;
        let moves = self.moves(&CHESS960)?;
        self.client()?.set_chess960(false)?;
        Ok(format!("legal in {} positions", moves.len()))
    }

    fn answers_once(&mut self) -> Judged {
        // Moves may still be on their way.
        self.ready()?;
        require(self.answers <= self.searches, || {
            format!("{} bestmove for {} go", self.answers, self.searches)
        })?;
        count(self.searches, "searches")
    }

    fn quits(&mut self) -> Judged {
        let (patience, begun) = (self.patience, Instant::now());
        let status = self.client()?.engine.end(patience).map_err(|_| absent("end", patience))?;
        Ok(format!("{status} after {}", seconds(begun.elapsed())))
    }

    /// The move in each position, in words. Each is legal, and there is none where the game is over.
    fn moves(&mut self, positions: &[(&str, &str)]) -> Judged<Vec<String>> {
        let mut moves = Vec::new();
        for (what, position) in positions {
            let best = self.search(position, "go depth 3", self.patience)?.best;
            let (position, is_chess960) =
                (self.game.position(), self.client.as_ref().is_some_and(|it| it.is_chess960));
            // Castling has one spelling.
            let is_legal = match best.map(|best| (best, legal_line(position, &[best]))) {
                Some((best, line)) => {
                    line.first().is_some_and(|mv| best == if is_chess960 { mv.uci960() } else { mv.uci() })
                }
                None => !position.has_legal_move(),
            };
            require(is_legal, || format!("{what}: {} in {position}", self.line()))?;
            moves.push(format!("{what}: {}", self.line()));
        }
        Ok(moves)
    }

    /// Searches until a command, before which there must be no move.
    fn searches_until(&mut self, go: &str, release: &Command) -> Judged {
        self.begin(START, go)?;
        let early = self.best_move(TIME)?;
        require(early.is_none(), || format!("{} before {release}", self.line()))?;
        self.send(release)?;
        let begun = Instant::now();
        self.best_move(self.patience)?.ok_or_else(|| absent("bestmove", self.patience))?;
        Ok(format!("bestmove {} after {release}", seconds(begun.elapsed())))
    }

    /// Searches within a time, if the search has one.
    fn goes(&mut self, go: &str, time: Option<Duration>) -> Judged {
        let begun = Instant::now();
        self.search(START, go, time.map_or(self.patience, |time| time + self.margin))?;
        Ok(format!("{} after {}", self.line(), seconds(begun.elapsed())))
    }

    fn search(&mut self, position: &str, go: &str, most: Duration) -> Judged<BestMove> {
        self.begin(position, go)?;
        self.best_move(most)?.ok_or_else(|| absent("bestmove", most))
    }

    fn begin(&mut self, position: &str, go: &str) -> Judged<()> {
        let (game, is_chess960) = (game(position), self.client()?.is_chess960);
        self.send(&Command::Position(PositionCommand::new(&game, is_chess960)))?;
        self.ready()?;
        (self.game, self.searches) = (game, self.searches + 1);
        self.ranks.clear();
        self.send(&Command::Go(go.parse().unwrap_or_default()))
    }

    /// Waits for the move of a search; `None` if it does not come in time.
    fn best_move(&mut self, time: Duration) -> Judged<Option<BestMove>> {
        self.wait(time, |answer| if let Answer::BestMove(answer) = answer { Some(answer) } else { None })
    }

    fn ready(&mut self) -> Judged {
        self.require_answers()?;
        let begun = Instant::now();
        self.send(&Command::IsReady)?;
        let ready = self.wait(self.patience, |answer| (answer == Answer::ReadyOk).then_some(()))?;
        ready.ok_or_else(|| absent("readyok", self.patience))?;
        Ok(format!("readyok after {}", seconds(begun.elapsed())))
    }

    /// Waits until `take` returns a value for an answer; `None` if it does not in time. A `bestmove` that cannot be read has no move.
    fn wait<T>(&mut self, time: Duration, take: impl Fn(Answer) -> Option<T>) -> Judged<Option<T>> {
        let begun = Instant::now();
        while let Some(rest) =
            time.checked_sub(begun.elapsed()).filter(|_| !self.stop.load(Ordering::Relaxed))
        {
            let client = self.client()?;
            let answer = match client.engine.receive(rest.min(GLANCE)) {
                Ok(answer) => answer,
                Err(ClientError::Answer { error, .. }) if error.command == "bestmove" => {
                    Answer::BestMove(BestMove::default())
                }
                Err(ClientError::TimeOut { .. } | ClientError::Answer { .. }) => continue,
                Err(error) => return Err(client.fault(&error).into()),
            };
            self.judge(&answer);
            if let Some(taken) = take(answer) {
                return Ok(Some(taken));
            }
        }
        Ok(None)
    }

    /// Judges the line of a report, and the reply that an answer expects.
    fn judge(&mut self, answer: &Answer) {
        let (kind, moves) = match answer {
            Answer::Info(info) => {
                self.infos += 1;
                if !info.pv.is_empty() {
                    self.ranks.push(info.multipv.unwrap_or(1));
                }
                ("pv", info.pv.clone())
            }
            Answer::BestMove(BestMove { best, ponder }) => {
                self.answers += 1;
                self.replies += u64::from(ponder.is_some());
                ("ponder", best.zip(*ponder).map_or(Vec::new(), |(best, reply)| vec![best, reply]))
            }
            _ => return,
        };
        let legal = legal_line(self.game.position(), &moves).len();
        // A move that is not legal itself is no reason to judge the reply to it.
        if legal < moves.len() && (kind, legal) != ("ponder", 0) {
            note(&self.faults, kind, format!("{} in {answer} after {}", moves[legal], self.game.position()));
        }
    }

    fn send(&mut self, command: &Command) -> Judged<()> {
        Ok(self.client()?.send(command)?)
    }

    /// The first two words of the line that came last.
    fn line(&self) -> String {
        let line = self.client.as_ref().map_or("", |client| client.engine.line());
        line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    }

    /// The engine, which is started if it does not run.
    fn client(&mut self) -> Judged<&mut Client> {
        let client = match self.client.take() {
            Some(client) => client,
            None if self.lacks == Some("uciok") => {
                return Err(Unmet(Verdict::Skipped, "no uciok".to_owned()));
            }
            None => self.start()?,
        };
        Ok(self.client.insert(client))
    }

    fn start(&mut self) -> Judged<Client> {
        // What the last one has not answered comes no more.
        self.searches = self.searches.min(self.answers);
        let faults = Arc::clone(&self.faults);
        let tap = move |is_sent: bool, line: &str| {
            if let Err(error) = if is_sent { Ok(Answer::UciOk) } else { line.parse() } {
                let kind = if error.field == "ponder" { "ponder" } else { error.command };
                note(&faults, kind, format!("{line:?}: {error}"));
            }
        };
        let mut client = Client::open(&self.spec, self.patience, &self.stop, Box::new(tap))?;
        client.set_up(&self.spec, false)?;
        Ok(client)
    }

    /// Requires that there were no faults of these kinds.
    fn sound(&self, kinds: &[&str]) -> Judged<()> {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let fault = faults.iter().find(|(kind, _)| kinds.contains(kind));
        fault.map_or(Ok(()), |(_, text)| Err(Unmet(Verdict::Failed, text.clone())))
    }

    fn option(&mut self, name: &str) -> Judged<OptionKind> {
        let option = self.client()?.engine.option(name).map(|option| option.kind.clone());
        option.ok_or_else(|| Unmet(Verdict::Skipped, format!("no option {name}")))
    }

    fn require_answers(&self) -> Judged<()> {
        self.lacks.map_or(Ok(()), |what| Err(Unmet(Verdict::Skipped, format!("no {what}"))))
    }
}

impl Iterator for Check {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        let &(rule, judge) = self.rules.next()?;
        let (verdict, seen) = match judge(self) {
            Ok(seen) => (Verdict::Passed, seen),
            Err(Unmet(verdict, seen)) => (verdict, seen),
        };
        if verdict == Verdict::Failed {
            self.client = None;
        }
        (!self.stop.load(Ordering::Relaxed)).then_some(Finding { rule, verdict, seen })
    }
}

impl<E: Error> From<E> for Unmet {
    fn from(error: E) -> Self {
        Self(Verdict::Failed, error.to_string())
    }
}

/// Notes a fault, if it is the first of its kind.
fn note(faults: &Mutex<Vec<(&'static str, String)>>, kind: &'static str, fault: String) {
    let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
    if faults.iter().all(|(known, _)| *known != kind) {
        faults.push((kind, fault));
    }
}

/// The game of a command of this file.
fn game(position: &str) -> GameState {
    match position.parse() {
        Ok(Command::Position(command)) => command.game().unwrap_or_default(),
        _ => GameState::default(),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

fn absent(what: &str, time: Duration) -> Unmet {
    Unmet(Verdict::Failed, format!("no {what} within {}", seconds(time)))
}

fn require(is_kept: bool, seen: impl FnOnce() -> String) -> Judged<()> {
    if is_kept { Ok(()) } else { Err(Unmet(Verdict::Failed, seen())) }
}

/// What a rule is about, if there was any.
fn count(number: u64, what: &str) -> Judged {
    if number > 0 {
        Ok(format!("{number} {what}"))
    } else {
        Err(Unmet(Verdict::Skipped, format!("no {what}")))
    }
}

#[cfg(test)]
mod tests {
    use chess_uci::Go;

    use super::*;

    #[test]
    fn each_position_is_what_its_name_says() {
        let all = [&POSITIONS[..], &CHESS960, &ENDED].concat();
        for (index, (what, position)) in all.into_iter().enumerate() {
            let game = game(position);
            let moves = game.position().legal_moves();
            let mates = |mv: chess_types::Move| {
                let after = game.position().after(mv);
                after.is_in_check() && !after.has_legal_move()
            };
            let is_so = match what {
                "the start" => moves.len() >= 18,
                "castling" => moves.iter().any(|mv| mv.is_castle()),
                "mate by castling" => {
                    let mating: Vec<_> = moves.iter().copied().filter(|&mv| mates(mv)).collect();
                    matches!(mating[..], [mv] if mv.is_castle())
                }
                "after castling" => game.moves().iter().any(|mv| mv.is_castle()),
                "promotion" => moves.iter().any(|mv| mv.is_promotion()),
                "after promotion" => game.moves().iter().any(|mv| mv.is_promotion()),
                "en passant" => moves.iter().any(|mv| mv.is_en_passant()),
                "after en passant" => game.moves().iter().any(|mv| mv.is_en_passant()),
                "en passant out of check" => {
                    game.position().is_in_check() && moves.iter().any(|mv| mv.is_en_passant())
                }
                "check" => game.position().is_in_check() && !moves.is_empty(),
                "double check" => game.position().checkers().count() == 2 && !moves.is_empty(),
                "a pinned piece" => {
                    !game.position().is_in_check() && moves.iter().all(|mv| mv.from().to_string() == "e1")
                }
                "a single move" => moves.len() == 1,
                "mate" => game.position().is_in_check() && moves.is_empty(),
                "stalemate" => !game.position().is_in_check() && moves.is_empty(),
                _ => false,
            };
            assert!(is_so, "{what}: {position} {moves:?}");
            let is_chess960 = (POSITIONS.len()..POSITIONS.len() + CHESS960.len()).contains(&index);
            assert_eq!(game.start().needs_chess960(), is_chess960, "{what}");
        }
        let searches = ["go infinite", "go ponder wtime 300 btime 300", DEPTH];
        assert!(searches.iter().all(|go| go.parse::<Go>().is_ok_and(|read| read.to_string() == *go)));
    }
}
