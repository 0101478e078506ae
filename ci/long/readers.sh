#!/usr/bin/env bash
# Reads the project's files with other programs, and the other way round: `bash ci/long/readers.sh [GAMES]`. At the end, it runs
# examples/tour.ipynb, and writes the outputs into the notebook. pgn-extract is asked the same questions as the program, if it is installed.
#
# The crates of the training formats are linked with the tests of chess-tests, and only there. python-chess reads games,
# positions and books; the script installs it into a virtual environment below target/. GAMES is the number of games made for it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
venv=$target/games-venv
export CHESS_READERS=$target/readers
rm -rf "$CHESS_READERS"
mkdir -p "$CHESS_READERS"
[[ -x $venv/bin/python ]] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2

cargo build --release -p chess-cli -p chess-games
"$target/release/chess-games" --games "${1:-2000}" --damaged 0 --out "$CHESS_READERS/generated.pgn"
for rules in '--plies 6' '--plies 0 --chess960'; do
    # shellcheck disable=SC2086
    "$target/release/chess" match "$target/release/chess uci; name=chess" random $rules --games 10 --tc 2+0.02 --margin 0 \
        --pgn "$CHESS_READERS/match-${rules//[^a-z0-9]/}.pgn"
done
cargo test -p chess-tests --features readers readers -- --include-ignored
"$venv/bin/python" ci/long/readers.py "$target/release/chess" "$CHESS_READERS" ../shared/data/{games,odd}/
"$venv/bin/python" ci/long/extract.py "$target/release/chess" "$CHESS_READERS" "$CHESS_READERS/generated.pgn" ../shared/data/games/

CARGO_TARGET_DIR=$target/python "$venv/bin/pip" install --quiet --disable-pip-version-check './python[arrow]' \
    duckdb==2.0.1 ipykernel==7.4.0 matplotlib==3.11.2 nbconvert==7.17.2 pandas==3.1.1
"$venv/bin/python" ci/long/odd.py "$target/release/chess" ../shared/data/odd "$CHESS_READERS"
"$venv/bin/jupyter" nbconvert --to notebook --execute --ExecutePreprocessor.record_timing=False --inplace examples/tour.ipynb
