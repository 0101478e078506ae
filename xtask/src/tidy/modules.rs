//! Modules inside a crate have layers: none needs, on any way, one that needs it, and each takes a thing from the module that
//! defines it, not through the names that a module above has for others.
//!
//! What a module needs is read from the text of its paths, tests left out. As imports through re-exports are refused, that is
//! enough.

use std::collections::{BTreeMap, VecDeque};

use super::tree::{Report, Tree};

/// The names from the root of a crate down to a module; none for the root.
type Name = Vec<String>;

/// A path in the text of a module.
struct Reference {
    path: Vec<String>,
    /// The name that it has in the module.
    name: String,
    line: usize,
    is_use: bool,
    is_passed_on: bool,
}

struct Module<'a> {
    file: &'a str,
    references: Vec<Reference>,
}

type Modules<'a> = BTreeMap<Name, Module<'a>>;

pub(super) fn check(tree: &Tree, report: &mut Report<'_>) {
    let mut crates: BTreeMap<&str, BTreeMap<Name, (&str, &str)>> = BTreeMap::new();
    for (file, text) in tree.sources().filter(|(file, _)| !file.contains("/bin/")) {
        let is_outside = ["python/", "wasm/"].iter().any(|folder| file.starts_with(folder));
        if is_outside || ["models.rs", "self_test.rs"].iter().any(|tests| file.ends_with(tests)) {
            continue;
        }
        let is_root = |folder: &str| {
            ["lib.rs", "main.rs"].iter().any(|name| tree.files.contains_key(&join(folder, name)))
        };
        let mut folder = file;
        while let Some((above, _)) = folder.rsplit_once('/').or((!folder.is_empty()).then_some(("", folder)))
        {
            folder = above;
            if is_root(folder) {
                let inside = file[folder.len()..].trim_start_matches('/').trim_end_matches(".rs");
                let names = inside.split('/').filter(|name| !["lib", "main", "mod"].contains(name));
                crates.entry(folder).or_default().insert(names.map(str::to_owned).collect(), (file, text));
                break;
            }
        }
    }
    for texts in crates.values() {
        let modules: Modules<'_> = texts
            .iter()
            .map(|(name, &(file, text))| {
                let children =
                    texts.keys().filter(|child| child.len() == name.len() + 1 && child.starts_with(name));
                let children: Vec<_> = children.map(|child| child[name.len()].as_str()).collect();
                (name.clone(), Module { file, references: references(text, &children) })
            })
            .collect();
        check_crate(&modules, report);
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn check_crate(modules: &Modules<'_>, report: &mut Report<'_>) {
    let mut needs: BTreeMap<&Name, BTreeMap<Name, usize>> = BTreeMap::new();
    for (name, module) in modules {
        for reference in &module.references {
            let Some((place, item)) = place(modules, name, &reference.path) else { continue };
            let definition = definition(modules, &place, item, 0);
            if definition == *name {
                continue;
            }
            if definition != place && name.starts_with(&place) && *name != place {
                let message = format!(
                    "`{}` is defined in `{}`: import it from there",
                    reference.path.join("::"),
                    shown(&definition)
                );
                report("imports", module.file, reference.line, message);
            } else if !(reference.is_passed_on && definition.starts_with(name)) {
                needs.entry(name).or_default().entry(definition).or_insert(reference.line);
            }
        }
    }
    let mut told: Vec<Name> = Vec::new();
    for start in modules.keys() {
        if told.contains(start) {
            continue;
        }
        if let Some(circle) = shortest_circle(&needs, start) {
            let steps: Vec<_> = circle
                .iter()
                .map(|(from, line)| format!("{} ({}:{line})", shown(from), modules[from].file))
                .collect();
            report(
                "circles",
                modules[start].file,
                circle[0].1,
                format!("modules need each other: {}", steps.join(" -> ")),
            );
            told.extend(circle.into_iter().map(|(module, _)| module));
        }
    }
}

/// The fewest steps from a module back to itself: each module, and the line that leads to the next.
fn shortest_circle(
    needs: &BTreeMap<&Name, BTreeMap<Name, usize>>,
    start: &Name,
) -> Option<Vec<(Name, usize)>> {
    let mut ways: BTreeMap<Name, Vec<(Name, usize)>> = BTreeMap::from([(start.clone(), Vec::new())]);
    let mut open = VecDeque::from([start.clone()]);
    while let Some(module) = open.pop_front() {
        for (next, &line) in needs.get(&module).into_iter().flatten() {
            let mut way = ways[&module].clone();
            way.push((module.clone(), line));
            if next == start {
                return Some(way);
            }
            if !ways.contains_key(next) {
                ways.insert(next.clone(), way);
                open.push_back(next.clone());
            }
        }
    }
    None
}

/// The module that a path leads to, and the name of what it has there; `None` for another crate's.
fn place<'a>(modules: &Modules<'_>, from: &Name, path: &'a [String]) -> Option<(Name, Option<&'a str>)> {
    let above = |name: &Name| name[..name.len().saturating_sub(1)].to_vec();
    let (mut module, mut rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (from.clone(), &path[1..]),
        "super" => (above(from), &path[1..]),
        _ => (from.clone(), path),
    };
    while let [name, below @ ..] = rest {
        let child: Name = module.iter().chain([name]).cloned().collect();
        if name == "super" {
            module = above(&module);
        } else if modules.contains_key(&child) {
            module = child;
        } else {
            break;
        }
        rest = below;
    }
    modules.contains_key(&module).then(|| (module, rest.first().map(String::as_str)))
}

/// The module that defines what another one has by this name.
fn definition(modules: &Modules<'_>, module: &Name, item: Option<&str>, depth: usize) -> Name {
    let import = modules[module].references.iter().find(|it| it.is_use && Some(&it.name[..]) == item);
    match import.and_then(|import| place(modules, module, &import.path)) {
        // Imports that go round do not compile; they must not hang either.
        Some((place, item)) if place != *module && depth < 8 => definition(modules, &place, item, depth + 1),
        _ => module.clone(),
    }
}

fn shown(module: &Name) -> String {
    ["crate"].into_iter().chain(module.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
}

/// The paths outside comments and tests that begin with `crate`, `super`, `self` or a module below this one.
fn references(text: &str, children: &[&str]) -> Vec<Reference> {
    let (text, _) = text.split_once("\nmod tests {").unwrap_or((text, ""));
    let mut found = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let code = line.trim_start();
        let words =
            code.split_once("use ").filter(|(before, _)| before.is_empty() || before.starts_with("pub"));
        let above = text[..start].lines().next_back().unwrap_or_default().trim_start();
        if code.starts_with("//") || above.starts_with("#[cfg(") && above.contains("test") {
            start += line.len();
            continue;
        }
        for offset in beginnings(line, children) {
            let before = found.len();
            add(&text[start + offset..], Vec::new(), number + 1, &mut found);
            for reference in &mut found[before..] {
                reference.is_use = words.is_some();
                reference.is_passed_on = words.is_some_and(|(before, _)| !before.is_empty());
            }
        }
        start += line.len();
    }
    found
}

/// The places of a line where such a path begins.
fn beginnings(line: &str, children: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    for first in ["crate", "super", "self"].iter().chain(children) {
        for (offset, _) in line.match_indices(&format!("{first}::")) {
            if !line[..offset].ends_with(|c: char| c.is_alphanumeric() || "_$:.\"".contains(c)) {
                found.push(offset);
            }
        }
    }
    found
}

/// Reads a path, and those of its groups, and returns what follows.
fn add<'a>(text: &'a str, mut path: Vec<String>, line: usize, found: &mut Vec<Reference>) -> &'a str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if !name.is_empty() && name != "self" || path.is_empty() {
        path.push(name.to_owned());
    }
    if let Some(below) = rest.strip_prefix("::{") {
        let next = |text: &'a str| text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        rest = next(below);
        while !rest.is_empty() && !rest.starts_with('}') {
            rest = next(add(rest, path.clone(), line, found));
        }
        return rest.strip_prefix('}').unwrap_or(rest);
    }
    if let Some(below) =
        rest.strip_prefix("::").filter(|below| below.starts_with(|c: char| c.is_alphabetic() || c == '_'))
    {
        return add(below, path, line, found);
    }
    let mut name = path[path.len() - 1].clone();
    if let Some(renamed) = rest.strip_prefix(" as ") {
        let end = renamed.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(renamed.len());
        (name, rest) = (renamed[..end].to_owned(), &renamed[end..]);
    }
    // A macro for other crates is found at the root, wherever it is defined.
    if !rest.starts_with('!') {
        found.push(Reference { path, name, line, is_use: false, is_passed_on: false });
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(files: &[(&str, &str)]) -> Vec<String> {
        Tree::of(files, "").broken(check)
    }

    #[test]
    fn paths_are_taken_apart() {
        let text =
            "use crate::{a, b::{self, C as D}};\n// crate::x\nfn f(x: super::e::T) { below::g($crate::y) }\n";
        let found = references(text, &["below"]);
        let shown: Vec<_> =
            found.iter().map(|it| format!("{}:{} {}", it.line, it.path.join("::"), it.name)).collect();
        assert_eq!(
            shown,
            ["1:crate::a a", "1:crate::b b", "1:crate::b::C D", "3:super::e::T T", "3:below::g g"]
        );
    }

    #[test]
    fn three_modules_in_a_circle_and_one_apart() {
        let files = [
            ("src/lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\npub use a::A;\n"),
            (
                "src/a.rs",
                "use crate::b::B;\npub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::d;\n}\n",
            ),
            ("src/b.rs", "\nuse crate::c::C;\npub struct B;\n"),
            ("src/c.rs", "pub struct C(super::a::A);\n"),
            ("src/d.rs", "use crate::a::A;\n"),
        ];
        let circle = "crate::a (src/a.rs:1) -> crate::b (src/b.rs:2) -> crate::c (src/c.rs:1)";
        assert_eq!(broken(&files), [format!("src/a.rs:1: [circles] modules need each other: {circle}")]);
    }

    #[test]
    fn a_folder_may_pass_on_what_is_below_it_or_use_it() {
        let child = ("src/a/b.rs", "use super::A;\npub struct B;\n");
        let passes_on = ("src/a/mod.rs", "mod b;\npub use b::B;\npub struct A;\n");
        assert_eq!(broken(&[("src/lib.rs", "mod a;\n"), child, passes_on]), [""; 0]);
        let uses = ("src/a/mod.rs", "mod b;\nuse b::B;\npub struct A(B);\n");
        assert_eq!(broken(&[("src/lib.rs", "mod a;\n"), child, uses]).len(), 1);
    }

    #[test]
    fn things_come_from_the_modules_that_define_them() {
        let lib = ("src/lib.rs", "mod a;\nmod b;\npub use a::A;\npub struct Own;\n");
        let broken = |user| {
            broken(&[
                lib,
                ("src/a/mod.rs", "mod d;\npub use d::D;\npub struct A;\n"),
                ("src/a/d.rs", ""),
                ("src/b.rs", user),
            ])
        };
        assert_eq!(broken("use crate::a::A;\nuse crate::Own;\nuse crate::a::D;\n"), [""; 0]);
        let message = "[imports] `crate::A` is defined in `crate::a`: import it from there";
        assert_eq!(broken("use crate::A;\n"), [format!("src/b.rs:1: {message}")]);
        assert_eq!(broken("\nfn f(_: crate::A) {}\n"), [format!("src/b.rs:2: {message}")]);
    }
}
