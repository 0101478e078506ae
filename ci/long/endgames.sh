#!/usr/bin/env bash
# Every position of every ending of three and four pieces, solved from scratch, compared with the Syzygy tables, and checked by
# forward moves alone: `bash ci/long/endgames.sh [DIR] [OPTION...]`.
#
# DIR has the tables, and may have samples of positions with their values. Options are those of `chess-endgames solve`, such
# as `--all-images`, which probes every position on the whole board. The figures are for docs/checks/endgames.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
shopt -s nullglob

dir=${1:-../shared/data/syzygy}
samples=("$dir"/*.tsv "$dir"/*.csv)
exec cargo run --release -p chess-endgames -- solve --path "$dir" --check ${samples:+--samples "${samples[@]}"} "${@:2}"
