//! Rules of the workspace that no compiler knows.

mod files;
mod modules;
mod packages;
mod tree;

use std::process::ExitCode;

use self::tree::Tree;

/// Checks all rules; violations go to stdout, in the order of files and lines, the outcome to stderr.
pub(crate) fn run() -> ExitCode {
    let Ok(tree) = Tree::read().inspect_err(|error| eprintln!("error: {error}")) else {
        return ExitCode::FAILURE;
    };
    let violations = tree.broken(|tree, report| {
        files::check(tree, report);
        packages::check(tree, report);
        modules::check(tree, report);
    });
    for violation in &violations {
        println!("{violation}");
    }
    eprintln!("tidy: {} files, {} violations", tree.files.len(), violations.len());
    if violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
