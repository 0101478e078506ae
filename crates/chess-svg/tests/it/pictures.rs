//! Whole pictures.

use std::collections::BTreeSet;

use chess_svg::{
    Arrow, Board, Color, Highlight, Mark, Moveboard, Paint, Picture, Piece, Position, Rgb, Setup, Square,
};
use chess_testkit::Random;
use roxmltree::Document;

use super::{elements, texts};

const CHECK: &str = "rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq - 1 3";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// The pieces as they are drawn, each as `fill name x y`.
fn drawn(svg: &str) -> BTreeSet<String> {
    let document = Document::parse(svg).unwrap();
    let piece = |piece: roxmltree::Node<'_, '_>| {
        let fill = piece.parent_element().unwrap().attribute("fill").unwrap();
        let [href, x, y] = ["href", "x", "y"].map(|name| piece.attribute(name).unwrap());
        format!("{fill} {href} {x} {y}")
    };
    elements(&document, "use").map(piece).collect()
}

/// The same, found by going through the squares.
fn expected(board: &Board, bottom: Color) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for square in Square::ALL {
        let Some(piece) = board.piece_at(square) else { continue };
        let (x, y) = (square.file() as usize, 7 - square.rank() as usize);
        let (x, y) = if bottom == Color::White { (x, y) } else { (7 - x, 7 - y) };
        let fill = if piece.color() == Color::White { "#fdfdfb" } else { "#2e2e2e" };
        let name = ["pawn", "knight", "bishop", "rook", "queen", "king"][piece.piece_type() as usize];
        all.insert(format!("{fill} #{name} {} {}", 100 * x, 100 * y));
    }
    all
}

#[test]
fn any_board_is_drawn_square_by_square_and_well_formed() {
    let mut random = Random::new(41);
    for _ in 0..300 {
        let mut board = Setup::EMPTY.board;
        for _ in 0..random.below(40) {
            board.put(random.pick(&Piece::ALL), random.pick(&Square::ALL));
        }
        let moveboard = Moveboard::new(random.pick(&Piece::ALL), random.pick(&Square::ALL), &board);
        let mut highlights = moveboard.highlights().to_vec();
        highlights.push(Highlight::new(
            Mark::Painted(Paint::new(Rgb::new(1, 2, 3), 30)),
            "x",
            Square::A1.bitboard(),
        ));
        highlights.truncate(random.below(7));
        let squares: Vec<Square> = (0..6).map(|_| random.pick(&Square::ALL)).collect();
        let arrows = [Arrow::new(squares[0], squares[1], [9, 9, 9]), Arrow::ring(squares[2], [8, 8, 8])];
        let bottom = random.pick(&Color::ALL);
        let mut picture = Picture::new(&board)
            .bottom(bottom)
            .highlights(&highlights)
            .arrows(&arrows[..random.below(3)])
            .coordinates(random.below(2) == 0)
            .legend(random.below(2) == 0)
            .id_prefix(random.pick(&["", "a-"]));
        if random.below(2) == 0 {
            picture = picture.last_move(squares[3], squares[4]).check(squares[5]);
        }
        let svg = picture.to_string();
        let document = Document::parse(&svg).unwrap();
        let drawn = drawn(&svg).into_iter().map(|piece| piece.replace("#a-", "#")).collect::<BTreeSet<_>>();
        assert_eq!(drawn, expected(&board, bottom));
        assert_eq!(defined(&document), used(&document), "{svg}");
        let mut written = String::new();
        picture.write(&mut written).unwrap();
        assert_eq!(written, svg);
    }
}

fn defined(document: &Document<'_>) -> BTreeSet<String> {
    document.descendants().filter_map(|node| node.attribute("id")).map(str::to_owned).collect()
}

fn used(document: &Document<'_>) -> BTreeSet<String> {
    let attributes = document.descendants().flat_map(|node| node.attributes());
    attributes
        .filter_map(|attribute| {
            let value = attribute.value();
            let reference = value.strip_prefix('#').filter(|_| attribute.name() == "href");
            reference.or_else(|| value.strip_prefix("url(#")?.strip_suffix(')'))
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_position_has_a_title_and_a_description() {
    let svg = Picture::of(&position(CHECK)).last_move(Square::G1, Square::G3).to_string();
    let document = Document::parse(&svg).unwrap();
    assert_eq!(texts(&document, "title"), ["Chess position, Black to move"]);
    assert_eq!(texts(&document, "desc"), [format!("{CHECK}; last move: g1 to g3; in check: b8")]);
    let board = Setup::from_fen("8/8/8/8/8/8/7p/R7 w - -").unwrap().board;
    let document = Picture::new(&board).to_string();
    let document = Document::parse(&document).unwrap();
    assert_eq!(texts(&document, "title"), ["Chess board"]);
    assert_eq!(texts(&document, "desc"), ["white rook a1, black pawn h2"]);
    let empty = Picture::new(&Setup::EMPTY.board).to_string();
    assert!(empty.contains("<desc>empty board</desc>"));
}

#[test]
fn coordinates_are_those_of_the_side_at_the_bottom() {
    let names = |bottom, are_shown| {
        let svg = Picture::of(&Position::START).bottom(bottom).coordinates(are_shown).to_string();
        texts(&Document::parse(&svg).unwrap(), "text").concat()
    };
    assert_eq!(names(Color::White, true), "8a7b6c5d4e3f2g1h");
    assert_eq!(names(Color::Black, true), "1h2g3f4e5d6c7b8a");
    assert_eq!(names(Color::White, false), "");
}

#[test]
fn sizes_are_in_proportion() {
    let root = |picture: Picture<'_>| {
        let svg = picture.to_string();
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        ["viewBox", "width", "height"].map(|name| root.attribute(name).unwrap_or("-").to_owned())
    };
    let picture = Picture::of(&Position::START);
    assert_eq!(root(picture.clone()), ["0 0 860 860", "430", "430"]);
    assert_eq!(root(picture.clone().coordinates(false).width(300)), ["0 0 800 800", "300", "300"]);
    assert_eq!(root(picture.clone().width(0)), ["0 0 860 860", "-", "-"]);
    assert_eq!(root(picture.clone().width(u32::MAX))[1..], ["4294967295", "4294967295"]);
    let marks = picture.clone().last_move(Square::E2, Square::E4).legend(true);
    assert_eq!(root(marks.clone()), ["0 0 860 908", "430", "454"]);
    assert_eq!(root(marks.coordinates(false)), ["0 0 800 860", "400", "430"]);
}

#[test]
fn marks_are_painted_in_their_order_above_the_squares() {
    let highlights = [
        Highlight::new(Mark::Painted(Paint::new(Rgb::new(1, 2, 3), 100)), "mine", Square::A8.bitboard()),
        Highlight::new(Mark::Attacked, "nothing", Square::A8.bitboard() - Square::A8.bitboard()),
    ];
    let svg = Picture::of(&position(CHECK))
        .last_move(Square::G1, Square::G3)
        .highlights(&highlights)
        .legend(true)
        .to_string();
    let document = Document::parse(&svg).unwrap();
    let paths: Vec<(&str, &str)> = elements(&document, "path")
        .filter_map(|path| Some((path.attribute("fill")?, path.attribute("d")?)))
        .filter(|(fill, _)| *fill != "none")
        .skip(1)
        .collect();
    assert_eq!(
        paths,
        [
            ("#f2cf2e", "M600 700h100v100h-100zM600 500h100v100h-100z"),
            ("#010203", "M0 0h100v100h-100z"),
            ("url(#check)", "M100 0h100v100h-100z"),
        ]
    );
    assert_eq!(texts(&document, "text")[16..], ["last move", "mine", "in check"]);
    assert!(!svg.contains("nothing"));
}
