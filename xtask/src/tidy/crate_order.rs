use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Report, Tree};

const RULE: &str = "crate-order";

/// The page whose table says on which crates each crate stands. A crate may depend on these and on all crates below them.
const PAGE: &str = "ARCHITECTURE.md";

/// Dependencies between the workspace's packages go down only. Tests may use what they like, and so may what has no row; nothing
/// stands on that.
pub(super) fn check(tree: &Tree, report: &mut Report<'_>) {
    let order = order(tree.text(PAGE));
    let names: BTreeSet<_> = tree.packages.iter().map(|package| &package.name[..]).collect();
    for package in &tree.packages {
        let (name, path) = (&package.name[..], &package.manifest_path);
        if package.is_published() && !order.contains_key(name) {
            report(RULE, path, 1, format!("{name} is published and has no row in the table of {PAGE}"));
            continue;
        }
        let below = below(&order, name);
        for dependency in package.dependencies.iter().filter(|it| it.kind.as_deref() != Some("dev")) {
            let other = &dependency.name[..];
            let is_below =
                if order.contains_key(name) { below.contains(other) } else { order.contains_key(other) };
            if names.contains(other) && !is_below {
                report(
                    RULE,
                    path,
                    1,
                    format!("{name} may not depend on {other}, which does not stand below it"),
                );
            }
        }
    }
    for name in order.keys().filter(|name| !names.contains(**name)) {
        report(RULE, PAGE, 1, format!("there is no crate {name}"));
    }
}

/// The crates that each crate stands on, of the table `| crate | stands on |`. Rows of folders are not crates.
fn order(page: &str) -> BTreeMap<&str, Vec<&str>> {
    let rows = page.lines().skip_while(|line| !line.starts_with("| crate | stands on |"));
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.filter_map(|row| {
        let mut cells =
            row.split('|').skip(1).map(|cell| cell.split('`').skip(1).step_by(2).collect::<Vec<_>>());
        let name = *cells.next()?.first()?;
        (!name.ends_with('/')).then(|| (name, cells.next().unwrap_or_default()))
    })
    .collect()
}

fn below<'a>(order: &BTreeMap<&'a str, Vec<&'a str>>, name: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = order.get(name).cloned().unwrap_or_default();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(order.get(next).into_iter().flatten());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_up_is_found() {
        let page = "| crate | stands on | holds |\n|---|---|---|\n| `types` | | |\n| `board` | `types` | |\n\
                    | `kit` | `board` | |\n| `benches/` | | |\n| `gone` | | |\n";
        let package = |name: &str, other: &str, kind: &str, publish: &str| {
            format!(
                r#"{{"name": "{name}", "manifest_path": "/w/{name}/Cargo.toml", "targets": [] {publish},
                    "dependencies": [{{"name": "{other}", "kind": {kind}}}, {{"name": "arrayvec", "kind": null}}]}}"#
            )
        };
        let packages = [
            package("types", "kit", r#""dev""#, ""),
            package("board", "kit", r#""build""#, ""),
            package("kit", "types", "null", r#", "publish": []"#),
            package("benches", "kit", "null", r#", "publish": []"#),
            package("new", "types", "null", ""),
        ];
        let broken = [
            "board/Cargo.toml:1: [crate-order] board may not depend on kit, which does not stand below it",
            "new/Cargo.toml:1: [crate-order] new is published and has no row in the table of ARCHITECTURE.md",
            "ARCHITECTURE.md:1: [crate-order] there is no crate gone",
        ];
        assert_eq!(Tree::of(&[(PAGE, page)], &packages.join(",")).broken(check), broken);
    }
}
