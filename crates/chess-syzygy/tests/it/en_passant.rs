//! En passant captures, which no table knows.

use chess_movegen::legal_moves;
use chess_syzygy::{Dtz, Position, RootRules};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};
use chess_types::MoveKind;

use crate::made::{Made, compare, small_endings};

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
            for &mv in legal_moves(&position).iter().filter(|mv| mv.kind() == MoveKind::DoublePush) {
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

/// Black has no move but the capture, which the table takes for stalemate.
#[test]
fn stalemate_but_for_the_capture() {
    let position: Position = "8/8/8/8/3Pp3/1Q2K3/8/k7 b - d3 0 1".parse().unwrap();
    assert!(legal_moves(&position).iter().all(|mv| mv.kind() == MoveKind::EnPassant));
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
    let tables = made(&["KQPvKP".into()], &mut Random::new(1)).written();
    for error in [tables.probe_wdl(&position).unwrap_err(), tables.probe(&position).unwrap_err()] {
        assert_eq!(error.to_string(), "the WDL table KQvKP.rtbw was not found");
    }
    // All moves of White but captures lead to endings with tables.
    let before: Position = "8/8/8/8/4p3/1Q2K3/3P4/k7 w - - 0 1".parse().unwrap();
    assert!(tables.probe_root_wdl(&before, RootRules::default()).is_err());
}
