//! Whole pictures, the places of the parts around the board, and text from outside; attacks of a piece on a board, arrows and
//! rings, colours and themes.

mod steps;

use std::collections::BTreeSet;

use chess_board::Castling;
use chess_svg::{
    Arrow, Board, Color, Highlight, Mark, Move, Moveboard, Paint, Picture, Piece, PieceType, Position, Rgb,
    Setup, Square, Theme,
};
use chess_testkit::{Random, sample};
use chess_types::{Bitboard, Direction, MoveKind};
use roxmltree::{Document, Node};

/// The elements of this name.
fn elements<'a>(document: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

/// The texts of the elements of this name.
fn texts<'a>(document: &'a Document<'_>, name: &'static str) -> Vec<&'a str> {
    elements(document, name).map(|node| node.text().unwrap_or_default()).collect()
}

const CHECK: &str = "rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq - 1 3";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// The pieces as they are drawn, each as `fill name x y`.
fn drawn(svg: &str) -> BTreeSet<String> {
    let document = Document::parse(svg).unwrap();
    let piece = |piece: Node<'_, '_>| {
        let fill = piece.parent_element().unwrap().attribute("fill").unwrap();
        let [href, x, y] = ["href", "x", "y"].map(|name| piece.attribute(name).unwrap());
        format!("{fill} {href} {x} {y}")
    };
    elements(&document, "use").map(piece).collect()
}

/// The expected pieces, square by square.
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
        let place = [board.unwrap().attribute("transform"), background.attribute("rx")];
        (place.map(|it| it.map(str::to_owned)), elements(&document, "text").count())
    };
    // A picture without a margin has the board in its corner, and square corners of its own.
    assert_eq!(drawn(true), ([Some("translate(44 16)".to_owned()), Some("10".to_owned())], 16));
    assert_eq!(drawn(false), ([None, None], 0));
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
            assert!(!picture.to_string().contains(">one<"));
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
fn a_played_move_is_marked_by_its_squares() {
    let position: Position = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse().unwrap();
    let described = |picture: Picture<'_>| {
        let svg = picture.description("x").to_string();
        texts(&Document::parse(&svg).unwrap(), "desc")[0].to_owned()
    };
    let played = |mv| described(Picture::of(&position).played(mv));
    assert_eq!(played(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)), "x; last move: e2 to e4");
    // Castling has the square of the rook in it, and the king goes to g1.
    assert_eq!(played(Castling { king: Square::E1, rook: Square::H1 }.to_move()), "x; last move: e1 to g1");
    assert_eq!(played(Move::NULL), "x");
    assert_eq!(described(Picture::of(&position).played(None)), "x");
}

const NASTY: &str = "a<b>&\"'</title><script>]]>--é\u{0}\u{b}\u{ffff}\r\n\t-";
/// The text as an XML parser returns it.
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
    assert!(elements(&document, "script").next().is_none());
    assert!(document.descendants().any(|node| node.attribute("id") == Some("abtitlescript---pawn")));
    for comment in ["", "-", "--", "---", "->", "a--b", "-->", "--!>", "<!--"] {
        let svg = Picture::of(&Position::START).comment(comment).to_string();
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{comment}: {error}"));
        let read = document.root().first_child().unwrap().text().unwrap();
        assert_eq!(read.replace("- -", "--").replace("- -", "--").trim(), comment, "{svg}");
    }
}

fn board(fen: &str) -> Board {
    Setup::from_fen(fen).unwrap().board
}

/// The four sets of a moveboard: attacked, enemy pieces, own pieces, cut off.
fn sets(piece: Piece, square: Square, board: &Board) -> [Bitboard; 4] {
    let Moveboard { attacked, enemy_pieces, own_pieces, cut_off, .. } = Moveboard::new(piece, square, board);
    [attacked, enemy_pieces, own_pieces, cut_off]
}

/// The four sets, by walking from square to square.
fn walked(piece: Piece, square: Square, board: &Board) -> [Bitboard; 4] {
    let mut sets = [Bitboard::EMPTY; 4];
    for steps in walks(piece, square) {
        let mut is_stopped = false;
        for square in steps {
            let set = match board.piece_at(square).map(Piece::color) {
                _ if is_stopped => 3,
                None => 0,
                Some(color) if color == piece.color() => 2,
                Some(_) => 1,
            };
            sets[set] = sets[set].with(square);
            is_stopped |= board.occupied().contains(square);
        }
    }
    sets
}

/// The squares that a piece passes on an empty board, a list for each of its directions.
fn walks(piece: Piece, square: Square) -> Vec<Vec<Square>> {
    let leaps = |leaps: &[(i8, i8)]| {
        leaps.iter().map(|&(files, ranks)| square.offset(files, ranks).into_iter().collect()).collect()
    };
    let rays = |is_mine: fn(&Direction) -> bool| {
        let ray = |direction| std::iter::successors(square.step(direction), move |to| to.step(direction));
        Direction::ALL.into_iter().filter(is_mine).map(|direction| ray(direction).collect()).collect()
    };
    match piece {
        Piece::WhitePawn => leaps(&[(-1, 1), (1, 1)]),
        Piece::BlackPawn => leaps(&[(-1, -1), (1, -1)]),
        _ => match piece.piece_type() {
            PieceType::Bishop => rays(|direction| Direction::DIAGONAL.contains(direction)),
            PieceType::Rook => rays(|direction| Direction::ORTHOGONAL.contains(direction)),
            PieceType::Queen => rays(|_| true),
            PieceType::King => leaps(&Direction::ALL.map(Direction::deltas)),
            _ => leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]),
        },
    }
}

#[test]
fn all_pieces_on_all_squares() {
    for fen in [
        "8/8/8/8/8/8/8/8 w - -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "PpPpPpPp/pPpPpPpP/PpPpPpPp/pPpPpPpP/PpPpPpPp/pPpPpPpP/PpPpPpPp/pPpPpPpP w - -",
    ] {
        for piece in Piece::ALL {
            for square in Square::ALL {
                let mut board = board(fen);
                board.put(piece, square);
                assert_eq!(
                    sets(piece, square, &board),
                    walked(piece, square, &board),
                    "{piece}@{square} on {fen}"
                );
            }
        }
    }
}

/// The corners of the only arrow.
fn points(from: Square, to: Square, bottom: Color) -> Vec<(f64, f64)> {
    let arrows = [Arrow::new(from, to, Rgb::new(1, 2, 3))];
    let svg = Picture::of(&Position::START).bottom(bottom).arrows(&arrows).to_string();
    let document = Document::parse(&svg).unwrap();
    let path = elements(&document, "path").find(|path| path.attribute("fill") == Some("#010203")).unwrap();
    let text = path.attribute("d").unwrap().strip_prefix('M').unwrap().strip_suffix('Z').unwrap();
    let number = |text: &str| text.parse::<f64>().unwrap();
    text.split('L').map(|point| point.split_once(' ').unwrap()).map(|(x, y)| (number(x), number(y))).collect()
}

/// The middle of a square, seen by White or by Black.
fn middle(square: Square, bottom: Color) -> (f64, f64) {
    let (file, rank) = (f64::from(square.file() as u8), f64::from(square.rank() as u8));
    let (x, y) = (50.0 + 100.0 * file, 750.0 - 100.0 * rank);
    if bottom == Color::White { (x, y) } else { (800.0 - x, 800.0 - y) }
}

#[test]
fn arrows_between_all_squares_have_one_shape() {
    for (bottom, every) in [(Color::White, 1), (Color::Black, 9)] {
        for from in sample(Square::ALL, every) {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let ((x, y), tip) = (middle(from, bottom), middle(to, bottom));
                let (dx, dy) = (tip.0 - x, tip.1 - y);
                let length = dx.hypot(dy);
                let (dx, dy) = (dx / length, dy / length);
                let point =
                    |along: f64, right: f64| (x + along * dx - right * dy, y + along * dy + right * dx);
                let expected = [
                    point(15.0, 9.0),
                    point(length - 40.0, 9.0),
                    point(length - 40.0, 24.0),
                    tip,
                    point(length - 40.0, -24.0),
                    point(length - 40.0, -9.0),
                    point(15.0, -9.0),
                ];
                let found = points(from, to, bottom);
                assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(expected) {
                    let distance = (found.0 - expected.0).hypot(found.1 - expected.1);
                    assert!(distance < 1.5, "{from} {to}: {found:?} {expected:?}");
                }
            }
        }
    }
}

#[test]
fn a_ring_stands_on_its_square_and_is_described() {
    let arrows = [Arrow::ring(Square::E4, [0xff, 0, 0]), Arrow::new(Square::A1, Square::A8, [0, 0xff, 0])];
    let svg = Picture::of(&Position::START).arrows(&arrows).to_string();
    let document = Document::parse(&svg).unwrap();
    let ring = elements(&document, "path").find(|path| path.attribute("fill") == Some("#f00")).unwrap();
    assert_eq!(
        ring.attribute("d"),
        Some(
            "M406 450A44 44 0 1 1 494 450A44 44 0 1 1 406 450ZM414 450A36 36 0 1 0 486 450A36 36 0 1 0 414 450Z"
        )
    );
    assert_eq!(ring.attribute("fill-opacity"), Some(".75"));
    assert!(texts(&document, "desc")[0].ends_with("; ring: e4; arrow: a1 to a8"));
}

#[test]
fn colours_are_read_as_they_are_written() {
    for word in sample(0..0x0100_0000, 0x3333).chain([0xffffff, 0x112233, 0x010203]) {
        let color = Rgb::from_hex(word);
        assert_eq!(color.to_string().parse(), Ok(color));
        assert_eq!(format!("#{word:06X}").parse(), Ok(color));
        assert_eq!(Rgb::from([color.red, color.green, color.blue]), color);
    }
    assert_eq!("#fA0".parse(), Ok(Rgb::new(0xff, 0xaa, 0)));
    for text in ["", "#", "fff", "#ff", "#ffff", "#fffff", "#fffffff", "#ggg", "#+12", "#+12345", "#ﬀ", "#é1"]
    {
        let error = text.parse::<Rgb>().unwrap_err();
        assert_eq!(error.to_string(), "expected a colour like #2f9e58 or #fff", "{text}");
    }
}

#[test]
fn opacity_is_written_below_100_percent() {
    let shown = |opacity| Paint::new(Rgb::new(0, 0, 1), opacity).to_string();
    assert_eq!([100, 255].map(shown), ["fill=\"#000001\"", "fill=\"#000001\""]);
    assert_eq!([0, 5, 50, 55].map(shown), {
        ["0", ".05", ".5", ".55"].map(|opacity| format!("fill=\"#000001\" fill-opacity=\"{opacity}\""))
    });
}

#[test]
fn a_theme_colours_the_squares() {
    for theme in [Theme::BROWN, Theme::BLUE, Theme::GREEN, Theme::GRAY, Theme::default()] {
        let svg = Picture::of(&Position::START).theme(theme).to_string();
        assert!(svg.contains(&theme.light.to_string()) && svg.contains(&theme.dark.to_string()));
    }
    let mut theme = Theme::BROWN;
    theme.background = None;
    let count = |theme| Picture::of(&Position::START).theme(theme).to_string().matches("<rect").count();
    assert_eq!((count(Theme::BROWN), count(theme)), (2, 1));
}
