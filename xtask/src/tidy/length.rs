use std::path::Path;

use super::generated;
use super::tree::Tree;
use super::violation::Violation;

const RULE: &str = "length";

/// The files that may be longer: they hold nothing but numbers that others have published.
const DATA: [&str; 1] = ["crates/chess-notation/src/polyglot/random64.rs"];

const MOST_LINES: usize = 450;

/// No source that people write is so long that it has room for a second noun.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (path, text) in &tree.files {
        let is_source = Path::new(path).extension().is_some_and(|extension| extension == "rs")
            && !DATA.contains(&path.as_str())
            && !generated::is_listed(path);
        let lines = text.lines().count();
        if is_source && lines > MOST_LINES {
            let message = format!("{lines} lines, and {MOST_LINES} are the most; look for the second noun");
            violations.push(Violation::new(RULE, path, MOST_LINES + 1, message));
        }
    }
    for path in DATA {
        if tree.text(path).is_none() {
            violations.push(Violation::new(RULE, path, 1, "listed in tidy as data, but missing"));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::violation::printed;

    #[test]
    fn one_line_too_many() {
        let data = (DATA[0], "2;\n".repeat(800));
        let most = "//\n".repeat(MOST_LINES);
        let too_many = "//\n".repeat(MOST_LINES + 1);
        let tree = Tree::of(&[(data.0, &data.1), ("a.rs", &most), ("b.rs", &too_many), ("b.md", &too_many)]);
        let expected = ["b.rs:451: [length] 451 lines, and 450 are the most; look for the second noun"];
        assert_eq!(printed(&check(&tree)), expected);
    }

    #[test]
    fn an_exception_that_is_gone() {
        let violations = printed(&check(&Tree::default()));
        assert_eq!(violations.len(), 1);
        assert!(violations[0].ends_with("random64.rs:1: [length] listed in tidy as data, but missing"));
    }
}
