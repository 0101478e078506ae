//! Arrows and rings.

use chess_svg::{Arrow, Color, Picture, Position, Rgb, Square};
use roxmltree::Document;

use super::elements;

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
    assert!(super::texts(&document, "desc")[0].ends_with("; ring: e4; arrow: a1 to a8"));
}
