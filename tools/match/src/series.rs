use std::fs::File;
use std::io::{self, IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use chess_match::game::{Played, Rules, play};
use chess_match::opening::Openings;
use chess_match::player::{Fault, Player};
use chess_match::record::pgn;
use chess_match::statistics::{Pairs, Sprt};
use chess_notation::pgn::GameResult;
use chess_types::Color;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Args;

/// Both games of an opening; the first engine has White in the first of them.
struct Pair {
    number: u64,
    games: [Played; 2],
}

/// All that is counted, from the view of the first engine.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    pairs: Pairs,
    /// Losses on time, by illegal moves and by crashes, of each engine.
    faults: [[u32; 3]; 2],
}

/// Plays the series and prints what came out. `false` means that an engine is broken.
pub(crate) fn run(args: &Args) -> io::Result<bool> {
    let sprt = args.sprt.as_ref().map(|bounds| Sprt { elo0: bounds[0], elo1: bounds[1] });
    let mut file = args.pgn.as_ref().map(File::create).transpose()?;
    let rules = Rules {
        limit: args.limit(),
        margin: Duration::from_millis(args.margin),
        draw: args.draw,
        resign: args.resign,
        max_moves: args.max_moves,
    };
    let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut tally = Tally::default();
    let begun = Instant::now();
    thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            let (sender, next, is_over, rules) = (sender.clone(), &next, &is_over, &rules);
            scope.spawn(move || play_pairs(args, rules, next, is_over, &sender));
        }
        drop(sender);
        let mut progress = Progress::new(args.pairs);
        for pair in receiver {
            tally.add(&pair);
            if let Some(file) = &mut file
                && let Err(error) = write_games(file, &pair, args)
            {
                is_over.store(true, Ordering::Relaxed);
                return Err(error);
            }
            if sprt.is_some_and(|sprt| sprt.decision(&tally.pairs).is_some()) {
                is_over.store(true, Ordering::Relaxed);
            }
            progress.show(&tally, sprt);
        }
        progress.bar.finish_and_clear();
        Ok(())
    })?;
    tally.print(args, sprt, begun.elapsed());
    Ok(tally.faults.iter().all(|faults| faults[1..] == [0, 0]))
}

/// Plays one pair after the other, until there are no more.
fn play_pairs(
    args: &Args,
    rules: &Rules,
    next: &AtomicU64,
    is_over: &AtomicBool,
    sender: &mpsc::Sender<Pair>,
) {
    let [mut first, mut second] = args.setups().map(Player::new);
    let Ok(mut openings) = Openings::new(args.variant(), args.plies, args.seed) else { return };
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= args.pairs || is_over.load(Ordering::Relaxed) {
            return;
        }
        let opening = openings.opening(number);
        let games = [
            play([&mut first, &mut second], opening.clone(), rules),
            play([&mut second, &mut first], opening, rules),
        ];
        if sender.send(Pair { number, games }).is_err() {
            return;
        }
    }
}

fn write_games(file: &mut File, pair: &Pair, args: &Args) -> io::Result<()> {
    let (first, second) = (args.first_name.as_str(), args.second_name.as_str());
    for (game, (names, played)) in [[first, second], [second, first]].into_iter().zip(&pair.games).enumerate()
    {
        let round = format!("{}.{}", pair.number + 1, game + 1);
        let text = pgn(played, names, &round, &args.time_control()).map_err(io::Error::other)?;
        writeln!(file, "{text}")?;
    }
    Ok(())
}

impl Tally {
    fn add(&mut self, pair: &Pair) {
        let mut halves = 0;
        for (played, color) in pair.games.iter().zip(Color::ALL) {
            let (count, points) = match (played.result, color) {
                (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                    (&mut self.won, 2)
                }
                (GameResult::Draw | GameResult::Unknown, _) => (&mut self.drawn, 1),
                _ => (&mut self.lost, 0),
            };
            *count += 1;
            halves += points;
            if let Some((loser, fault)) = &played.fault {
                let kind = match fault {
                    Fault::Time => 0,
                    Fault::Illegal(_) => 1,
                    Fault::Crash(_) => 2,
                };
                self.faults[usize::from(*loser != color)][kind] += 1;
                eprintln!(
                    "pair {}: {} loses: {fault}",
                    pair.number + 1,
                    if *loser == color { "first" } else { "second" }
                );
            }
        }
        self.pairs.add(halves);
    }

    /// The state in a few words.
    fn summary(&self, sprt: Option<Sprt>) -> String {
        let elo = self
            .pairs
            .elo()
            .map_or(String::new(), |[low, elo, high]| format!(" Elo {elo:+.1} [{low:+.1}, {high:+.1}]"));
        let llr = sprt.map_or(String::new(), |sprt| format!(" LLR {:.2}", sprt.llr(&self.pairs)));
        format!("+{} ={} -{}{elo}{llr}", self.won, self.drawn, self.lost)
    }

    fn print(&self, args: &Args, sprt: Option<Sprt>, time: Duration) {
        let games = self.won + self.drawn + self.lost;
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        let percent = 100.0 * points / f64::from(games.max(1));
        println!("{} against {}, {:.0} s", args.first_name, args.second_name, time.as_secs_f64());
        println!(
            "games {games}: +{} ={} -{}, {points} points ({percent:.1} %)",
            self.won, self.drawn, self.lost
        );
        println!("pairs {} (0, 1/2, 1, 3/2, 2 points): {}", self.pairs.count(), self.pairs);
        for (name, [time, illegal, crash]) in
            [&args.first_name, &args.second_name].into_iter().zip(self.faults)
        {
            println!("faults of {name}: {time} on time, {illegal} illegal, {crash} crashed");
        }
        if let Some([low, elo, high]) = self.pairs.elo() {
            println!("Elo {elo:+.1}, 95 % between {low:+.1} and {high:+.1}");
        }
        if let Some(sprt) = sprt {
            let (llr, bound) = (sprt.llr(&self.pairs), Sprt::BOUND);
            let decision =
                sprt.decision(&self.pairs).map_or("not decided".to_owned(), |decision| decision.to_string());
            println!(
                "SPRT [{}, {}]: LLR {llr:.2} (-{bound:.2}, {bound:.2}), {decision}",
                sprt.elo0, sprt.elo1
            );
        }
    }
}

/// The bar on a terminal, or a line now and then elsewhere.
struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    said: Instant,
}

/// The time between two lines where there is no terminal.
const SILENCE: Duration = Duration::from_secs(30);

impl Progress {
    fn new(pairs: u64) -> Self {
        let is_terminal = stderr().is_terminal();
        let bar = if is_terminal { ProgressBar::new(pairs) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} pairs {msg} {elapsed}") {
            bar.set_style(style);
        }
        Self { bar, is_terminal, said: Instant::now() }
    }

    fn show(&mut self, tally: &Tally, sprt: Option<Sprt>) {
        self.bar.inc(1);
        if self.is_terminal {
            self.bar.set_message(tally.summary(sprt));
        } else if self.said.elapsed() >= SILENCE {
            self.said = Instant::now();
            eprintln!("{} pairs: {}", tally.pairs.count(), tally.summary(sprt));
        }
    }
}
