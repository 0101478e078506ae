//! Values of probes: as types, of tables that the tests make, of all sizes and codings, and with en passant captures, which no
//! table has. Names of endings, and the texts of errors.

use chess_movegen::PositionExt;
use chess_syzygy::{Dtz, Material, Position, ProbeError, ReadError, RootRules, TableKind, Tables, Wdl};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};
use chess_types::{Color, MoveKind, PieceType};

use crate::{Made, compare, single, small_endings};

#[test]
fn outcomes_are_numbers_from_minus_two_to_two() {
    let names = ["loss", "blessed loss", "draw", "cursed win", "win"];
    for (i, wdl) in Wdl::ALL.into_iter().enumerate() {
        let value = i as i8 - 2;
        assert_eq!((wdl.value(), Wdl::from_value(value)), (value, Some(wdl)));
        assert_eq!((-wdl).value(), -value);
        assert_eq!((wdl.name(), wdl.to_string().as_str()), (names[i], names[i]));
    }
    assert!(Wdl::ALL.is_sorted());
    assert_eq!([3, -3, i8::MAX, i8::MIN].map(Wdl::from_value), [None; 4]);
}

#[test]
fn distances_stand_for_outcomes_and_are_written_with_their_rounding() {
    let outcomes =
        [(-101, Wdl::BlessedLoss), (-100, Wdl::Loss), (-1, Wdl::Loss), (0, Wdl::Draw), (1, Wdl::Win)];
    for (plies, wdl) in outcomes.into_iter().chain([(100, Wdl::Win), (101, Wdl::CursedWin)]) {
        assert_eq!(Dtz::exact(plies).wdl(), wdl);
        assert_eq!((-Dtz::exact(plies)).wdl(), -wdl);
    }
    let texts =
        [(Dtz::exact(-12), "-12"), (Dtz::rounded(7), "7-8"), (Dtz::rounded(-7), "-7-8"), (Dtz::DRAW, "0")];
    for (dtz, text) in texts {
        assert_eq!(dtz.to_string(), text);
        assert_eq!(format!("{dtz:>6}"), format!("{text:>6}"));
    }
    assert_eq!(
        (Dtz::rounded(-7).furthest(), Dtz::exact(-7).furthest(), Dtz::rounded(0)),
        (-8, -7, Dtz::DRAW)
    );
    assert!(Dtz::exact(3).is_exact() && !Dtz::rounded(3).is_exact() && Dtz::rounded(0).is_exact());
}

#[test]
fn names_of_endings_are_read_in_any_order() {
    for (text, name, normalized) in [
        ("KRPvKR", "KRPvKR", "KRPvKR"),
        ("KRvKPR", "KRvKRP", "KRPvKR"),
        ("KvKQ", "KvKQ", "KQvK"),
        ("KBvKR", "KBvKR", "KRvKB"),
        ("KNNvKBB", "KNNvKBB", "KBBvKNN"),
        ("KvK", "KvK", "KvK"),
        ("KPPPPPvK", "KPPPPPvK", "KPPPPPvK"),
    ] {
        let material: Material = text.parse().unwrap();
        assert_eq!(material.to_string(), name);
        assert_eq!(material.normalized().to_string(), normalized);
        assert_eq!(material.mirrored().mirrored(), material);
        assert_eq!(material.pieces() as usize, text.len() - 1);
        assert_eq!(material.has_pawns(), text.contains('P'));
    }
    let material: Material = "KQQvKN".parse().unwrap();
    assert_eq!(material.count(Color::White, PieceType::Queen), 2);
    assert_eq!(material.count(Color::Black, PieceType::Knight), 1);
    assert_eq!(material.count(Color::Black, PieceType::King), 1);
    assert_eq!(format!("{material:>8}"), "  KQQvKN");
    assert_eq!(material, Material::of(&"4k3/8/3n4/8/8/8/8/QQ2K3 w - - 0 1".parse().unwrap()));
}

#[test]
fn other_names_are_refused() {
    for text in [
        "",
        "K",
        "v",
        "KQ",
        "KQvQ",
        "QvK",
        "KKvK",
        "KQvKK",
        "kqvk",
        "KqvK",
        "KXvK",
        "KQvKvK",
        "KQQQvKRRR",
        "KéeeevK",
        "KQ vK",
    ] {
        let error = text.parse::<Material>().unwrap_err();
        assert!(error.to_string().starts_with("expected an ending"), "{text}");
    }
}

#[test]
fn errors_name_the_table() {
    let material: Material = "KRvKP".parse().unwrap();
    let errors = [
        (ProbeError::Castling, "castling", "endgame tablebases do not cover positions with castling rights"),
        (
            ProbeError::TooManyPieces { pieces: 5, most: 4 },
            "too_many_pieces",
            "the position has 5 pieces, and the endgame tablebases found have 4 at most",
        ),
        (
            ProbeError::TooManyPieces { pieces: 5, most: 0 },
            "too_many_pieces",
            "the position has 5 pieces, and no endgame tablebase was found",
        ),
        (
            ProbeError::MissingTable { material, kind: TableKind::Wdl },
            "missing_table",
            "the WDL table KRvKP.rtbw was not found",
        ),
        (
            ProbeError::BrokenTable { material, kind: TableKind::Dtz, rule: "a rule" },
            "broken_table",
            "the DTZ table KRvKP.rtbz is broken: a rule",
        ),
        (
            ProbeError::UnreadableTable { material, kind: TableKind::Wdl, cause: ReadError::end() },
            "unreadable_table",
            "the WDL table KRvKP.rtbw cannot be read: the file ends too early",
        ),
    ];
    for (error, name, text) in errors {
        assert_eq!((error.name(), error.to_string().as_str()), (name, text));
    }
    assert_eq!(TableKind::ALL.map(|kind| format!("{kind:<4}{}", kind.extension())), ["WDL rtbw", "DTZ rtbz"]);
}

#[test]
fn positions_that_no_table_has_are_told_apart() {
    let none = Tables::default();
    assert!(none.is_empty() && none.max_pieces() == 0);
    let probe = |fen: &str| none.probe_wdl(&fen.parse().unwrap());
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Ok(Wdl::Draw));
    assert_eq!(none.probe_dtz(&"4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap()), Ok(Dtz::DRAW));
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Err(ProbeError::Castling));
    assert_eq!(none.probe(&"4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap()), Err(ProbeError::Castling));
    let many = ProbeError::TooManyPieces { pieces: 3, most: 0 };
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Err(many.clone()));
    let bare = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse().unwrap();
    assert_eq!(none.probe_root(&bare, RootRules::default()), Err(many.clone()));
    assert_eq!(none.probe_root_wdl(&bare, RootRules::default()), Err(many));
}

#[test]
fn all_small_endings_with_any_layouts_and_codings() {
    for seed in 0..3 {
        let mut random = Random::new(seed);
        let names = small_endings();
        let made = Made::random(&names, &mut random);
        let tables = made.written();
        for name in &names {
            let ending = Ending::new(name);
            for _ in 0..100 {
                compare(&made, &tables, &ending.position(&mut random), false);
            }
        }
    }
}

/// In all endings one side wins, or has a cursed win, so that the outcomes of positions agree with those after their moves.
/// The distances are any.
#[test]
fn one_sided_tables_give_distances_by_the_moves() {
    for [win, loss] in [[4, 0], [3, 1]] {
        let mut random = Random::new(5);
        let names = small_endings();
        let mut searched = 0;
        let made = Made::new(&names, |ending| {
            let wdl = single(ending, Kind::Wdl, &mut random, [win, loss]);
            [wdl, Table::random(ending, Kind::Dtz, &mut random)]
        });
        let tables = made.written();
        for name in &names {
            let ending = Ending::new(name);
            // With equal sides, the side to move wins, and does not after its move.
            if ending.is_symmetric() {
                continue;
            }
            for _ in 0..150 {
                let position = ending.position(&mut random);
                compare(&made, &tables, &position, true);
                searched += usize::from(made.is_from_others(&position));
            }
        }
        assert!(searched > 1000, "{searched}");
    }
}

/// A mated side has the shortest distance, and the mate is no ply longer; other wins are.
#[test]
fn mate_ends_the_count() {
    let made = Made::new(&["KQvK".into()], |ending| {
        let mut random = Random::new(1);
        let wdl = single(ending, Kind::Wdl, &mut random, [4, 0]);
        let dtz = Table::new(ending, Kind::Dtz, &mut random, |layout, _| {
            let mut sub = Sub::single(layout, 0);
            sub.form.side = 1;
            sub.form.loss_plies = true;
            sub
        });
        [wdl, dtz]
    });
    let tables = made.written();
    for (fen, plies) in [("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 1), ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 2)] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(tables.probe_dtz(&position), Ok(Dtz::exact(plies)), "{fen}");
        compare(&made, &tables, &position, true);
    }
}

/// One kind of table is there, and the other is not.
#[test]
fn a_kind_that_is_missing_is_named() {
    let position = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1".parse().unwrap();
    for (there, missing) in [(TableKind::Wdl, TableKind::Dtz), (TableKind::Dtz, TableKind::Wdl)] {
        let kind = if there == TableKind::Wdl { Kind::Wdl } else { Kind::Dtz };
        let table = single(&Ending::new("KQvK"), kind, &mut Random::new(1), [4, 4]);
        let mut tables = Tables::new();
        let material = "KvKQ".parse().unwrap();
        tables.insert(material, there, table.bytes()).unwrap();
        let error = tables.probe_dtz(&position).unwrap_err();
        assert_eq!(error, ProbeError::MissingTable { material: "KQvK".parse().unwrap(), kind: missing });
        assert_eq!((tables.has(material, there), tables.has(material, missing)), (true, false));
        assert_eq!((tables.count(there), tables.count(missing)), (1, 0));
    }
}

/// Larger endings with any layouts, codings, maps and flags, in positions whose values come from one table: nothing can be captured,
/// and no pawn promotes.
#[test]
fn larger_endings_with_any_layouts_and_codings() {
    let mut random = Random::new(12);
    for name in [
        "KRPvKR", "KPPvKP", "KQQvKQ", "KRBvKN", "KPPPvK", "KQRvKBN", "KNNNvK", "KQQvKR", "KPPvKPP",
        "KRPvKRP", "KQQvKNN", "KRBNvKQ", "KPPPPvK", "KPPPvKP", "KBBBvKN", "KPPPPPvK", "KPPPvKPP", "KPPPPvKP",
        "KNNNNNvK", "KQQQQvKQ", "KRRvKBBN", "KRPPvKRP", "KQRPvKNP",
    ] {
        let made = Made::random(&[name.into()], &mut random);
        let tables = made.written();
        let ending = Ending::new(name);
        // Moves that lead to endings without tables.
        let leaves = |position: &Position| {
            position.legal_moves().iter().any(|mv| mv.is_capture() || mv.is_promotion())
        };
        let (mut outcomes, mut distances) = (0, 0);
        for _ in 0..20_000 {
            let position = ending.position(&mut random);
            let moves = position.legal_moves();
            if moves.iter().any(|mv| mv.is_capture()) {
                continue;
            }
            if outcomes < 60 {
                outcomes += 1;
                let stored = made.of(&position)[0].stored(&position).unwrap() as i8 - 2;
                assert_eq!(tables.probe_wdl(&position).map(Wdl::value), Ok(stored), "{position}");
            }
            let needs_others = ending.has_pawns() && moves.iter().any(|&mv| leaves(&position.after(mv)));
            if distances < 40 && !leaves(&position) && !made.is_from_others(&position) && !needs_others {
                distances += 1;
                compare(&made, &tables, &position, false);
            }
            if outcomes == 60 && distances == 40 {
                break;
            }
        }
        assert_eq!(outcomes, 60, "{name}");
    }
}

/// Makes tables of single outcomes, which differ from ending to ending and from side to side.
fn made(names: &[String], random: &mut Random) -> Made {
    Made::new(names, |ending| {
        let wdl = Table::new(ending, Kind::Wdl, random, |layout, random| {
            Sub::single(layout, random.below(5) as u8)
        });
        let dtz = Table::new(ending, Kind::Dtz, random, |layout, random| {
            let mut sub = Sub::single(layout, 0);
            sub.form.side = u8::from(!ending.is_symmetric() && random.below(2) == 0);
            sub
        });
        [wdl, dtz]
    })
}

#[test]
fn double_pushes_beside_a_pawn() {
    let ending = Ending::new("KPvKP");
    let mut captures = 0;
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let made = made(&small_endings(), &mut random);
        let tables = made.written();
        for _ in 0..3000 {
            let position = ending.position(&mut random);
            for &mv in position.legal_moves().iter().filter(|mv| mv.kind() == MoveKind::DoublePush) {
                let pushed = position.after(mv);
                if pushed.ep_square().is_some() {
                    captures += 1;
                    compare(&made, &tables, &pushed, false);
                }
            }
        }
    }
    assert!(captures > 300, "{captures}");
}

/// Black has no move but the capture, which is stalemate in the table.
#[test]
fn stalemate_but_for_the_capture() {
    let position: Position = "8/8/8/8/3Pp3/1Q2K3/8/k7 b - d3 0 1".parse().unwrap();
    assert!(position.legal_moves().iter().all(|mv| mv.kind() == MoveKind::EnPassant));
    let mut names = small_endings();
    names.push("KQPvKP".into());
    let mut losses = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let made = made(&names, &mut random);
        let tables = made.written();
        compare(&made, &tables, &position, false);
        let is_draw = made.of(&position)[0].stored(&position) == Some(2);
        losses += usize::from(is_draw && tables.probe_dtz(&position) == Ok(Dtz::exact(-1)));
    }
    assert!(losses > 0);
}

/// The capture leads to an ending without a table.
#[test]
fn a_capture_into_a_missing_table() {
    let position: Position = "8/8/8/8/3Pp3/1Q2K3/8/k7 b - d3 0 1".parse().unwrap();
    // With other values, the best outcome is known without the capture.
    let tables = made(&["KQPvKP".into()], &mut Random::fixed(1)).written();
    for error in [tables.probe_wdl(&position).unwrap_err(), tables.probe(&position).unwrap_err()] {
        assert_eq!(error.to_string(), "the WDL table KQvKP.rtbw was not found");
    }
    // All moves of White but captures lead to endings with tables.
    let before: Position = "8/8/8/8/4p3/1Q2K3/3P4/k7 w - - 0 1".parse().unwrap();
    assert!(tables.probe_root_wdl(&before, RootRules::default()).is_err());
}
