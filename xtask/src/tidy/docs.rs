//! Links, paths, packages and programs that pages name exist.

use std::collections::BTreeSet;

use super::tree::{Report, Tree};
use crate::workspace::Package;

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let packages: BTreeSet<_> = tree.packages.iter().map(|package| &package.name[..]).collect();
    let programs: BTreeSet<_> = tree.packages.iter().flat_map(Package::programs).collect();
    // Folders of the root, whose names begin a path.
    let folders: BTreeSet<_> = tree.files.keys().filter_map(|path| Some(path.split_once('/')?.0)).collect();
    for (path, text) in tree.files.iter().filter(|(path, _)| is_page(path)) {
        let mut published = tree.packages.iter().filter(|it| it.is_published()).map(Package::folder);
        let package = published.find(|folder| path.starts_with(&format!("{folder}/")));
        let page_folder = path.rsplit_once('/').map(|(folder, _)| folder);
        for (line, number) in text.lines().zip(1..) {
            for link in links(line) {
                check_link(tree, package, (path, number), link, report);
            }
        }
        for (number, code) in code(text) {
            let words: Vec<_> = code.split([' ', ',', '(', ')', '\'', '"']).collect();
            for word in words.iter().filter(|word| !word.contains(['*', '{', '<', '$'])) {
                let first = word.split_once('/').map_or("", |(first, _)| first);
                let below = page_folder.map(|folder| format!("{folder}/{word}"));
                let is_there = if packages.contains(first) && !folders.contains(first) {
                    exists(tree, &format!("crates/{word}"))
                } else {
                    !folders.contains(first)
                        || exists(tree, word)
                        || below.is_some_and(|it| exists(tree, &it))
                };
                if !is_there {
                    report.add(path, number, "docs", format!("there is no {word}"));
                }
            }
            for pair in words.windows(2).filter(|_| words.contains(&"cargo")) {
                let is_there = match pair[0] {
                    "-p" | "--package" => packages.contains(pair[1]),
                    "--bin" => programs.contains(pair[1]),
                    _ => true,
                };
                if !is_there && !words.contains(&"--manifest-path") {
                    report.add(path, number, "docs", format!("there is no package or program {}", pair[1]));
                }
            }
        }
    }
}

/// The place of a link is its page and line. Pages of a package that is published link to nothing outside of it: such links break.
fn check_link(
    tree: &Tree,
    package: Option<&str>,
    (page, line): (&str, usize),
    link: &str,
    report: &mut Report,
) {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let mut parts: Vec<_> = page.split('/').collect();
    if !file.is_empty() {
        parts.pop();
        for part in file.split('/').filter(|part| *part != ".") {
            match part {
                ".." => _ = parts.pop(),
                _ => parts.push(part),
            }
        }
    }
    let path = parts.join("/");
    let message = if !exists(tree, &path) {
        format!("the link leads to {path}, which does not exist")
    } else if package.is_some_and(|folder| !path.starts_with(&format!("{folder}/"))) {
        format!("the link leads out of the package, to {path}")
    } else if !anchor.is_empty() && is_page(&path) && !anchors(tree.text(&path)).contains(anchor) {
        format!("{path} has no heading #{anchor}")
    } else {
        return;
    };
    report.add(page, line, "docs", message);
}

fn is_page(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension == "md")
}

/// A tracked file or folder, or one that a `.gitignore` names.
fn exists(tree: &Tree, path: &str) -> bool {
    let path = path.trim_end_matches(['/', '.', ':', ';']);
    let is_tracked = || {
        let below = tree.files.range(path.to_owned()..).take_while(|(file, _)| file.starts_with(path));
        below.into_iter().any(|(file, _)| file.len() == path.len() || file[path.len()..].starts_with('/'))
    };
    let is_ignored = |(folder, name): (&str, &str)| {
        let lines = |file: &str| tree.text(file).lines().map(str::to_owned).collect::<Vec<_>>();
        lines(&format!("{folder}/.gitignore")).iter().any(|line| line.trim_start_matches('/') == name)
            || lines(".gitignore").iter().any(|line| line.len() > 1 && format!("/{path}").starts_with(line))
    };
    is_tracked() || path.rsplit_once('/').is_some_and(is_ignored)
}

/// The targets of links and pictures in a line that are files of the repository or places of the same page.
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
            ("kit/README.md", "[out](../docs/a.md) [in](src/lib.rs)"),
            ("kit/src/lib.rs", ""),
        ];
        let broken = [
            "README.md:1: [docs] docs/a.md has no heading #nothing",
            "README.md:1: [docs] the link leads to docs/b.md, which does not exist",
            "README.md:2: [docs] the link leads to docs/none.svg, which does not exist",
            "README.md:3: [docs] there is no docs/c.md",
            "README.md:3: [docs] there is no docs/d.sh",
            "README.md:6: [docs] there is no package or program none",
            "README.md:6: [docs] there is no package or program other",
            "kit/README.md:1: [docs] the link leads out of the package, to docs/a.md",
        ];
        assert_eq!(Tree::of(&files, package).broken(check), broken);
    }
}
