#!/usr/bin/env bash
# Every command of `chess` under every fault: `bash ci/long/faults.sh [OPTION...]`; `--help` lists the options.
#
# The program is built with Parquet, which needs a compiler for C. Run it as root for most faults; it lists the faults that it
# cannot make at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo build --release -p chess-cli --features parquet
exec cargo run --release -p chess-faults --bin chess-faults -- "${CARGO_TARGET_DIR:-target}/release/chess" "$@"
