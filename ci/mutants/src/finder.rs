//! The search for the sites of one file.

use std::collections::HashSet;
use std::ops::Range;

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, Block, Expr, ExprBinary, ExprMatch, ImplItemFn, ItemFn, ItemImpl, ItemMod, ItemTrait,
    Macro, Pat, Signature, Stmt, Token, TraitItemFn, Type, UnOp, Visibility,
};

use crate::condition;
use crate::forms::{has_let, is_call, type_name};
use crate::operators;
use crate::plain;
use crate::site::{Function, Mutant, Reach, Shape, Site};

/// A module whose source is another file.
pub struct Submodule {
    /// The names of the modules inside the file that hold it.
    pub inside: Vec<String>,
    pub name: String,
    /// The value of `#[path]`.
    pub path: Option<String>,
    pub conditions: Vec<String>,
}

/// A visitor that collects the functions, the sites and the mutants of a file.
pub struct Finder<'t> {
    text: &'t str,
    file: usize,
    pub functions: Vec<Function>,
    pub sites: Vec<Site>,
    pub mutants: Vec<Mutant>,
    pub submodules: Vec<Submodule>,
    /// The parts that are for tests only.
    pub tests: Vec<Range<usize>>,
    /// The functions that came before those of this file.
    first_function: usize,
    first_site: usize,
    first_mutant: usize,
    conditions: Vec<String>,
    modules: Vec<String>,
    /// The name of the type and of the trait around a function.
    owner: Option<String>,
    self_type: Option<String>,
    in_trait: bool,
    function: Option<usize>,
    /// The places of the conditions of `if` and `while`.
    direct: HashSet<usize>,
}

impl<'t> Finder<'t> {
    /// A finder for a file that is compiled under `conditions`. The counts are those of functions, sites and mutants before it.
    pub fn new(text: &'t str, file: usize, conditions: Vec<String>, counts: [usize; 3]) -> Self {
        Self {
            text,
            file,
            functions: Vec::new(),
            sites: Vec::new(),
            mutants: Vec::new(),
            submodules: Vec::new(),
            tests: Vec::new(),
            first_function: counts[0],
            first_site: counts[1],
            first_mutant: counts[2],
            conditions,
            modules: Vec::new(),
            owner: None,
            self_type: None,
            in_trait: false,
            function: None,
            direct: HashSet::new(),
        }
    }

    fn slice(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Adds a site with its mutants, each the text that it replaces, the text that is shown, and the program text.
    fn site(
        &mut self,
        range: Range<usize>,
        shape: Shape,
        place: Span,
        original: &str,
        mutants: Vec<(String, String)>,
    ) {
        let Some(function) = self.function else { return };
        if mutants.is_empty() {
            return;
        }
        let site = self.first_site + self.sites.len();
        let start = place.start();
        let first = self.first_mutant + self.mutants.len();
        self.sites.push(Site {
            file: self.file,
            function,
            range,
            shape,
            mutants: (first..first + mutants.len()).collect(),
        });
        for (replacement, code) in mutants {
            self.mutants.push(Mutant {
                function,
                site,
                shape,
                line: start.line,
                column: start.column + 1,
                original: one_line(original),
                replacement: one_line(&replacement),
                code,
                ordinal: 1,
                conditions: self.conditions.clone(),
            });
        }
    }

    /// Visits something under the conditions of its attributes; nothing if it is for tests.
    fn under(&mut self, attributes: &[Attribute], range: Range<usize>, visit: impl FnOnce(&mut Self)) {
        if condition::is_for_tests(attributes) {
            self.tests.push(range);
            return;
        }
        let before = self.conditions.len();
        self.conditions.extend(condition::texts(attributes));
        visit(self);
        self.conditions.truncate(before);
    }

    fn any_function(
        &mut self,
        visible: Option<&Visibility>,
        signature: &Signature,
        block: &Block,
        whole: Range<usize>,
    ) {
        let name = signature.ident.to_string();
        let path = self.owner.as_ref().map_or_else(|| name.clone(), |owner| format!("{owner}::{name}"));
        let reach = match visible {
            Some(Visibility::Inherited) if !self.in_trait => Reach::Module,
            Some(Visibility::Restricted(_)) => Reach::Crate,
            _ => Reach::Everyone,
        };
        let index = self.first_function + self.functions.len();
        self.functions.push(Function {
            file: self.file,
            path,
            name,
            range: whole,
            owner: self.self_type.clone(),
            reach,
            is_const: signature.constness.is_some(),
        });
        let outer = self.function.replace(index);
        let body = block.span().byte_range();
        let inside = self.slice(&(body.start + 1..body.end.max(body.start + 2) - 1)).trim().to_owned();
        if !block.stmts.is_empty() && signature.asyncness.is_none() {
            let is_default = signature.ident == "default" && signature.inputs.is_empty();
            let mut returns = plain::returns(&signature.output, self.self_type.as_deref());
            returns.retain(|code| {
                let value = code.strip_prefix("return").unwrap_or_default().trim();
                value != inside && !(is_default && value.contains("default()"))
            });
            let mutants = returns.into_iter().map(|code| (code.clone(), format!("{code};"))).collect();
            self.site(body.start + 1..body.start + 1, Shape::Body, signature.ident.span(), "(body)", mutants);
        }
        self.visit_block(block);
        self.function = outer;
    }

    /// The condition of an `if` or a `while`: `true` and `false`, but for `let`.
    fn condition(&mut self, condition: &Expr, values: &[&str]) {
        match condition {
            Expr::Let(_) | Expr::Lit(_) => {}
            Expr::Binary(ExprBinary { left, right, .. }) if has_let(condition) => {
                self.condition(left, values);
                self.condition(right, values);
            }
            Expr::Macro(call) if call.mac.path.is_ident("cfg") => {}
            _ => {
                let range = condition.span().byte_range();
                let original = self.slice(&range);
                if original.contains("cfg!") {
                    return;
                }
                self.direct.insert(range.start << 32 | range.end);
                let mutants = values.iter().map(|&value| (value.to_owned(), value.to_owned())).collect();
                self.site(range, Shape::Expression, condition.span(), original, mutants);
            }
        }
    }

    fn is_direct(&self, range: &Range<usize>) -> bool {
        self.direct.contains(&(range.start << 32 | range.end))
    }

    fn binary(&mut self, binary: &ExprBinary) {
        if !binary.attrs.is_empty() || has_let(&binary.left) || has_let(&binary.right) {
            return;
        }
        let range = binary.span().byte_range();
        let (left, right) = (binary.left.span().byte_range(), binary.right.span().byte_range());
        let (left, right) = (self.slice(&left), self.slice(&right));
        let assigns = operators::assigns(&binary.op);
        let mutants = operators::siblings(&binary.op, self.is_direct(&range))
            .iter()
            .map(|operator| {
                let code = if assigns {
                    format!("{left} {operator} {right}")
                } else {
                    format!("({left}) {operator} ({right})")
                };
                (format!("{left} {operator} {right}"), code)
            })
            .collect();
        let original = self.slice(&range);
        self.site(range, Shape::Expression, binary.op.span(), original, mutants);
    }

    fn arms(&mut self, expr: &ExprMatch) {
        let Some(last) = expr.arms.last() else { return };
        let has_wildcard = matches!(last.pat, Pat::Wild(_));
        for (index, arm) in expr.arms.iter().enumerate() {
            if condition::is_for_tests(&arm.attrs) || !arm.attrs.is_empty() {
                continue;
            }
            let removes = has_wildcard && index + 1 < expr.arms.len();
            self.arm(arm, removes);
        }
    }

    fn arm(&mut self, arm: &Arm, removes: bool) {
        let range = arm.pat.span().byte_range();
        let original = self.slice(&range);
        let removed = vec![("(arm removed)".to_owned(), String::new())];
        if let Pat::Guard(guard) = &arm.pat {
            if has_let(&guard.guard) {
                return;
            }
            let guard_range = guard.guard.span().byte_range();
            if removes {
                // `false` says the same.
                self.condition(&guard.guard, &["true", "false"]);
            } else {
                let text = self.slice(&guard_range);
                self.direct.insert(guard_range.start << 32 | guard_range.end);
                let values =
                    vec![("true".to_owned(), "true".to_owned()), ("false".to_owned(), "false".to_owned())];
                self.site(guard_range, Shape::Expression, guard.guard.span(), text, values);
            }
        } else if removes {
            self.site(range.end..range.end, Shape::Arm, arm.pat.span(), original, removed);
        }
    }

    fn any_macro(&mut self, mac: &Macro) {
        const READ: [&str; 9] = [
            "assert",
            "assert_eq",
            "assert_ne",
            "write",
            "writeln",
            "format",
            "print",
            "println",
            "eprintln",
        ];
        if READ.iter().any(|name| mac.path.is_ident(name))
            && let Ok(parts) = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
        {
            parts.iter().for_each(|part| self.visit_expr(part));
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        let range = item.span().byte_range();
        self.under(&item.attrs, range.clone(), |finder| {
            let (owner, self_type) = (finder.owner.take(), finder.self_type.take());
            let in_trait = std::mem::take(&mut finder.in_trait);
            finder.any_function(Some(&item.vis), &item.sig, &item.block, range);
            (finder.owner, finder.self_type, finder.in_trait) = (owner, self_type, in_trait);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        let range = item.span().byte_range();
        self.under(&item.attrs, range.clone(), |finder| {
            finder.any_function(Some(&item.vis), &item.sig, &item.block, range);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        let range = item.span().byte_range();
        if let Some(block) = &item.default {
            self.under(&item.attrs, range.clone(), |finder| {
                finder.any_function(None, &item.sig, block, range);
            });
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of_trait = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        // Text for programmers, which no rule describes.
        if of_trait.is_some_and(|segment| segment.ident == "Debug") {
            return;
        }
        let name = type_name(&item.self_ty);
        let owner = of_trait.map_or_else(
            || name.clone(),
            |segment| format!("{} for {name}", one_line(self.slice(&segment.span().byte_range()))),
        );
        self.under(&item.attrs, item.span().byte_range(), |finder| {
            let before = (finder.owner.replace(owner), finder.self_type.replace(name), finder.in_trait);
            finder.in_trait = of_trait.is_some();
            item.items.iter().for_each(|inner| finder.visit_impl_item(inner));
            (finder.owner, finder.self_type, finder.in_trait) = before;
        });
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.under(&item.attrs, item.span().byte_range(), |finder| {
            let before =
                (finder.owner.replace(item.ident.to_string()), finder.self_type.take(), finder.in_trait);
            finder.in_trait = true;
            item.items.iter().for_each(|inner| finder.visit_trait_item(inner));
            (finder.owner, finder.self_type, finder.in_trait) = before;
        });
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.under(&item.attrs, item.span().byte_range(), |finder| {
            let name = item.ident.to_string();
            if let Some((_, items)) = &item.content {
                finder.modules.push(name);
                for inner in items {
                    finder.visit_item(inner);
                }
                finder.modules.pop();
            } else {
                let path = item.attrs.iter().find_map(|attribute| match &attribute.meta {
                    syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
                        Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
                        _ => None,
                    },
                    _ => None,
                });
                let (inside, conditions) = (finder.modules.clone(), finder.conditions.clone());
                finder.submodules.push(Submodule { inside, name, path, conditions });
            }
        });
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) => self.binary(binary),
            Expr::Unary(unary) if unary.attrs.is_empty() && !matches!(unary.op, UnOp::Deref(_)) => {
                let range = unary.span().byte_range();
                if !self.is_direct(&range) {
                    let inner = self.slice(&unary.expr.span().byte_range()).to_owned();
                    let original = self.slice(&range);
                    self.site(range, Shape::Expression, unary.span(), original, vec![(inner.clone(), inner)]);
                }
            }
            Expr::If(choice) => self.condition(&choice.cond, &["true", "false"]),
            Expr::While(repeat) => self.condition(&repeat.cond, &["false"]),
            Expr::Match(choice) => self.arms(choice),
            Expr::Macro(call) => return self.any_macro(&call.mac),
            Expr::Repeat(repeat) => return self.visit_expr(&repeat.expr),
            Expr::Const(_) | Expr::Async(_) => return,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Expr(expr, Some(_)) if is_call(expr) => {
                let range = statement.span().byte_range();
                let original = self.slice(&range);
                self.site(
                    range,
                    Shape::Statement,
                    expr.span(),
                    original,
                    vec![("(removed)".to_owned(), String::new())],
                );
                visit::visit_stmt(self, statement);
            }
            Stmt::Local(local) => {
                self.under(&local.attrs, 0..0, |finder| visit::visit_local(finder, local));
            }
            Stmt::Macro(call) => self.under(&call.attrs, 0..0, |finder| finder.any_macro(&call.mac)),
            Stmt::Expr(Expr::Block(block), _) => {
                self.under(&block.attrs, 0..0, |finder| finder.visit_block(&block.block));
            }
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Guard(guard) = pattern {
            self.visit_expr(&guard.guard);
        }
    }

    // None of these runs when the program does.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_item_macro(&mut self, _: &'ast syn::ItemMacro) {}
}

/// The text with single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
