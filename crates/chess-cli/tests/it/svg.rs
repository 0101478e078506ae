//! `chess show --svg`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chess_testkit::known::START;
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

/// The places of the pieces with this fill, each as `name x y`.
fn pieces(document: &Document<'_>, fill: &str) -> BTreeSet<String> {
    elements(document, "use")
        .filter(|piece| piece.parent_element().unwrap().attribute("fill") == Some(fill))
        .map(|piece| ["href", "x", "y"].map(|name| piece.attribute(name).unwrap()).join(" "))
        .collect()
}

fn texts<'a>(document: &'a Document<'_>, name: &'static str) -> Vec<&'a str> {
    elements(document, name).filter_map(|node| node.text()).collect()
}

const WHITE: &str = "#fdfdfb";
const BLACK: &str = "#2e2e2e";

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

#[test]
fn start_position() {
    let svg = picture(&[]);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(texts(&document, "title"), ["Chess position, White to move"]);
    assert_eq!(texts(&document, "desc"), [START]);
    let (white, black) = (pieces(&document, WHITE), pieces(&document, BLACK));
    assert_eq!((white.len(), black.len()), (16, 16));
    for piece in ["#rook 0 700", "#king 400 700", "#queen 300 700", "#pawn 700 600"] {
        assert!(white.contains(piece), "{piece}");
    }
    for piece in ["#rook 0 0", "#king 400 0", "#knight 600 0", "#pawn 0 100"] {
        assert!(black.contains(piece), "{piece}");
    }
    assert_eq!(texts(&document, "text").concat(), "8a7b6c5d4e3f2g1h");
}

#[test]
fn black_below() {
    let svg = picture(&["--flip"]);
    let document = Document::parse(&svg).unwrap();
    assert!(pieces(&document, WHITE).contains("#king 300 0"));
    assert!(pieces(&document, BLACK).contains("#king 300 700"));
    assert_eq!(texts(&document, "text").concat(), "1h2g3f4e5d6c7b8a");
}

#[test]
fn moveboard() {
    let svg = picture(&[ROOK, "--attacks", "R@d4"]);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(texts(&document, "title"), ["What a rook on d4 attacks"]);
    assert_eq!(
        texts(&document, "desc"),
        [format!(
            "{ROOK}; rook: d4; attacked: d3 c4 e4 f4 d5; enemy blocker: b4 d6; own blocker: d2 g4; \
             cut off: d1 a4 h4 d7 d8"
        )]
    );
    assert_eq!(
        texts(&document, "text")[16..],
        ["rook", "attacked", "enemy blocker", "own blocker", "cut off"]
    );
    // Each set of squares is one path in a tint of its own; the dark squares are the first.
    let sets: Vec<(&str, &str)> = elements(&document, "path")
        .filter_map(|path| Some((path.attribute("fill")?, path.attribute("d")?)))
        .filter(|(fill, _)| *fill != "none")
        .collect();
    let tints: BTreeSet<&str> = sets.iter().map(|(fill, _)| *fill).collect();
    assert_eq!((sets.len(), tints.len()), (6, 6));
    assert_eq!(sets[3].1, "M100 400h100v100h-100zM300 200h100v100h-100z", "b4 and d6");
}

#[test]
fn last_move_and_check() {
    let svg = picture(&[CHECK, "--last-move", "g1g3"]);
    let document = Document::parse(&svg).unwrap();
    let squares: Vec<&str> = elements(&document, "path")
        .filter(|path| path.attribute("fill").is_some_and(|fill| fill != "none"))
        .filter_map(|path| path.attribute("d"))
        .skip(1)
        .collect();
    assert_eq!(squares, ["M600 700h100v100h-100zM600 500h100v100h-100z", "M100 0h100v100h-100z"]);
    assert_eq!(texts(&document, "text").len(), 16, "a legend is for moveboards");
}

#[test]
fn a_file_holds_what_stdout_shows() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a_file.svg");
    let run = chess(&["show", ROOK, "--attacks", "r@a1", "--svg", path.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(fs::read_to_string(path).unwrap(), picture(&[ROOK, "--attacks", "r@a1"]));
}

#[test]
fn a_file_that_cannot_be_written() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such directory").join("board.svg");
    let run = chess(&["show", "--svg", path.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.starts_with("error: ") && run.stderr.contains("board.svg: "), "{}", run.stderr);
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
