//! `chess-games`: writes games as PGN, or positions of games.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chess_board::Position;
use chess_games::{Damage, Games, Kind};
use clap::{ArgGroup, Parser};

/// Writes games as PGN, or positions of games as FEN, the same ones for the same seed
///
/// Counts go to stderr, as a line of JSON.
#[derive(Parser)]
#[command(group = ArgGroup::new("amount").required(true))]
struct Args {
    /// Games until the file has this many bytes: a number with K, M or G for powers of 1000
    #[arg(long, value_parser = size, group = "amount")]
    bytes: Option<u64>,
    /// This many games
    #[arg(long, group = "amount")]
    games: Option<u64>,
    /// This many different positions of games, one FEN a line
    #[arg(long, group = "amount")]
    fens: Option<usize>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kinds of games: online, master, engine, annotated, chess960, position; all without this option
    #[arg(long = "kind", value_delimiter = ',', value_parser = kind)]
    kinds: Vec<Kind>,
    /// How many games in a thousand are damaged
    #[arg(long, default_value_t = 10)]
    damaged: usize,
    /// The file to write; stdout without it
    #[arg(long)]
    out: Option<PathBuf>,
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::by_name(name).ok_or_else(|| format!("no kind of games is called {name:?}"))
}

fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.as_bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 1_000),
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        Some(b'G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    let number: f64 = number.parse().map_err(|_| format!("{text:?} is no number of bytes"))?;
    Ok((number * f64::from(unit)) as u64)
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> io::Result<()> {
    let mut games = Games::new(args.seed).damaged(args.damaged);
    if !args.kinds.is_empty() {
        games = games.kinds(&args.kinds);
    }
    match &args.out {
        Some(path) => write(args, games, File::create(path)?),
        None => write(args, games, io::stdout().lock()),
    }
}

fn write(args: &Args, games: Games, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, out);
    match args.fens {
        Some(count) => write_positions(games, count, &mut out)?,
        None => write_games(args, games, &mut out)?,
    }
    out.flush()
}

/// Writes positions of games of chess, each once, with their counters. Every fourth on average is taken.
fn write_positions(games: Games, count: usize, out: &mut impl Write) -> io::Result<()> {
    let mut games = games.kinds(&[Kind::Online, Kind::Master, Kind::Engine, Kind::FromPosition]);
    let mut seen = HashSet::new();
    while seen.len() < count {
        for position in games.positions().into_iter().filter(|position| position.key() % 4 == 0) {
            let board = position.to_string();
            // Without the counters, as in EPD.
            let fields: Vec<_> = board.split(' ').take(4).collect();
            if seen.len() < count && seen.insert(fields.join(" ")) {
                writeln!(out, "{board}")?;
            }
        }
    }
    debug_assert!(seen.iter().all(|fen| Position::from_fen(fen).is_ok()));
    Ok(())
}

fn write_games(args: &Args, mut games: Games, out: &mut impl Write) -> io::Result<()> {
    let mut text = Vec::new();
    let (mut count, mut bytes, mut plies) = (0, 0, 0);
    let mut kinds: BTreeMap<&str, u64> = Kind::ALL.iter().map(|kind| (kind.name(), 0)).collect();
    let mut damages: BTreeMap<&str, u64> = Damage::ALL.iter().map(|damage| (damage.name(), 0)).collect();
    while args.games.map_or(args.bytes.is_some_and(|wanted| bytes < wanted), |wanted| count < wanted) {
        text.clear();
        let game = games.write(&mut text);
        out.write_all(&text)?;
        count += 1;
        bytes += game.bytes as u64;
        plies += game.plies as u64;
        *kinds.entry(game.kind.name()).or_default() += 1;
        if let Some(damage) = game.damage {
            *damages.entry(damage.name()).or_default() += 1;
        }
    }
    let damaged: u64 = damages.values().sum();
    let line = format!(
        "{{\"games\":{count},\"plies\":{plies},\"bytes\":{bytes},\"damaged\":{damaged},\"kinds\":{kinds:?},\"damages\":{damages:?}}}"
    );
    // The counts are only informative.
    let _ = writeln!(io::stderr(), "{line}");
    Ok(())
}
