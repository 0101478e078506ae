#!/usr/bin/env bash
# The mutants of crates, each held against the crate's tests: `bash ci/long/mutants.sh [CRATE...] [OPTION...]`.
#
# Without a crate, all published crates and the program. `--help` lists the options; docs/mutants.md describes the method.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

crates=(chess-types chess-slider chess-magic chess-board chess-movegen chess-movegen-perft chess-notation chess-uci chess-svg
    chess-data chess-syzygy chess-search chess-cli)
for argument in "$@"; do
    if [[ $argument == chess-* || $argument == --help ]]; then
        crates=()
    fi
done
exec cargo run --quiet -p chess-mutants -- "$@" "${crates[@]}"
