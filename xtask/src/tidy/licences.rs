use super::tree::Tree;
use super::violation::Violation;

const RULE: &str = "licences";
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Every published package has both licences, which are those of the root.
///
/// They are copies, since a link leads nowhere in a package and is a file with a path in it on Windows.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for licence in LICENCES {
        let Some(text) = tree.text(licence) else {
            violations.push(Violation::new(RULE, licence, 1, "the file is missing"));
            continue;
        };
        for package in tree.packages.iter().filter(|package| package.is_published()) {
            let path = format!("{}/{licence}", package.folder());
            let complaint = match tree.text(&path) {
                Some(copy) if copy == text => continue,
                Some(_) => format!("differs from {licence} of the root; copy that"),
                None => format!("the published package {} needs a copy of {licence}", package.name),
            };
            violations.push(Violation::new(RULE, path, 1, complaint));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::violation::printed;

    const PACKAGES: &str = r#"
        {"name": "a", "manifest_path": "/w/crates/a/Cargo.toml", "dependencies": [], "targets": []},
        {"name": "b", "manifest_path": "/w/ci/b/Cargo.toml", "dependencies": [], "targets": [], "publish": []}"#;

    #[test]
    fn copies_are_asked_of_what_is_published() {
        let tree = Tree::of(&[
            ("LICENSE-APACHE", "text"),
            ("LICENSE-MIT", "short text"),
            ("crates/a/LICENSE-APACHE", "text"),
            ("crates/a/LICENSE-MIT", "short text"),
        ]);
        assert!(check(&tree.with_packages(PACKAGES)).is_empty());
    }

    #[test]
    fn a_missing_and_a_changed_licence() {
        let tree = Tree::of(&[
            ("LICENSE-APACHE", "text"),
            ("LICENSE-MIT", "short text"),
            ("crates/a/LICENSE-APACHE", "other text"),
        ]);
        let violations = printed(&check(&tree.with_packages(PACKAGES)));
        let expected = [
            "crates/a/LICENSE-APACHE:1: [licences] differs from LICENSE-APACHE of the root; copy that",
            "crates/a/LICENSE-MIT:1: [licences] the published package a needs a copy of LICENSE-MIT",
        ];
        assert_eq!(violations, expected);
    }
}
