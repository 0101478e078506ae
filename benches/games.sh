#!/usr/bin/env bash
# Compares readers of games and prints tables in Markdown: bash benches/games.sh [OPTIONS] FILES...
#
# Each program reads each file in a process of its own, all in turn, in --rounds N rounds; the best of them counts. FILES are
# PGN, plain or compressed: see tools/games/corpus.sh. Where no program finds a broken game, all must agree on the numbers of
# games and moves. The options are those of benches/games.py; `--fill docs/figures/games.md` puts the tables in there.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
manifest=$here/../Cargo.toml
env -u RUSTFLAGS cargo build --quiet --release --manifest-path "$manifest" -p chess-benches --features peers --bin games
features=()
grep -q '^parquet = ' "$here/../crates/chess-cli/Cargo.toml" && features=(--features parquet)
env -u RUSTFLAGS cargo build --quiet --release --manifest-path "$manifest" -p chess-cli "${features[@]}"
target=${CARGO_TARGET_DIR:-$here/../target}
exec python3 "$here/games.py" --target "$target" "$@"
