//! The functions that only the compiler runs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, File, ImplItemFn, ItemFn, ItemMod, Pat};

use crate::condition;
use crate::site::{Function, Reach};

/// The places of a crate in which a function may be named, but for those that only the compiler runs: constants and statics.
#[derive(Default)]
pub struct Names {
    places: Vec<Place>,
    /// The names that patterns of a file bind, with their places.
    bound: HashSet<(usize, String)>,
    file: usize,
}

/// A name in the program.
struct Place {
    file: usize,
    position: usize,
    name: String,
    form: Form,
}

/// What stands before a name.
#[derive(Clone, PartialEq, Eq)]
enum Form {
    /// Nothing, or a module.
    Free,
    /// A name that is not called, and may be that of a variable.
    Value,
    /// A type, or `Self`.
    Of(String),
    /// A dot.
    Method,
    /// A part of a macro's arguments.
    Token,
}

impl Names {
    /// Reads the file with this index.
    pub fn read(&mut self, file: usize, tree: &File) {
        self.file = file;
        self.visit_file(tree);
    }

    /// The indices of the inner `const fn` that are named in constants, and in functions of the same kind, only. `files` are the
    /// paths of the sources.
    pub fn only_compiled(&self, functions: &[Function], files: &[PathBuf]) -> HashSet<usize> {
        let users: Vec<Option<usize>> = self.places.iter().map(|place| user(functions, place)).collect();
        let mut kept: HashSet<usize> = (0..functions.len())
            .filter(|&index| functions[index].is_const && functions[index].reach != Reach::Everyone)
            .collect();
        loop {
            let before = kept.len();
            let next = kept
                .iter()
                .copied()
                .filter(|&index| {
                    self.places.iter().zip(&users).all(|(place, user)| {
                        !self.may_name(place, user.map(|user| &functions[user]), &functions[index], files)
                            || user.is_some_and(|user| user == index || kept.contains(&user))
                    })
                })
                .collect();
            kept = next;
            if kept.len() == before {
                return kept;
            }
        }
    }

    fn may_name(
        &self,
        place: &Place,
        user: Option<&Function>,
        function: &Function,
        files: &[PathBuf],
    ) -> bool {
        if place.name != function.name
            || function.reach == Reach::Module && !is_within(&files[place.file], &files[function.file])
        {
            return false;
        }
        match (&place.form, &function.owner) {
            (Form::Token, _) => true,
            (Form::Free, owner) => owner.is_none(),
            (Form::Value, owner) => {
                owner.is_none() && !self.bound.contains(&(place.file, place.name.clone()))
            }
            (Form::Method, owner) => owner.is_some(),
            (Form::Of(name), Some(owner)) if name == "Self" => {
                user.and_then(|user| user.owner.as_ref()).is_none_or(|user| user == owner)
            }
            (Form::Of(name), Some(owner)) => name == owner,
            (Form::Of(_), None) => false,
        }
    }

    fn add(&mut self, name: String, form: Form, span: Span) {
        let position = span.byte_range().start;
        self.places.push(Place { file: self.file, position, name, form });
    }

    fn path(&mut self, path: &syn::Path, is_called: bool) {
        let mut segments = path.segments.iter().rev();
        let Some(last) = segments.next() else { return };
        let form = match segments.next().map(|segment| segment.ident.to_string()) {
            Some(name) if name.starts_with(char::is_uppercase) => Form::Of(name),
            None if !is_called => Form::Value,
            _ => Form::Free,
        };
        self.add(last.ident.to_string(), form, last.ident.span());
    }

    fn tokens(&mut self, tokens: &TokenStream) {
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(name) => self.add(name.to_string(), Form::Token, name.span()),
                TokenTree::Group(group) => self.tokens(&group.stream()),
                _ => {}
            }
        }
    }
}

/// The innermost function around a place.
fn user(functions: &[Function], place: &Place) -> Option<usize> {
    (0..functions.len())
        .filter(|&index| {
            functions[index].file == place.file && functions[index].range.contains(&place.position)
        })
        .min_by_key(|&index| functions[index].range.len())
}

/// Tests whether a file is that of a module or of one inside it.
fn is_within(file: &Path, module: &Path) -> bool {
    let is_folder = ["mod.rs", "lib.rs", "main.rs"].iter().any(|&name| module.ends_with(name));
    let folder =
        if is_folder { module.parent().map(Path::to_path_buf) } else { Some(module.with_extension("")) };
    file == module || folder.is_some_and(|folder| file.starts_with(folder))
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !condition::is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !condition::is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !condition::is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Const(_) => return,
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func {
                    self.path(&path.path, true);
                    call.args.iter().for_each(|argument| self.visit_expr(argument));
                    return;
                }
            }
            Expr::MethodCall(call) => self.add(call.method.to_string(), Form::Method, call.method.span()),
            Expr::Path(path) => self.path(&path.path, false),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Ident(ident) = pattern {
            self.bound.insert((self.file, ident.ident.to_string()));
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.tokens(&mac.tokens);
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {}
}
