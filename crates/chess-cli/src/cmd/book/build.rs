use std::path::PathBuf;

use chess_notation::pgn::GameResult;
use chess_notation::polyglot::{BookBuilder, Entry};
use chess_types::Color;
use clap::Args;

use crate::cmd::pgn::files::PgnFiles;
use crate::cmd::pgn::game::PgnGame;
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
}

const DETAILS: &str = "\
Examples:
  chess book build games.pgn --out book.bin
  zstdcat games.pgn.zst | chess book build - --out book.bin --max-ply 24 --min-weight 10

A game adds 2 to the weight of each move of its winner, or 1 to that of every move if it is drawn. Games without a result
and broken games are left out; broken games are reported on stderr. Where the weights of a position do not fit in 16 bits, all
of them are scaled down.

The exit code is 1 if a game is broken or a file cannot be read. The book is written all the same.";

pub(super) fn run(args: &BuildArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let bar = args.files.bar();
    let mut builder = BookBuilder::new();
    let (mut games, mut broken) = (0u64, 0u64);
    let are_readable = args.files.replay(&bar, |replayed| {
        games += 1;
        if let Some(fault) = replayed.game.fault() {
            broken += 1;
            bar.suspend(|| diagnostics::tell(format_args!("broken {}: {fault}", replayed.path.display())));
        } else {
            add(replayed.game, args.max_ply, &mut builder);
        }
        Ok(true)
    })?;
    builder.drop_below(args.min_weight);
    let bytes = write_file(&args.out, |out| {
        builder.write(&mut *out).map_err(|error| CliError::File { path: args.out.clone(), error })?;
        Ok(out.written())
    })?;
    let moves = bytes / Entry::SIZE as u64;
    let is_whole = are_readable && broken == 0;
    let [games, broken, moves] = [games, broken, moves].map(|count| output.grouping().of(count));
    output.line(format_args!("games {games}, broken {broken}, moves {moves}"))?;
    Ok(if is_whole { Verdict::Passed } else { Verdict::Failed })
}

/// Adds the moves of the winner, or of both sides of a draw.
fn add(game: &PgnGame, max_ply: u32, builder: &mut BookBuilder) {
    let (Some(mut position), (white, black)) = (game.start(), weights(game.result())) else { return };
    for &mv in game.moves().iter().take(max_ply as usize).take_while(|mv| !mv.is_null()) {
        let weight = match position.side_to_move() {
            Color::White => white,
            Color::Black => black,
        };
        if weight > 0 {
            builder.add(&position, mv, weight);
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
