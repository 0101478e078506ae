use std::collections::BTreeSet;

use super::tree::{Report, Tree};

const RULE: &str = "unsafe-blocks";

/// Checks that each `unsafe` block of a library or program has a comment directly above, attributes aside, that begins
/// with SAFETY, names a test of the workspace in backticks, and says what the block gains.
///
/// It reads lines, and not the syntax tree, because macros have such blocks too.
pub(super) fn check(tree: &Tree, report: &mut Report<'_>) {
    let tests = tests(tree);
    for (path, text) in
        tree.sources().filter(|(path, _)| path.starts_with("crates/") && path.contains("/src/"))
    {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (index, line) in lines.iter().enumerate() {
            if !has_block(line) {
                continue;
            }
            let comment = comment_above(&lines[..index]);
            let message = if !comment.starts_with("SAFETY: ") {
                "the unsafe block has no SAFETY comment directly above".to_owned()
            } else if !comment.split("Test").skip(1).any(|text| names_a_test(text, &tests)) {
                "the SAFETY comment names no test of the workspace: Test: `name`".to_owned()
            } else if !comment.contains("Gain: ") {
                "the SAFETY comment does not say what the block gains: Gain: ...".to_owned()
            } else {
                continue;
            };
            report(RULE, path, index + 1, message);
        }
    }
}

/// Tests for the beginning of an unsafe block; functions and impls that are unsafe as a whole are another matter.
fn has_block(line: &str) -> bool {
    !line.starts_with("//")
        && line.match_indices("unsafe").any(|(start, word)| {
            let ends_word = !line[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
            ends_word && line[start + word.len()..].trim_start().starts_with('{')
        })
        || line == "unsafe"
}

/// Returns the comment that ends just above, as one line. Attributes may stand between.
fn comment_above(lines: &[&str]) -> String {
    let above = lines.iter().rev().skip_while(|line| line.starts_with("#["));
    let mut comment: Vec<_> = above.map_while(|line| line.strip_prefix("// ")).collect();
    comment.reverse();
    let start = comment.iter().rposition(|line| line.starts_with("SAFETY: ")).unwrap_or(0);
    comment[start..].join(" ")
}

/// Tests whether the names in backticks up to the end of the sentence are tests, all of them and at least one.
fn names_a_test(text: &str, tests: &BTreeSet<&str>) -> bool {
    let sentence = text.split(". ").next().unwrap_or_default();
    let mut names = sentence.split('`').skip(1).step_by(2).peekable();
    names.peek().is_some() && names.all(|name| tests.contains(name))
}

/// The names of all functions with the attribute `#[test]`.
fn tests(tree: &Tree) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for (_, text) in tree.sources() {
        for (start, attribute) in text.match_indices("#[test]") {
            let rest = &text[start + attribute.len()..];
            let name = rest.split_once("fn ").and_then(|(_, after)| after.split(['(', '<']).next());
            names.extend(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_has_a_reason_a_test_that_exists_and_a_gain() {
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
                assert_eq!(tree.broken(check), Vec::from_iter(expected), "{comment}");
            }
        }
    }
}
