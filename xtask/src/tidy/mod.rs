//! Rules of the workspace that no compiler knows.

mod crate_order;
mod files;
mod modules;
mod tree;
mod unsafe_blocks;

use std::process::ExitCode;

use self::tree::{Tree, Violation};

/// Checks all rules; violations go to stdout, the outcome to stderr.
pub(crate) fn run() -> ExitCode {
    let tree = match Tree::read() {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let violations = check(&tree);
    for violation in &violations {
        println!("{violation}");
    }
    eprintln!("tidy: {} files, {} violations", tree.files.len(), violations.len());
    if violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All violations of all rules, in the order of files and lines.
fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut report = |rule, path: &str, line, message| {
        violations.push(Violation { path: path.to_owned(), line, rule, message });
    };
    files::check(tree, &mut report);
    crate_order::check(tree, &mut report);
    modules::check(tree, &mut report);
    unsafe_blocks::check(tree, &mut report);
    violations.sort();
    violations
}
