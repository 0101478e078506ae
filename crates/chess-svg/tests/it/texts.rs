//! Text that comes from outside.

use chess_svg::{Highlight, Mark, Picture, Position, Square};
use roxmltree::Document;

use super::texts;

const NASTY: &str = "a<b>&\"'</title><script>]]>--é\u{0}\u{b}\u{ffff}\r\n\t-";
/// The same as an XML parser gives it.
const READ: &str = "a<b>&\"'</title><script>]]>--é\u{fffd}\u{fffd}\u{fffd}\r\n\t-";

#[test]
fn all_text_is_escaped() {
    let highlights = [Highlight::new(Mark::Attacked, NASTY, Square::D4 | Square::E4)];
    let svg = Picture::of(&Position::START)
        .title(NASTY)
        .description(NASTY)
        .comment(NASTY)
        .highlights(&highlights)
        .legend(true)
        .id_prefix(NASTY)
        .to_string();
    let document = Document::parse(&svg).unwrap();
    assert_eq!(texts(&document, "title"), [READ]);
    assert_eq!(texts(&document, "desc"), [format!("{READ}; {READ}: d4 e4")]);
    assert_eq!(texts(&document, "text")[16..], [READ]);
    assert!(super::elements(&document, "script").next().is_none());
    assert!(document.descendants().any(|node| node.attribute("id") == Some("abtitlescript---pawn")));
    for comment in ["", "-", "--", "---", "->", "a--b", "-->", "--!>", "<!--"] {
        let svg = Picture::of(&Position::START).comment(comment).to_string();
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{comment}: {error}"));
        let read = document.root().first_child().unwrap().text().unwrap();
        assert_eq!(read.replace("- -", "--").replace("- -", "--").trim(), comment, "{svg}");
    }
}
