//! Attacks of a piece on a board, arrows and rings, colours and themes.

use chess_svg::{
    Arrow, Board, Color, Moveboard, Paint, Picture, Piece, PieceType, Position, Rgb, Setup, Square, Theme,
};
use chess_types::{Bitboard, Direction, bitboard};
use roxmltree::Document;

use crate::elements;

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
            let set = match board.color_at(square) {
                _ if is_stopped => 3,
                None => 0,
                Some(color) if color == piece.color() => 2,
                Some(_) => 1,
            };
            sets[set] = sets[set].with(square);
            is_stopped |= board.color_at(square).is_some();
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

#[test]
fn rook_among_blockers() {
    let moveboard = Moveboard::new(Piece::WhiteRook, Square::D4, &board("3r4/8/3p4/8/1n1R2P1/8/3P4/8 w - -"));
    assert_eq!(
        moveboard.attacked,
        bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . X . X X . .
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
        }
    );
    assert_eq!(moveboard.enemy_pieces, Square::D6 | Square::B4);
    assert_eq!(moveboard.own_pieces, Square::G4 | Square::D2);
    assert_eq!(moveboard.cut_off, Square::D7 | Square::D8 | Square::A4 | Square::H4 | Square::D1);
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
    for bottom in [Color::White, Color::Black] {
        for from in Square::ALL {
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
    assert!(crate::texts(&document, "desc")[0].ends_with("; ring: e4; arrow: a1 to a8"));
}

#[test]
fn colours_are_read_as_they_are_written() {
    for word in (0..0x0100_0000).step_by(0x3333).chain([0xffffff, 0x112233, 0x010203]) {
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
