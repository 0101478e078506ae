use chess_types::{CastlingRights, CastlingSide, Color, Direction, File, Piece, PieceType, Rank, Square};

#[test]
fn indices_run_from_a1_along_the_ranks() {
    for index in 0..=u8::MAX {
        let square = Square::from_index(usize::from(index));
        assert_eq!(square, Square::ALL.get(usize::from(index)).copied());
        assert_eq!(Square::from_low_bits(index).index(), usize::from(index % 64));
        if let Some(square) = square {
            assert_eq!(square.index(), usize::from(index));
            assert_eq!(
                (square.file().index(), square.rank().index()),
                (usize::from(index % 8), usize::from(index / 8))
            );
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.bitboard().0, 1 << index);
        }
    }
}

#[test]
fn small_enums_know_their_indices() {
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            let piece = Piece::new(color, piece_type);
            assert_eq!((piece.color(), piece.piece_type()), (color, piece_type));
            assert_eq!(piece.index(), 6 * color.index() + piece_type.index());
        }
    }
}

#[test]
fn offsets_stay_on_the_board() {
    for square in Square::ALL {
        for files in i8::MIN..=i8::MAX {
            let file = File::ALL
                .into_iter()
                .find(|it| it.index() as i32 == square.file().index() as i32 + i32::from(files));
            let rank = Rank::ALL
                .into_iter()
                .find(|it| it.index() as i32 == square.rank().index() as i32 + i32::from(files));
            assert_eq!(square.offset(files, 0), file.map(|file| Square::new(file, square.rank())));
            assert_eq!(square.offset(0, files), rank.map(|rank| Square::new(square.file(), rank)));
            assert_eq!(
                square.offset(files, files),
                file.zip(rank).map(|(file, rank)| Square::new(file, rank))
            );
        }
    }
}

#[test]
fn distances_count_steps() {
    for a in Square::ALL {
        for b in Square::ALL {
            let files = a.file().index().abs_diff(b.file().index());
            let ranks = a.rank().index().abs_diff(b.rank().index());
            assert_eq!(usize::from(a.distance(b)), files.max(ranks));
        }
    }
}

#[test]
fn directions_turn_with_the_board() {
    for direction in Direction::ALL {
        let (files, ranks) = direction.deltas();
        assert_eq!(direction.opposite().deltas(), (-files, -ranks));
        let family = if files != 0 && ranks != 0 { Direction::DIAGONAL } else { Direction::ORTHOGONAL };
        assert!(family.contains(&direction));
    }
}

#[test]
fn squares_flip_like_the_board() {
    for square in Square::ALL {
        let (file, rank) = (square.file(), square.rank());
        assert_eq!(square.flip_ranks(), Square::new(file, rank.flip()));
        assert_eq!(square.flip_files(), Square::new(file.flip(), rank));
        assert_eq!(square.relative_to(Color::Black), square.flip_ranks());
        assert_eq!(square.relative_to(Color::White), square);
        assert_eq!(file.flip().index(), 7 - file.index());
        assert_eq!(rank.flip().index(), 7 - rank.index());
    }
    assert_eq!(
        (Square::A1.shade(), Square::H1.shade(), Square::D1.shade()),
        (Color::Black, Color::White, Color::White)
    );
}

#[test]
fn each_side_has_its_ranks() {
    for (color, back, pawns, promotion) in [
        (Color::White, Rank::First, Rank::Second, Rank::Eighth),
        (Color::Black, Rank::Eighth, Rank::Seventh, Rank::First),
    ] {
        assert_eq!((color.back_rank(), color.promotion_rank()), (back, promotion));
        assert_eq!((color.opponent(), !!color), (!color, color));
        assert_eq!(back.bitboard().shift(color.forward()), pawns.bitboard());
    }
}

#[test]
fn castling_rights_are_had_by_colour_and_side() {
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let letter = ["Qq", "Kk"][side as usize].chars().nth(color.index()).unwrap();
            assert_eq!(CastlingRights::new(color, side).to_string(), letter.to_string());
        }
    }
    let all = || (0..16).map(|bits| CastlingRights::from_bits(bits).unwrap());
    let each = || Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
    for rights in all() {
        let had = each().filter(|&(color, side)| rights.has(color, side));
        let again = had
            .clone()
            .fold(CastlingRights::EMPTY, |all, (color, side)| all | CastlingRights::new(color, side));
        assert_eq!((again, rights.is_empty()), (rights, had.count() == 0));
        for other in all() {
            for (color, side) in each() {
                let (has, others) = (rights.has(color, side), other.has(color, side));
                assert_eq!((rights | other).has(color, side), has || others);
                assert_eq!((rights - other).has(color, side), has && !others);
            }
        }
    }
    for color in Color::ALL {
        let both = CastlingRights::of(color);
        assert!(each().all(|(other, side)| both.has(other, side) == (other == color)));
    }
    assert_eq!((CastlingSide::Queen.corner_file(), CastlingSide::King.corner_file()), (File::A, File::H));
}

#[test]
fn pieces_that_pawns_become() {
    let promotions: Vec<PieceType> = PieceType::ALL.into_iter().filter(|it| it.is_promotion()).collect();
    assert_eq!(promotions, PieceType::PROMOTIONS);
}
