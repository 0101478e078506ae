//! The values of probes, the names of endings, and the texts of errors.

use chess_syzygy::{Dtz, Material, ProbeError, ReadError, TableKind, Tables, Wdl};
use chess_types::{Color, PieceType};

#[test]
fn outcomes_are_numbers_from_minus_two_to_two() {
    let names = ["loss", "blessed loss", "draw", "cursed win", "win"];
    for (i, wdl) in Wdl::ALL.into_iter().enumerate() {
        let value = i as i8 - 2;
        assert_eq!((wdl.value(), Wdl::from_value(value)), (value, Some(wdl)));
        assert_eq!((-wdl).value(), -value);
        assert_eq!((wdl.name(), wdl.to_string().as_str()), (names[i], names[i]));
        assert_eq!(wdl.is_drawn_by_fifty_moves(), value.abs() == 1);
        assert_eq!(wdl.without_fifty_moves().value(), 2 * value.signum());
        assert_eq!(wdl.with_fifty_moves().value(), value / 2 * 2);
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
        (ProbeError::Castling, "castling", "the position has castling rights, and endgame tables have none"),
        (
            ProbeError::TooManyPieces { pieces: 5, most: 4 },
            "too_many_pieces",
            "the position has 5 pieces, and the endgame tables found have 4 at most",
        ),
        (
            ProbeError::TooManyPieces { pieces: 5, most: 0 },
            "too_many_pieces",
            "the position has 5 pieces, and no endgame table was found",
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
    let none = Tables::<Vec<u8>>::default();
    assert!(none.is_empty() && none.max_pieces() == 0);
    let probe = |fen: &str| none.probe_wdl(&fen.parse().unwrap());
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Ok(Wdl::Draw));
    assert_eq!(none.probe_dtz(&"4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap()), Ok(Dtz::DRAW));
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Err(ProbeError::Castling));
    assert_eq!(none.probe(&"4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap()), Err(ProbeError::Castling));
    let many = ProbeError::TooManyPieces { pieces: 3, most: 0 };
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Err(many.clone()));
    let bare = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse().unwrap();
    assert_eq!(none.probe_root(&bare, chess_syzygy::RootRules::default()), Err(many.clone()));
    assert_eq!(none.probe_root_wdl(&bare, chess_syzygy::RootRules::default()), Err(many));
}
