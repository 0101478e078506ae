//! Ctrl-C and SIGTERM.

use std::io::{BufRead, BufReader, Write};

use crate::run::{chess_in_pipes, file, run, send};

/// Commands that take hours or wait for input clean up, and then end with an exit code: they do not die of the signal.
#[test]
fn signals_have_exit_codes() {
    let suite = file("signals.epd", "startpos ;D1 20\nstartpos ;D12 62854969236701747\n");
    let mut rows = vec![
        ("perft 30", "", "incomplete"),
        ("perft 30 --distinct --threads 1", "", "incomplete"),
        ("suite SUITE --max-nodes 99999999999999999", "", "incomplete: "),
        ("units run", "", ""),
    ];
    if cfg!(feature = "full") {
        rows.extend([
            ("play --random", "e4\n", "1. e4"),
            ("play --seconds 3600", "e4\n", "1. e4 *"),
            ("convert /dev/stdin - --from plain --to plain", "", ""),
        ]);
    }
    for (line, input, printed) in rows {
        let args: Vec<&str> =
            line.split(' ').map(|word| if word == "SUITE" { &suite } else { word }).collect();
        let args = args.as_slice();
        for (signal, code) in [("INT", 130), ("TERM", 143)] {
            let mut child = chess_in_pipes(args);
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(input.as_bytes()).unwrap();
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            let mut shown = String::new();
            // The board after the move.
            while !input.is_empty() && !shown.contains('[') {
                assert!(stdout.read_line(&mut shown).unwrap() > 0, "{args:?}: {shown}");
            }
            send(&child, signal);
            std::io::Read::read_to_string(&mut stdout, &mut shown).unwrap();
            let ended = run(child.wait_with_output().unwrap());
            assert_eq!(ended.code, Some(code), "{args:?}: {shown}{}", ended.stderr);
            assert!(shown.contains(printed), "{args:?} {signal}: {shown}");
        }
    }
}
