#!/usr/bin/env bash
# The tests that `cargo test` ignores because they take minutes, and those of the tools: `bash ci/long/tests.sh`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
log=${CARGO_TARGET_DIR:-target}/long-tests.log
cargo test -p chess-endgames -p chess-faults -p chess-games
cargo test --release -p chess-movegen-perft -p chess-search --test it -- --ignored --nocapture --test-threads 1 2>&1 | tee "$log"

# Every ignored test of every crate must have run, except the un-moves, which have their own script.
ignored=$(grep -rh '#\[ignore' crates/*/src crates/*/tests --include='*.rs' | grep -vc 'ci/long/unmoves.sh')
run=$(awk '/^test result: ok/ { passed += $4 } END { print passed + 0 }' "$log")
if ((ignored != run)); then
    printf '%d tests are ignored, and %d of them have run\n' "$ignored" "$run" >&2
    exit 1
fi
printf '%d tests passed, 0 skipped; those of un-moves are run by ci/long/unmoves.sh\n' "$run"
