//! `chess show`: pictures that stand alone, and the steps of a lookup.

use std::collections::BTreeSet;
use std::fs;

use roxmltree::{Document, Node};

use crate::run::chess;

const ROOK: &str = "3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1";
const CHECK: &str = "rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq - 1 3";

/// The picture on stdout.
fn picture(args: &[&str]) -> String {
    let run = chess(&[&["show"], args, &["--svg", "-"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    run.stdout
}

fn elements<'a>(document: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

fn texts<'a>(document: &'a Document<'_>, name: &'static str) -> Vec<&'a str> {
    elements(document, name).filter_map(|node| node.text()).collect()
}

/// Valid XML is what the parser takes; nothing is fetched, and nothing is defined that is not used.
#[test]
fn pictures_stand_alone() {
    for args in [
        &[][..],
        &["--flip"],
        &[CHECK, "--last-move", "g1g3"],
        &[ROOK, "--attacks", "R@d4", "--last-move", "d1d4", "--flip"],
        &["8/8/8/8/8/8/8/8 w - -", "--attacks", "k@h1"],
    ] {
        let svg = picture(args);
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) && root.has_attribute("viewBox"));
        assert!(!texts(&document, "title").concat().is_empty());
        assert!(!texts(&document, "desc").concat().is_empty());
        let defined: BTreeSet<&str> =
            document.descendants().filter_map(|node| node.attribute("id")).collect();
        let used: BTreeSet<&str> = document
            .descendants()
            .flat_map(|node| node.attributes())
            .filter_map(|attribute| {
                let value = attribute.value();
                value
                    .strip_prefix('#')
                    .filter(|_| attribute.name() == "href")
                    .or_else(|| value.strip_prefix("url(#")?.strip_suffix(')'))
            })
            .collect();
        assert_eq!(defined, used, "{args:?}");
        assert_eq!(svg, picture(args), "the same each time");
    }
}

/// Runs the command that the first line of a picture names.
fn again(svg: &str) -> String {
    let command = svg.lines().next().unwrap();
    let command =
        command.strip_prefix("<!-- Written by: chess show '").unwrap().strip_suffix(" -->").unwrap();
    let (fen, options) = command.split_once("' ").unwrap();
    let options: Vec<&str> = options.split(' ').collect();
    let run = chess(&[&["show", fen], &options[..]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{command}");
    run.stdout
}

#[test]
fn a_picture_names_its_command() {
    for args in [
        &[][..],
        &["--flip", "--last-move", "e2e4"],
        &[ROOK, "--attacks", "knight@h5", "--flip", "--last-move", "0000"],
        &["8/8/8/8/8/8/8/8 b - -", "--attacks", "P@h2"],
    ] {
        let svg = picture(args);
        assert_eq!(again(&svg), svg, "{args:?}");
    }
}

#[test]
fn the_pictures_in_docs_are_current() {
    for name in ["board.svg", "moveboard.svg"] {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/").to_owned() + name;
        // Git may have written other line ends.
        let tracked = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
        assert_eq!(again(&tracked), tracked, "the first line of docs/{name} has its command");
    }
}
