//! The picker on the workspace's own perft suites, and the detection of every kind of fault.

use chess_search::Stage;
use chess_testkit::suite;
use chess_tests::picker::{Case, Trial, Wish, check, histories};
use chess_types::Move;

#[test]
fn every_legal_move_comes_once_and_in_its_stage_on_all_suites_and_a_ply_below() {
    let histories = histories();
    for line in suite::lines() {
        assert!(check(&line.position, 1, &histories).unwrap() > 100, "{}", line.name);
    }
}

/// Good and bad captures, a promotion to each piece, quiet moves; a table move and a killer.
const ALL_KINDS: &str = "3r2k1/2P2p1p/5p2/8/3q4/4P3/6B1/1R4K1 w - - 0 1";

/// The fault found in the moves of a picker for all kinds, after `change` has changed them.
fn fault(change: impl Fn(&mut Vec<(Stage, Move)>)) -> Option<String> {
    let case = Case::new(&ALL_KINDS.parse().unwrap());
    let quiet = |name: &str| case.legal().iter().find(|known| known.mv.to_string() == name).unwrap().mv;
    let [table_move, killer, counter] = ["g1f1", "g2f3", "b1b5"].map(quiet);
    let wish = Wish::All { table_move, refutations: [killer, Move::NULL, counter] };
    let trial = Trial { case: &case, wish, histories: &histories()[1] };
    let mut picked = trial.run();
    change(&mut picked);
    trial.judge(&picked).err()
}

/// The place of the first move of a stage.
fn first(picked: &[(Stage, Move)], stage: Stage) -> usize {
    picked.iter().position(|&(other, _)| other == stage).unwrap()
}

#[test]
fn a_picker_without_fault_is_accepted() {
    assert_eq!(fault(|_| ()), None);
}

#[test]
fn a_move_that_is_missing_there_twice_or_illegal_is_noticed() {
    let len = std::cell::Cell::new(0);
    fault(|picked| len.set(picked.len()));
    let len = len.get();
    assert!(len > 20);
    for i in 0..len {
        let removal = |picked: &mut Vec<_>| {
            let _ = picked.remove(i);
        };
        assert!(fault(removal).is_some(), "{i}");
        assert!(fault(|picked| picked.insert(i, picked[i])).unwrap().contains("twice"), "{i}");
        let illegal = Move::from_raw(0x0fff).unwrap();
        assert!(fault(|picked| picked[i].1 = illegal).unwrap().contains("is not legal"), "{i}");
    }
}

#[test]
fn a_move_in_the_wrong_place_is_noticed() {
    let stages = [Stage::TableMove, Stage::GoodNoisy, Stage::Refutations, Stage::Quiets, Stage::BadNoisy];
    for pair in stages.windows(2) {
        let swap = |picked: &mut Vec<_>| {
            let (i, j) = (first(picked, pair[0]), first(picked, pair[1]));
            picked.swap(i, j);
        };
        assert!(fault(swap).unwrap().contains("stages are mixed"), "{pair:?}");
        let rename = |picked: &mut Vec<(Stage, Move)>| {
            let i = first(picked, pair[1]);
            picked[i].0 = pair[0];
        };
        assert!(fault(rename).is_some(), "{pair:?}");
    }
    for stage in [Stage::GoodNoisy, Stage::Refutations, Stage::Quiets, Stage::BadNoisy] {
        let swap = |picked: &mut Vec<_>| {
            let i = first(picked, stage);
            let last = i + picked[i..].iter().take_while(|(other, _)| *other == stage).count() - 1;
            picked.swap(i, last);
        };
        assert!(fault(swap).is_some(), "{stage:?}");
    }
}
