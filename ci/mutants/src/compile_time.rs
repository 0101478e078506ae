//! The functions that only the compiler runs.

use std::collections::{HashMap, HashSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Block, Expr, File, ImplItemFn, ItemFn, ItemMod, Signature, TraitItemFn};

use crate::condition;
use crate::site::Function;

/// The names of a crate's functions, and the functions in which they occur.
///
/// A name that occurs in a constant or a static, or in the body of a function that only the compiler runs, does not make the
/// function run when the program does.
#[derive(Default)]
pub struct Names {
    /// The functions whose bodies hold a name.
    users: HashMap<String, HashSet<String>>,
    /// The names that occur elsewhere, as in a macro.
    elsewhere: HashSet<String>,
    within: Vec<String>,
}

impl Names {
    /// Reads a file.
    pub fn read(&mut self, tree: &File) {
        self.visit_file(tree);
    }

    /// The indices of the inner `const fn` that are named in constants, and in functions of the same kind, only.
    pub fn only_compiled(&self, functions: &[Function]) -> HashSet<usize> {
        let mut names: HashSet<&str> = functions.iter().map(|function| function.name.as_str()).collect();
        for function in functions.iter().filter(|function| !function.is_inner_const) {
            names.remove(function.name.as_str());
        }
        names.retain(|&name| !self.elsewhere.contains(name));
        loop {
            let before = names.len();
            let kept: HashSet<&str> = names
                .iter()
                .copied()
                .filter(|&name| {
                    self.users.get(name).is_none_or(|users| {
                        users.iter().all(|user| user == name || names.contains(user.as_str()))
                    })
                })
                .collect();
            names = kept;
            if names.len() == before {
                break;
            }
        }
        (0..functions.len()).filter(|&index| names.contains(functions[index].name.as_str())).collect()
    }

    fn body(&mut self, signature: &Signature, block: &Block) {
        self.within.push(signature.ident.to_string());
        self.visit_block(block);
        self.within.pop();
    }

    fn occurs(&mut self, name: String) {
        match self.within.last() {
            Some(user) => {
                self.users.entry(name).or_default().insert(user.clone());
            }
            None => {
                self.elsewhere.insert(name);
            }
        }
    }

    fn tokens(&mut self, tokens: &TokenStream) {
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(name) => self.occurs(name.to_string()),
                TokenTree::Group(group) => self.tokens(&group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !condition::is_for_tests(&item.attrs) {
            self.body(&item.sig, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !condition::is_for_tests(&item.attrs) {
            self.body(&item.sig, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(&item.sig, block);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !condition::is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Const(_) => {}
            Expr::MethodCall(call) => {
                self.occurs(call.method.to_string());
                visit::visit_expr(self, expr);
            }
            Expr::Path(path) => {
                path.path.segments.iter().for_each(|segment| self.occurs(segment.ident.to_string()));
                visit::visit_expr(self, expr);
            }
            _ => visit::visit_expr(self, expr),
        }
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
