use std::collections::{BTreeMap, BTreeSet};

use crate::workspace::{Report, Tree};

/// The page whose table lists the dependencies of each crate. A crate may depend on these and on all crates below them.
const PAGE: &str = "ARCHITECTURE.md";

/// Dependencies between the workspace's packages go down only. Tests may use all packages, and so may packages without a row,
/// which are not depended on. Every published package has copies of both licences of the root, since links break in a package.
pub(super) fn check(tree: &Tree, report: &mut Report) {
    address(tree, report);
    let order = order(tree.text(PAGE));
    let names: BTreeSet<_> = tree.packages.iter().map(|package| &package.name[..]).collect();
    for package in &tree.packages {
        let (name, path) = (&package.name[..], &package.manifest_path);
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"].into_iter().filter(|_| package.is_published()) {
            let path = format!("{}/{licence}", package.folder());
            if tree.text(&path).is_empty() || tree.text(&path) != tree.text(licence) {
                report.add(&path, 1, "licences", format!("{name} needs a copy of the root's {licence}"));
            }
        }
        let (folder, library) =
            (package.folder(), tree.text(path).split("\n[").find(|table| table.starts_with("lib]")));
        let untested = |(file, text): &(&str, &str)| {
            file.starts_with(&format!("{folder}/src/")) && text.contains("#[test]")
        };
        if let Some((file, _)) =
            tree.sources().find(untested).filter(|_| library.is_some_and(|it| it.contains("\ntest = false")))
        {
            report.add(
                file,
                1,
                "unit-tests",
                format!("{path} has `test = false`, so that this test does not run"),
            );
        }
        if package.is_published() && !order.contains_key(name) {
            report.add(path, 1, "crate-order", format!("it is published and has no row in {PAGE}"));
            continue;
        }
        let below = order.get(name);
        for dependency in package.dependencies.iter().filter(|it| it.kind.as_deref() != Some("dev")) {
            let other = &dependency.name[..];
            let is_below = below.map_or(order.contains_key(other), |below| below.contains(other));
            if names.contains(other) && !is_below {
                let message = format!("{name} may not depend on {other}, which is not below it");
                report.add(path, 1, "crate-order", message);
            }
        }
    }
    for name in order.keys().filter(|name| !names.contains(**name)) {
        report.add(PAGE, 1, "crate-order", format!("there is no crate {name}"));
    }
}

/// The repository's address until the public one is set.
const PLACEHOLDER: &str = "https://example.org/chess";

/// The workspace's manifest says where the repository is. The READMEs of published packages and the manifests of the two bindings name
/// the same address, and no other text still has the placeholder once there is one.
fn address(tree: &Tree, report: &mut Report) {
    let manifest = tree.text("Cargo.toml");
    let Some(address) = manifest.lines().find_map(|line| line.strip_prefix("repository = ")) else { return };
    let address = address.trim_matches('"');
    let readmes =
        tree.packages.iter().filter(|it| it.is_published()).map(|it| format!("{}/README.md", it.folder()));
    let others = ["python/Cargo.toml", "python/README.md", "wasm/package.json"].map(String::from);
    for path in readmes.chain(others).filter(|path| !tree.text(path).contains(address)) {
        report.add(&path, 1, "address", format!("it does not name {address}, the repository of Cargo.toml"));
    }
    for (path, text) in tree.files.iter().filter(|(path, _)| !path.starts_with("xtask/")) {
        for (_, number) in
            text.lines().zip(1..).filter(|(line, _)| line.contains(PLACEHOLDER) && address != PLACEHOLDER)
        {
            report.add(path, number, "address", format!("it names {PLACEHOLDER}, a placeholder"));
        }
    }
}

/// The crates below each crate, of the table `| crate | depends on |`, where they come first. Rows of folders are not crates.
fn order(page: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut order: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let rows = page.lines().skip_while(|line| !line.starts_with("| crate | depends on |"));
    for row in rows.take_while(|line| line.starts_with('|')) {
        let mut cells = row.split('|').skip(1).map(|cell| cell.split('`').skip(1).step_by(2));
        let Some(name) = cells.next().and_then(|mut cell| cell.next()) else { continue };
        let others = cells.next().into_iter().flatten().filter_map(|other| order.get_key_value(other));
        let below = others.flat_map(|(other, below)| below.iter().chain([other]).copied()).collect();
        order.insert(name, below);
    }
    order.retain(|name, _| !name.ends_with('/'));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_up_is_found() {
        let page = "| crate | depends on | holds |\n|---|---|---|\n| `types` | | |\n| `board` | `types` | |\n\
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
            "ARCHITECTURE.md:1: [crate-order] there is no crate gone",
            "board/Cargo.toml:1: [crate-order] board may not depend on kit, which is not below it",
            "board/LICENSE-MIT:1: [licences] board needs a copy of the root's LICENSE-MIT",
            "new/Cargo.toml:1: [crate-order] it is published and has no row in ARCHITECTURE.md",
            "new/LICENSE-APACHE:1: [licences] new needs a copy of the root's LICENSE-APACHE",
        ];
        let paths = ["LICENSE-MIT", "types/LICENSE-MIT", "new/LICENSE-MIT"].map(|path| (path, "text"));
        let apache =
            ["LICENSE-APACHE", "types/LICENSE-APACHE", "board/LICENSE-APACHE"].map(|path| (path, "a"));
        let files = [(PAGE, page), ("board/LICENSE-MIT", "other")].into_iter().chain(paths).chain(apache);
        let tree = Tree::of(&files.collect::<Vec<_>>(), &packages.join(","));
        assert_eq!(tree.broken(check), broken);
    }

    #[test]
    fn each_page_of_a_registry_names_the_repository() {
        let package =
            r#"{"name": "types", "manifest_path": "/w/types/Cargo.toml", "targets": [], "dependencies": []}"#;
        let broken = |public: &str| {
            let files = [
                ("Cargo.toml", &format!("repository = \"{public}\"\n")[..]),
                ("types/README.md", "[chess](https://example.org/chess)"),
                ("python/Cargo.toml", "repository = \"https://example.org/chess\""),
                ("python/README.md", "Chess.\n\nhttps://example.com/us/chess"),
                ("wasm/package.json", "https://example.org/chess"),
            ];
            Tree::of(&files, package).broken(address)
        };
        let missing = |path, address| {
            format!("{path}:1: [address] it does not name {address}, the repository of Cargo.toml")
        };
        assert_eq!(broken(PLACEHOLDER), [missing("python/README.md", PLACEHOLDER)]);
        let public = "https://example.com/us/chess";
        let stale = |path| format!("{path}:1: [address] it names {PLACEHOLDER}, a placeholder");
        let all = ["python/Cargo.toml", "types/README.md", "wasm/package.json"];
        let mut expected: Vec<_> = all.iter().flat_map(|path| [missing(path, public), stale(path)]).collect();
        expected.sort();
        assert_eq!(broken(public), expected);
    }
}
