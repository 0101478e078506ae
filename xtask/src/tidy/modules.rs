//! The modules of a crate are in layers: no two depend on each other, directly or indirectly, and each imports an item from the
//! module that defines it, not through a re-export of a module above. Since re-exports are refused, the paths in a module's text,
//! without tests, show its dependencies. A module is named by its path, such as `crate::a::b`.

use std::collections::{BTreeMap, BTreeSet};

use crate::workspace::{Report, Tree};

/// A path in the text of a module.
struct Reference<'a> {
    path: String,
    /// The name that it has in the module.
    name: String,
    line: usize,
    /// The text before the word `use`, if it is an import: `pub`, if it is passed on.
    before_use: Option<&'a str>,
}

/// The file of each module, and its paths.
type Modules<'a> = BTreeMap<String, (&'a str, Vec<Reference<'a>>)>;

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let mut crates: BTreeMap<&str, BTreeMap<String, (&str, &str)>> = BTreeMap::new();
    let roots = tree.files.keys().filter_map(|it| it.strip_suffix("lib.rs").or(it.strip_suffix("main.rs")));
    let roots: BTreeSet<_> = roots.filter(|root| root.is_empty() || root.ends_with('/')).collect();
    let is_test = |file: &str| ["models.rs", "self_test.rs"].iter().any(|tests| file.ends_with(tests));
    for (file, text) in tree.sources().filter(|(file, _)| !is_test(file)) {
        let mut folders = file.rmatch_indices('/').map(|(at, _)| &file[..=at]).chain([""]);
        if let Some(root) = folders.find(|folder| roots.contains(folder)) {
            let inside = file[root.len()..].trim_end_matches(".rs").split('/');
            let names = inside.filter(|name| !["lib", "main", "mod"].contains(name));
            let name = ["crate"].into_iter().chain(names).collect::<Vec<_>>().join("::");
            let modules = crates.entry(root).or_default();
            // A file of the folder above may be a module of several.
            for (path, rest) in text.split("#[path = \"../").skip(1).filter_map(|rest| rest.split_once("\"]"))
            {
                let folder = file.rsplitn(3, '/').nth(2).unwrap_or_default();
                let shared = tree.files.get_key_value(&format!("{folder}/{path}"));
                let child = rest.trim_start().strip_prefix("mod ").and_then(|rest| rest.split(';').next());
                if let (Some((file, text)), Some(child)) = (shared, child) {
                    modules.insert(format!("{name}::{child}"), (&file[..], &text[..]));
                }
            }
            modules.insert(name, (file, text));
        }
    }
    for texts in crates.values() {
        let modules = texts.iter().map(|(name, &(file, text))| {
            let below = texts.keys().filter_map(|child| child.strip_prefix(&name[..])?.strip_prefix("::"));
            let children: Vec<_> = below.filter(|child| !child.contains(':')).collect();
            (name.clone(), (file, references(text, &children)))
        });
        check_crate(&modules.collect(), report);
    }
}

fn check_crate(modules: &Modules<'_>, report: &mut Report) {
    // The modules that each module needs, and the first line that needs it.
    let mut needs: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (name, (file, references)) in modules {
        for Reference { path, line, before_use, .. } in references {
            let Some((place, item)) = place(modules, name, path) else { continue };
            let definition = definition(modules, place, item, 0);
            if definition == name {
                continue;
            }
            if definition != place && is_below(name, place) && name != place {
                let message = format!("`{path}` is defined in `{definition}`: import it from there");
                report.add(file, *line, "imports", message);
            } else if before_use.is_none_or(str::is_empty) || !is_below(definition, name) {
                needs.entry(name).or_default().entry(definition).or_insert(*line);
            }
        }
    }
    if let Some(circle) = circle(&needs) {
        let step = |&(from, line): &(&str, usize)| format!("{from} ({}:{line})", modules[from].0);
        let steps = circle.iter().map(step).collect::<Vec<_>>().join(" -> ");
        let (start, line) = circle[0];
        report.add(modules[start].0, line, "circles", format!("modules need each other: {steps}"));
    }
}

/// The modules of a circle, and the line of each that leads to the next.
fn circle<'a>(needs: &BTreeMap<&'a str, BTreeMap<&'a str, usize>>) -> Option<Vec<(&'a str, usize)>> {
    let mut open: BTreeSet<&str> = needs.keys().copied().collect();
    while let Some(&first) = open.first() {
        let (mut module, mut way) = (first, Vec::new());
        while let Some((&next, &line)) = needs[module].iter().find(|(next, _)| open.contains(**next)) {
            way.push((module, line));
            module = next;
            if let Some(start) = way.iter().position(|&(before, _)| before == module) {
                return Some(way.split_off(start));
            }
        }
        open.remove(module);
    }
    None
}

fn is_below(name: &str, above: &str) -> bool {
    name.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The module that a path leads to, and the name of the item there; `None` for another crate's.
fn place<'a, 'p>(modules: &'a Modules<'_>, from: &str, path: &'p str) -> Option<(&'a str, Option<&'p str>)> {
    let mut module = from.to_owned();
    for name in path.split("::") {
        let child = format!("{module}::{name}");
        match name {
            "crate" => module = "crate".into(),
            "self" => {}
            "super" => module.truncate(module.rfind("::").unwrap_or(module.len())),
            _ if modules.contains_key(&child) => module = child,
            _ => return modules.get_key_value(&module).map(|(module, _)| (&module[..], Some(name))),
        }
    }
    modules.get_key_value(&module).map(|(module, _)| (&module[..], None))
}

/// The module that defines the item that another one has by this name.
fn definition<'a>(modules: &'a Modules<'_>, module: &'a str, item: Option<&str>, depth: usize) -> &'a str {
    let import = modules[module].1.iter().find(|it| it.before_use.is_some() && Some(&it.name[..]) == item);
    match import.and_then(|import| place(modules, module, &import.path)) {
        // Circular imports do not compile; they must not hang here.
        Some((place, item)) if place != module && depth < 8 => definition(modules, place, item, depth + 1),
        _ => module,
    }
}

/// The paths outside comments and tests that begin with `crate`, `super`, `self` or a module below this one.
fn references<'a>(text: &'a str, children: &[&str]) -> Vec<Reference<'a>> {
    let (text, _) = text.split_once("\nmod tests {").unwrap_or((text, ""));
    let mut found = Vec::new();
    let (mut start, mut above) = (0, "");
    for (text_line, line) in text.split_inclusive('\n').zip(1..) {
        let code = text_line.trim_start();
        let is_left_out = code.starts_with("//") || above.starts_with("#[cfg(") && above.contains("test");
        let before_use = code.split_once("use ").map(|(before, _)| before);
        let before_use = before_use.filter(|before| before.is_empty() || before.starts_with("pub"));
        for (end, _) in text_line.match_indices("::").filter(|_| !is_left_out) {
            let before = text_line[..end].trim_end_matches(is_in_name);
            let first = &text_line[before.len()..end];
            let is_ours = ["crate", "super", "self"].contains(&first) || children.contains(&first);
            if is_ours && !before.ends_with(['$', ':', '.', '"']) {
                add(&text[start + before.len()..], "", &mut |path, name| {
                    found.push(Reference { path, name: name.to_owned(), line, before_use });
                });
            }
        }
        start += text_line.len();
        above = code;
    }
    found
}

/// Reads a path and the paths of its groups, and returns the text behind it.
fn add<'a>(text: &'a str, above: &str, found: &mut dyn FnMut(String, &str)) -> &'a str {
    let name = &text[..text.find(|c| !is_in_name(c)).unwrap_or(text.len())];
    let mut rest = &text[name.len()..];
    let path = match name {
        _ if above.is_empty() => name.to_owned(),
        "" | "self" => above.to_owned(),
        _ => format!("{above}::{name}"),
    };
    if let Some(below) = rest.strip_prefix("::{") {
        let next = |text: &'a str| text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        rest = next(below);
        while !rest.is_empty() && !rest.starts_with('}') {
            rest = next(add(rest, &path, found));
        }
        return rest.strip_prefix('}').unwrap_or(rest);
    }
    if let Some(below) = rest.strip_prefix("::").filter(|below| below.starts_with(is_in_name)) {
        return add(below, &path, found);
    }
    let mut name = path.rsplit("::").next().unwrap_or_default();
    if let Some(renamed) = rest.strip_prefix(" as ") {
        rest = renamed.trim_start_matches(is_in_name);
        name = &renamed[..renamed.len() - rest.len()];
    }
    // An exported macro is at the root, wherever it is defined.
    if !rest.starts_with('!') {
        found(path.clone(), name);
    }
    rest
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
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
            "use crate::{a, b::{self, C as D}};\n// crate::x\nfn f(x: super::T) { below::g($crate::y) }\n";
        let found = references(text, &["below"]);
        let shown: Vec<_> = found.iter().map(|it| format!("{}:{} {}", it.line, it.path, it.name)).collect();
        let expected = ["1:crate::a a", "1:crate::b b", "1:crate::b::C D", "3:super::T T", "3:below::g g"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn three_modules_in_a_circle_and_one_apart() {
        let files = [
            ("src/lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\npub use a::A;\n"),
            ("src/a.rs", "use crate::b::B;\npub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::d;\n"),
            ("src/b.rs", "\nuse crate::c::C;\npub struct B;\n"),
            ("src/c.rs", "pub struct C(super::a::A);\n"),
            ("src/d.rs", "use crate::a::A;\n"),
        ];
        let circle = "crate::a (src/a.rs:1) -> crate::b (src/b.rs:2) -> crate::c (src/c.rs:1)";
        assert_eq!(broken(&files), [format!("src/a.rs:1: [circles] modules need each other: {circle}")]);
    }

    #[test]
    fn a_folder_may_re_export_or_use_its_files() {
        let child = ("src/a/b.rs", "use super::A;\npub struct B;\n");
        let passes_on = ("src/a/mod.rs", "mod b;\npub use b::B;\npub struct A;\n");
        assert_eq!(broken(&[("src/lib.rs", "mod a;\n"), child, passes_on]), [""; 0]);
        let uses = ("src/a/mod.rs", "mod b;\nuse b::B;\npub struct A(B);\n");
        assert_eq!(broken(&[("src/lib.rs", "mod a;\n"), child, uses]).len(), 1);
    }

    #[test]
    fn things_come_from_the_modules_that_define_them() {
        let lib = ("src/lib.rs", "mod a;\nmod b;\npub use a::A;\npub struct Own;\n");
        let a = ("src/a/mod.rs", "mod d;\npub use d::D;\npub struct A;\n");
        let broken = |user| broken(&[lib, a, ("src/a/d.rs", ""), ("src/b.rs", user)]);
        assert_eq!(broken("use crate::a::A;\nuse crate::Own;\nuse crate::a::D;\n"), [""; 0]);
        let message = "[imports] `crate::A` is defined in `crate::a`: import it from there";
        assert_eq!(broken("use crate::A;\n"), [format!("src/b.rs:1: {message}")]);
        assert_eq!(broken("\nfn f(_: crate::A) {}\n"), [format!("src/b.rs:2: {message}")]);
    }
}
