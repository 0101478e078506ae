#!/usr/bin/env bash
# Every position of every ending of three and four men, solved from scratch and compared with the Syzygy tables:
# `bash ci/long/endgames.sh [DIR] [OPTION...]`.
#
# DIR has the tables, and may have samples of positions with their values. Options are those of `chess-endgames compare`, such
# as `--all-images`, which probes every position on the whole board. At the end the values are also checked by forward
# moves alone. The figures are for docs/endgames.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
shopt -s nullglob

dir=${1:-../shared/data/syzygy}
cargo build --release -p chess-endgames
endgames() {
    cargo run --quiet --release -p chess-endgames -- "$@"
}

endgames compare --path "$dir" "${@:2}"
samples=("$dir"/*.tsv "$dir"/*.csv)
if ((${#samples[@]})); then
    endgames samples --path "$dir" "${samples[@]}"
fi
endgames solve --check
