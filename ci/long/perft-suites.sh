#!/usr/bin/env bash
# Perft suites to greater depths than in the gate: `bash ci/long/perft-suites.sh [MAX_NODES] [FILE.epd...]`.
#
# Depths with more leaves than MAX_NODES are omitted. Without files, all suites of the repository and of `../shared/data`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
shopt -s nullglob

max_nodes=${1:-2000000000}
files=("${@:2}")
if ((${#files[@]} == 0)); then
    files=(crates/chess-testkit/data/*.epd crates/chess-cli/tests/data/*.epd ../shared/data/perft/*.epd)
fi
exec cargo run --release -p chess-cli -- suite "${files[@]}" --max-nodes "$max_nodes" --threads 0
