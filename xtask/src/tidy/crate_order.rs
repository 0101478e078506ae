use std::collections::BTreeSet;

use super::tree::Tree;
use super::violation::Violation;

const RULE: &str = "crate-order";

/// The page that documents the order: the column "stands on" of its table of crates.
const PAGE: &str = "ARCHITECTURE.md";

/// The crates that each crate stands directly on. It may depend on these and on all crates below them.
const ORDER: [(&str, &[&str]); 15] = [
    ("chess-types", &[]),
    ("chess-slider", &["chess-types"]),
    ("chess-magic", &["chess-slider"]),
    ("chess-board", &["chess-magic"]),
    ("chess-movegen", &["chess-board"]),
    ("chess-movegen-perft", &["chess-movegen"]),
    ("chess-notation", &["chess-movegen"]),
    ("chess-search", &["chess-movegen"]),
    ("chess-uci", &["chess-notation"]),
    ("chess-svg", &["chess-board"]),
    ("chess-data", &["chess-notation"]),
    ("chess-syzygy", &["chess-movegen"]),
    (
        "chess-cli",
        &["chess-movegen-perft", "chess-data", "chess-uci", "chess-search", "chess-svg", "chess-syzygy"],
    ),
    // Tests may use it whatever they are tests of, and nothing that is published may.
    ("chess-testkit", &["chess-movegen"]),
    // One bad magic factor must not stop the tool that repairs it from building.
    ("xtask", &["chess-slider"]),
];

/// Dependencies between the workspace's packages go down only, as `ARCHITECTURE.md` says.
///
/// Tests may use what they like. What is not listed, such as benches, may use all that is, and nothing stands on it.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = against_page(tree.text(PAGE).unwrap_or_default());
    let names: BTreeSet<_> = tree.packages.iter().map(|package| package.name.as_str()).collect();
    for package in &tree.packages {
        let path = &package.manifest_path;
        let manifest = tree.text(path).unwrap_or_default();
        let name = package.name.as_str();
        let place = floor(name);
        if place.is_none() && package.is_published() {
            let message =
                format!("{name} is published and has no place in the order; give it one in tidy and {PAGE}");
            violations.push(Violation::new(RULE, path, 1, message));
            continue;
        }
        for dependency in &package.dependencies {
            let other = dependency.name.as_str();
            let is_of_tests = dependency.kind.as_deref() == Some("dev");
            if !names.contains(other) || is_of_tests {
                continue;
            }
            let is_below = match place {
                Some(_) => below(name).contains(other),
                None => floor(other).is_some(),
            };
            if !is_below {
                let line = manifest.lines().position(|line| line.starts_with(other)).unwrap_or(0) + 1;
                let message = format!("{name} may not depend on {other}, which does not stand below it");
                violations.push(Violation::new(RULE, path, line, message));
            }
        }
    }
    violations
}

/// Compares the table of crates with [`ORDER`].
fn against_page(page: &str) -> Vec<Violation> {
    let mut rows =
        page.lines().enumerate().skip_while(|(_, line)| !line.starts_with("| crate | stands on |"));
    let Some((start, _)) = rows.next() else {
        return vec![Violation::new(RULE, PAGE, 1, "there is no table \"| crate | stands on |\"")];
    };
    let mut violations = Vec::new();
    let mut told = BTreeSet::new();
    for (index, row) in rows.take_while(|(_, line)| line.starts_with('|')) {
        let mut cells = row.split('|').map(names_in);
        let crates = cells.nth(1).unwrap_or_default();
        let stands_on = cells.next().unwrap_or_default();
        let [name] = crates[..] else { continue };
        match floor(name) {
            Some(expected) if stands_on == expected => drop(told.insert(name)),
            Some(expected) => {
                told.insert(name);
                let message = format!("{name} stands on {stands_on:?} here, and on {expected:?} in tidy");
                violations.push(Violation::new(RULE, PAGE, index + 1, message));
            }
            None if stands_on.is_empty() => {}
            None => {
                let message = format!("{name} stands on {stands_on:?} here, and has no place in tidy");
                violations.push(Violation::new(RULE, PAGE, index + 1, message));
            }
        }
    }
    for (name, _) in ORDER {
        if !told.contains(name) {
            let message = format!("{name} has a place in tidy, and no row in this table");
            violations.push(Violation::new(RULE, PAGE, start + 1, message));
        }
    }
    violations
}

/// The words between backquotes.
fn names_in(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The crates that a crate stands directly on; `None` if it has no place in the table.
fn floor(name: &str) -> Option<&'static [&'static str]> {
    ORDER.iter().find(|(listed, _)| *listed == name).map(|(_, floor)| *floor)
}

fn below(name: &str) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<_> = floor(name).unwrap_or_default().to_vec();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(floor(next).unwrap_or_default());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::tidy::violation::printed;

    /// A page that tells the order as it is.
    fn page() -> String {
        let mut page = String::from("| crate | stands on |\n|---|---|\n");
        for (name, floor) in ORDER {
            let floor: Vec<_> = floor.iter().map(|name| format!("`{name}`")).collect();
            let _ = writeln!(page, "| `{name}` | {} |", floor.join(", "));
        }
        page
    }

    fn package(name: &str, dependency: &str, kind: &str, more: &str) -> String {
        format!(
            r#"{{"name": "{name}", "manifest_path": "/w/{name}/Cargo.toml", "targets": [] {more},
                "dependencies": [{{"name": "{dependency}", "kind": {kind}}}]}}"#
        )
    }

    fn violations(packages: &[String]) -> Vec<String> {
        let manifest = "[package]\n\n[dependencies]\nchess-board.workspace = true\n";
        let tree = Tree::of(&[(PAGE, &page()), ("chess-types/Cargo.toml", manifest)]);
        printed(&check(&tree.with_packages(&packages.join(","))))
    }

    #[test]
    fn down_is_allowed_and_up_in_tests_only() {
        let fine = [
            package("chess-types", "chess-testkit", r#""dev""#, ""),
            package("chess-board", "chess-types", "null", ""),
            package("chess-magic", "chess-slider", r#""build""#, ""),
            package("chess-testkit", "chess-board", "null", r#", "publish": []"#),
            package("chess-slider", "arrayvec", "null", ""),
        ];
        assert_eq!(violations(&fine), [""; 0]);
    }

    #[test]
    fn a_dependency_that_goes_up() {
        let up = [package("chess-types", "chess-board", "null", ""), package("chess-board", "", "null", "")];
        let complaint =
            "[crate-order] chess-types may not depend on chess-board, which does not stand below it";
        assert_eq!(violations(&up), [format!("chess-types/Cargo.toml:4: {complaint}")]);
    }

    #[test]
    fn xtask_does_not_stand_on_tables_even_to_build() {
        let packages = [
            package("xtask", "chess-magic", r#""build""#, r#", "publish": []"#),
            package("chess-magic", "", "null", ""),
        ];
        assert!(violations(&packages)[0].contains("xtask may not depend on chess-magic"));
    }

    #[test]
    fn nothing_published_is_built_on_the_testkit() {
        let packages = [
            package("chess-cli", "chess-testkit", "null", ""),
            package("chess-benches", "chess-testkit", "null", r#", "publish": []"#),
            package("chess-testkit", "", "null", r#", "publish": []"#),
        ];
        let violations = violations(&packages);
        assert_eq!(violations.len(), 1);
        assert!(violations[0].contains("chess-cli may not depend on chess-testkit"));
    }

    #[test]
    fn a_published_crate_without_a_place() {
        let violations = violations(&[package("chess-new", "", "null", "")]);
        assert!(violations[0].contains("chess-new is published and has no place in the order"));
    }

    #[test]
    fn a_page_that_tells_another_order() {
        assert_eq!(against_page(&page()), []);
        let other = page().replace("| `chess-board` | `chess-magic` |", "| `chess-board` | `chess-types` |");
        let violations = printed(&against_page(&other));
        assert!(
            violations[0].starts_with("ARCHITECTURE.md:6: [crate-order] chess-board stands on"),
            "{violations:?}"
        );
        let shorter = page().replace("| `xtask` | `chess-slider` |\n", "");
        assert!(printed(&against_page(&shorter))[0].contains("xtask has a place in tidy, and no row"));
        let more = page() + "| `chess-new` | `chess-board` |\n";
        assert!(printed(&against_page(&more))[0].contains("has no place in tidy"));
        assert!(printed(&against_page(""))[0].contains("there is no table"));
    }
}
