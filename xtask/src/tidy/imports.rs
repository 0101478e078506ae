use super::modules::Modules;
use super::violation::Violation;

const RULE: &str = "imports";

/// A module takes things from where they are defined, not through the names that a module above it has for them.
///
/// Such names are made for those outside: `crate::Name` for users of the crate, a folder's for the rest of the crate.
pub(crate) fn check(modules: &Modules) -> Vec<Violation> {
    let violation = |detour: super::modules::Detour| {
        let message = format!("`{}` is defined in `{}`; take it from there", detour.path, detour.definition);
        Violation::new(RULE, detour.file, detour.line, message)
    };
    modules.detours().into_iter().map(violation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::Tree;
    use crate::tidy::violation::printed;

    fn violations(user: &str) -> Vec<String> {
        let files = [
            ("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\npub use other::Other;\npub struct Own;\n"),
            ("a/mod.rs", "mod d;\npub use d::D;\npub struct A;\n"),
            ("a/d.rs", "pub struct D;\n"),
            ("b.rs", user),
            ("c.rs", ""),
        ];
        printed(&check(&Modules::read(&Tree::of(&files), "lib.rs").0))
    }

    #[test]
    fn from_where_things_are_defined() {
        assert_eq!(
            violations("use crate::a::A;\nuse other::Other;\nuse crate::Own;\nuse crate::c;\n"),
            [""; 0]
        );
    }

    #[test]
    fn an_import_is_told_of_once() {
        assert_eq!(violations("use crate::A;\nfn f() {\n    A::g();\n    A::h();\n}\n").len(), 1);
    }

    #[test]
    fn macros_for_other_crates_need_what_those_see() {
        let violations = violations("#[macro_export]\nmacro_rules! m {\n    () => { $crate::A };\n}\n");
        assert_eq!(violations, [""; 0]);
    }

    #[test]
    fn a_folder_s_names_are_for_modules_outside_it() {
        assert_eq!(violations("use crate::a::D;\n"), [""; 0]);
    }

    #[test]
    fn through_the_root() {
        let expected = ["b.rs:1: [imports] `crate::A` is defined in `crate::a`; take it from there"];
        assert_eq!(violations("use crate::A;\n"), expected);
        assert_eq!(violations("fn f(_: crate::A) {}\n"), expected);
        let expected = ["b.rs:1: [imports] `super::Other` is defined in `other::Other`; take it from there"];
        assert_eq!(violations("use super::Other;\n"), expected);
    }

    #[test]
    fn through_the_own_folder() {
        let files = [
            ("lib.rs", "mod a;\n"),
            ("a/mod.rs", "mod b;\nmod c;\npub use b::B;\n"),
            ("a/b.rs", "pub struct B;\n"),
            ("a/c.rs", "use super::B;\n"),
        ];
        let violations = printed(&check(&Modules::read(&Tree::of(&files), "lib.rs").0));
        assert_eq!(
            violations,
            ["a/c.rs:1: [imports] `super::B` is defined in `crate::a::b`; take it from there"]
        );
    }
}
