//! The conditions of compilation.

use std::collections::BTreeSet;
use std::fs;

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// The predicate of `#[cfg(...)]`, if the attribute is one.
pub fn predicate(attribute: &Attribute) -> Option<Meta> {
    attribute.path().is_ident("cfg").then(|| attribute.parse_args().ok()).flatten()
}

/// Tests whether an item is for tests only.
pub fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().segments.last().is_some_and(|segment| segment.ident == "test")
            || predicate(attribute).is_some_and(|meta| needs_test(&meta))
    })
}

fn needs_test(meta: &Meta) -> bool {
    match meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => parts(list).iter().any(needs_test),
        _ => false,
    }
}

fn parts(list: &syn::MetaList) -> Vec<Meta> {
    let parsed = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    parsed.map(|parts| parts.into_iter().collect()).unwrap_or_default()
}

/// The conditions of an item as text: the predicates of `cfg`, and `target_feature = "..."` for the instructions of
/// `#[target_feature]`.
pub fn texts(attributes: &[Attribute]) -> Vec<String> {
    let mut texts = Vec::new();
    for attribute in attributes {
        if attribute.path().is_ident("target_feature") {
            if let Ok(Meta::NameValue(enable)) = attribute.parse_args()
                && let Some(features) = literal(&enable.value)
            {
                texts.extend(features.split(',').map(|feature| format!("target_feature = \"{feature}\"")));
            }
        } else if attribute.path().is_ident("cfg")
            && let Meta::List(list) = &attribute.meta
        {
            texts.push(list.tokens.to_string());
        }
    }
    texts
}

fn literal(value: &Expr) -> Option<String> {
    if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = value { Some(text.value()) } else { None }
}

/// What holds for a build, and which instructions this machine has.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// `unix`, or `feature="std"` without blanks.
    set: BTreeSet<String>,
}

impl Configuration {
    /// The configuration that `rustc --print cfg` and a build script print, with the features of a crate.
    pub fn new<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        features: impl IntoIterator<Item = String>,
    ) -> Self {
        let mut set: BTreeSet<String> = lines.into_iter().map(str::to_owned).collect();
        set.extend(features.into_iter().map(|feature| format!("feature=\"{feature}\"")));
        if let Ok(text) = fs::read_to_string("/proc/cpuinfo")
            && let Some(flags) = text.lines().find(|line| line.starts_with("flags"))
        {
            let flags = flags.split_ascii_whitespace().map(|flag| match flag {
                "abm" => "lzcnt".to_owned(),
                "pni" => "sse3".to_owned(),
                other => other.replace("sse4_", "sse4."),
            });
            set.extend(flags.map(|flag| format!("target_feature=\"{flag}\"")));
        }
        set.insert("debug_assertions".to_owned());
        Self { set }
    }

    /// Tests whether a condition holds; one that cannot be read is taken to hold.
    pub fn holds(&self, condition: &str) -> bool {
        syn::parse_str::<Meta>(condition).map_or(true, |meta| self.meta(&meta))
    }

    fn meta(&self, meta: &Meta) -> bool {
        match meta {
            Meta::Path(path) => path.get_ident().is_none_or(|name| self.set.contains(&name.to_string())),
            Meta::NameValue(pair) => {
                let name = pair.path.get_ident().map(ToString::to_string).unwrap_or_default();
                literal(&pair.value).is_none_or(|value| self.set.contains(&format!("{name}=\"{value}\"")))
            }
            Meta::List(list) => {
                let parts = parts(list);
                if list.path.is_ident("not") {
                    !parts.iter().all(|part| self.meta(part))
                } else if list.path.is_ident("any") {
                    parts.iter().any(|part| self.meta(part))
                } else {
                    parts.iter().all(|part| self.meta(part))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Configuration;

    #[test]
    fn predicates_are_evaluated() {
        let here =
            Configuration::new(["unix", "target_arch=\"x86_64\"", "slider=\"pext\""], ["std".to_owned()]);
        for (condition, holds) in [
            ("unix", true),
            ("windows", false),
            ("not (windows)", true),
            ("feature = \"std\"", true),
            ("all (unix, feature = \"serde\")", false),
            ("any (windows, slider = \"pext\")", true),
            ("not (any (unix, windows))", false),
        ] {
            assert_eq!(here.holds(condition), holds, "{condition}");
        }
    }
}
