use clap::Args;

use crate::args::fen::FenArgs;
use crate::error::CliError;
use crate::io::output::Output;
use crate::io::record::{MoveRecord, sorted_legal_moves};
use crate::verdict::Verdict;

/// List the legal moves of a position, one on each line
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Print SAN instead of UCI
    #[arg(long, conflicts_with = "uci960")]
    san: bool,

    /// Spell castling as the king taking its rook
    #[arg(long)]
    uci960: bool,

    /// Print a JSON object for each move, with all three spellings
    #[arg(long, conflicts_with_all = ["san", "uci960"])]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess moves
  chess moves startpos --san
  chess moves r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
  chess moves --san --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
  chess moves --uci960 'nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1' | wc -l

The moves are sorted by their UCI text, whichever spelling is printed. In Chess960, castling and a step of the king can have
the same UCI text; --uci960 tells them apart.";

pub(crate) fn run(args: &MovesArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let position = args.fen.position()?;
    for mv in sorted_legal_moves(&position) {
        let record = MoveRecord::new(&position, mv);
        if args.json {
            output.json(&record)?;
        } else if args.san {
            output.line(record.san)?;
        } else if args.uci960 {
            output.line(record.uci960)?;
        } else {
            output.line(record.uci)?;
        }
    }
    Ok(Verdict::Passed)
}
