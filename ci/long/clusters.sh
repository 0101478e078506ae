#!/usr/bin/env bash
# Perft and datasets on Ray and on Spark with two workers each, one of which is killed: `bash ci/long/clusters.sh [MEGABYTES]`.
#
# The recipes of docs/explore.md run at the end. Makes a virtual environment, a wheel and games below target/clusters, and installs Ray and
# Spark into the environment. It needs Python 3.9 or newer, Java 17 or newer, and Linux, since workers are found under /proc.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

megabytes=${1:-200}
work=$(realpath -m "${CARGO_TARGET_DIR:-target}")/clusters
games=$work/games-$megabytes
python=$work/venv/bin/python
mkdir -p "$work"

[[ -x $python ]] || "${PYTHON:-python3}" -m venv "$work/venv"
"$python" -m pip install --quiet 'maturin>=1.8,<2' pytest 'numpy>=1.22' 'pyarrow>=16' ray pyspark 'pandas>=2.2,<3' \
    chess==1.11.2 polars==2.1.0 duckdb==2.0.1
rm -rf "$work/wheels"
"$work/venv/bin/maturin" build --release --locked --quiet --manifest-path python/Cargo.toml --interpreter "$python" --out "$work/wheels"
"$python" -m pip install --quiet --force-reinstall --no-deps "$work"/wheels/*.whl

# Most of the bytes in a file that is cut into parts, and the rest compressed.
if [[ ! -d $games ]]; then
    rm -rf "$games.new"
    mkdir "$games.new"
    cargo run --quiet --release -p chess-games -- --seed 1 --bytes $((megabytes * 800))000 --out "$games.new/plain.pgn"
    cargo run --quiet --release -p chess-games -- --seed 2 --bytes $((megabytes * 200))000 --out "$games.new/packed.pgn"
    gzip "$games.new/packed.pgn"
    mv "$games.new" "$games"
fi

# The tests import the installed wheel and not the sources.
cd "$work"
CHESS_GAMES=$games "$python" -m pytest -q -ra -s -p no:cacheprovider --basetemp "$work/run" \
    --rootdir "$OLDPWD/python/tests_clusters" "$OLDPWD/python/tests_clusters"
"$python" -m pytest -q -ra -p no:cacheprovider --basetemp "$work/run" "$OLDPWD/python/tests/test_explore.py"
rm -rf "$work/run"
