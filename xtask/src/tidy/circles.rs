use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

use super::modules::{Modules, Need};
use super::violation::Violation;

const RULE: &str = "circles";

/// No module needs, on any way, one that needs it.
///
/// A module needs what it names, outside its tests, of what another one defines. A folder's `mod.rs` is a module like any
/// other: it may use what is below it, or be used from there, but not both. Passing on what is defined below is no use.
pub(crate) fn check(modules: &Modules) -> Vec<Violation> {
    let needs = modules.needs();
    let mut below: BTreeMap<&str, Vec<&Need>> = BTreeMap::new();
    for need in &needs {
        below.entry(&need.module).or_default().push(need);
    }
    let mut violations = Vec::new();
    // Each module is told of in one circle at most; when that is broken up, the next is seen.
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for &start in below.keys() {
        if told.contains(start) {
            continue;
        }
        if let Some(circle) = shortest_circle(&below, start) {
            told.extend(circle.iter().map(|need| need.module.as_str()));
            let mut message = format!("modules need each other: {start}");
            for need in &circle {
                let _ = write!(message, " -> {} ({}:{})", need.needs, need.file, need.line);
            }
            violations.push(Violation::new(RULE, &circle[0].file, circle[0].line, message));
        }
    }
    violations
}

/// The fewest steps from a module back to itself.
fn shortest_circle<'a>(below: &BTreeMap<&'a str, Vec<&'a Need>>, start: &str) -> Option<Vec<&'a Need>> {
    let mut reached_by: BTreeMap<&str, &Need> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(module) = open.pop_front() {
        for &need in below.get(module).into_iter().flatten() {
            if reached_by.contains_key(need.needs.as_str()) {
                continue;
            }
            reached_by.insert(&need.needs, need);
            if need.needs == start {
                let mut circle = vec![need];
                while circle[circle.len() - 1].module != start {
                    circle.push(reached_by[circle[circle.len() - 1].module.as_str()]);
                }
                circle.reverse();
                return Some(circle);
            }
            open.push_back(&need.needs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::Tree;
    use crate::tidy::violation::printed;

    fn violations(files: &[(&str, &str)]) -> Vec<String> {
        printed(&check(&Modules::read(&Tree::of(files), "lib.rs").0))
    }

    #[test]
    fn three_modules_round_and_one_beside() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\npub use a::A;\n"),
            ("a.rs", "use crate::b::B;\npub struct A;\n"),
            ("b.rs", "\nuse crate::c::C;\npub struct B;\n"),
            ("c.rs", "pub struct C(super::a::A);\n"),
            ("d.rs", "use crate::a::A;\n"),
        ];
        let circle = "crate::a -> crate::b (a.rs:1) -> crate::c (b.rs:2) -> crate::a (c.rs:1)";
        assert_eq!(violations(&files), [format!("a.rs:1: [circles] modules need each other: {circle}")]);
    }

    #[test]
    fn a_folder_and_its_module() {
        let lib = ("lib.rs", "mod a;\n");
        let child = ("a/b.rs", "use super::A;\npub struct B;\n");
        let passes_on = ("a/mod.rs", "mod b;\npub use b::B;\npub struct A;\n");
        assert_eq!(violations(&[lib, child, passes_on]), [""; 0]);
        let uses = ("a/mod.rs", "mod b;\nuse b::B;\npub struct A(B);\n");
        let circle = "crate::a -> crate::a::b (a/mod.rs:2) -> crate::a (a/b.rs:1)";
        assert_eq!(
            violations(&[lib, child, uses]),
            [format!("a/mod.rs:2: [circles] modules need each other: {circle}")]
        );
    }
}
