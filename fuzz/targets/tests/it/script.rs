//! `ci/long/fuzz.sh` with programs that only pretend to fuzz.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{folder, root};

/// Each slice executes five inputs, of which two are new.
const STATISTICS: &str =
    "printf 'stat::number_of_executed_units: 5\\nstat::new_units_added:          2\\n' >&2\n";

/// A folder in which the script works with programs of this text for two targets.
fn workplace(name: &str, program: &str) -> PathBuf {
    let place = folder(name);
    fs::create_dir(place.join("programs")).expect("writable");
    for target in ["line", "packed"] {
        let path = place.join("programs").join(target);
        fs::write(&path, format!("#!/usr/bin/env bash\n{program}")).expect("writable");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
    }
    place
}

/// The script for this many seconds for each of the two targets, on two workers.
fn script(place: &Path, seconds: &str) -> Command {
    let mut command = Command::new("bash");
    command.arg(root().join("../ci/long/fuzz.sh")).args([seconds, "line", "packed"]);
    command.env("CORPUS", env!("CARGO_BIN_EXE_corpus")).env("WORKERS", "2").env("SLICE", "1");
    for (variable, name) in [("FOUND", "found"), ("ARTIFACTS", "artifacts"), ("PROGRAMS", "programs")] {
        command.env(variable, place.join(name));
    }
    command
}

fn slices(place: &Path) -> Vec<String> {
    let text = fs::read_to_string(place.join("found/slices.tsv")).expect("readable");
    text.lines().map(str::to_owned).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[test]
fn a_run_goes_on_where_the_last_one_stopped() {
    let place = workplace("script-goes-on", &format!("sleep 0.3\n{STATISTICS}"));
    let mut before = Vec::new();
    for _ in 0..2 {
        let output = script(&place, "2").output().expect("bash");
        let said = said(&output);
        assert!(output.status.success() && said.ends_with("\nnothing found; nothing skipped\n"), "{said}");
        let slices = slices(&place);
        assert!(slices.starts_with(&before) && slices.len() > before.len(), "{slices:?}");
        let new = &slices[before.len()..];
        for target in ["line", "packed"] {
            let own = new.iter().filter(|slice| slice.contains(&format!("\t{target}\t5\t"))).count();
            assert!(own > 0 && said.contains(&format!("\n| {target} | {} |", 5 * own)), "{said}");
        }
        assert!(new.iter().all(|slice| slice.ends_with("\t2\t0\t0")), "{new:?}");
        before = slices;
    }
    // Both targets took turns: neither was far ahead.
    let lines = before.iter().filter(|slice| slice.contains("\tline\t")).count();
    assert!(lines.abs_diff(before.len() - lines) <= 2, "{before:?}");
}

#[test]
fn a_finding_fails_the_run_and_is_listed() {
    let crash = "for word; do [[ $word != -artifact_prefix=* ]] || prefix=${word#*=}; done\n\
                 touch \"${prefix}crash-1\" \"${prefix}slow-unit-1\"\nsleep 0.3\nexit 77\n";
    let place = workplace("script-finding", crash);
    let output = script(&place, "2").args(["packed"]).output().expect("bash");
    let said = said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("artifacts/packed/crash-1") && !said.contains("slow-unit"), "{said}");
    // An input that fails again is found again.
    let slices = slices(&place);
    assert!(slices.len() > 2 && slices.iter().all(|slice| slice.ends_with("\t0\t1\t77")), "{slices:?}");
}
