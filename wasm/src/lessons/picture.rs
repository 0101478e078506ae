//! The board as SVG.

use chess_board::Position;
use chess_svg::{Arrow, Highlight, Mark, Moveboard, Paint, Picture, Rgb, Theme};
use chess_types::{Bitboard, Color, Piece, Square, UciMove};
use chess_wasm_notes::Fault;

use super::arguments::{Arguments, digits, value};
use super::safety;

/// The colours of arrows of checks and of pins, and of squares that the king may not enter.
const CHECK: Rgb = Rgb::from_hex(0xc0_2015);
const PIN: Rgb = Rgb::from_hex(0x1f_5fbf);
const DANGER: Paint = Paint::new(Rgb::from_hex(0xd0_4a20), 40);

/// The parts of a picture besides the board. Each option is a line `name=value`.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the request")]
struct Options<'a> {
    is_black_below: bool,
    attacker: Option<(Piece, Square)>,
    last: Option<UciMove>,
    theme: Theme,
    is_dark: bool,
    has_no_coordinates: bool,
    lines: bool,
    danger: bool,
    sets: Vec<Highlight<'a>>,
    id: &'a str,
}

pub(super) fn draw(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let setup = arguments.setup()?;
    let options = Options::read(arguments)?;
    let position = Position::from_setup(&setup).ok();
    let mut board = setup.board;
    let mut highlights = Vec::new();
    let mut arrows = Vec::new();
    if let Some((piece, square)) = options.attacker {
        board.clear(square);
        board.put(piece, square);
        highlights.extend(Moveboard::new(piece, square, &board).highlights());
    }
    if let Some(position) = &position {
        if options.danger {
            highlights.push(Highlight::new(
                Mark::Painted(DANGER),
                "the king may not go there",
                safety::danger(position),
            ));
        }
        if options.lines {
            arrows.extend(
                safety::lines(position)
                    .map(|(from, to, is_check)| Arrow::new(from, to, if is_check { CHECK } else { PIN })),
            );
        }
    }
    highlights.extend(options.sets);
    let picture = match &position {
        Some(position) if options.attacker.is_none() => Picture::of(position),
        _ => Picture::new(&board),
    };
    let mut theme = options.theme;
    theme.background = None;
    if options.is_dark {
        theme.coordinates = Rgb::from_hex(0xc8_c4bc);
    }
    let mut picture = picture
        .bottom(if options.is_black_below { Color::Black } else { Color::White })
        .coordinates(!options.has_no_coordinates)
        .width(0)
        .theme(theme)
        .highlights(&highlights)
        .arrows(&arrows)
        .id_prefix(options.id);
    // The null move marks no squares.
    if let Some(mv) = options.last.filter(|mv| !mv.is_null()) {
        picture = picture.last_move(mv.from, mv.to);
    }
    Ok(picture.to_string())
}

impl<'a> Options<'a> {
    fn read(arguments: &mut Arguments<'a>) -> Result<Self, Fault> {
        let mut options = Self::default();
        for line in arguments.0.by_ref() {
            let (name, text) = line.split_once('=').unwrap_or((line, ""));
            let refused =
                |expected| Fault::argument(&format!("{name}: {expected} is expected, not {text:?}"));
            match name {
                "bottom" => options.is_black_below = value::<Color>(name, text)? == Color::Black,
                "attacker" => {
                    let attacker = attacker(text).ok_or_else(|| refused("a piece on a square like R@a1"))?;
                    options.attacker = Some(attacker);
                }
                "last" => options.last = Some(value(name, text)?),
                "theme" => {
                    options.theme = theme(text).ok_or_else(|| refused("one of brown blue green gray"))?;
                }
                "dark" => options.is_dark = value(name, text)?,
                "coordinates" => options.has_no_coordinates = !value(name, text)?,
                "lines" => options.lines = value(name, text)?,
                "danger" => options.danger = value(name, text)?,
                "id" => options.id = text,
                _ if name.starts_with("sets[") => {
                    let set = set(text).ok_or_else(|| refused("a set, a color like #rrggbb and a label"))?;
                    options.sets.push(set);
                }
                _ => return Err(Fault::argument(&format!("options: unknown option {name:?}"))),
            }
        }
        Ok(options)
    }
}

/// A piece and its square: `R@a1`.
fn attacker(text: &str) -> Option<(Piece, Square)> {
    let (piece, square) = text.split_once('@')?;
    Some((piece.parse().ok()?, square.parse().ok()?))
}

fn theme(name: &str) -> Option<Theme> {
    Some(match name {
        "brown" => Theme::BROWN,
        "blue" => Theme::BLUE,
        "green" => Theme::GREEN,
        "gray" => Theme::GRAY,
        _ => return None,
    })
}

/// A set with its colour and label: `00000000000000ff #2f9e58 first rank`.
fn set(text: &str) -> Option<Highlight<'_>> {
    let mut parts = text.splitn(3, ' ');
    let squares = digits(parts.next()?)?;
    let color = parts.next()?.parse().ok()?;
    Some(Highlight::new(Mark::Painted(Paint::new(color, 55)), parts.next()?, Bitboard(squares)))
}

#[cfg(test)]
mod tests {
    use super::super::answer;

    #[test]
    fn each_option_shows_in_the_picture() {
        let fen = "4r2k/8/8/8/1b6/2N5/4R3/4K3 w - - 0 1";
        let draw =
            |options: &str| String::from_utf8(answer(&format!("picture\n{fen}{options}")).unwrap()).unwrap();
        let plain = draw("");
        assert!(plain.starts_with("<svg ") && plain.ends_with("</svg>"));
        for (option, part) in [
            ("bottom=b", ""),
            ("attacker=R@e2", "; attacked: "),
            ("last=e1e2", "; last move: e1 to e2"),
            ("theme=blue", "#8ca2ad"),
            ("dark=true", "#c8c4bc"),
            ("coordinates=false", ""),
            ("lines=true", "; arrow: b4 to e1; arrow: e8 to e1</desc>"),
            ("danger=true", "; the king may not go there: "),
            ("sets[0]=00000000000000ff #2f9e58 first <rank>", "; first &lt;rank&gt;: a1 b1"),
            ("id=x-", "id=\"x-king\""),
        ] {
            let drawn = draw(&format!("\n{option}"));
            assert!(drawn != plain && drawn.contains(part), "{option}\n{drawn}");
        }
        assert_eq!(draw("\nlast=0000"), plain);
    }
}
