use arbitrary::{Error, Result, Unstructured};
use chess_board::internals::{make_piece, unmake_piece};
use chess_board::{Position, Setup, Undo};
use chess_movegen::PositionExt;
use chess_testkit::Mailbox;
use chess_types::Move;
use chess_unmoves::{UnMoveOptions, unmoves};

use crate::positions::{check_keys, check_replies, made_position, next_bytes};

/// The most steps of one input.
const STEPS: usize = 96;

/// Making and taking back: a script of moves made, taken back, passed, played on copies and un-made leads to positions that agree
/// with a slow board, with copies and with keys computed anew.
///
/// The first byte chooses the start: the standard one, one of Chess960 or double Chess960, or any legal position. Each two bytes
/// that follow are a step: its kind, and a number that chooses among the possible ones.
pub(crate) fn make_unmake(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(start) = start(&mut bytes) else { return };
    let mut script = Script { start, position: start, made: Vec::new() };
    check_now(&script.position);
    for _ in 0..STEPS {
        let Some([kind, number]) = next_bytes(&mut bytes) else { break };
        script.step(kind, number.into());
        check_now(&script.position);
    }
    check_replies(&script.position);
    while script.take_back() {}
    assert!(script.position == script.start, "{} {}", script.position, script.start);
}

fn start(bytes: &mut Unstructured<'_>) -> Result<Position> {
    let number = |bytes: &mut Unstructured<'_>| bytes.arbitrary::<u16>().map(|number| number % 960);
    let start = match bytes.arbitrary::<u8>()? % 4 {
        0 => Some(Position::START),
        1 => Position::chess960(number(bytes)?),
        2 => Position::double_chess960(number(bytes)?, number(bytes)?),
        _ => Some(made_position(bytes)?),
    };
    start.ok_or(Error::IncorrectFormat)
}

struct Script {
    start: Position,
    position: Position,
    /// The steps that can be taken back, each with the position before it.
    made: Vec<(Position, How)>,
}

enum How {
    Move(Undo),
    MoveOfPiece(Undo),
    /// Taking it back is going back to the copy.
    Copied,
    /// Taking it back is making this move.
    UnMoved(Move),
}

impl Script {
    fn step(&mut self, kind: u8, number: usize) {
        match kind % 12 {
            0..=5 => {
                let moves = self.position.legal_moves();
                if let Some(&mv) = moves.get(number % moves.len().max(1)) {
                    self.make(mv, kind % 3);
                }
            }
            6 => _ = self.take_back(),
            7 => (0..number % 8).for_each(|_| _ = self.take_back()),
            8 => self.pass(),
            _ => self.un_move(number),
        }
    }

    /// Makes a move in one of three ways, and compares the result with that of the others.
    fn make(&mut self, mv: Move, way: u8) {
        let before = self.position;
        let us = before.side_to_move();
        let piece_type = before.piece_type_at(mv.from()).expect("a piece moves");
        let copy = before.after_piece(us, mv, piece_type);
        let how = match way {
            0 => How::Move(self.position.make(mv)),
            1 => How::MoveOfPiece(make_piece(&mut self.position, us, mv, piece_type)),
            _ => {
                self.position = copy;
                How::Copied
            }
        };
        let after = self.position;
        if let How::Move(undo) | How::MoveOfPiece(undo) = &how {
            assert_eq!((undo.mv(), undo.captured()), (mv, before.captured(mv)), "{before}");
        }
        let mut played = before;
        played.play_unchecked(mv);
        assert!([before.after(mv), copy, played].iter().all(|it| *it == after), "{before} {mv:?}");
        assert_eq!(before.key_after(mv), after.key(), "{before} {mv:?}");
        assert_eq!(Mailbox::new(&before).after(mv).fen(), after.to_string(), "{before} {mv:?}");
        self.made.push((before, how));
    }

    /// Passes the turn, unless the side to move is in check.
    fn pass(&mut self) {
        if self.position.is_in_check() {
            return;
        }
        let before = self.position;
        let undo = self.position.make_null();
        let old = before.to_setup();
        let naive = Setup {
            side_to_move: !old.side_to_move,
            en_passant: None,
            halfmove_clock: old.halfmove_clock.saturating_add(1),
            fullmove_number: old.fullmove_number.saturating_add(old.side_to_move as u16),
            ..old
        };
        assert!(undo.mv().is_null() && self.position == before.after_null(), "{before}");
        assert_eq!(self.position.to_setup(), naive, "{before}");
        self.made.push((before, How::Move(undo)));
    }

    /// Goes to a position before this one.
    fn un_move(&mut self, number: usize) {
        let after = self.position;
        let list = unmoves(&after, UnMoveOptions::EXACT);
        let Some(unmove) = list.get(number * 7 % list.len().max(1)) else { return };
        let before = unmove.before(&after);
        let again = before.after(unmove.mv);
        let context = format!("{after} {unmove:?} {before}");
        assert_eq!(Position::from_setup(&before.to_setup()), Ok(before), "{context}");
        assert!(Mailbox::new(&before).legal_moves().contains(&unmove.mv), "{context}");
        assert_eq!(before.captured(unmove.mv), unmove.captured, "{context}");
        assert_eq!((again.key(), again.board()), (after.key(), after.board()), "{context}");
        self.position = before;
        self.made.push((again, How::UnMoved(unmove.mv)));
    }

    /// Takes the last step back, if there is one.
    fn take_back(&mut self) -> bool {
        let Some((before, how)) = self.made.pop() else { return false };
        match how {
            How::Move(undo) => self.position.unmake(undo),
            How::MoveOfPiece(undo) => {
                let us = !self.position.side_to_move();
                unmake_piece(&mut self.position, us, undo);
            }
            How::Copied => self.position = before,
            How::UnMoved(mv) => self.position.play_unchecked(mv),
        }
        assert!(self.position == before, "{} {before}", self.position);
        true
    }
}

/// The keys are those of a new position, and the slow board has the same moves.
fn check_now(position: &Position) {
    check_keys(position);
    let naive = Mailbox::new(position);
    let [mut expected, mut found] = [naive.legal_moves(), position.legal_moves().to_vec()];
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{position}");
    assert_eq!(position.is_in_check(), naive.is_in_check(position.side_to_move()), "{position}");
}
