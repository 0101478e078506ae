use chess_board::Position;
use chess_magic::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks_setwise, rook_attacks};
use chess_movegen::{Pins, PositionExt, SeeRules, Selection};
use chess_types::{Bitboard, Color, Move, MoveList, Piece, PieceType, Square};

use crate::random::Random;

/// Values of pieces in hundredths of a pawn, by the index of their type. The king's is 0: no legal move leaves it attacked.
const VALUES: [i32; 6] = [100, 310, 330, 500, 920, 0];

/// The number of moves whose answers are examined.
const CANDIDATES: usize = 3;

/// Chooses a legal move that a player could have made; `None` if there is none.
///
/// The player likes captures, checks and castling, moves pieces that are attacked, and sees most mates. Each move has a score
/// in hundredths of a pawn, which is disturbed by up to `noise` in either direction: 60 gives careful games, 400 careless
/// ones, and a few thousand random ones. Of the best moves, the one after which the opponent wins least is played; careless
/// players often omit this. `last` is the player's own last move, which is seldom taken back at once.
///
/// The choice does not depend on the order in which moves are generated, so that it is the same on all machines.
pub fn likely_move(position: &Position, last: Option<Move>, noise: u32, random: &mut Random) -> Option<Move> {
    let view = View::new(position);
    let word = random.word();
    let mut best = [(i32::MIN, Move::NULL); CANDIDATES];
    for mv in position.legal_moves() {
        let mut score = view.score(position, mv) + disturbance(word, mv, noise);
        if last.is_some_and(|last| last.from() == mv.to() && last.to() == mv.from()) {
            score -= 60;
        }
        let mut entry = (score, mv);
        for better in &mut best {
            if (entry.0, entry.1.raw()) > (better.0, better.1.raw()) {
                std::mem::swap(&mut entry, better);
            }
        }
    }
    if best[0].1 == Move::NULL {
        return None;
    }
    if word % 1000 < u64::from(noise) {
        return Some(best[0].1);
    }
    let found = best.into_iter().filter(|(_, mv)| *mv != Move::NULL);
    found.max_by_key(|&(score, mv)| (score - most_won(&position.after(mv)), mv.raw())).map(|(_, mv)| mv)
}

/// A number from `-noise` to `noise`, derived from the move and a word of the position; numbers near 0 are the most frequent.
fn disturbance(word: u64, mv: Move, noise: u32) -> i32 {
    let mixed = (word ^ u64::from(mv.raw())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let scaled = |bits: u64| (((bits & 0xffff) * u64::from(noise)) >> 16) as i32;
    scaled(mixed >> 48) - scaled(mixed >> 32)
}

/// The most that the side to move wins by a capture, in hundredths of a pawn; at least 0.
fn most_won(position: &Position) -> i32 {
    let mut moves = MoveList::new();
    position.generate(Selection::CAPTURES, &mut moves);
    moves.into_iter().map(|mv| position.see(mv, &SeeRules::new(Pins::Ignored))).fold(0, i32::max)
}

/// The facts about a position that all of its moves share.
struct View {
    us: Color,
    /// The squares on which a piece of ours is attacked by a cheaper one, by the index of its type.
    cheaply_attacked: [Bitboard; 6],
    attacked: Bitboard,
    defended: Bitboard,
    defended_twice: Bitboard,
    /// The squares from which a piece of ours gives check, by the index of its type.
    checks: [Bitboard; 6],
    is_endgame: bool,
    may_castle: bool,
}

impl View {
    fn new(position: &Position) -> Self {
        let us = position.side_to_move();
        let occupied = position.occupied();
        let theirs = Attacks::new(position, us.opponent());
        let ours = Attacks::new(position, us);
        let minor = theirs.pawn | theirs.minor;
        let rook = minor | theirs.rook;
        let king = position.king(us.opponent());
        let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let pawn = pawn_attacks_setwise(us.opponent(), king.bitboard());
        let heavy =
            position.by_type(PieceType::Queen).count() * 2 + position.by_type(PieceType::Rook).count();
        Self {
            us,
            cheaply_attacked: [Bitboard::EMPTY, theirs.pawn, theirs.pawn, minor, rook, Bitboard::EMPTY],
            attacked: theirs.once,
            defended: ours.once,
            defended_twice: ours.twice,
            checks: [pawn, knight_attacks(king), diagonal, straight, diagonal | straight, Bitboard::EMPTY],
            is_endgame: heavy <= 4,
            may_castle: position.castling_rooks().intersects(position.by_color(us)),
        }
    }

    fn score(&self, position: &Position, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = position.piece_at(from).map(Piece::piece_type) else { return 0 };
        if mv.is_castle() {
            return 150;
        }
        let (from_us, to_us) = (from.relative_to(self.us), to.relative_to(self.us));
        let mut score = self.place(piece, to_us) - self.place(piece, from_us);
        if mv.is_capture() {
            let captured = position.piece_at(to).map_or(PieceType::Pawn, Piece::piece_type);
            score += VALUES[captured.index()] + 65;
        }
        if let Some(promotion) = mv.promotion() {
            // Promotions to rook or bishop are rarely better than to a queen.
            let less = if matches!(promotion, PieceType::Rook | PieceType::Bishop) { 300 } else { 0 };
            score += VALUES[promotion.index()] - VALUES[0] - less;
        }
        if piece == PieceType::King && self.may_castle {
            score -= 60;
        }
        let value = VALUES[piece.index()];
        let backing =
            if piece == PieceType::Pawn && !mv.is_capture() { self.defended } else { self.defended_twice };
        score -= self.loss(piece, value, to, backing);
        score += self.loss(piece, value, from, self.defended) * 7 / 8;
        if self.checks[piece.index()].contains(to) {
            score += 30;
            if position.after(mv).is_checkmate() {
                score += 700;
            }
        }
        score
    }

    /// The value that the opponent threatens to win if this piece is on `square`.
    fn loss(&self, piece: PieceType, value: i32, square: Square, defended: Bitboard) -> i32 {
        if self.cheaply_attacked[piece.index()].contains(square) {
            if defended.contains(square) { value * 5 / 8 } else { value }
        } else if self.attacked.contains(square) && !defended.contains(square) {
            value
        } else {
            0
        }
    }

    /// The value of a piece's square, from White's point of view.
    fn place(&self, piece: PieceType, square: Square) -> i32 {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        // 0 on the edge to 3 in the middle.
        let middle = |line: i32| (line.min(7 - line)).min(3);
        match piece {
            PieceType::Pawn if self.is_endgame => 5 * rank * rank,
            PieceType::Pawn => middle(file) * rank * 4 + rank * 2,
            PieceType::Knight => 9 * (middle(file) + middle(rank)),
            PieceType::Bishop => 5 * (middle(file) + middle(rank)) + if rank > 0 { 12 } else { 0 },
            PieceType::Rook => 4 * middle(file) + if rank == 6 { 15 } else { 0 },
            PieceType::Queen => 2 * (middle(file) + middle(rank)),
            PieceType::King if self.is_endgame => 10 * (middle(file) + middle(rank)),
            PieceType::King => -18 * rank - 8 * middle(file),
        }
    }
}

/// The squares that one side attacks.
struct Attacks {
    pawn: Bitboard,
    minor: Bitboard,
    rook: Bitboard,
    once: Bitboard,
    /// Those that two of its pieces attack, except where both are pawns.
    twice: Bitboard,
}

impl Attacks {
    fn new(position: &Position, side: Color) -> Self {
        let occupied = position.occupied();
        let pawn = pawn_attacks_setwise(side, position.pieces(side, PieceType::Pawn));
        let mut all =
            Self { pawn, minor: Bitboard::EMPTY, rook: Bitboard::EMPTY, once: pawn, twice: Bitboard::EMPTY };
        for square in position.pieces(side, PieceType::Knight) {
            all.add(knight_attacks(square));
            all.minor |= knight_attacks(square);
        }
        for square in position.pieces(side, PieceType::Bishop) {
            let squares = bishop_attacks(square, occupied);
            all.add(squares);
            all.minor |= squares;
        }
        for square in position.pieces(side, PieceType::Rook) {
            let squares = rook_attacks(square, occupied);
            all.add(squares);
            all.rook |= squares;
        }
        for square in position.pieces(side, PieceType::Queen) {
            all.add(bishop_attacks(square, occupied) | rook_attacks(square, occupied));
        }
        all.add(king_attacks(position.king(side)));
        all
    }

    fn add(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }
}
