//! What a program without the feature `full` has in place of its commands: `cmd/full`.

use clap::{Command, Subcommand};

use crate::error::{CliError, Verdict};
use crate::io::output::Output;

/// The fuzz targets need all commands.
pub mod fuzzing {}

/// Whether the program has all commands and decoders.
pub(crate) const IS_FULL: bool = false;

pub(crate) const ABOUT: &str = "The small `chess` program: perft, positions and moves from the command line";

/// An example with games.
pub(crate) const EXAMPLE: &str = "";
/// The commands that take a position as plain words.
pub(crate) const PLAIN: &str = "moves and show";
/// What is missing.
pub(crate) const MISSING: &str = "

This is a small build without games, books and engines; any other command says how to build all.";

/// No command.
#[derive(Subcommand)]
pub(crate) enum FullCommand {}

impl FullCommand {
    pub(crate) fn check(&self, _: fn() -> Command) -> Result<(), (&'static [&'static str], String)> {
        match *self {}
    }

    pub(crate) fn run(&self, _: fn() -> Command, _: Output) -> Result<Verdict, CliError> {
        match *self {}
    }
}
