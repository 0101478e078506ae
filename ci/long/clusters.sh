#!/usr/bin/env bash
# Perft and datasets on Ray and on Spark with two workers each, one of which is killed: `bash ci/long/clusters.sh [MEGABYTES]`.
#
# Makes a virtual environment, a wheel, games and an empty home folder below target/clusters, and installs Ray and Spark into
# the environment. It needs Python 3.9 or newer, Java 17 or newer, and Linux, since processes are found under /proc. At the end
# it prints the figures for docs/clusters.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

megabytes=${1:-200}
work=${CARGO_TARGET_DIR:-$PWD/target}/clusters
mkdir -p "$work"
work=$(cd "$work" && pwd)
games=$work/games-$megabytes
home=$work/home
python=$work/venv/bin/python

if [[ ! -x $python ]]; then
    "${PYTHON:-python3}" -m venv "$work/venv"
fi
"$python" -m pip install --quiet 'maturin>=1.8,<2' pytest 'numpy>=1.22' 'pyarrow>=14' ray pyspark 'pandas>=2.2,<3'
rm -rf "$work/wheels"
"$work/venv/bin/maturin" build --release --locked --quiet --manifest-path python/Cargo.toml --interpreter "$python" --out "$work/wheels"
"$python" -m pip install --quiet --force-reinstall --no-deps "$work"/wheels/*.whl

if [[ ! -d $games ]]; then
    rm -rf "$games.new"
    mkdir "$games.new"
    make_games() {
        cargo run --quiet --release -p chess-games -- --seed "$1" --bytes "$2"000 --out "$games.new/$3"
    }
    # Most of the bytes in a file that is cut into chunks, and the rest compressed.
    make_games 1 $((megabytes * 700)) plain.pgn
    for seed in 2 3 4; do
        make_games "$seed" $((megabytes * 100)) "$seed.pgn"
    done
    "$python" - "$games.new" <<'PYTHON'
import bz2, gzip, os, sys
import pyarrow as pa

folder = sys.argv[1]
for number, (ending, compress) in enumerate({"gz": gzip.compress, "bz2": bz2.compress, "zst": pa.Codec("zstd").compress}.items(), 2):
    with open(f"{folder}/{number}.pgn", "rb") as file:
        text = file.read()
    os.remove(f"{folder}/{number}.pgn")
    compressed = compress(text)
    with open(f"{folder}/compressed.pgn.{ending}", "wb") as file:
        file.write(compressed)
PYTHON
    mv "$games.new" "$games"
fi

rm -rf "$home" "$work/figures.jsonl" "$work/run"
mkdir "$home"
# The tests import the installed wheel and not the sources.
cd "$work"
HOME=$home CHESS_GAMES=$games CHESS_FIGURES=$work/figures.jsonl \
    "$python" -m pytest -q -ra -p no:cacheprovider --basetemp "$work/run" --rootdir "$OLDPWD/python/tests_clusters" \
    "$OLDPWD/python/tests_clusters"
cat "$work/figures.jsonl"
rm -rf "$work/run"
