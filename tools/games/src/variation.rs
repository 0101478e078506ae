use chess_board::Position;
use chess_notation::San;
use chess_testkit::{Random, likely_move};
use chess_types::Move;

use crate::movetext::{Movetext, number};
use crate::prose::{self, write_glyphs};

/// The most variations in one another.
const DEPTH: usize = 5;

/// Writes a variation that replaces `mv` in `position`, at times with others in it. False if no other move is found.
pub(crate) fn write_variation(
    text: &mut Movetext,
    position: &Position,
    mv: Move,
    depth: usize,
    random: &mut Random,
) -> bool {
    let Some(mut next) = likely_move(position, None, 500, random).filter(|&other| other != mv) else {
        return false;
    };
    text.piece(b"(");
    text.glue();
    let mut position = *position;
    let mut wants_number = true;
    let plies = 1 + random.below(5) + random.below(6);
    for ply in 0..plies {
        number(&position, wants_number, text);
        text.piece(San::new(&position, next).as_str().as_bytes());
        wants_number = false;
        let chance = random.word();
        if chance & 0xff < 16 {
            write_glyphs(text, random);
        }
        if depth < DEPTH && ply > 0 && chance >> 8 & 0xff < 24 {
            wants_number |= write_variation(text, &position, next, depth + 1, random);
        }
        if chance >> 16 & 0xff < 12 {
            let mut words = b"{".to_vec();
            prose::comment(random, &mut words);
            words.push(b'}');
            text.words(&words);
            wants_number = true;
        }
        position.play(next);
        match likely_move(&position, None, 150, random) {
            Some(mv) => next = mv,
            None => break,
        }
    }
    text.glue();
    text.piece(b")");
    true
}
