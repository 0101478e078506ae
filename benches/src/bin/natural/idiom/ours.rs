use chess_board::Position;
use chess_movegen::{Selection, for_each_move};
use chess_types::{Move, PieceType};

use super::Idiom;
use crate::libraries::Ours;
use crate::library::Library;
use crate::scored::{Scored, key};

/// A move and the type of what moves.
pub(super) type Entry = (Move, PieceType);

#[inline(always)]
fn list(position: &Position, selection: Selection, captures: &mut Scored<Entry>, quiets: &mut Scored<Entry>) {
    for_each_move(position, selection, |piece_type, mv| {
        let word = Ours::word(position, mv);
        match position.captured(mv) {
            Some(victim) => {
                captures.push(key(word, piece_type as u32, Some(victim as u32)), (mv, piece_type));
            }
            None => quiets.push(word, (mv, piece_type)),
        }
    });
}

impl Idiom for Ours {
    type Entry = Entry;

    #[inline(always)]
    fn first(position: &Position, captures: &mut Scored<Entry>, quiets: &mut Scored<Entry>) {
        list(position, Selection::noisy(position), captures, quiets);
    }

    #[inline(always)]
    fn captures(position: &Position, captures: &mut Scored<Entry>) {
        list(position, Selection::captures(position), captures, &mut Scored::new());
    }

    #[inline(always)]
    fn later(position: &Position, quiets: &mut Scored<Entry>) {
        list(position, Selection::quiets(position), &mut Scored::new(), quiets);
    }

    #[inline(always)]
    fn with_child<R>(position: &Position, (mv, _): Entry, visit: impl FnOnce(&Position) -> R) -> R {
        visit(&position.after(mv))
    }
}
