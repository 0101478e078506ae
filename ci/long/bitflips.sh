#!/usr/bin/env bash
# Every bit flip in the first 4 KB of ten tables, 1,000 positions each: `bash ci/long/bitflips.sh [FOLDER]`.
#
# The tables are those of the folder, by default `../shared/data/syzygy` if it is there; else the program makes some.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=../shared/data/syzygy
arguments=("$@")
if ((${#arguments[@]} == 0)) && [[ -d $folder ]]; then
    arguments=("$folder")
fi
exec cargo run --release -p chess-fuzz-targets --bin bit-flips -- "${arguments[@]}"
