use std::path::Path;

use chess_mutants::equivalent;
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
        let mut written: Vec<usize> = text
            .split("::mutant_switch::is(")
            .skip(1)
            .filter_map(|rest| rest.split_once(')').and_then(|(digits, _)| digits.parse().ok()))
            .collect();
        written.sort_unstable();
        assert!(written.into_iter().eq((0..scan.mutants.len()).map(number)), "{}", package.name);
        assert!(!scan.mutants.is_empty(), "{}", package.name);
        count += 1;
    }
    assert!(count >= 13, "{count} crates");
}

/// Each entry of the list of equivalent mutants has its mutant. A run finds out besides if a test catches it.
#[test]
fn the_list_of_equivalents_holds_mutants_that_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = Workspace::read(Some(&folder.join("../../Cargo.toml"))).unwrap();
    let mut entries = equivalent::read(&folder.join("equivalent.txt")).unwrap();
    for package in &workspace.packages {
        if entries.iter().any(|entry| entry.package == package.name) {
            let scan = Scan::read(package.folder(), &package.roots()).unwrap();
            let keys: Vec<String> = (0..scan.mutants.len()).map(|mutant| scan.key(mutant)).collect();
            entries.retain(|entry| entry.package != package.name || !keys.contains(&entry.key));
        }
    }
    let stale: Vec<_> = entries.iter().map(|entry| (entry.line, &entry.package, &entry.key)).collect();
    assert!(stale.is_empty(), "{stale:#?}");
}
