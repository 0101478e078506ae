#!/usr/bin/env bash
# The move picker in all positions PLIES below those of perft suites: `bash ci/long/picker.sh [PLIES] [FILE.epd...]`.
#
# Without files, all suites of the repository and of `../shared/data`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
shopt -s nullglob

plies=${1:-2}
files=("${@:2}")
if ((${#files[@]} == 0)); then
    files=(crates/chess-testkit/data/*.epd crates/chess-cli/tests/data/*.epd ../shared/data/perft/*.epd)
fi
exec cargo run --release -p chess-tests --bin chess-picker -- "$plies" "${files[@]}"
