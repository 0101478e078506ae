use std::path::Path;

use chess_endgames::{Ending, Endings, Images, Plan, Sample, Statistics};
use chess_syzygy::Tables;

use crate::known::solved;

/// The folder of tables beside the repository; `None` where there is none.
fn folder() -> Option<&'static Path> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy"));
    folder.is_dir().then_some(folder)
}

/// Every position of every ending of three men.
#[test]
fn three_men_are_as_in_the_tables() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open([folder]).unwrap();
    let mut endings = Endings::new();
    let (mut equal, mut positions) = (0, 0);
    for (ending, _) in Plan::of(&Ending::all(3)).steps {
        endings.solve(ending, &|_| ()).unwrap();
        let found = endings.compare(ending, &tables, Images::One, &|_| ()).unwrap();
        assert_eq!(found.different, 0, "{ending}: {:?}", found.shown);
        equal += found.equal;
        positions += Statistics::of(&endings, ending).unwrap().positions();
    }
    // All positions of KPvK, and about half of the others, which have an image at the diagonal.
    assert!(positions / 3 < equal && equal < positions, "{equal} of {positions}");
}

#[test]
fn wrong_values_are_found() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open([folder]).unwrap();
    let ending = "KPvK".parse().unwrap();
    // With so low a limit, pawn moves into a cursed win have the distance 9.
    let endings = solved(&["KPvK"], 8);
    let found = endings.compare(ending, &tables, Images::One, &|_| ()).unwrap();
    assert!(found.equal > 0 && found.different > 0 && !found.shown.is_empty());
    let none = Tables::new();
    let found = endings.compare(ending, &none, Images::One, &|_| ()).unwrap();
    assert!(found.equal == 0 && found.different > 0 && !found.shown.is_empty());
}

#[test]
fn samples_of_three_men_agree() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open([folder]).unwrap();
    let endings = solved(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"], 100);
    let mut solved = 0;
    for name in ["probed_sample.tsv", "published_sample.csv"] {
        let samples = Sample::read(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap();
        for sample in samples {
            assert!(sample.is_probed(&tables).unwrap(), "{sample:?}");
            if let Some(agrees) = sample.agrees(&endings) {
                assert!(agrees, "{sample:?}");
                solved += 1;
            }
        }
    }
    assert!(solved > 20, "{solved} samples of three men");
}

#[test]
fn lines_that_are_no_samples_are_errors() {
    let fen = "8/8/8/8/8/k7/8/KQ6 w - - 0 1";
    assert_eq!(Sample::read(&format!("# comment\n\n{fen}\t2\t1\n")).unwrap().len(), 1);
    assert_eq!(Sample::read("EPD,wdl,dtz\n8/8/8/8/8/k7/8/KQ6 w - -,2,1\n").unwrap().len(), 1);
    for line in ["x\t2\t1", &format!("{fen}\t2"), &format!("{fen}\t2\tx"), &format!("{fen}\t2\t1\t1")] {
        assert_eq!(Sample::read(&format!("#\n{line}\n")).unwrap_err().0, 2, "{line}");
    }
}
