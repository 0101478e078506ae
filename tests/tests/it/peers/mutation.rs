use chess_board::Position;
use chess_notation::San;
use chess_testkit::Random;
use chess_types::{File, Move, Rank, Square};

/// The characters of SAN, a few more letters, and the shortest text of castling.
const LETTERS: &[u8] = b"KQRBNPabcdefgh12345678xx==+#O-";

/// A text like the SAN of `mv`: parts of it or single letters are removed, inserted or exchanged.
pub(crate) fn of_san(position: &Position, mv: Move, random: &mut Random) -> String {
    let san = San::new(position, mv).to_string();
    if mv.is_castle() || random.below(4) == 0 {
        with_letters_changed(&san, random)
    } else {
        with_parts_changed(position, mv, random)
    }
}

/// A text like the UCI of `mv`, with another target, origin or promotion.
pub(crate) fn of_uci(mv: Move, random: &mut Random) -> String {
    let mut uci = mv.uci960();
    match random.below(4) {
        0 => uci.to = square(random),
        1 => uci.from = square(random),
        2 => uci.to = mv.uci().to,
        _ => {}
    }
    let promotion = if random.below(4) == 0 { ["", "q", "n", "k"][random.below(4)] } else { "" };
    format!("{uci}{promotion}")
}

fn with_letters_changed(san: &str, random: &mut Random) -> String {
    let mut text = san.as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let letter = LETTERS[random.below(LETTERS.len())];
        let at = random.below(text.len() + 1);
        match random.below(3) {
            0 => text.insert(at, letter),
            1 if at < text.len() => text[at] = letter,
            _ if at < text.len() => drop(text.remove(at)),
            _ => {}
        }
    }
    String::from_utf8(text).expect("ASCII")
}

/// Each part is usually that of `mv`, and the origin is usually omitted.
fn with_parts_changed(position: &Position, mv: Move, random: &mut Random) -> String {
    let from = if random.below(4) == 0 { square(random) } else { mv.from() };
    let to = if random.below(6) == 0 { square(random) } else { mv.to() };
    let piece_type = position.piece_type_at(if random.below(8) == 0 { from } else { mv.from() });
    let letter = piece_type.map_or(String::new(), |it| it.to_string().to_uppercase().replace('P', ""));
    let is_told = letter.is_empty() && mv.is_capture();
    let file = if is_told || random.below(3) == 0 { from.file().to_string() } else { String::new() };
    let rank = if random.below(4) == 0 { from.rank().to_string() } else { String::new() };
    let sign = if mv.is_capture() == (random.below(8) > 0) { "x" } else { "" };
    let promotion = match mv.promotion() {
        Some(it) if random.below(4) > 0 => format!("={}", it.to_string().to_uppercase()),
        None if random.below(30) > 0 => String::new(),
        _ => ["", "=N", "Q", "=K"][random.below(4)].to_owned(),
    };
    let mark = ["", "", "+", "#"][random.below(4)];
    format!("{letter}{file}{rank}{sign}{to}{promotion}{mark}")
}

fn square(random: &mut Random) -> Square {
    Square::new(File::ALL[random.below(8)], Rank::ALL[random.below(8)])
}
