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

/// Build a Polyglot book of the games of PGN files
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    files: PgnFiles,

    /// The book to write
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,

    /// Take the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 40)]
    max_ply: u32,

    /// Leave out moves of less weight than this in all
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_weight: u64,
}

const DETAILS: &str = "\
Examples:
  chess book build games.pgn --out book.bin
  zstdcat games.pgn.zst | chess book build - --out book.bin --max-ply 24 --min-weight 10

For the side that moves, each game won adds 2 to a move's weight, and each game drawn 1. Games without a result are
left out, and so are broken ones, which are told. Weights that do not fit in 16 bits are scaled down by position.

The exit code is 1 if a game is broken or a file cannot be read; the book is written all the same.";

pub(super) fn run(args: &BuildArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let bar = args.files.bar();
    let mut builder = BookBuilder::new();
    let (mut games, mut broken) = (0, 0);
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
    output.line(format_args!("games {games}, broken {broken}, moves {moves}"))?;
    Ok(if are_readable && broken == 0 { Verdict::Passed } else { Verdict::Failed })
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

/// What a game is worth to White and to Black.
fn weights(result: GameResult) -> (u32, u32) {
    match result {
        GameResult::WhiteWins => (2, 0),
        GameResult::BlackWins => (0, 2),
        GameResult::Draw => (1, 1),
        GameResult::Unknown => (0, 0),
    }
}
