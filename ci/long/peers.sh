#!/usr/bin/env bash
# The benchmarks of other crates: `bash ci/long/peers.sh`. Compiling the peers takes minutes, one of them by a build script.
#
# The linter reads the benchmarks with their peers, and `cargo bench` runs each once and compares the answers of all libraries.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo clippy --package chess-benches --all-targets --features peers -- -D warnings
cargo bench --package chess-benches --features peers -- --test
