//! Rules of the workspace that the compiler does not check.

mod docs;
mod evidence;
mod files;
mod modules;
mod packages;

use crate::workspace::Tree;

/// Checks all rules; violations go to stdout, in the order of files and lines.
pub(crate) fn run() -> Result<String, String> {
    let tree = Tree::read()?;
    let violations = tree.broken(|tree, report| {
        docs::check(tree, report);
        evidence::check(tree, report);
        files::check(tree, report);
        packages::check(tree, report);
        modules::check(tree, report);
    });
    for violation in &violations {
        println!("{violation}");
    }
    let summary = format!("{} files, {} violations", tree.files.len(), violations.len());
    if violations.is_empty() { Ok(summary) } else { Err(summary) }
}
