//! The commands of the feature `full`. Without it, `cmd/small.rs` takes the place of this folder.

mod analyse;
mod bench;
mod book;
mod check;
mod convert;
mod dump;
#[cfg(feature = "parquet")]
mod find;
pub mod fuzzing;
mod r#match;
mod packaging;
mod pgn;
mod play;
mod shared;
mod tables;
mod tree;
mod uci;

use clap::{Command, Subcommand};

use self::analyse::AnalyseArgs;
use self::bench::BenchArgs;
use self::book::BookArgs;
use self::check::CheckArgs;
use self::convert::ConvertArgs;
use self::dump::DumpArgs;
#[cfg(feature = "parquet")]
use self::find::FindArgs;
use self::r#match::MatchArgs;
use self::packaging::{CompletionsArgs, ManArgs};
use self::pgn::PgnArgs;
use self::play::PlayArgs;
use self::tables::TablesArgs;
use self::tree::TreeArgs;
use self::uci::UciArgs;
use crate::error::{CliError, Verdict};
use crate::io::output::Output;

/// Whether the program has all commands and decoders.
pub(crate) const IS_FULL: bool = true;

pub(crate) const ABOUT: &str = env!("CARGO_PKG_DESCRIPTION");

/// An example with games.
pub(crate) const EXAMPLE: &str = "  chess pgn games.pgn --json\n";
/// The commands that take a position as plain words.
pub(crate) const PLAIN: &str = "moves, show, play, analyse and book show";
/// What is missing.
pub(crate) const MISSING: &str = "";

#[derive(Subcommand)]
pub(crate) enum FullCommand {
    Pgn(Box<PgnArgs>),
    Convert(ConvertArgs),
    Dump(DumpArgs),
    #[cfg(feature = "parquet")]
    Find(Box<FindArgs>),
    Book(BookArgs),
    Tree(Box<TreeArgs>),
    Tables(TablesArgs),
    Play(Box<PlayArgs>),
    Match(Box<MatchArgs>),
    Check(CheckArgs),
    Analyse(Box<AnalyseArgs>),
    Uci(UciArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl FullCommand {
    /// Checks the rules that the parser cannot express. The error names the command and the rule.
    pub(crate) fn check(&self, program: fn() -> Command) -> Result<(), (&'static [&'static str], String)> {
        match self {
            Self::Convert(args) => args.check().map_err(|complaint| (&["convert"][..], complaint.into())),
            Self::Dump(args) => args.check().map_err(|complaint| (&["dump"][..], complaint)),
            Self::Match(args) => args.check().map_err(|complaint| (&["match"][..], complaint.into())),
            Self::Man(args) => args.page(&program()).map(drop).map_err(|complaint| (&["man"][..], complaint)),
            Self::Pgn(args) => args.check().map_err(|complaint| (&["pgn"][..], complaint)),
            Self::Tree(args) => args.check().map_err(|complaint| (&["tree"][..], complaint)),
            _ => Ok(()),
        }
    }

    /// Runs the command. `program` makes the parser of the whole command line.
    pub(crate) fn run(&self, program: fn() -> Command, mut output: Output) -> Result<Verdict, CliError> {
        match self {
            Self::Pgn(args) => pgn::run(args, &mut output),
            Self::Convert(args) => convert::run(args, &mut output),
            Self::Dump(args) => dump::run(args, &mut output),
            #[cfg(feature = "parquet")]
            Self::Find(args) => find::run(args, &mut output),
            Self::Book(args) => book::run(args, &mut output),
            Self::Tree(args) => tree::run(args, &mut output),
            Self::Tables(args) => tables::run(args, &mut output),
            Self::Play(args) => play::run(args, &mut output),
            Self::Match(args) => r#match::run(args, &mut output),
            Self::Check(args) => check::run(args, &mut output),
            Self::Analyse(args) => analyse::run(args, &mut output),
            Self::Uci(args) => uci::run(args, output),
            Self::Bench(args) => bench::run(args, &mut output),
            Self::Completions(args) => packaging::print_completions(args, program(), &mut output),
            Self::Man(args) => packaging::print_man(args, program(), &mut output),
        }
    }
}
