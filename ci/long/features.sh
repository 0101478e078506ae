#!/usr/bin/env bash
# Each crate with each feature, each pair of features and none, by cargo-hack: `bash ci/long/features.sh [OPTION...]`, such as
# `--package chess-notation` for one crate in place of all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tools=$(realpath -m "${CARGO_TARGET_DIR:-target}/tools")
cargo install --quiet --debug --locked --root "$tools" --version 0.6.46 cargo-hack
export PATH=$tools/bin:$PATH

(($#)) || set -- --workspace --exclude chess-benches --exclude chess-tests
cargo hack check "$@" --feature-powerset --depth 2
