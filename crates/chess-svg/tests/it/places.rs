//! The places of what stands around the board.

use chess_board::Castling;
use chess_svg::{Color, Highlight, Mark, Move, Paint, Picture, Position, Rgb, Square};
use chess_types::MoveKind;
use roxmltree::{Document, Node};

use super::{elements, texts};

/// The place of an element, from its attributes `x` and `y`.
fn place(node: Node<'_, '_>) -> (u32, u32) {
    let [x, y] = ["x", "y"].map(|name| node.attribute(name).unwrap().parse().unwrap());
    (x, y)
}

#[test]
fn the_board_has_a_margin_with_names_or_none() {
    let drawn = |are_shown| {
        let svg = Picture::of(&Position::START).coordinates(are_shown).to_string();
        let document = Document::parse(&svg).unwrap();
        let board = elements(&document, "g").find(|group| group.parent() == Some(document.root_element()));
        let background = elements(&document, "rect").next().unwrap();
        [board.unwrap().attribute("transform"), background.attribute("rx")].map(|it| it.map(str::to_owned))
    };
    // A picture without a margin has the board in its corner, and square corners of its own.
    assert_eq!(drawn(true), [Some("translate(44 16)".to_owned()), Some("10".to_owned())]);
    assert_eq!(drawn(false), [None, None]);
}

/// Ranks are named left of the board, and files below it. The base of the text is 8 units below the middle of the rank.
#[test]
fn names_stand_beside_their_ranks_and_files() {
    for bottom in Color::ALL {
        let svg = Picture::of(&Position::START).bottom(bottom).to_string();
        let document = Document::parse(&svg).unwrap();
        let mut names: Vec<_> =
            elements(&document, "text").map(|name| (place(name), name.text().unwrap())).collect();
        let mut expected = Vec::new();
        for i in 0..8 {
            let seen = if bottom == Color::White { i } else { 7 - i };
            expected.push(((22, 16 + 100 * i + 58), &"87654321"[seen as usize..][..1]));
            expected.push(((44 + 100 * i + 50, 846), &"abcdefgh"[seen as usize..][..1]));
        }
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }
}

/// A legend has three samples in a row, each with its label on the right, and its rows end where the picture ends.
#[test]
fn the_legend_stands_in_rows_below_the_board() {
    let labels = ["one", "two", "three", "four", "five", "six", "seven"];
    let highlights = labels.map(|label| {
        Highlight::new(Mark::Painted(Paint::new(Rgb::new(1, 2, 3), 50)), label, Square::E4.bitboard())
    });
    for (are_shown, left, top) in [(true, 44, 860), (false, 0, 812)] {
        for count in 1..=labels.len() {
            let picture =
                Picture::of(&Position::START).coordinates(are_shown).highlights(&highlights[..count]);
            let svg = picture.legend(true).to_string();
            let document = Document::parse(&svg).unwrap();
            let places: Vec<_> =
                (0..count as u32).map(|i| (left + 266 * (i % 3), top + 48 * (i / 3) + 4)).collect();
            let height = top + 48 * (count as u32).div_ceil(3);
            let view = document.root_element().attribute("viewBox").unwrap();
            assert_eq!(view.rsplit(' ').next(), Some(&*height.to_string()));

            // Each sample is a light square with the mark above it.
            let samples =
                elements(&document, "rect").filter(|sample| sample.attribute("width") == Some("32"));
            let samples: Vec<_> = samples.map(|it| (place(it), it.attribute("fill").unwrap())).collect();
            let two = |&place: &(u32, u32)| [(place, "#f0e6d2"), (place, "#010203")];
            assert_eq!(samples, places.iter().flat_map(two).collect::<Vec<_>>());

            let found = elements(&document, "text").map(|label| (place(label), label.text().unwrap()));
            let found: Vec<_> = found.filter(|(_, label)| labels[..count].contains(label)).collect();
            let expected = places.iter().map(|(x, y)| (x + 44, y + 24)).zip(labels);
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_legend_is_shown_only_if_asked_for() {
    let highlights = [Highlight::new(Mark::Attacked, "attacked", Square::E4.bitboard())];
    let picture = Picture::of(&Position::START).coordinates(false).highlights(&highlights);
    for (picture, view, labels) in
        [(picture.clone(), "0 0 800 800", &[][..]), (picture.legend(true), "0 0 800 860", &["attacked"])]
    {
        let svg = picture.to_string();
        let document = Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().attribute("viewBox"), Some(view));
        assert_eq!(texts(&document, "text"), labels);
    }
}

#[test]
fn a_move_played_is_marked_by_the_squares_of_its_piece() {
    let position: Position = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse().unwrap();
    let described = |picture: Picture<'_>| {
        let svg = picture.description("x").to_string();
        texts(&Document::parse(&svg).unwrap(), "desc")[0].to_owned()
    };
    let played = |mv| described(Picture::of(&position).played(mv));
    assert_eq!(played(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)), "x; last move: e2 to e4");
    // Castling has the square of the rook in it, and the king goes to g1.
    assert_eq!(played(Castling::new(Square::E1, Square::H1).to_move()), "x; last move: e1 to g1");
    assert_eq!(played(Move::NULL), "x");
    assert_eq!(described(Picture::of(&position).played(None)), "x");
}
