use chess_testkit::Random;

use crate::movetext::Movetext;

const STARTS: &[&str] = &[
    "A strong move",
    "The idea is",
    "White wants",
    "Black prepares",
    "This looks natural, but",
    "Necessary, as",
    "Here",
    "An interesting try:",
    "After this",
    "Weaker is the exchange;",
    "Played after 25 minutes.",
    "The point:",
    "Zeitnot.",
    "The critical moment of the game, since",
    "I had planned",
    "Now",
    "Of course not the other capture, because",
];
const MIDDLES: &[&str] = &[
    "the knight comes to d5",
    "the pawn on e6 stays weak",
    "the open file decides",
    "both bishops look at the king",
    "the threat is mate on h7",
    "the endgame is lost",
    "the queenside falls",
    "the rook enters on the seventh rank",
    "there is no good square for the bishop",
    "the king is safer on g8",
    "the passed pawn costs a piece",
    "(as in many games of the 1970s) the exchange is enough",
    "counterplay with ...c5 comes too late",
    "50% of the games end in a draw",
    "the computer's 0.00 means little",
    "the initiative is worth more than a pawn",
];
const ENDS: &[&str] = &[
    ".",
    ".",
    ".",
    ", with a clear advantage.",
    ", and the game is over.",
    "; see the note to move 12.",
    "!",
    " = Nunn.",
    ", which I had missed - the rest is silence.",
    "?",
];

/// Writes a comment of one to three sentences.
pub(crate) fn comment(random: &mut Random, words: &mut Vec<u8>) {
    for index in 0..=(random.below(6) / 2) {
        if index > 0 {
            words.push(b' ');
        }
        words.extend_from_slice(random.pick(STARTS).as_bytes());
        words.push(b' ');
        words.extend_from_slice(random.pick(MIDDLES).as_bytes());
        words.extend_from_slice(random.pick(ENDS).as_bytes());
    }
}

/// Writes one or two glyphs; the first at times as a mark behind the move.
pub(crate) fn write_glyphs(text: &mut Movetext, random: &mut Random) {
    let (of_move, of_position) = glyphs(random);
    if let Some(glyph) = of_move {
        if random.below(4) == 0 {
            text.glue();
            text.piece(["!", "?", "!!", "??", "!?", "?!"][usize::from(glyph) - 1].as_bytes());
        } else {
            text.piece(&[b'$', b'0' + glyph]);
        }
    }
    if let Some(glyph) = of_position {
        text.piece(format!("${glyph}").as_bytes());
    }
}

/// Glyphs after a move: of the move, then of the position.
fn glyphs(random: &mut Random) -> (Option<u8>, Option<u8>) {
    let word = random.word();
    let of_move = [1, 2, 2, 3, 4, 5, 6, 6][(word & 7) as usize];
    let of_position =
        [10, 13, 14, 15, 16, 17, 18, 19, 22, 32, 36, 40, 44, 132, 138, 146][(word >> 3 & 15) as usize];
    match word >> 8 & 3 {
        0 => (Some(of_move), Some(of_position)),
        1 => (None, Some(of_position)),
        _ => (Some(of_move), None),
    }
}
