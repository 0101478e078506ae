use chess_board::Position;
use chess_magic::{Sliders, king_attacks, knight_attacks, pawn_attacks_setwise};
use chess_movegen::machine::Machine;
use chess_types::{Bitboard, Color, PieceType, Rank, Square};

use super::taper::{Taper, taper};
use super::values::{
    ATTACKER, BISHOP_PAIR, BY_MINOR, BY_PAWN, BY_ROOK, CHECK, DANGER, DANGER_END, HALF_OPEN_FILE, HANGING,
    MOBILITY, NO_QUEEN, OPEN_FILE, PUSH, SHIELD, THREAT_BY_KING, WEAK, square_value,
};

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    by: [Bitboard; 6],
    pub(super) all: Bitboard,
    twice: Bitboard,
    /// The danger of the other king by pieces that attack squares about it.
    danger: i32,
}

impl Attacks {
    #[inline(always)]
    pub(super) fn by(&self, piece_type: PieceType) -> Bitboard {
        self.by[piece_type.index()]
    }

    #[inline(always)]
    fn add(&mut self, piece_type: PieceType, attacked: Bitboard) {
        self.twice |= self.all & attacked;
        self.all |= attacked;
        self.by[piece_type.index()] |= attacked;
    }
}

/// The squares of all pieces, the mobility of knights to queens, the files of rooks, and the pair of bishops.
#[inline(always)]
pub(super) fn piece_terms(machine: impl Machine, position: &Position, us: Color) -> (Taper, Attacks) {
    let own_pawns = position.pieces(us, PieceType::Pawn);
    let their_pawns = position.pieces(!us, PieceType::Pawn);
    let king = position.king(us);
    let mut attacks = Attacks::default();
    attacks.add(PieceType::Pawn, pawn_attacks_setwise(us, own_pawns));
    attacks.add(PieceType::King, king_attacks(king));
    let area = !(own_pawns | king.bitboard() | pawn_attacks_setwise(!us, their_pawns));
    let zone = zone(!us, position.king(!us));
    let mut value = square_value(PieceType::King, us, king);
    for pawn in own_pawns {
        value += square_value(PieceType::Pawn, us, pawn);
    }
    let queens = position.pieces(us, PieceType::Queen);
    for piece_type in MOBILE {
        let pieces = position.pieces(us, piece_type);
        // Pieces that move alike support each other.
        let occupied = match piece_type {
            PieceType::Bishop => position.occupied() - queens,
            PieceType::Rook => position.occupied() - queens - pieces,
            _ => position.occupied(),
        };
        for square in pieces {
            let attacked = attacked(machine, piece_type, square, occupied);
            attacks.add(piece_type, attacked);
            attacks.danger += ATTACKER[piece_type.index()] * i32::from(attacked.intersects(zone));
            value += square_value(piece_type, us, square);
            value += MOBILITY[piece_type.index()][(attacked & area).count() as usize];
            let file = square.file().bitboard();
            if piece_type == PieceType::Rook && file.is_disjoint(own_pawns) {
                value += if file.is_disjoint(their_pawns) { OPEN_FILE } else { HALF_OPEN_FILE };
            }
        }
    }
    if position.pieces(us, PieceType::Bishop).has_many() {
        value += BISHOP_PAIR;
    }
    (value, attacks)
}

const MOBILE: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

#[inline(always)]
fn attacked(machine: impl Machine, piece_type: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => machine.sliders().bishop_attacks(square, occupied),
        PieceType::Rook => machine.sliders().rook_attacks(square, occupied),
        _ => machine.sliders().queen_attacks(square, occupied),
    }
}

/// The squares next to the king of `us`, and those before them.
#[inline(always)]
fn zone(us: Color, king: Square) -> Bitboard {
    king_attacks(king) | king_attacks(king).push(us)
}

/// The pieces of the other side that `us` attacks, and those that a safe step of a pawn would attack.
#[inline(always)]
pub(super) fn threats(position: &Position, us: Color, own: &Attacks, others: &Attacks) -> Taper {
    let pawns = position.by_type(PieceType::Pawn);
    let theirs = position.by_color(!us);
    let by_pawns = own.by(PieceType::Pawn);
    let by_minors = own.by(PieceType::Knight) | own.by(PieceType::Bishop);
    let guarded = others.by(PieceType::Pawn) | (others.twice - own.twice);
    let mut value = THREAT_BY_KING * (theirs & (own.by(PieceType::King) - guarded)).count() as i32;
    value += HANGING * (theirs & (own.all - others.all)).count() as i32;
    for piece_type in
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
    {
        let pieces = position.pieces(!us, piece_type);
        let minors = if piece_type == PieceType::Pawn { by_minors - guarded } else { by_minors };
        let rooks = own.by(PieceType::Rook);
        let rooks = if piece_type == PieceType::Queen { rooks } else { rooks - guarded };
        for (attacks, values) in [(by_pawns, &BY_PAWN), (minors, &BY_MINOR), (rooks, &BY_ROOK)] {
            value += values[piece_type.index()] * (pieces & attacks).count() as i32;
        }
    }
    let free = !position.occupied();
    let third = Rank::Third.bitboard().relative_to(us);
    let once = position.pieces(us, PieceType::Pawn).push(us) & free;
    let pushed = once | ((once & third).push(us) & free);
    let safe = (pushed - others.by(PieceType::Pawn)) & (own.all | !others.all);
    let attacked = pawn_attacks_setwise(us, safe) & (theirs - pawns - by_pawns);
    value + PUSH * attacked.count() as i32
}

/// The value of the danger of the other king, which grows with its square: attackers, safe checks and weak squares about it,
/// less its pawns.
#[inline(always)]
pub(super) fn danger(
    machine: impl Machine,
    position: &Position,
    us: Color,
    own: &Attacks,
    others: &Attacks,
) -> Taper {
    let king = position.king(!us);
    let zone = zone(!us, king);
    let is_guarded_by_pieces = others.by(PieceType::King) | others.by(PieceType::Queen);
    let weak = (own.all - others.twice) & (!others.all | is_guarded_by_pieces);
    let safe = (!others.all | (weak & own.twice)) - position.by_color(us);
    let occupied = position.occupied() - position.pieces(!us, PieceType::Queen);
    let mut danger = own.danger + DANGER;
    for piece_type in MOBILE {
        let checks = attacked(machine, piece_type, king, occupied) & own.by(piece_type);
        danger += CHECK[piece_type.index()] * i32::from(checks.intersects(safe));
    }
    danger += WEAK * (zone & weak).count() as i32;
    danger += SHIELD * (zone & position.pieces(!us, PieceType::Pawn)).count() as i32;
    danger += NO_QUEEN * i32::from(position.pieces(us, PieceType::Queen).is_empty());
    let danger = danger.max(0);
    taper(danger * danger / 2048, danger * DANGER_END / 1024)
}
