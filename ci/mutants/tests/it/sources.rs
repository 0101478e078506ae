use std::path::Path;

use chess_mutants::render::{number, render};
use chess_mutants::scan::Scan;
use chess_mutants::workspace::Workspace;

/// The rewritten sources of all crates are programs, and each mutant stands in them once.
#[test]
fn all_crates_can_be_rewritten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let workspace = Workspace::read(Some(&root)).unwrap();
    let crates =
        workspace.packages.iter().filter(|package| package.folder().parent().unwrap().ends_with("crates"));
    let mut count = 0;
    for package in crates {
        let scan = Scan::read(package.folder(), &package.roots()).unwrap();
        let active = vec![true; scan.mutants.len()];
        let mut text = String::new();
        for file in 0..scan.sources.len() {
            let rendered = render(&scan, file, &active);
            let path = scan.sources[file].path.display();
            assert!(syn::parse_file(&rendered.text).is_ok(), "{}: {path}", package.name);
            for (range, mutant) in &rendered.mutants {
                assert_eq!(
                    rendered.text[range.clone()],
                    scan.mutants[*mutant].code,
                    "{}: {path}",
                    package.name
                );
            }
            text += &rendered.text;
        }
        for mutant in 0..scan.mutants.len() {
            let switch = format!("::mutant_switch::is({})", number(mutant));
            assert_eq!(text.matches(&switch).count(), 1, "{}: {}", package.name, scan.key(mutant));
        }
        assert!(!scan.mutants.is_empty(), "{}", package.name);
        count += 1;
    }
    assert!(count >= 13, "{count} crates");
}
