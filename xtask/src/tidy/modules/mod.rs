//! The modules of a target, and what each of them uses of the others.

mod source;

use std::collections::{BTreeMap, BTreeSet};

use self::source::{Kind, Reference, Source};
use super::tree::Tree;
use super::violation::Violation;

const RULE: &str = "modules";

/// The modules of one library, program, test, bench or build script, each in a file of its own.
pub(crate) struct Modules {
    modules: BTreeMap<Name, Module>,
    exported_macros: BTreeMap<String, Name>,
}

/// The names from the root of the target down to a module; none for the root.
type Name = Vec<String>;

struct Module {
    file: String,
    source: Source,
}

/// A module needs something that another one defines.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Need {
    pub(crate) module: String,
    pub(crate) needs: String,
    /// The line of its first occurrence.
    pub(crate) file: String,
    pub(crate) line: usize,
}

/// A module takes something from a module above it, which has it from elsewhere.
pub(crate) struct Detour {
    pub(crate) file: String,
    pub(crate) line: usize,
    /// The path as it is written.
    pub(crate) path: String,
    /// The module that defines it, or the nearest one that has it for others.
    pub(crate) definition: String,
}

/// The target of a path.
enum Place {
    /// A module: those that pass it on, and last the one that defines it.
    Inside(Vec<Name>),
    /// Something of another crate, and the module that passes it on.
    Outside { path: Vec<String>, through: Name },
}

impl Modules {
    /// The modules that belong to the target of this root, and complaints about files that are missing or no Rust.
    pub(crate) fn read(tree: &Tree, root: &str) -> (Self, Vec<Violation>) {
        let mut this = Self { modules: BTreeMap::new(), exported_macros: BTreeMap::new() };
        let mut violations = Vec::new();
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        this.add(tree, root, folder, Vec::new(), &mut violations);
        (this, violations)
    }

    /// Reads a module and those below it; `folder` is where they are.
    fn add(&mut self, tree: &Tree, file: &str, folder: &str, name: Name, violations: &mut Vec<Violation>) {
        let Some(text) = tree.text(file) else {
            return violations.push(Violation::new(RULE, file, 1, "the file is missing"));
        };
        let source = match Source::parse(text) {
            Ok(source) => source,
            Err(error) => {
                let line = error.span().start().line;
                return violations.push(Violation::new(
                    RULE,
                    file,
                    line,
                    format!("cannot be parsed: {error}"),
                ));
            }
        };
        for (child, path) in &source.children {
            let below: Name = name.iter().chain([child]).cloned().collect();
            // The path of an attribute is seen from the file's own folder.
            let own_folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            let by_attribute = path.as_ref().map(|path| normal(&format!("{own_folder}/{path}")));
            let plain = normal(&format!("{folder}/{child}.rs"));
            let folder = normal(&format!("{folder}/{child}"));
            let file = match by_attribute {
                Some(file) => file,
                None if tree.text(&plain).is_some() => plain,
                None => format!("{folder}/mod.rs"),
            };
            let folder = match path {
                Some(_) => file.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned()),
                None => folder,
            };
            self.add(tree, &file, &folder, below, violations);
        }
        self.exported_macros.extend(source.exported_macros.iter().map(|it| (it.clone(), name.clone())));
        self.modules.insert(name, Module { file: file.to_owned(), source });
    }

    /// The modules that each module needs, outside tests. Re-exports of a folder's own modules do not count.
    pub(crate) fn needs(&self) -> BTreeSet<Need> {
        let mut first: BTreeMap<(&Name, Name), usize> = BTreeMap::new();
        for (name, reference) in self.references().filter(|(_, it)| it.kind != Kind::UsedInTests) {
            let Some(Place::Inside(mut ways)) = self.place(name, &reference.path) else { continue };
            let Some(module) = ways.pop() else { continue };
            let is_passed_on = reference.kind == Kind::PassedOn && module.starts_with(name);
            if module != *name && !is_passed_on {
                let line = first.entry((name, module)).or_insert(reference.line);
                *line = reference.line.min(*line);
            }
        }
        let need = |((module, needs), line): ((&Name, Name), usize)| Need {
            module: shown(module),
            needs: shown(&needs),
            file: self.modules[module].file.clone(),
            line,
        };
        first.into_iter().map(need).collect()
    }

    /// The places where modules import something through a module above them instead of from its definition.
    pub(crate) fn detours(&self) -> Vec<Detour> {
        let mut detours = Vec::new();
        for (name, reference) in self.references().filter(|(_, it)| it.kind != Kind::InExportedMacro) {
            let is_above = |module: &Name| name.starts_with(module) && name != module;
            let definition = match self.place(name, &reference.path) {
                Some(Place::Inside(ways)) if ways.len() > 1 && is_above(&ways[0]) => {
                    // A folder further on may be what keeps the place itself from view.
                    shown(ways.iter().find(|module| !is_above(module)).unwrap_or(&ways[ways.len() - 1]))
                }
                Some(Place::Outside { path, through }) if is_above(&through) => path.join("::"),
                _ => continue,
            };
            detours.push(Detour {
                file: self.modules[name].file.clone(),
                line: reference.line,
                path: reference.path.join("::"),
                definition,
            });
        }
        detours
    }

    fn references(&self) -> impl Iterator<Item = (&Name, &Reference)> {
        self.modules.iter().flat_map(|(name, module)| {
            module.source.references.iter().map(move |reference| (name, reference))
        })
    }

    /// Follows a path that stands in a module.
    fn place(&self, from: &Name, path: &[String]) -> Option<Place> {
        if let Some(import) = self.import(from, path) {
            // The import is judged by itself; here, only the place matters.
            return match self.follow(from, &import, 0)? {
                Place::Inside(ways) => Some(Place::Inside(ways[ways.len() - 1..].to_vec())),
                Place::Outside { .. } => None,
            };
        }
        self.follow(from, path, 0)
    }

    /// The whole path of one that begins with a name which the module imports.
    fn import(&self, from: &Name, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?;
        let import = self.modules[from].source.imports.get(first)?;
        let is_import = self.has_child(from, first) || import.first() == Some(first);
        (!is_import).then(|| import.iter().chain(&path[1..]).cloned().collect())
    }

    fn follow(&self, from: &Name, path: &[String], depth: usize) -> Option<Place> {
        // Imports that go round in a circle do not compile; they must not hang either.
        if depth > 16 {
            return None;
        }
        let (mut module, rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => (parent(from), &path[1..]),
            first if self.has_child(from, first) => (from.clone(), path),
            // Of another crate, or of this text.
            _ => return self.import(from, path).and_then(|path| self.follow(from, &path, depth + 1)),
        };
        for (index, name) in rest.iter().enumerate() {
            if name == "super" {
                module = parent(&module);
            } else if self.has_child(&module, name) {
                module.push(name.clone());
            } else {
                return Some(self.definition(module, &rest[index..], depth));
            }
        }
        Some(Place::Inside(vec![module]))
    }

    /// The origin of the first of these names, which a module has.
    fn definition(&self, module: Name, path: &[String], depth: usize) -> Place {
        let source = &self.modules[&module].source;
        let name = &path[0];
        let exported = self.exported_macros.get(name).filter(|_| module.is_empty());
        if let Some(definition) = exported {
            return Place::Inside(vec![definition.clone()]);
        }
        if source.items.contains(name) {
            return Place::Inside(vec![module]);
        }
        if let Some(import) = source.imports.get(name) {
            let path: Vec<_> = import.iter().chain(&path[1..]).cloned().collect();
            return match self.follow(&module, &path, depth + 1) {
                Some(Place::Inside(ways)) => Place::Inside([module].into_iter().chain(ways).collect()),
                Some(Place::Outside { path, .. }) => Place::Outside { path, through: module },
                None => Place::Outside { path, through: module },
            };
        }
        for glob in &source.globs {
            if let Some(Place::Inside(ways)) = self.follow(&module, glob, depth + 1) {
                let inner = &ways[ways.len() - 1];
                if self.modules[inner].source.items.contains(name) {
                    return Place::Inside([module].into_iter().chain(ways).collect());
                }
            }
        }
        Place::Inside(vec![module])
    }

    fn has_child(&self, module: &Name, name: &str) -> bool {
        let below: Name = module.iter().cloned().chain([name.to_owned()]).collect();
        self.modules.contains_key(&below)
    }
}

fn parent(module: &Name) -> Name {
    module[..module.len().saturating_sub(1)].to_vec()
}

fn shown(module: &Name) -> String {
    ["crate"].into_iter().chain(module.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
}

/// A path without `x/..` and without a slash at its start.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        if part == ".." && !parts.is_empty() {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The needs among the modules of a tree whose root is `src/lib.rs`.
    fn needs(files: &[(&str, &str)]) -> Vec<String> {
        let (modules, violations) = Modules::read(&Tree::of(files), "src/lib.rs");
        assert_eq!(violations, []);
        modules.needs().into_iter().map(|it| format!("{} -> {}:{}", it.module, it.needs, it.line)).collect()
    }

    #[test]
    fn names_lead_to_where_they_are_defined() {
        let files = [
            ("src/lib.rs", "pub mod a;\nmod b;\npub use a::{One, Two};\n"),
            ("src/a/mod.rs", "mod c;\nmod d;\npub use c::One;\npub use self::d::Two;\n"),
            ("src/a/c.rs", "pub struct One;\n"),
            ("src/a/d.rs", "use super::c::One;\npub struct Two(One);\n"),
            ("src/b.rs", "use crate::a;\nfn f() {\n    a::Two::g(crate::One);\n}\n"),
        ];
        let expected = [
            "crate::a::d -> crate::a::c:1",
            "crate::b -> crate::a:1",
            "crate::b -> crate::a::c:3",
            "crate::b -> crate::a::d:3",
        ];
        assert_eq!(needs(&files), expected);
    }

    #[test]
    fn a_parent_that_uses_what_its_module_has() {
        let files = [("src/lib.rs", "mod a;\nuse a::A;\n"), ("src/a.rs", "pub struct A;\nuse super::B;\n")];
        assert_eq!(needs(&files), ["crate -> crate::a:2", "crate::a -> crate:2"]);
    }

    #[test]
    fn exported_macros_are_found_at_the_root() {
        let files = [
            ("src/lib.rs", "#[macro_use]\nmod a;\nmod b;\n"),
            ("src/a.rs", "#[macro_export]\nmacro_rules! m {\n    () => {};\n}\n"),
            ("src/b.rs", "crate::m!();\n"),
        ];
        assert_eq!(needs(&files), ["crate::b -> crate::a:1"]);
    }

    #[test]
    fn tests_may_use_what_they_like() {
        let test = "#[cfg(test)]\nmod tests {\n    use crate::b::B;\n    use super::*;\n}\n";
        let files =
            [("src/lib.rs", "mod a;\nmod b;\n"), ("src/a.rs", test), ("src/b.rs", "use crate::a::A;\n")];
        assert_eq!(needs(&files), ["crate::b -> crate::a:1"]);
    }

    #[test]
    fn modules_in_other_files() {
        let files = [
            ("src/lib.rs", "#[path = \"../data/x.rs\"]\nmod a;\nmod b;\n"),
            ("data/x.rs", "pub struct A;\n"),
            ("src/b.rs", "use crate::a::A;\n"),
        ];
        assert_eq!(needs(&files), ["crate::b -> crate::a:1"]);
    }

    #[test]
    fn what_cannot_be_read_is_a_violation() {
        let (_, violations) =
            Modules::read(&Tree::of(&[("src/lib.rs", "mod a;\nmod b;\n"), ("src/a.rs", "fn")]), "src/lib.rs");
        assert_eq!(violations.len(), 2);
        assert!(violations[0].to_string().starts_with("src/a.rs:1: [modules] cannot be parsed"));
        assert!(violations[1].to_string().starts_with("src/b/mod.rs:1: [modules] the file is missing"));
    }
}
