use std::path::PathBuf;

use chess_data::book::{BookMaker, BookMoves};
use chess_notation::pgn::GameResult;
use chess_types::Color;
use clap::Args;

use crate::args::memory;
use crate::cmd::pgn::files::{Ending, PgnFiles};
use crate::cmd::pgn::game::{PgnFault, PgnGame};
use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::out_file::write_file;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Build a Polyglot book from the games of PGN files
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    files: PgnFiles,

    /// Book to write
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,

    /// Take the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 40)]
    max_ply: u32,

    /// Leave out moves whose weight is less than N
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_weight: u64,

    /// Memory for moves in MiB, from 1; what does not fit goes to temporary files
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..))]
    memory: u16,
}

const DETAILS: &str = "\
Examples:
  chess book build games.pgn --out book.bin
  zstdcat games.pgn.zst | chess book build - --out book.bin --max-ply 24 --min-weight 10

A game adds 2 to the weight of each move of its winner, or 1 to that of every move if it is drawn. Games without a result
and broken games are left out, unless --lenient takes their moves as far as they go; broken games are reported on stderr. Where the weights of a position do not fit in 16 bits, all
of them are scaled down.

Memory is bounded, whatever the number of games. Temporary files take 14 bytes for each different move, and stand in the folder
of the variable TMPDIR, or else in /tmp.

The exit code is 1 if a game is broken or a file cannot be read. The book is written all the same, unless no game could
be read. Ctrl-C leaves no book, and the book that was there before stays.";

pub(super) fn run(args: &BuildArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let reading = args.files.open();
    let mut maker = BookMaker::new(memory::bytes(args.memory.into()));
    let (mut games, mut broken) = (0u64, 0u64);
    let ending = reading.replay(
        |batch: &mut Batch, game| {
            batch.games += 1;
            batch.faults.extend(game.fault());
            if game.fault().is_none() || args.files.are_lenient() {
                add(game, args.max_ply, &mut batch.moves);
            }
        },
        |batch| batch.moves.merge(),
        |batch, place| {
            games += batch.games;
            broken += batch.faults.len() as u64;
            for fault in batch.faults {
                let fault = fault.placed(&place.origin);
                reading
                    .suspend(|| diagnostics::tell(format_args!("broken {}: {fault}", place.path.display())));
            }
            maker.add(batch.moves).map_err(CliError::Temporary)?;
            Ok(true)
        },
    )?;
    if ending == Ending::Interrupted {
        return Ok(Verdict::Interrupted);
    }
    if ending == Ending::Unreadable && games == 0 {
        // An empty book would take the place of the old one because of a wrong path.
        diagnostics::tell("nothing could be read, and no book is written");
        return Ok(Verdict::Failed);
    }
    let moves = write_file(&args.out, |out| {
        maker.write(args.min_weight, out).map_err(|error| CliError::File { path: args.out.clone(), error })
    })?;
    let verdict = ending.verdict(broken);
    let [games, broken, moves] = [games, broken, moves].map(|count| output.grouping().of(count));
    output.line(format_args!("games {games}, broken {broken}, moves {moves}"))?;
    Ok(verdict)
}

/// The games of a chunk.
#[derive(Default)]
struct Batch {
    games: u64,
    faults: Vec<PgnFault>,
    moves: BookMoves,
}

/// Adds the moves of the winner, or of both sides of a draw.
fn add(game: &PgnGame, max_ply: u32, moves: &mut BookMoves) {
    let (Some(mut position), (white, black)) = (game.start(), weights(game.result())) else { return };
    for &mv in game.moves().iter().take(max_ply as usize).take_while(|mv| !mv.is_null()) {
        let weight = match position.side_to_move() {
            Color::White => white,
            Color::Black => black,
        };
        if weight > 0 {
            moves.add(&position, mv, weight);
        }
        position.play(mv);
    }
}

/// The weights that a game adds to the moves of White and of Black.
fn weights(result: GameResult) -> (u32, u32) {
    match result {
        GameResult::WhiteWins => (2, 0),
        GameResult::BlackWins => (0, 2),
        GameResult::Draw => (1, 1),
        GameResult::Unknown => (0, 0),
    }
}
