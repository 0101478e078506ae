//! `chess-games`: writes games as PGN.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use chess_games::{Games, Kind};
use clap::{ArgGroup, Parser};

/// Writes games as PGN, the same ones for the same seed
///
/// Counts go to stderr, as a line of JSON.
#[derive(Parser)]
#[command(group = ArgGroup::new("amount").required(true))]
struct Args {
    /// Games until the file has this many bytes
    #[arg(long, group = "amount")]
    bytes: Option<u64>,
    /// This many games
    #[arg(long, group = "amount")]
    games: Option<u64>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kinds of games; all without this option
    #[arg(long = "kind", value_delimiter = ',')]
    kinds: Vec<Kind>,
    /// How many games in a thousand are damaged
    #[arg(long, default_value_t = 10)]
    damaged: usize,
    /// The file to write; stdout without it
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> io::Result<()> {
    let args = Args::parse();
    let mut source = Games::new(args.seed);
    source.damaged = args.damaged;
    if !args.kinds.is_empty() {
        source.kinds = args.kinds;
    }
    let out: Box<dyn Write> = match &args.out {
        Some(path) => Box::new(File::create(path)?),
        None => Box::new(io::stdout()),
    };
    let mut out = BufWriter::with_capacity(1 << 20, out);
    let (mut text, mut games, mut bytes, mut plies, mut damaged) = (Vec::new(), 0, 0, 0, 0);
    while args.games.map_or(args.bytes.is_some_and(|wanted| bytes < wanted), |wanted| games < wanted) {
        text.clear();
        let (moves, damage) = source.write(&mut text);
        out.write_all(&text)?;
        games += 1;
        bytes += text.len() as u64;
        plies += moves;
        damaged += usize::from(damage.is_some());
    }
    out.flush()?;
    let counts = format!("{{\"games\":{games},\"plies\":{plies},\"bytes\":{bytes},\"damaged\":{damaged}}}");
    writeln!(io::stderr(), "{counts}")
}
