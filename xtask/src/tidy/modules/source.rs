use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Ident, Item, Meta, Token, UseTree, Visibility};

/// The modules and imports that the text of one module declares.
#[derive(Default)]
pub(crate) struct Source {
    /// Modules in files of their own, with the path that an attribute gives them, if one does.
    pub(crate) children: Vec<(String, Option<String>)>,
    /// Names of what is defined here, modules within the text included.
    pub(crate) items: BTreeSet<String>,
    /// Names that are imported or passed on, and their paths.
    pub(crate) imports: BTreeMap<String, Vec<String>>,
    /// Paths of modules from which everything is imported.
    pub(crate) globs: Vec<Vec<String>>,
    /// Macros that are exported, and therefore found at the root of the crate.
    pub(crate) exported_macros: Vec<String>,
    pub(crate) references: Vec<Reference>,
}

/// A path somewhere in the text.
pub(crate) struct Reference {
    /// Names as they are written. Those of modules within the text, and `super` to leave them, are removed.
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `pub use` in any form.
    PassedOn,
    /// An import or a path in code.
    Used,
    /// The same below `#[cfg(test)]`.
    UsedInTests,
    /// In a macro for other crates, which see only what the root has.
    InExportedMacro,
}

impl Source {
    /// # Errors
    ///
    /// If the text is no Rust.
    pub(crate) fn parse(text: &str) -> Result<Self, syn::Error> {
        let file: File = syn::parse_file(text)?;
        let mut reader =
            Reader { source: Self::default(), depth: 0, in_tests: false, in_exported_macro: false };
        for item in &file.items {
            if let Some(name) = name_of(item) {
                reader.source.items.insert(name.to_string());
            }
        }
        reader.visit_file(&file);
        Ok(reader.source)
    }
}

struct Reader {
    source: Source,
    /// The number of modules within the text that surround this place.
    depth: usize,
    in_tests: bool,
    in_exported_macro: bool,
}

impl Reader {
    fn add(&mut self, mut path: Vec<String>, span: Span, kind: Kind) {
        for _ in 0..self.depth {
            if path.first().is_none_or(|first| first != "super") {
                break;
            }
            path.remove(0);
        }
        // What is below `self` of an inner module is in this text.
        let is_here = self.depth > 0 && path.first().is_some_and(|first| first == "self");
        if !path.is_empty() && !is_here {
            let kind = match (self.in_tests, self.in_exported_macro) {
                (true, _) => Kind::UsedInTests,
                (false, true) => Kind::InExportedMacro,
                (false, false) => kind,
            };
            self.source.references.push(Reference { path, line: span.start().line, kind });
        }
    }

    fn add_use(&mut self, tree: &UseTree, mut path: Vec<String>, kind: Kind) {
        let (name, span) = match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                return self.add_use(&tree.tree, path, kind);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.add_use(tree, path.clone(), kind));
            }
            UseTree::Glob(glob) => {
                if self.depth == 0 {
                    self.source.globs.push(path.clone());
                }
                return self.add(path, glob.star_token.spans[0], kind);
            }
            UseTree::Name(name) if name.ident == "self" => (path.last().cloned(), name.ident.span()),
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                (Some(name.ident.to_string()), name.ident.span())
            }
            UseTree::Rename(rename) => {
                path.push(rename.ident.to_string());
                (Some(rename.rename.to_string()), rename.ident.span())
            }
        };
        if let (Some(name), 0) = (name, self.depth) {
            self.source.imports.insert(name, path.clone());
        }
        self.add(path, span, kind);
    }

    /// Paths among the tokens of a macro, which nothing else can parse.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<Ident> = Vec::new();
        // Colons since the last name.
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() && colons < 2 => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(ident) if colons == 2 => {
                    path.push(ident);
                    colons = 0;
                    continue;
                }
                TokenTree::Group(ref group) => self.add_tokens(group.stream()),
                _ => {}
            }
            self.add_idents(&path);
            colons = 0;
            path.clear();
            if let TokenTree::Ident(ident) = token {
                path.push(ident);
            }
        }
        self.add_idents(&path);
    }

    fn add_idents(&mut self, path: &[Ident]) {
        if let [first, _, ..] = path {
            self.add(path.iter().map(Ident::to_string).collect(), first.span(), Kind::Used);
        }
    }

    fn within(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        let outside = self.in_tests;
        self.in_tests |= attributes.iter().any(is_test_only);
        visit(self);
        self.in_tests = outside;
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a Item) {
        self.within(attributes(item), |reader| visit::visit_item(reader, item));
    }

    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if module.content.is_some() {
            self.depth += 1;
            visit::visit_item_mod(self, module);
            self.depth -= 1;
        } else if self.depth == 0 && !self.in_tests {
            self.source.children.push((module.ident.to_string(), path_attribute(&module.attrs)));
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let is_private = matches!(item.vis, Visibility::Inherited);
        if item.leading_colon.is_none() {
            self.add_use(&item.tree, Vec::new(), if is_private { Kind::Used } else { Kind::PassedOn });
        }
    }

    fn visit_item_macro(&mut self, item: &'a syn::ItemMacro) {
        let is_exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
        if let (Some(name), true) = (&item.ident, is_exported) {
            self.source.exported_macros.push(name.to_string());
        }
        self.in_exported_macro = is_exported;
        visit::visit_item_macro(self, item);
        self.in_exported_macro = false;
    }

    fn visit_macro(&mut self, item: &'a syn::Macro) {
        visit::visit_macro(self, item);
        self.add_tokens(item.tokens.clone());
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if let (None, Some(first)) = (path.leading_colon, path.segments.first()) {
            let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            if names.len() > 1 {
                self.add(names, first.ident.span(), Kind::Used);
            }
        }
        visit::visit_path(self, path);
    }

    // Who may see a thing says nothing of what it needs.
    fn visit_visibility(&mut self, _: &'a Visibility) {}
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<&Ident> {
    match item {
        Item::Const(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Fn(item) => Some(&item.sig.ident),
        Item::Macro(item) => item.ident.as_ref(),
        Item::Mod(item) => item.content.is_some().then_some(&item.ident),
        Item::Static(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}

/// Returns true for `#[cfg(test)]` and `#[cfg(all(test, ...))]`.
fn is_test_only(attribute: &Attribute) -> bool {
    fn asks_for_test(meta: &Meta) -> bool {
        match meta {
            Meta::Path(path) => path.is_ident("test"),
            Meta::List(list) if list.path.is_ident("all") => list
                .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                .is_ok_and(|conditions| conditions.iter().any(asks_for_test)),
            _ => false,
        }
    }
    attribute.path().is_ident("cfg") && attribute.parse_args::<Meta>().is_ok_and(|meta| asks_for_test(&meta))
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("path") => match &meta.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The references as text, each with its line.
    fn references(text: &str) -> Vec<String> {
        let source = Source::parse(text).unwrap();
        let shown = |kind| match kind {
            Kind::PassedOn => "pub ",
            Kind::Used => "",
            Kind::UsedInTests => "test ",
            Kind::InExportedMacro => "exported ",
        };
        let line = |it: &Reference| format!("{}:{}{}", it.line, shown(it.kind), it.path.join("::"));
        source.references.iter().map(line).collect()
    }

    #[test]
    fn imports_are_taken_apart() {
        let text = "use crate::{a, b::{self, C as D}};\npub(crate) use super::e::*;\nuse ::std::fmt;\n";
        assert_eq!(references(text), ["1:crate::a", "1:crate::b", "1:crate::b::C", "2:pub super::e"]);
        let source = Source::parse(text).unwrap();
        assert_eq!(source.imports["D"], ["crate", "b", "C"]);
        assert_eq!(source.imports["b"], ["crate", "b"]);
        assert_eq!(source.globs, [["super", "e"]]);
    }

    #[test]
    fn paths_in_code_and_in_macros() {
        let text = "fn f(x: crate::a::T) -> b::U {\n    vec![$crate::c::V, (super::d::W), x.y]\n}\npub(crate) struct S;\n";
        let text = text.replace('$', "");
        assert_eq!(references(&text), ["1:crate::a::T", "1:b::U", "2:crate::c::V", "2:super::d::W"]);
        let rules = "macro_rules! m {\n    ($x:expr) => { $crate::a::f($x) };\n}\n";
        assert_eq!(references(rules), ["2:crate::a::f"]);
        assert_eq!(references(&format!("#[macro_export]\n{rules}")), ["3:exported crate::a::f"]);
    }

    #[test]
    fn modules_within_the_text_belong_to_it() {
        let text =
            "mod inner {\n    use super::X;\n    use super::super::Y;\n    use self::z::Z;\n}\nmod file;\n";
        assert_eq!(references(text), ["2:X", "3:super::Y"]);
        let source = Source::parse(text).unwrap();
        assert_eq!(source.children, [("file".to_owned(), None)]);
        assert!(source.items.contains("inner"));
    }

    #[test]
    fn what_tests_use_is_kept_apart() {
        let text = "#[cfg(all(test, unix))]\nmod tests {\n    use crate::a::A;\n}\n#[cfg(not(test))]\nuse crate::b::B;\n";
        assert_eq!(references(text), ["3:test crate::a::A", "6:crate::b::B"]);
    }

    #[test]
    fn files_by_attribute() {
        let source = Source::parse("#[path = \"other.rs\"]\nmod child;\n").unwrap();
        assert_eq!(source.children, [("child".to_owned(), Some("other.rs".to_owned()))]);
    }
}
