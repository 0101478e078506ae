use std::collections::BTreeSet;

use crate::workspace::{Report, Tree, is_rust};

/// Sources that may be longer: they hold nothing but numbers that others have published.
const DATA: [&str; 1] = ["crates/chess-notation/src/polyglot/random64.rs"];

const MOST_LINES: usize = 800;

/// Folders of a certain machine.
const FOLDERS: [&str; 4] = ["home", "root", "tmp", "Users"];

/// Hosts of registries, which the builder chooses.
const HOSTS: [&str; 5] = ["crates.io", "pypi.org", "pythonhosted.org", "npmjs.org", "npmjs.com"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for (path, text) in &tree.files {
        let lines = text.lines().count();
        if is_rust(path) && lines > MOST_LINES && !DATA.contains(&&path[..]) {
            let message = format!("{lines} lines, and {MOST_LINES} are the most: split it");
            report.add(path, lines, "length", message);
        }
        // Lock files name cargo's own index, and inputs of fuzz targets are arbitrary.
        if !path.ends_with("Cargo.lock") && path != "fuzz/corpus.pack" {
            check_words(path, text, report);
        }
    }
    for (path, text) in
        tree.sources().filter(|(path, _)| path.starts_with("crates/") && path.contains("/src/"))
    {
        check_interface(path, text, report);
    }
    check_unsafe_blocks(tree, report);
}

/// Public items that documentation hides, and neither listings nor comparisons of versions see, are in one module of the crate, whose
/// first lines say who uses it, or macros, which have no module. No crate allows dead code as a whole.
fn check_interface(path: &str, text: &str, report: &mut Report) {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    for (pair, number) in lines.windows(2).zip(1..) {
        if pair[0].contains("doc(hidden)") && !["pub mod internals;", "#[macro_export]"].contains(&pair[1]) {
            report.add(path, number, "hidden", "document it, make it private, or move it to `internals`");
        }
    }
    for (start, _) in text.match_indices("#![") {
        if text[start..].split(")]\n").next().is_some_and(|attribute| attribute.contains("dead_code")) {
            let line = text[..start].lines().count() + 1;
            report.add(path, line, "hidden", "allow dead code by item, not for the crate");
        }
    }
}

/// No tracked text names a folder of a certain machine, or an address at the host of a registry or a part of it.
fn check_words(path: &str, text: &str, report: &mut Report) {
    for (line, number) in text.lines().zip(1..) {
        // `target/tmp/x` is below no folder of the machine.
        let goes_on = |c: char| c.is_alphanumeric() || "._-/})*>".contains(c);
        for folder in FOLDERS.map(|folder| format!("/{folder}/")) {
            if line.match_indices(&folder).any(|(start, _)| !line[..start].ends_with(goes_on)) {
                let message = format!("it names {folder}, which other machines do not have");
                report.add(path, number, "words", message);
            }
        }
        let is_address = |c: char| c.is_alphanumeric() || "-.:/+".contains(c);
        for host in HOSTS {
            let mut before = line.match_indices(host).map(|(start, _)| &line[..start]);
            if before
                .any(|it| it.ends_with('.') || it[it.trim_end_matches(is_address).len()..].contains("//"))
            {
                report.add(path, number, "words", format!("it names {host}, the host of a registry"));
            }
        }
    }
}

/// Each `unsafe` block of a library or program has a comment directly above, attributes aside, that begins with SAFETY, names a
/// test of the workspace in backticks, and states the block's gain. Lines are read, because macros have such blocks too.
fn check_unsafe_blocks(tree: &Tree, report: &mut Report) {
    let after = tree.sources().flat_map(|(_, text)| text.split("#[test]").skip(1));
    let names = after.filter_map(|rest| rest.split_once("fn ")?.1.split(['(', '<']).next());
    let tests: BTreeSet<&str> = names.collect();
    // The beginning of a block; functions and impls that are unsafe as a whole are not covered.
    let has_block = |line: &str| {
        let mut after = line.split("unsafe").skip(1).map(str::trim_start);
        !line.starts_with("//") && after.any(|rest| rest.is_empty() || rest.starts_with('{'))
    };
    // The names in backticks up to the end of the sentence are tests, all of them and at least one.
    let names_a_test = |text: &str| {
        let sentence = text.split(". ").next().unwrap_or_default();
        let mut names = sentence.split('`').skip(1).step_by(2).peekable();
        names.peek().is_some() && names.all(|name| tests.contains(name))
    };
    let is_ours = |path: &str| path.starts_with("crates/") && path.contains("/src/");
    for (path, text) in tree.sources().filter(|(path, _)| is_ours(path)) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (index, _) in lines.iter().enumerate().filter(|(_, line)| has_block(line)) {
            let comment = comment_above(&lines[..index]);
            let message = if !comment.starts_with("SAFETY: ") {
                "the unsafe block has no SAFETY comment directly above"
            } else if !comment.split("Test").skip(1).any(names_a_test) {
                "the SAFETY comment names no test of the workspace: Test: `name`"
            } else if !comment.contains("Gain: ") {
                "the SAFETY comment does not say what the block gains: Gain: ..."
            } else {
                continue;
            };
            report.add(path, index + 1, "unsafe-blocks", message);
        }
    }
}

/// Returns the comment that ends just above, as one line. Attributes may be between.
fn comment_above(lines: &[&str]) -> String {
    let above = lines.iter().rev().skip_while(|line| line.starts_with("#["));
    let mut comment: Vec<_> = above.map_while(|line| line.strip_prefix("// ")).collect();
    comment.reverse();
    let start = comment.iter().rposition(|line| line.starts_with("SAFETY: ")).unwrap_or(0);
    comment[start..].join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each file breaks one rule.
    #[test]
    fn what_is_broken_is_found() {
        let long = "//\n".repeat(MOST_LINES + 1);
        let [folder, host] = [format!("see \"/{}/x\"", FOLDERS[2]), format!("https://index.{}", HOSTS[0])];
        let files = [
            ("fine.rs", "//! Read from target/tmp/x.\n"),
            ("crates/a/src/b.rs", "#[doc(hidden)]\npub mod b;\n"),
            (
                "crates/a/src/lib.rs",
                "#![forbid(unsafe_code)]\n#![cfg_attr(\n    any(),\n    allow(dead_code)\n)]\n",
            ),
            ("crates/a/src/main.rs", "#[doc(hidden)]\npub mod internals;\n#[allow(dead_code)]\nfn f() {}\n"),
            ("folder.md", &folder),
            ("host.md", &host),
            ("long.rs", &long),
        ];
        let broken = Tree::of(&files, "").broken(check);
        let places: Vec<_> = broken.iter().map(|line| line.split_inclusive(']').next().unwrap()).collect();
        let expected = [
            "crates/a/src/b.rs:1: [hidden]",
            "crates/a/src/lib.rs:2: [hidden]",
            "folder.md:1: [words]",
            "host.md:1: [words]",
            "long.rs:801: [length]",
        ];
        assert_eq!(places, expected);
    }

    #[test]
    fn each_block_has_reason_test_and_gain() {
        let no_comment = Some("the unsafe block has no SAFETY comment directly above");
        let no_test = Some("the SAFETY comment names no test of the workspace: Test: `name`");
        let no_gain = Some("the SAFETY comment does not say what the block gains: Gain: ...");
        for (comment, broken) in [
            ("// SAFETY: it is. Test:\n// `it_is_right`.\n// Gain: `that` of another.", None),
            ("// It is safe. Test: `it_is_right`. Gain: 3 %.", no_comment),
            ("// SAFETY: it is. Gain: 3 %.", no_test),
            ("// SAFETY: it is. Tests: `it_is_right`, `it_is_gone`. Gain: 3 %.", no_test),
            ("// SAFETY: `it_is_right`. Test: as above. Gain: 3 %.", no_test),
            ("// SAFETY: it is. Test: `it_is_right`.", no_gain),
        ] {
            for block in ["unsafe { f() }", "let x = unsafe {", "call(unsafe{ f() });"] {
                let source = format!("pub unsafe fn f() {{}}\n{comment}\n#[inline]\n{block}");
                let test = ("crates/a/tests/it/main.rs", "#[test]\nfn it_is_right() {\n");
                let tree = Tree::of(&[test, ("crates/a/src/lib.rs", &source)], "");
                let line = source.lines().count();
                let expected =
                    broken.map(|broken| format!("crates/a/src/lib.rs:{line}: [unsafe-blocks] {broken}"));
                assert_eq!(tree.broken(check_unsafe_blocks), Vec::from_iter(expected), "{comment}");
            }
        }
    }
}
