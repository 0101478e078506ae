//! Tests of the public interface.

mod marks;
mod pictures;

use roxmltree::{Document, Node};

/// The elements of this name.
fn elements<'a>(document: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

/// The texts of the elements of this name.
fn texts<'a>(document: &'a Document<'_>, name: &'static str) -> Vec<&'a str> {
    elements(document, name).map(|node| node.text().unwrap_or_default()).collect()
}
