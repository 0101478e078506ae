//! Links, paths, packages, programs and items that pages name exist.

use std::collections::BTreeSet;

use crate::workspace::{Package, Report, Tree, has_extension};

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let packages: BTreeSet<_> = tree.packages.iter().map(|package| &package.name[..]).collect();
    let programs: BTreeSet<_> = tree.packages.iter().flat_map(Package::programs).collect();
    // Folders of the root, whose names begin a path.
    let folders: BTreeSet<_> = tree.files.keys().filter_map(|path| Some(path.split_once('/')?.0)).collect();
    for (page, text) in tree.files.iter().filter(|(path, _)| has_extension(path, "md")) {
        let here = &page[..page.rfind('/').map_or(0, |slash| slash + 1)];
        for (line, number) in text.lines().zip(1..) {
            for fault in links(line).filter_map(|link| fault(tree, page, here, link)) {
                report.add(page, number, "docs", fault);
            }
            for fault in walk(tree, page, line) {
                report.add(page, number, "docs", fault);
            }
        }
        for (number, code) in code(text) {
            let words: Vec<_> = code.split([' ', ',', '(', ')', '\'', '"']).collect();
            for word in words.iter().filter(|word| !word.contains(['*', '{', '<', '$'])) {
                let is_there = match word.split_once('/') {
                    // The design of a crate names its modules.
                    Some(_) if page.ends_with("/DESIGN.md") => {
                        let module = format!("{here}src/{}", word.split("::").next().unwrap_or_default());
                        let rust = format!("{module}.rs");
                        [&module[..], &rust, &format!("{here}{word}"), word]
                            .iter()
                            .any(|path| exists(tree, path))
                    }
                    Some((first, _)) if folders.contains(first) => {
                        exists(tree, word) || exists(tree, &format!("{here}{word}"))
                    }
                    Some((first, _)) if packages.contains(first) => exists(tree, &format!("crates/{word}")),
                    _ => true,
                };
                if !is_there {
                    report.add(page, number, "docs", format!("there is no {word}"));
                }
            }
            let is_cargo = words.contains(&"cargo") && !words.contains(&"--manifest-path");
            for pair in words.windows(2).filter(|_| is_cargo) {
                let is_there = match pair[0] {
                    "-p" | "--package" => packages.contains(pair[1]),
                    "--bin" => programs.contains(pair[1]),
                    _ => true,
                };
                if !is_there {
                    report.add(page, number, "docs", format!("there is no package or program {}", pair[1]));
                }
            }
        }
    }
}

/// The fault of a link in a page of the folder `here`. Links out of a published package break, even if they lead to a file.
fn fault(tree: &Tree, page: &str, here: &str, link: &str) -> Option<String> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let mut parts: Vec<_> = if file.is_empty() { page } else { here }.split_terminator('/').collect();
    for part in file.split('/').filter(|part| !["", "."].contains(part)) {
        if part == ".." { _ = parts.pop() } else { parts.push(part) }
    }
    let path = parts.join("/");
    let is_inside = |package: &Package, path: &str| path.starts_with(&format!("{}/", package.folder()));
    let package = tree.packages.iter().find(|it| it.is_published() && is_inside(it, page));
    if !exists(tree, &path) {
        Some(format!("the link leads to {path}, which does not exist"))
    } else if package.is_some_and(|package| !is_inside(package, &path)) {
        Some(format!("the link leads out of the package, to {path}"))
    } else if !anchor.is_empty() && has_extension(&path, "md") && !anchors(tree.text(&path)).contains(anchor)
    {
        Some(format!("{path} has no heading #{anchor}"))
    } else {
        None
    }
}

/// The page that follows calls through the code. A line with a file in backticks has its items behind it.
const WALK: &str = "docs/from-call-to-move.md";

/// The items of a line of [`WALK`] that its file does not have.
fn walk<'a>(tree: &'a Tree, page: &str, line: &'a str) -> Vec<String> {
    let mut code = line.split('`').skip(1).step_by(2);
    let Some(file) = code.next().filter(|file| page == WALK && file.starts_with("crates/")) else {
        return Vec::new();
    };
    let source = tree.text(file);
    code.filter(|item| !source.contains(item)).map(|item| format!("{file} has no {item}")).collect()
}

/// Tests whether this is a tracked file or folder, or one that a `.gitignore` names.
fn exists(tree: &Tree, path: &str) -> bool {
    let path = path.trim_end_matches(['/', '.', ':', ';']);
    let is_at_or_below =
        |file: &String| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let (folder, name) = path.rsplit_once('/').unwrap_or_default();
    let mut ignored = tree.text(&format!("{folder}/.gitignore")).lines();
    let mut ignored_everywhere = tree.text(".gitignore").lines().filter(|line| line.len() > 1);
    tree.files.keys().any(is_at_or_below)
        || ignored.any(|line| line.trim_start_matches('/') == name)
        || ignored_everywhere.any(|line| format!("/{path}").starts_with(line))
}

/// The targets of links and pictures in a line, without addresses.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let markdown = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = line.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    markdown.chain(pictures).filter(|link| !link.contains(':') && !link.contains(' '))
}

/// The headings of a page, as their links spell them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let text = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        text.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
    };
    headings.map(anchor).collect()
}

/// The code in a page: texts in backticks, and lines of blocks that are commands.
fn code(page: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut block = None;
    for (line, number) in page.lines().zip(1..) {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
        } else if block == Some("sh") {
            found.push((number, line));
        } else if block.is_none() {
            found.extend(line.split('`').skip(1).step_by(2).map(|code| (number, code)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_nowhere_is_found() {
        let page = "[a](docs/a.md) [gone](docs/b.md) [place](docs/a.md#the-place) [none](docs/a.md#nothing)\n\
                    <img src=\"docs/none.svg\"> [web](https://example.org/x)\n\
                    `docs/a.md`, `docs/c.md`, `docs/made.js`, `bash docs/d.sh x` and `docs/*.md`\n\
                    ```sh\ncargo run -p kit --bin tool\ncargo run -p none --bin other\n```\n\
                    ```text\ndocs/e.md\n```\n";
        let package = r#"{"name": "kit", "manifest_path": "/w/kit/Cargo.toml", "dependencies": [],
                          "targets": [{"name": "tool", "kind": ["bin"]}]}"#;
        let files = [
            ("README.md", page),
            ("docs/.gitignore", "/made.js"),
            ("docs/a.md", "# A\n## The place!\n"),
            (WALK, "`crates/kit/lib.rs`: `there` calls `gone` of\n`elsewhere`\n"),
            ("kit/README.md", "[out](../docs/a.md) [in](src/lib.rs)"),
            ("kit/src/lib.rs", ""),
            ("crates/kit/lib.rs", "fn there()"),
        ];
        let broken = [
            "README.md:1: [docs] docs/a.md has no heading #nothing",
            "README.md:1: [docs] the link leads to docs/b.md, which does not exist",
            "README.md:2: [docs] the link leads to docs/none.svg, which does not exist",
            "README.md:3: [docs] there is no docs/c.md",
            "README.md:3: [docs] there is no docs/d.sh",
            "README.md:6: [docs] there is no package or program none",
            "README.md:6: [docs] there is no package or program other",
            "docs/from-call-to-move.md:1: [docs] crates/kit/lib.rs has no gone",
            "kit/README.md:1: [docs] the link leads out of the package, to docs/a.md",
        ];
        assert_eq!(Tree::of(&files, package).broken(check), broken);
    }
}
