//! Every picture and page of the repository is well-formed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use html5gum::{DefaultEmitter, Token, Tokenizer};
use roxmltree::Document;

/// Elements of HTML that have no end tag.
const VOID: &str = "area base br col embed hr img input link meta source track wbr";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the tracked files with this extension; without git, all that are not in a build folder.
fn files(extension: &str) -> BTreeSet<PathBuf> {
    let list = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let tracked = list.ok().filter(|output| output.status.success()).map(|output| {
        let paths = String::from_utf8(output.stdout).unwrap();
        paths.split_terminator('\0').map(PathBuf::from).collect()
    });
    let mut files: BTreeSet<_> = tracked.unwrap_or_else(|| walk(Path::new("")));
    files.retain(|path| path.extension().is_some_and(|it| it == extension) && root().join(path).exists());
    files
}

fn walk(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(Result::unwrap);
    let built = |name: &str| name.starts_with('.') || name == "target" || name == "node_modules";
    let named = entries.filter(|entry| !entry.file_name().to_str().is_some_and(built));
    let below = named.flat_map(|entry| {
        let path = folder.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() { walk(&path) } else { BTreeSet::from([path]) }
    });
    below.collect()
}

/// Asserts that there are files with this extension, and that none of them has a fault.
fn check(extension: &str, faults: fn(&str) -> Vec<String>) {
    let files = files(extension);
    let found = files.iter().flat_map(|path| {
        let text = fs::read_to_string(root().join(path)).unwrap();
        faults(&text).into_iter().map(move |fault| format!("{}: {fault}", path.display()))
    });
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
    assert!(!files.is_empty());
}

fn faults_of_svg(text: &str) -> Vec<String> {
    let name = ("http://www.w3.org/2000/svg", "svg").into();
    match Document::parse(text) {
        Ok(document) if document.root_element().tag_name() == name => Vec::new(),
        Ok(_) => vec!["the root is no svg element of SVG's namespace".into()],
        Err(error) => vec![error.to_string()],
    }
}

/// Returns the errors of HTML's tokenizer, and tags that do not close each other. HTML permits omitting some end tags; here all
/// are required.
fn faults_of_html(text: &str) -> Vec<String> {
    let (mut faults, mut open) = (Vec::new(), Vec::new());
    let mut has_doctype = false;
    let mut emitter = DefaultEmitter::default();
    // Scripts and styles are not markup.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::Error(error) => faults.push(error.to_string()),
            Token::Doctype(doctype) => has_doctype = !doctype.force_quirks && **doctype.name == *b"html",
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if !tag.self_closing && !VOID.split(' ').any(|void| void == name) {
                    open.push(name);
                }
            }
            Token::EndTag(tag) => {
                let (name, last) = (String::from_utf8_lossy(&tag.name), open.pop());
                if last.as_deref() != Some(&name) {
                    faults.push(format!("</{name}> after <{}>", last.as_deref().unwrap_or_default()));
                }
            }
            _ => {}
        }
    }
    faults.extend(open.into_iter().map(|name| format!("<{name}> is not closed")));
    if !has_doctype {
        faults.push("there is no doctype of HTML".into());
    }
    faults
}

#[test]
fn every_svg_is_xml() {
    check("svg", faults_of_svg);
}

#[test]
fn every_page_is_html() {
    check("html", faults_of_html);
}

#[test]
fn faults_are_found() {
    assert_eq!(faults_of_svg("<!-- a --b -->\n<svg xmlns='http://www.w3.org/2000/svg'/>").len(), 1);
    assert_eq!(faults_of_svg("<svg/>").len(), 1);
    for (page, fault) in [
        ("<p>a</p>", "there is no doctype of HTML"),
        ("<!doctype html><p><b>a</p>", "</p> after <b>"),
        ("<!doctype html><p>", "<p> is not closed"),
        ("<!doctype html><p a='' a=''></p>", "duplicate-attribute"),
        ("<!doctype html><!-- a", "eof-in-comment"),
        ("<!doctype html><p>&lt</p>", "missing-semicolon-after-character-reference"),
    ] {
        assert!(faults_of_html(page).iter().any(|it| it == fault), "{page}: {:?}", faults_of_html(page));
    }
    assert!(walk(Path::new("")).is_superset(&files("svg")));
}
