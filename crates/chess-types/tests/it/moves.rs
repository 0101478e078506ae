use chess_types::{
    Bitboard, Castling, CastlingSide, File, Move, MoveFlags, MoveKind, PieceType, Rank, Square, UciMove,
};

use crate::all_moves;

/// Tests whether a castling rook is in the corner, where the forms without the rook's square suppose it.
pub(crate) fn has_corner_rook(mv: Move) -> bool {
    let corner = |side: CastlingSide| Square::new(side.corner_file(), mv.from().rank());
    match mv.kind() {
        MoveKind::QueenCastle => mv.to() == corner(CastlingSide::Queen),
        MoveKind::KingCastle => mv.to() == corner(CastlingSide::King),
        _ => true,
    }
}

#[test]
fn every_word_is_a_move_unless_its_code_is_unused() {
    let mut refused = 0;
    for word in 0..=u16::MAX {
        if let Ok(mv) = Move::from_raw(word) {
            assert_eq!(mv.raw(), word);
            assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
        } else {
            assert!(matches!(word >> 12, 10 | 11), "{word:#06x}");
            refused += 1;
        }
    }
    assert_eq!(refused, 2 * 64 * 64);
}

#[test]
fn squares_and_flags_stand_in_their_bits() {
    let mv = Move::new(Square::B1, Square::C3, MoveKind::EnPassant);
    assert_eq!(mv.raw(), 9 << 12 | 18 << 6 | 1);
    assert_eq!((mv.from(), mv.to(), mv.kind()), (Square::B1, Square::C3, MoveKind::EnPassant));
    assert_eq!(mv.kind().flags().bits(), 9);
}

/// A kind, whether it captures, whether it is a double push, its promotion and its side of castling.
type Answers = (MoveKind, bool, Option<PieceType>, Option<CastlingSide>);

const ANSWERS: [Answers; 14] = [
    (MoveKind::Quiet, false, None, None),
    (MoveKind::DoublePush, false, None, None),
    (MoveKind::QueenCastle, false, None, Some(CastlingSide::Queen)),
    (MoveKind::KingCastle, false, None, Some(CastlingSide::King)),
    (MoveKind::KnightPromotion, false, Some(PieceType::Knight), None),
    (MoveKind::BishopPromotion, false, Some(PieceType::Bishop), None),
    (MoveKind::RookPromotion, false, Some(PieceType::Rook), None),
    (MoveKind::QueenPromotion, false, Some(PieceType::Queen), None),
    (MoveKind::Capture, true, None, None),
    (MoveKind::EnPassant, true, None, None),
    (MoveKind::KnightCapturePromotion, true, Some(PieceType::Knight), None),
    (MoveKind::BishopCapturePromotion, true, Some(PieceType::Bishop), None),
    (MoveKind::RookCapturePromotion, true, Some(PieceType::Rook), None),
    (MoveKind::QueenCapturePromotion, true, Some(PieceType::Queen), None),
];

#[test]
fn every_kind_answers_for_itself() {
    assert_eq!(ANSWERS.map(|(kind, ..)| kind), MoveKind::ALL);
    for (kind, capture, promotion, side) in ANSWERS {
        let mv = Move::new(Square::E7, Square::D8, kind);
        assert_eq!(mv.kind(), kind);
        assert_eq!(mv.is_capture(), capture, "{kind:?}");
        assert_eq!(mv.promotion(), promotion, "{kind:?}");
        assert_eq!(mv.is_promotion(), promotion.is_some(), "{kind:?}");
        assert_eq!(mv.is_castle(), side.is_some(), "{kind:?}");
        assert_eq!(mv.is_double_push(), kind == MoveKind::DoublePush, "{kind:?}");
        assert_eq!(mv.is_en_passant(), kind == MoveKind::EnPassant, "{kind:?}");
        let is_plain = matches!(kind, MoveKind::Quiet | MoveKind::Capture);
        assert_eq!(mv.is_plain(), is_plain, "{kind:?}");
        assert_eq!(mv.is_quiet(), !capture && promotion.is_none(), "{kind:?}");
        assert_eq!(kind.flags().contains(MoveFlags::CAPTURE), capture, "{kind:?}");
        assert_eq!(kind.flags().contains(MoveFlags::PROMOTION), promotion.is_some(), "{kind:?}");
        assert_eq!(
            (u16::from(kind.flags().bits()), Move::from_raw((kind as u16) << 12).map(Move::kind)),
            (mv.raw() >> 12, Ok(kind))
        );
        let underpromotes = promotion.is_some_and(|piece_type| piece_type != PieceType::Queen);
        assert_eq!(mv.is_underpromotion(), underpromotes, "{kind:?}");
        if let Some(promotion) = promotion {
            assert_eq!(MoveKind::promotion(promotion, capture), Some(kind));
        }
        if let Some(side) = side {
            assert_eq!(MoveKind::castle(side), kind);
        }
    }
}

#[test]
fn pawns_become_neither_pawns_nor_kings() {
    for capture in [false, true] {
        assert_eq!(MoveKind::promotion(PieceType::Pawn, capture), None);
        assert_eq!(MoveKind::promotion(PieceType::King, capture), None);
    }
}

#[test]
fn quiet_moves_neither_capture_nor_promote() {
    let mut count = 0;
    for mv in all_moves() {
        assert_eq!(mv.is_quiet(), !(mv.is_capture() || mv.is_promotion()), "{mv:?}");
        count += u32::from(mv.is_quiet());
    }
    // Of the fourteen kinds, four are quiet.
    assert_eq!(count, 4 * 4096);
}

#[test]
fn equal_spelling_means_equal_squares_and_promotion() {
    let mv = |from, to, kind| Move::new(Square::ALL[from], Square::ALL[to], kind);
    for a in MoveKind::ALL.map(|kind| mv(52, 60, kind)) {
        for b in MoveKind::ALL.iter().flat_map(|&kind| [mv(52, 60, kind), mv(53, 60, kind), mv(52, 28, kind)])
        {
            assert_eq!(a.same_uci960(b), a.uci960() == b.uci960(), "{a:?} {b:?}");
        }
    }
}

#[test]
fn castling_arrives_on_the_same_files_wherever_it_starts() {
    assert_eq!(Move::new(Square::E8, Square::A8, MoveKind::QueenCastle).destination(), Square::C8);
    let chess960 = Move::new(Square::B1, Square::F1, MoveKind::KingCastle);
    assert_eq!(chess960.destination(), Square::G1);
    assert_eq!(chess960.to(), Square::F1);

    let quiet = Move::new(Square::E1, Square::H1, MoveKind::Quiet);
    assert_eq!(quiet.destination(), Square::H1);
}

#[test]
fn the_castling_side_is_the_side_of_the_rook() {
    for rank in Rank::ALL {
        for king in File::ALL {
            for rook in File::ALL.into_iter().filter(|&rook| rook != king) {
                let side = if rook > king { CastlingSide::King } else { CastlingSide::Queen };
                let castling = Castling { king: Square::new(king, rank), rook: Square::new(rook, rank) };
                assert_eq!(castling.side(), side);
            }
        }
    }
}

/// Returns the squares of a walk along a rank, both ends included.
fn way(from: Square, to: Square) -> Bitboard {
    let files = (to.file().index() as i8 - from.file().index() as i8).signum();
    let mut squares = from.bitboard();
    let mut here = from;
    while here != to {
        here = here.offset(files, 0).expect("the squares are on one rank");
        squares |= here;
    }
    squares
}

#[test]
fn castlings_of_all_kings_and_rooks() {
    for rank in [Rank::First, Rank::Eighth] {
        for (king, rook) in File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (king, rook))) {
            if king == rook {
                continue;
            }
            let side = if king < rook { CastlingSide::King } else { CastlingSide::Queen };
            let [king_to, rook_to] = if king < rook { [File::G, File::F] } else { [File::C, File::D] };
            let [king, rook, king_to, rook_to] =
                [king, rook, king_to, rook_to].map(|file| Square::new(file, rank));
            let castling = Castling { king, rook };
            assert_eq!((castling.king, castling.rook), (king, rook));
            assert_eq!((castling.side(), castling.king_to(), castling.rook_to()), (side, king_to, rook_to));
            assert_eq!(castling.safe(), way(king, king_to));
            assert_eq!(Castling::king_way(king, side), way(king, king_to));
            assert_eq!(castling.empty(), (way(king, king_to) | way(rook, rook_to)) - king - rook);
            for others in [Bitboard::EMPTY, Square::A4 | Square::H5] {
                let occupied = castling.occupied_after(others | king | rook);
                assert_eq!(occupied, others | king_to | rook_to);
            }

            let mv = castling.to_move();
            assert_eq!((mv.from(), mv.to(), mv.kind()), (king, rook, MoveKind::castle(side)));
            assert_eq!(mv.destination(), king_to);
            assert_eq!(mv.castling(), Some(castling));
        }
    }
    assert_eq!(Move::new(Square::E1, Square::H1, MoveKind::Quiet).castling(), None);
}

#[test]
fn the_null_move_is_word_zero_in_every_form() {
    assert_eq!(Move::NULL.raw(), 0);
    assert_eq!(Move::default(), Move::NULL);
    assert!(all_moves().all(|mv| mv.is_null() == (mv.raw() == 0)));
    assert_eq!((Move::NULL.to_wiki(), Move::NULL.to_polyglot()), (0, 0));
    assert_eq!((Move::from_wiki(0), UciMove::from_polyglot(0)), (Ok(Move::NULL), Ok(UciMove::NULL)));
    assert_eq!(Move::NULL.to_string(), "0000");
    assert_eq!(format!("{:?}", Move::NULL), "Move(NULL)");
}

/// The table of the chess programming wiki.
const WIKI: [Option<MoveKind>; 16] = [
    Some(MoveKind::Quiet),
    Some(MoveKind::DoublePush),
    Some(MoveKind::KingCastle),
    Some(MoveKind::QueenCastle),
    Some(MoveKind::Capture),
    Some(MoveKind::EnPassant),
    None,
    None,
    Some(MoveKind::KnightPromotion),
    Some(MoveKind::BishopPromotion),
    Some(MoveKind::RookPromotion),
    Some(MoveKind::QueenPromotion),
    Some(MoveKind::KnightCapturePromotion),
    Some(MoveKind::BishopCapturePromotion),
    Some(MoveKind::RookCapturePromotion),
    Some(MoveKind::QueenCapturePromotion),
];

#[test]
fn moves_survive_the_wiki_form_except_rooks_outside_corners() {
    for mv in all_moves() {
        let word = mv.to_wiki();
        assert_eq!(WIKI[usize::from(word >> 12)], Some(mv.kind()));
        assert_eq!((word & 63, word >> 6 & 63), (mv.from() as u16, mv.destination() as u16));
        let read = Move::from_wiki(word).expect("a word that was written");
        assert_eq!(read == mv, has_corner_rook(mv), "{mv:?} {read:?}");
        assert_eq!(Move::new(read.from(), mv.to(), read.kind()), mv);
    }
}

#[test]
fn every_wiki_word_is_refused_or_survives() {
    for word in 0..=u16::MAX {
        let target = File::ALL[usize::from(word >> 6 & 7)];
        let same_rank = (word >> 3 & 7) == (word >> 9 & 7);
        let readable = match WIKI[usize::from(word >> 12)] {
            None => false,
            Some(MoveKind::KingCastle) => target == File::G && same_rank,
            Some(MoveKind::QueenCastle) => target == File::C && same_rank,
            Some(_) => true,
        };
        assert_eq!(Move::from_wiki(word).map(Move::to_wiki).ok(), readable.then_some(word), "{word:#06x}");
    }
}

#[test]
fn every_move_survives_polyglots_form_but_for_its_flags() {
    for mv in all_moves() {
        assert_eq!(UciMove::from_polyglot(mv.to_polyglot()), Ok(mv.uci960()));
    }
}

#[test]
fn polyglot_words_are_refused_for_promotion_or_top_bit() {
    for word in 0..=u16::MAX {
        assert_eq!(UciMove::from_polyglot(word).is_ok(), word >> 12 <= 4);
    }
    // e7 to e8 with promotion to a queen, and White's king-side castling, from the published description.
    let queen = UciMove { from: Square::E7, to: Square::E8, promotion: Some(PieceType::Queen) };
    assert_eq!(UciMove::from_polyglot(0x4d3c), Ok(queen));
    assert_eq!(Move::new(Square::E1, Square::H1, MoveKind::KingCastle).to_polyglot(), 0x0107);
}

#[test]
fn debug_tells_words_apart_that_are_written_alike() {
    let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
    assert_eq!(format!("{castling:?}"), "Move(e1h1 KingCastle)");
    assert_eq!(format!("{castling:>6}|{castling:<6}|"), "  e1g1|e1g1  |");
}

#[cfg(feature = "arbitrary")]
mod arbitrary {
    use std::collections::HashSet;

    use arbitrary::{Arbitrary, Unstructured};
    use chess_types::{Bitboard, Move, MoveKind, Square};

    use crate::all_moves;

    #[test]
    fn arbitrary_gives_every_value_and_no_other() {
        let moves: HashSet<Move> = (0..=u16::MAX)
            .map(|word| Move::arbitrary(&mut Unstructured::new(&word.to_le_bytes())).unwrap())
            .collect();
        assert_eq!(moves, all_moves().collect());
        let squares: HashSet<Square> =
            (0..=u8::MAX).map(|byte| Square::arbitrary(&mut Unstructured::new(&[byte])).unwrap()).collect();
        assert_eq!(squares.len(), 64);
        let word = 0x0123456789abcdef_u64;
        assert_eq!(Bitboard::arbitrary(&mut Unstructured::new(&word.to_le_bytes())).unwrap(), Bitboard(word));
    }

    #[test]
    fn an_unused_code_gives_the_kind_two_codes_below_it() {
        for (code, kind) in [(10, MoveKind::Capture), (11, MoveKind::EnPassant)] {
            let word: u16 = code << 12 | 0o53 << 6 | 0o44;
            assert_eq!(Move::from_raw(word).unwrap_err().word, u32::from(word));
            let made = Move::arbitrary(&mut Unstructured::new(&word.to_le_bytes())).unwrap();
            assert_eq!(made, Move::new(Square::E5, Square::D6, kind));
        }
    }

    #[test]
    fn a_value_takes_as_many_bytes_as_it_says() {
        fn hinted<'a, T: Arbitrary<'a>>(input: &'a [u8]) {
            let mut left = Unstructured::new(input);
            T::arbitrary(&mut left).unwrap();
            let taken = input.len() - left.len();
            assert_eq!(T::size_hint(0), (taken, Some(taken)));
        }
        hinted::<Square>(&[7; 20]);
        hinted::<Bitboard>(&[7; 20]);
        hinted::<Move>(&[7; 20]);
    }
}
