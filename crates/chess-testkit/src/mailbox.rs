use std::fmt::Write;

use chess_board::Position;
use chess_types::{CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Rank, Square};

/// File and rank, each from 0 to 7 on the board.
type At = (i8, i8);

const ROOK_STEPS: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const QUEEN_STEPS: [At; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT_STEPS: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A slow and simple mailbox board that follows the rules of chess and Chess960 literally. It is the oracle of the move
/// generator.
///
/// It shares no code with the generator. It visits one square after the other, makes every move, and tests whether the king could
/// then be captured.
#[derive(Clone, Debug)]
pub struct Mailbox {
    /// The pieces, by rank, then file.
    pieces: [[Option<Piece>; 8]; 8],
    side_to_move: Color,
    /// The castling rights, by colour, then the file of the rook.
    may_castle_with: [[bool; 8]; 2],
    /// The square that a pawn has passed over by a double push in the last move.
    passed: Option<At>,
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl Mailbox {
    /// Copies a position.
    pub fn new(position: &Position) -> Self {
        let setup = position.to_setup();
        let mut mailbox = Self {
            pieces: [[None; 8]; 8],
            side_to_move: setup.side_to_move,
            may_castle_with: [[false; 8]; 2],
            passed: setup.en_passant.map(at),
            halfmove_clock: setup.halfmove_clock.into(),
            fullmove_number: setup.fullmove_number.into(),
        };
        for square in Square::ALL {
            mailbox.put(at(square), setup.board.piece_at(square));
        }
        for color in Color::ALL {
            for file in 0..8 {
                let corner = square((file, home_rank(color)));
                mailbox.may_castle_with[color.index()][file as usize] = setup.castling_rooks.contains(corner);
            }
        }
        mailbox
    }

    /// Returns all legal moves, in no particular order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let us = self.side_to_move;
        let mut moves = self.steps();
        moves.extend(self.en_passant_captures());
        moves.extend(self.castlings());
        moves.retain(|&mv| !self.after(mv).is_in_check(us));
        moves
    }

    /// Returns all pseudo-legal moves but castling and en passant.
    pub fn steps(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in squares() {
            let Some(piece) = self.piece(from) else { continue };
            if piece.color() != self.side_to_move {
                continue;
            }
            match piece.piece_type() {
                PieceType::Pawn => self.pawn(from, &mut moves),
                PieceType::Knight => self.walk(from, &KNIGHT_STEPS, 1, &mut moves),
                PieceType::Bishop => self.walk(from, &BISHOP_STEPS, 7, &mut moves),
                PieceType::Rook => self.walk(from, &ROOK_STEPS, 7, &mut moves),
                PieceType::Queen => self.walk(from, &QUEEN_STEPS, 7, &mut moves),
                PieceType::King => self.walk(from, &QUEEN_STEPS, 1, &mut moves),
            }
        }
        moves
    }

    /// Tests whether the king of `color` is attacked.
    pub fn is_in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), !color)
    }

    /// Returns the position after a pseudo-legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let us = self.side_to_move;
        let (from, to) = (at(mv.from()), at(mv.to()));
        let piece = self.piece(from);
        let is_pawn = self.is(from, us, PieceType::Pawn);
        let mut next = self.clone();
        next.side_to_move = !us;
        next.passed = None;
        next.halfmove_clock = (self.halfmove_clock + 1).min(65_535);
        if us == Color::Black {
            next.fullmove_number = (self.fullmove_number + 1).min(65_535);
        }
        if is_pawn || mv.kind() == MoveKind::Capture {
            next.halfmove_clock = 0;
        }
        next.put(from, None);
        match mv.kind() {
            MoveKind::QueenCastle | MoveKind::KingCastle => {
                let (king_file, rook_file) = castled_files(mv.kind() == MoveKind::KingCastle);
                next.put(to, None);
                next.put((king_file, home_rank(us)), Some(Piece::new(us, PieceType::King)));
                next.put((rook_file, home_rank(us)), Some(Piece::new(us, PieceType::Rook)));
            }
            MoveKind::EnPassant => {
                next.put((to.0, from.1), None);
                next.put(to, piece);
            }
            MoveKind::DoublePush => {
                next.put(to, piece);
                next.passed = Some((from.0, from.1 + (to.1 - from.1) / 2));
            }
            kind => next.put(to, promoted(kind).map_or(piece, |to| Some(Piece::new(us, to)))),
        }
        if from == self.king(us) {
            next.may_castle_with[us.index()] = [false; 8];
        }
        for color in Color::ALL {
            for touched in [from, to].into_iter().filter(|touched| touched.1 == home_rank(color)) {
                next.may_castle_with[color.index()][touched.0 as usize] = false;
            }
        }
        next
    }

    /// Returns the position in X-FEN, with the en passant square if a capture there is legal.
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some(piece) = self.piece((file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(fen, "{empty}").unwrap();
                }
                empty = 0;
                fen.push(piece.letter());
            }
            if empty > 0 {
                write!(fen, "{empty}").unwrap();
            }
            fen.push(if rank > 0 { '/' } else { ' ' });
        }
        fen.push(self.side_to_move.letter());
        fen.push(' ');
        let castling = self.castling_letters();
        fen.push_str(if castling.is_empty() { "-" } else { &castling });
        match self.passed {
            Some(passed) if self.legal_moves().iter().any(|mv| mv.is_en_passant()) => {
                write!(fen, " {}", square(passed)).unwrap();
            }
            _ => fen.push_str(" -"),
        }
        write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number).unwrap();
        fen
    }

    fn castling_letters(&self) -> String {
        let mut letters = String::new();
        for color in Color::ALL {
            let (king, rank) = (self.king(color).0, home_rank(color));
            let is_rook = |file: i8| self.is((file, rank), color, PieceType::Rook);
            for file in (0..8).rev() {
                if !self.may_castle_with[color.index()][file as usize] {
                    continue;
                }
                let letter = if file > king && !(file + 1..8).any(is_rook) {
                    'k'
                } else if file < king && !(0..file).any(is_rook) {
                    'q'
                } else {
                    File::ALL[file as usize].letter()
                };
                letters.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        letters
    }

    /// Adds moves of up to `reach` steps in each direction, over empty squares and onto a piece of the other side.
    fn walk(&self, from: At, steps: &[At], reach: usize, moves: &mut Vec<Move>) {
        for &step in steps {
            let mut to = from;
            for _ in 0..reach {
                to = (to.0 + step.0, to.1 + step.1);
                if !is_on_board(to) {
                    break;
                }
                match self.piece(to) {
                    None => moves.push(Move::new(square(from), square(to), MoveKind::Quiet)),
                    Some(other) => {
                        if other.color() != self.side_to_move {
                            moves.push(Move::new(square(from), square(to), MoveKind::Capture));
                        }
                        break;
                    }
                }
            }
        }
    }

    fn pawn(&self, from: At, moves: &mut Vec<Move>) {
        let us = self.side_to_move;
        let (forward, start, last) = if us == Color::White { (1, 1, 7) } else { (-1, 6, 0) };
        let mut push = |to: At, kind, promotions: [MoveKind; 4]| {
            if to.1 == last {
                moves.extend(promotions.map(|promotion| Move::new(square(from), square(to), promotion)));
            } else {
                moves.push(Move::new(square(from), square(to), kind));
            }
        };
        let ahead = (from.0, from.1 + forward);
        if self.piece(ahead).is_none() {
            push(ahead, MoveKind::Quiet, PROMOTIONS);
            let two_ahead = (from.0, from.1 + 2 * forward);
            if from.1 == start && self.piece(two_ahead).is_none() {
                push(two_ahead, MoveKind::DoublePush, PROMOTIONS);
            }
        }
        for to in [(from.0 - 1, from.1 + forward), (from.0 + 1, from.1 + forward)] {
            if is_on_board(to) && self.piece(to).is_some_and(|other| other.color() != us) {
                push(to, MoveKind::Capture, CAPTURE_PROMOTIONS);
            }
        }
    }

    fn en_passant_captures(&self) -> Vec<Move> {
        let us = self.side_to_move;
        let Some(to) = self.passed else { return Vec::new() };
        let behind = if us == Color::White { -1 } else { 1 };
        [(to.0 - 1, to.1 + behind), (to.0 + 1, to.1 + behind)]
            .into_iter()
            .filter(|&from| is_on_board(from) && self.is(from, us, PieceType::Pawn))
            .map(|from| Move::new(square(from), square(to), MoveKind::EnPassant))
            .collect()
    }

    /// Castling by FIDE Laws of Chess 3.8 and Guidelines II: all squares that king and rook pass over or arrive on are empty but
    /// for the two, and the king is not attacked where it is, passes or arrives. The test of every move finds an attack that
    /// opens when the rook leaves.
    fn castlings(&self) -> Vec<Move> {
        let us = self.side_to_move;
        let (king, rank) = (self.king(us), home_rank(us));
        let mut moves = Vec::new();
        for rook in (0..8).filter(|&file| self.may_castle_with[us.index()][file as usize]) {
            let is_king_side = rook > king.0;
            let (king_to, rook_to) = castled_files(is_king_side);
            let is_free = |file: i8| file == king.0 || file == rook || self.piece((file, rank)).is_none();
            let is_safe = |file: i8| {
                let mut moved = self.clone();
                moved.put(king, None);
                !moved.is_attacked((file, rank), !us)
            };
            if way(king.0, king_to).all(is_free)
                && way(rook, rook_to).all(is_free)
                && way(king.0, king_to).all(is_safe)
            {
                let side = if is_king_side { CastlingSide::King } else { CastlingSide::Queen };
                moves.push(Move::new(square(king), square((rook, rank)), MoveKind::castle(side)));
            }
        }
        moves
    }

    fn is_attacked(&self, target: At, by: Color) -> bool {
        let sees = |steps: &[At], reach, attackers: &[PieceType]| {
            steps.iter().any(|&step| {
                let seen = self.first_piece(target, step, reach);
                seen.is_some_and(|piece| piece.color() == by && attackers.contains(&piece.piece_type()))
            })
        };
        // A pawn is one rank behind the squares that it attacks.
        let behind = if by == Color::White { -1 } else { 1 };
        sees(&[(-1, behind), (1, behind)], 1, &[PieceType::Pawn])
            || sees(&KNIGHT_STEPS, 1, &[PieceType::Knight])
            || sees(&QUEEN_STEPS, 1, &[PieceType::King])
            || sees(&BISHOP_STEPS, 7, &[PieceType::Bishop, PieceType::Queen])
            || sees(&ROOK_STEPS, 7, &[PieceType::Rook, PieceType::Queen])
    }

    fn first_piece(&self, from: At, step: At, reach: usize) -> Option<Piece> {
        let mut here = from;
        for _ in 0..reach {
            here = (here.0 + step.0, here.1 + step.1);
            if !is_on_board(here) {
                return None;
            }
            if let Some(piece) = self.piece(here) {
                return Some(piece);
            }
        }
        None
    }

    fn king(&self, color: Color) -> At {
        squares().find(|&here| self.is(here, color, PieceType::King)).expect("there is a king")
    }

    fn is(&self, here: At, color: Color, piece_type: PieceType) -> bool {
        self.piece(here) == Some(Piece::new(color, piece_type))
    }

    fn piece(&self, (file, rank): At) -> Option<Piece> {
        self.pieces[rank as usize][file as usize]
    }

    fn put(&mut self, (file, rank): At, piece: Option<Piece>) {
        self.pieces[rank as usize][file as usize] = piece;
    }
}

const PROMOTIONS: [MoveKind; 4] =
    [MoveKind::KnightPromotion, MoveKind::BishopPromotion, MoveKind::RookPromotion, MoveKind::QueenPromotion];

const CAPTURE_PROMOTIONS: [MoveKind; 4] = [
    MoveKind::KnightCapturePromotion,
    MoveKind::BishopCapturePromotion,
    MoveKind::RookCapturePromotion,
    MoveKind::QueenCapturePromotion,
];

fn promoted(kind: MoveKind) -> Option<PieceType> {
    let pieces = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    let index = |kinds: [MoveKind; 4]| kinds.iter().position(|&promotion| promotion == kind);
    index(PROMOTIONS).or(index(CAPTURE_PROMOTIONS)).map(|index| pieces[index])
}

/// Returns the files on which king and rook arrive.
fn castled_files(is_king_side: bool) -> (i8, i8) {
    if is_king_side { (6, 5) } else { (2, 3) }
}

fn home_rank(color: Color) -> i8 {
    if color == Color::White { 0 } else { 7 }
}

/// Returns all files from one to another, both included.
fn way(from: i8, to: i8) -> std::ops::RangeInclusive<i8> {
    from.min(to)..=from.max(to)
}

fn is_on_board((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn squares() -> impl Iterator<Item = At> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn at(square: Square) -> At {
    (square.file().index() as i8, square.rank().index() as i8)
}

fn square((file, rank): At) -> Square {
    Square::new(File::ALL[file as usize], Rank::ALL[rank as usize])
}
