//! The bits of a move, in the form of this project and in two others.

use chess_notation::San;
use chess_types::{Move, MoveKind, Piece};
use chess_wasm_notes::{Fault, Json, List, uci};

use super::arguments::Arguments;

/// Bits of a code that mean one thing.
struct Field {
    name: &'static str,
    low: u32,
    bits: u32,
    meaning: String,
}

impl Field {
    fn new(name: &'static str, low: u32, bits: u32, meaning: impl Into<String>) -> Self {
        Self { name, low, bits, meaning: meaning.into() }
    }
}

pub(super) fn describe(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let position = arguments.position()?;
    let mv = arguments.legal_move(&position)?;
    let piece = position.piece_at(mv.from()).ok_or_else(|| Fault::argument("the square is empty"))?;
    Ok(Json::object(|object| {
        object.text("uci", uci(&position, mv).to_string());
        object.text("san", San::new(&position, mv).as_str());
        object.text("kind", spoken(mv.kind()));
        object.plain("capture", mv.is_capture());
        object.plain("promotion", mv.is_promotion());
        object.list("codes", |list| {
            code(list, "16-bit move word", 16, mv.raw().into(), word(mv));
            code(list, "classic 16-bit code", 16, mv.to_wiki().into(), classic(mv));
            code(list, "24-bit form", 24, mv.to_24_bit(piece), rich(mv, piece));
        });
    }))
}

fn code<const N: usize>(list: &mut List<'_>, name: &str, bits: u32, value: u32, fields: [Field; N]) {
    list.object(|object| {
        object.text("name", name);
        object.plain("value", value);
        object.plain("bits", bits);
        object.list("fields", |list| {
            for field in fields {
                list.object(|object| {
                    object.text("name", field.name);
                    object.plain("low", field.low);
                    object.plain("bits", field.bits);
                    object.plain("value", value >> field.low & ((1 << field.bits) - 1));
                    object.text("meaning", field.meaning);
                });
            }
        });
    });
}

/// The fields of the move word, the highest first.
fn word(mv: Move) -> [Field; 5] {
    let detail = match (mv.is_promotion(), mv.promotion()) {
        (true, Some(piece)) => piece.name().to_owned(),
        _ => spoken(mv.kind()),
    };
    let to =
        if mv.is_castle() { format!("{}, the square of the rook", mv.to()) } else { mv.to().to_string() };
    [
        Field::new("capture", 15, 1, yes_or_no(mv.is_capture())),
        Field::new("promotion", 14, 1, yes_or_no(mv.is_promotion())),
        Field::new("detail", 12, 2, detail),
        Field::new("to", 6, 6, to),
        Field::new("from", 0, 6, mv.from().to_string()),
    ]
}

fn classic(mv: Move) -> [Field; 3] {
    [
        Field::new("code", 12, 4, spoken(mv.kind())),
        Field::new("to", 6, 6, mv.destination().to_string()),
        Field::new("from", 0, 6, mv.from().to_string()),
    ]
}

fn rich(mv: Move, piece: Piece) -> [Field; 8] {
    let promoted = mv.promotion().map(|piece_type| Piece::new(piece.color(), piece_type).name());
    [
        Field::new("castling", 23, 1, yes_or_no(mv.is_castle())),
        Field::new("en passant", 22, 1, yes_or_no(mv.is_en_passant())),
        Field::new("double push", 21, 1, yes_or_no(mv.is_double_push())),
        Field::new("capture", 20, 1, yes_or_no(mv.is_capture())),
        Field::new("promoted", 16, 4, promoted.unwrap_or("none")),
        Field::new("piece", 12, 4, piece.name()),
        Field::new("to", 6, 6, mv.destination().to_string()),
        Field::new("from", 0, 6, mv.from().to_string()),
    ]
}

fn yes_or_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

/// The name of a kind of move as people say it.
fn spoken(kind: MoveKind) -> String {
    kind.name().replace('-', " ")
}

#[cfg(test)]
mod tests {
    use super::super::answer;

    #[test]
    fn fields_are_the_bits_of_their_codes() {
        let request = "move\n1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1\n65136";
        let answer = String::from_utf8(answer(request).unwrap()).unwrap();
        // a7b8q: from 48, to 57, flags 15.
        assert_eq!(65136, 48 + 64 * 57 + 4096 * 15);
        for part in [
            r#""uci":"a7b8q","san":"axb8=Q+","kind":"queen capture promotion","capture":true,"promotion":true"#,
            r#"{"name":"16-bit move word","value":65136,"bits":16,"fields":[{"name":"capture","low":15,"bits":1,"value":1,"meaning":"yes"}"#,
            r#"{"name":"detail","low":12,"bits":2,"value":3,"meaning":"queen"},{"name":"to","low":6,"bits":6,"value":57,"meaning":"b8"}"#,
            r#"{"name":"classic 16-bit code","value":65136,"#,
            r#"{"name":"promoted","low":16,"bits":4,"value":4,"meaning":"white queen"},{"name":"piece","low":12,"bits":4,"value":0,"meaning":"white pawn"}"#,
        ] {
            assert!(answer.contains(part), "{part}\n{answer}");
        }
        for request in ["move\n8/8/8/8/8/8/8/8 w - - 0 1\n0", "move\n1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1\n3"] {
            assert!(super::super::answer(request).is_err());
        }
    }
}
