use chess_endgames::{Ending, Plan, Statistics, Value};
use chess_types::SplitMix64;

use crate::known::solved;

#[test]
fn there_are_five_endings_of_three_men_and_thirty_of_four() {
    let names = |men| Ending::all(men).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(3), ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    assert_eq!(names(4).len(), 30);
    for name in names(4) {
        let ending: Ending = name.parse().unwrap();
        assert_eq!(ending.to_string(), name);
        let (first, second) = name.split_once('v').unwrap();
        assert_eq!(format!("{second}v{first}").parse(), Ok(ending));
    }
    for wrong in ["", "KQ", "KvK", "KQvKQQ", "QvK", "KQQQvK", "KKvK", "KQvK "] {
        assert!(wrong.parse::<Ending>().is_err(), "{wrong}");
    }
}

#[test]
fn a_plan_solves_what_is_needed_before_and_drops_nothing_too_early() {
    let all = [Ending::all(3), Ending::all(4)].concat();
    let plan = Plan::of(&all);
    assert_eq!(plan.steps.len(), all.len());
    let mut there = Vec::new();
    for (ending, droppable) in &plan.steps {
        assert!(ending.next().iter().all(|next| there.contains(next)), "{ending}");
        there.push(*ending);
        there.retain(|ending| !droppable.contains(ending));
    }
    assert!(there.is_empty());
    assert_eq!(Plan::of(&["KPvK".parse().unwrap()]).steps.len(), 5);
}

#[test]
fn values_are_ordered_as_a_player_wants_them() {
    let rising = [
        Value::MATED,
        Value::loss(1),
        Value::loss(100),
        Value::loss(101),
        Value::loss(250),
        Value::DRAW,
        Value::win(250),
        Value::win(101),
        Value::win(100),
        Value::win(1),
    ];
    assert!(rising.is_sorted_by_key(|value| value.score()));
    assert_eq!(rising.map(Value::wdl), [-2, -2, -2, -1, -1, 0, 1, 1, 2, 2]);
    assert_eq!(rising.map(Value::dtz), [-1, -1, -100, -101, -250, 0, 250, 101, 100, 1]);
}

/// Two men of one kind, with cursed wins. The program's `solve --check` does it for all endings.
#[test]
fn four_men_have_no_contradiction() {
    let endings = solved(&["KRRvK"], 4);
    let ending = "KRRvK".parse().unwrap();
    let forward = endings.check_forward(ending, &|_| ());
    assert!(forward.wrong.is_none(), "{forward:?}");
    let statistics = Statistics::of(&endings, ending).unwrap();
    assert_eq!(forward.positions, statistics.positions());
    assert!(statistics.max_dtz > 4);
}

#[test]
fn mirror_images_have_one_value() {
    let endings = solved(&["KRvK", "KPvK"], 100);
    let mut random = SplitMix64::new(1);
    for name in ["KRvK", "KPvK"] {
        endings.each(name.parse().unwrap(), |position, value| {
            if random.next_u64().is_multiple_of(16) {
                let files = position.flip_files();
                assert_eq!(endings.value(&files), Some(value));
                assert_eq!(endings.value(&files.flip_colors()), Some(value));
            }
        });
    }
}
