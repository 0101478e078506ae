mod circles;
mod crate_order;
mod figures;
mod generated;
mod imports;
mod length;
mod licences;
mod modules;
mod tree;
mod unsafe_blocks;
mod violation;
mod words;

use std::process::ExitCode;

use self::modules::Modules;
use self::tree::Tree;
use self::violation::Violation;

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
    for rule in [
        licences::check,
        generated::check,
        crate_order::check,
        length::check,
        unsafe_blocks::check,
        words::check,
    ] {
        violations.extend(rule(tree));
    }
    for target in tree.packages.iter().flat_map(|package| &package.targets) {
        let (modules, unreadable) = Modules::read(tree, &target.src_path);
        violations.extend(unreadable);
        violations.extend(circles::check(&modules));
        violations.extend(imports::check(&modules));
    }
    violations.sort();
    // Modules that several targets share are looked at in each of them.
    violations.dedup();
    violations
}
