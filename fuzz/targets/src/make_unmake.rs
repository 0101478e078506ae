use arbitrary::{Error, Result, Unstructured};
use chess_board::{Position, Setup, Undo};
use chess_movegen::{PositionExt, UnMoveOptions, unmoves};
use chess_testkit::Mailbox;
use chess_types::{Move, Piece};

use crate::positions::{check_keys, check_replies, made_position, next_bytes, square};

/// The most steps of one input.
const STEPS: usize = 96;

/// Making and taking back: a script of moves made, taken back, passed, played on copies and un-made, and of pieces put on the
/// board, leads to positions that agree with a slow board, with copies and with keys computed anew.
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
        script.step(kind, number.into(), &mut bytes);
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

/// A position with the steps that led to it.
struct Script {
    start: Position,
    position: Position,
    made: Vec<Made>,
}

/// A step that can be taken back, with the position before it.
struct Made {
    before: Position,
    how: How,
}

enum How {
    Move(Undo),
    MoveOfPiece(Undo),
    Null(Undo),
    /// Taking it back is going back to the copy.
    Copied,
    /// Taking it back is making this move.
    UnMoved(Move),
}

impl Script {
    fn step(&mut self, kind: u8, number: usize, bytes: &mut Unstructured<'_>) {
        match kind % 12 {
            0..=5 => {
                let moves = self.position.legal_moves();
                if !moves.is_empty() {
                    self.make(moves[number % moves.len()], kind % 12);
                }
            }
            6 => _ = self.take_back(),
            7 => {
                for _ in 0..number % 8 {
                    self.take_back();
                }
            }
            8 => self.pass(),
            9 => self.un_move(number),
            10 => {
                let position = &self.position;
                let changed =
                    if number.is_multiple_of(2) { position.flip_colors() } else { position.flip_files() };
                self.begin_again(changed);
            }
            _ => {
                let Ok(square) = square(bytes) else { return };
                let mut setup = self.position.to_setup();
                match Piece::ALL.get(number % 16) {
                    Some(&piece) => setup.board.put(piece, square),
                    None => setup.board.clear(square),
                }
                if let Ok(position) = Position::from_setup(&setup) {
                    self.begin_again(position);
                }
            }
        }
    }

    /// Makes a move in one of three ways, and compares the result with that of the others.
    fn make(&mut self, mv: Move, way: u8) {
        let before = self.position;
        let (us, piece_type) =
            (before.side_to_move(), before.piece_type_at(mv.from()).expect("a piece moves"));
        let captured = before.captured(mv);
        let naive = Mailbox::new(&before).after(mv);
        let how = match way % 3 {
            0 => How::Move(self.position.make(mv)),
            1 => How::MoveOfPiece(self.position.make_piece(us, mv, piece_type)),
            _ => {
                self.position = before.after_piece(us, mv, piece_type);
                How::Copied
            }
        };
        let after = self.position;
        if let How::Move(undo) | How::MoveOfPiece(undo) = &how {
            assert_eq!(
                (undo.mv(), undo.captured(), undo.piece_type()),
                (mv, captured, piece_type),
                "{before}"
            );
        }
        assert!(
            after == before.after(mv) && after == before.after_piece(us, mv, piece_type),
            "{before} {mv:?}"
        );
        let mut played = before;
        played.play(mv);
        assert!(after == played, "{before} {mv:?}");
        assert_eq!(before.key_after(mv), after.key(), "{before} {mv:?}");
        assert_eq!(naive.fen(), after.to_string(), "{before} {mv:?}");
        self.made.push(Made { before, how });
    }

    /// Passes the turn, unless the side to move is in check.
    fn pass(&mut self) {
        if self.position.is_in_check() {
            return;
        }
        let before = self.position;
        let undo = self.position.make_null();
        assert!(undo.mv().is_null());
        let old = before.to_setup();
        let naive = Setup {
            side_to_move: !old.side_to_move,
            en_passant: None,
            halfmove_clock: old.halfmove_clock.saturating_add(1),
            fullmove_number: old.fullmove_number.saturating_add(old.side_to_move as u16),
            ..old
        };
        assert_eq!(self.position.to_setup(), naive, "{before}");
        assert!(self.position == before.after_null(), "{before}");
        self.made.push(Made { before, how: How::Null(undo) });
    }

    /// Goes to a position before this one.
    fn un_move(&mut self, number: usize) {
        let after = self.position;
        let list = unmoves(&after, UnMoveOptions::EXACT);
        if list.is_empty() {
            return;
        }
        let unmove = list[number * 7 % list.len()];
        let before = unmove.before(&after);
        let context = || format!("{after} {unmove:?} {before}");
        assert_eq!(Position::from_setup(&before.to_setup()), Ok(before), "{}", context());
        assert!(Mailbox::new(&before).legal_moves().contains(&unmove.mv), "{}", context());
        assert_eq!(before.captured(unmove.mv), unmove.captured, "{}", context());
        assert_eq!(before.after(unmove.mv).key(), after.key(), "{}", context());
        assert_eq!(before.after(unmove.mv).board(), after.board(), "{}", context());
        self.position = before;
        self.made.push(Made { before: before.after(unmove.mv), how: How::UnMoved(unmove.mv) });
    }

    /// Takes the last step back, if there is one.
    fn take_back(&mut self) -> bool {
        let Some(Made { before, how }) = self.made.pop() else { return false };
        match how {
            How::Move(undo) | How::Null(undo) => self.position.unmake(undo),
            How::MoveOfPiece(undo) => self.position.unmake_piece(!self.position.side_to_move(), undo),
            How::Copied => self.position = before,
            How::UnMoved(mv) => self.position.play(mv),
        }
        assert!(self.position == before, "{} {before}", self.position);
        true
    }

    /// Goes on from another position, before which there is none.
    fn begin_again(&mut self, position: Position) {
        *self = Self { start: position, position, made: Vec::new() };
    }
}

/// The keys are those of a new position, and the slow board has the same moves.
fn check_now(position: &Position) {
    check_keys(position);
    let naive = Mailbox::new(position);
    let mut expected = naive.legal_moves();
    let mut found = position.legal_moves().to_vec();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{position}");
    assert_eq!(position.is_in_check(), naive.is_in_check(position.side_to_move()), "{position}");
}
