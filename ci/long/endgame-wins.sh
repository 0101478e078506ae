#!/usr/bin/env bash
# The engine with endgame tables wins won endings against the longest defence: `bash ci/long/endgame-wins.sh [FOLDER] [OPTION...]`.
#
# Without a folder, it uses `../shared/data/syzygy`. `--games N` and `--nodes N` change the numbers of games and nodes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

exec cargo run --release -p chess-endgames -- wins --path "${1:-../shared/data/syzygy}" "${@:2}"
