#!/usr/bin/env bash
# Games of the engine as a program, by UCI and with a clock, against a random mover and, where it is installed, Stockfish:
# `bash ci/long/games.sh [GAMES]`. Every move, clock and PGN is checked by python-chess; ci/games.py has more options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

games=${1:-50}
target=${CARGO_TARGET_DIR:-target}
opponents=(random)
skipped=()
if [[ -x /usr/games/stockfish ]]; then
    opponents+=(stockfish:0 stockfish:5)
else
    skipped+=('games against Stockfish: there is no /usr/games/stockfish')
fi
cargo build --release -p chess-cli
python3 ci/games.py --chess "$target/release/chess" --venv "$target/games-venv" --opponent "${opponents[@]}" \
    --variant standard chess960 --games "$games"
((${#skipped[@]} == 0)) || printf 'skipped: %s\n' "${skipped[@]}"
printf '%d opponents in 2 variants, %d games each; %d skipped\n' "${#opponents[@]}" "$games" "${#skipped[@]}"
