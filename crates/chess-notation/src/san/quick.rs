//! The usual forms of a move's text, read from one word of the machine.
//!
//! `e4`, `exd5`, `Nf3`, `Nbd2`, `N1xd2` with or without `+` or `#` are nearly all moves of games but castling and promotions.
//! They are read here without branches that depend on the text or on the position, because those are hard to predict. Tables give
//! the squares from which a piece of the named kind could move on an empty board. The text is a legal move if exactly one of them
//! holds such a piece, no piece is between, and no enemy attacks the own king afterwards. The general reader reads every other
//! text, and every move for which only a pin decides between several pieces.

use chess_board::Position;
use chess_magic::{
    between, bishop_attacks, king_attacks, knight_attacks, on_empty_board, pawn_attacks, rook_attacks,
};
use chess_types::{Bitboard, Color, File, Move, MoveKind, PieceType, Rank, Square};

/// A legal move and the type of the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) mv: Move,
    pub(crate) piece_type: PieceType,
}

/// The move that a text of at most eight bytes means, if it has one of the usual forms. `read_san` returns the same.
///
/// The first byte of the text is the lowest of `word`. Bytes behind the text do not matter.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "lazy operators are branches")]
pub(crate) fn find(position: &Position, word: u64, length: usize) -> Option<Found> {
    // The last byte of the text is the highest; bytes below the first are zero.
    let mut text = word << (64_usize.wrapping_sub(8 * length) & 63);
    let is_marked = (text >> 56 == u64::from(b'+')) | (text >> 56 == u64::from(b'#'));
    text <<= 8 * u32::from(is_marked);
    let rank = ((text >> 56) as u8).wrapping_sub(b'1');
    let file = ((text >> 48) as u8).wrapping_sub(b'a');
    text <<= 16;
    let takes = text >> 56 == u64::from(b'x');
    text <<= 8 * u32::from(takes);

    // The text before the target: nothing, a name, or a name and a part of the origin.
    let before = length.wrapping_sub(2 + usize::from(is_marked) + usize::from(takes));
    let has_origin = before == 2;
    let name = text >> (56 - 8 * u32::from(has_origin)) & 0xff;
    let any = Bitboard(u64::from(has_origin).wrapping_sub(1));
    let origins = ORIGINS[(text >> 56) as usize] | any;
    let form = &FORMS[usize::from(takes)][name as usize];

    let us = position.side_to_move();
    let to = Square::from_low_bits((rank << 3 | file) & 63);
    let (own, enemies) = (position.by_color(us), position.by_color(!us));
    let occupied = own | enemies;
    let targets = (enemies & Bitboard(form.onto_enemies)) | (!occupied & Bitboard(form.onto_empty));
    let reaching = form.reaching[us as usize & 1][to as usize];
    let candidates = reaching & position.by_type(form.piece_type) & own & Bitboard(form.files) & origins;

    // The general reader decides among three candidates.
    let first = Square::from_low_bits(candidates.0.trailing_zeros() as u8);
    let last = Square::from_low_bits(63 ^ candidates.0.leading_zeros() as u8);
    let is_free = |from| between(from, to).is_disjoint(occupied);
    let (first_is_free, last_is_free) = (is_free(first), is_free(last));
    let from = if first_is_free { first } else { last };
    let is_one = !candidates.is_empty()
        & (candidates - first.bitboard() - last.bitboard()).is_empty()
        & (((first == last) & first_is_free) | (first_is_free ^ last_is_free));

    let is_king = form.piece_type == PieceType::King;
    let king = if is_king { to } else { position.king(us) };
    let occupied_after = (occupied - from.bitboard()) | to.bitboard();
    let is_whole = ((rank | file) < 8) & (before <= form.longest as usize) & targets.contains(to);
    if !(is_whole & is_one & is_safe(position, king, us, enemies - to.bitboard(), occupied_after)) {
        return None;
    }
    let is_double_push = (form.piece_type == PieceType::Pawn) & (from as u8 ^ to as u8 == 16);
    let kind = if enemies.contains(to) {
        MoveKind::Capture
    } else if is_double_push {
        MoveKind::DoublePush
    } else {
        MoveKind::Quiet
    };
    Some(Found { mv: Move::new(from, to, kind), piece_type: form.piece_type })
}

/// The bytes of a text of two to eight bytes as a word for [`find`], the first lowest.
#[inline]
pub(crate) fn word_of(text: &[u8]) -> Option<u64> {
    let length = text.len();
    // Two reads that may overlap.
    match (text.first_chunk(), text.last_chunk()) {
        (Some(&first), Some(&last)) if length <= 8 => {
            let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
            Some(u64::from(first) | u64::from(last) << (8 * (length - 4)))
        }
        _ => match *text {
            [a, b] => Some(u64::from_le_bytes([a, b, 0, 0, 0, 0, 0, 0])),
            [a, b, c] => Some(u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0])),
            _ => None,
        },
    }
}

/// Tests that none of `enemies` attacks `king`, of the side `us`, on a board with these squares occupied.
#[inline(always)]
fn is_safe(position: &Position, king: Square, us: Color, enemies: Bitboard, occupied: Bitboard) -> bool {
    let [pawns, knights, bishops, rooks, queens, kings] =
        PieceType::ALL.map(|piece_type| position.by_type(piece_type));
    let attackers = (pawn_attacks(us, king) & pawns)
        | (knight_attacks(king) & knights)
        | (king_attacks(king) & kings)
        | (bishop_attacks(king, occupied) & (bishops | queens))
        | (rook_attacks(king, occupied) & (rooks | queens));
    attackers.is_disjoint(enemies)
}

/// The meaning of a name before a target, with or without a capture sign between them.
#[derive(Clone, Copy)]
struct Form {
    piece_type: PieceType,
    /// The greatest length of the text before the capture sign.
    longest: u8,
    /// The squares from which a piece of White or Black reaches a square on an empty board.
    reaching: [&'static [Bitboard; 64]; 2],
    /// All ones if the target may be an enemy's square.
    onto_enemies: u64,
    /// All ones if the target may be an empty square.
    onto_empty: u64,
    /// The files that the piece may come from.
    files: u64,
}

/// The squares from which a pawn reaches a square: by pushes of White and Black, by their captures, and none. Promotions are left out.
static PAWNS: [[Bitboard; 64]; 5] = {
    let mut table = [[Bitboard::EMPTY; 64]; 5];
    let mut i = 0;
    while i < 64 {
        let to = Square::ALL[i];
        let mut color = 0;
        while color < 2 {
            let us = Color::ALL[color];
            if to.rank() as u8 != us.promotion_rank() as u8 {
                let back = us.opponent();
                let mut from = to.bitboard().push(back);
                if to.rank() as u8 == Rank::Fourth.relative_to(us) as u8 {
                    from = from.union(from.push(back));
                }
                table[color][i] = from;
                table[2 + color][i] = pawn_attacks(back, to);
            }
            color += 1;
        }
        i += 1;
    }
    table
};

/// By capture sign, then by the byte of the name, which is zero if there is none. A pawn that captures has the name of its file.
static FORMS: [[Form; 256]; 2] = {
    let nothing = Form {
        piece_type: PieceType::Pawn,
        longest: 1,
        reaching: [&PAWNS[4]; 2],
        onto_enemies: 0,
        onto_empty: 0,
        files: 0,
    };
    let mut table = [[nothing; 256]; 2];
    table[0][0] = Form {
        longest: 0,
        reaching: [&PAWNS[0], &PAWNS[1]],
        onto_empty: u64::MAX,
        files: u64::MAX,
        ..nothing
    };
    let mut i = 0;
    while i < 8 {
        table[1][b'a' as usize + i] = Form {
            reaching: [&PAWNS[2], &PAWNS[3]],
            onto_enemies: u64::MAX,
            files: File::ALL[i].bitboard().0,
            ..nothing
        };
        i += 1;
    }
    let mut i = 1;
    while i < 6 {
        let piece_type = PieceType::ALL[i];
        let form = Form {
            piece_type,
            longest: 2,
            reaching: [on_empty_board(piece_type); 2],
            onto_enemies: u64::MAX,
            onto_empty: u64::MAX,
            files: u64::MAX,
        };
        let letter = piece_type.letter().to_ascii_uppercase() as usize;
        table[0][letter] = form;
        table[1][letter] = form;
        i += 1;
    }
    table
};

/// The squares of a file or rank behind a name; none for any other byte.
static ORIGINS: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = File::ALL[i].bitboard();
        table[b'1' as usize + i] = Rank::ALL[i].bitboard();
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use chess_magic::attacks;
    use chess_movegen::PositionExt;

    use super::*;
    use crate::random::Random;
    use crate::san::write::San;

    /// The squares from which a move of SAN may come on an empty board, by its text.
    fn candidates(position: &Position, mv: Move, text: &[u8]) -> Bitboard {
        let (us, to) = (position.side_to_move(), mv.to());
        let piece_type = position.piece_type_at(mv.from()).unwrap();
        let pieces = position.pieces(us, piece_type);
        let text = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
        let text = &text[..text.len() - 2];
        let text = text.strip_suffix(b"x").unwrap_or(text);
        if piece_type == PieceType::Pawn {
            let file = if text.is_empty() { to.file() } else { mv.from().file() };
            let back = if us == Color::White { -1 } else { 1 };
            let reach = if text.is_empty() { 2 } else { 1 };
            return pieces
                .into_iter()
                .filter(|from| from.file() == file)
                .filter(|&from| {
                    let ranks = back * (from.rank() as i8 - to.rank() as i8);
                    ranks == 1 || ranks == reach && to.rank() == Rank::Fourth.relative_to(us)
                })
                .collect();
        }
        let origins = match text[1..] {
            [letter @ b'a'..=b'h'] => File::from_letter(letter).unwrap().bitboard(),
            [digit] => Rank::from_digit(digit).unwrap().bitboard(),
            _ => Bitboard::FULL,
        };
        attacks(piece_type, us, to, Bitboard::EMPTY) & pieces & origins
    }

    /// A move of the usual form is found if two pieces at most could make it on an empty board, and only one on this board.
    #[test]
    fn usual_forms_are_found() {
        let mut random = Random::new(61);
        let (mut found, mut with_origin, mut left) = (0, 0, 0);
        let starts = [Position::START, Position::chess960(77).unwrap(), Position::chess960(701).unwrap()];
        // Some games end early.
        for start in starts.into_iter().cycle().take(30) {
            if found > 10_000 && with_origin > 2_000 {
                break;
            }
            random.game(start, 150, |position| {
                for &mv in &position.legal_moves() {
                    let san = San::new(position, mv);
                    let text = san.as_bytes();
                    let result = word_of(text).and_then(|word| find(position, word, text.len()));
                    let is_usual = !mv.is_castle() && !mv.is_promotion() && !mv.is_en_passant();
                    // Both squares are not a part of the origin.
                    if !is_usual
                        || text.iter().filter(|byte| byte.is_ascii_digit()).count() > 1
                            && text[1].is_ascii_lowercase()
                    {
                        assert_eq!(result, None, "{position} {san}");
                        continue;
                    }
                    let candidates = candidates(position, mv, text);
                    let is_free = |&from: &Square| between(from, mv.to()).is_disjoint(position.occupied());
                    let piece_type = position.piece_type_at(mv.from()).unwrap();
                    if candidates.count() <= 2 && candidates.into_iter().filter(is_free).count() == 1 {
                        assert_eq!(result, Some(Found { mv, piece_type }), "{position} {san}");
                        found += 1;
                        with_origin += usize::from(
                            piece_type != PieceType::Pawn
                                && candidates != position.pieces(position.side_to_move(), piece_type),
                        );
                    } else {
                        assert!(result.is_none_or(|result| result.mv == mv), "{position} {san}");
                        left += 1;
                    }
                }
            });
        }
        assert!(found > 10_000 && with_origin > 2_000 && left < found / 50, "{found} {with_origin} {left}");
    }

    #[test]
    fn a_word_has_the_bytes_of_its_text() {
        let text = b"Nb1xd2+#";
        for length in 2..=8 {
            let word = word_of(&text[..length]).unwrap();
            assert_eq!(word.to_le_bytes()[..length], text[..length]);
        }
        for text in [&b""[..], b"e", b"123456789"] {
            assert_eq!(word_of(text), None);
        }
    }
}
