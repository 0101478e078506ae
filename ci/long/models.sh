#!/usr/bin/env bash
# Models of the synchronisation that the crates have written by hand: `bash ci/long/models.sh [MORE]`.
#
# Loom runs each scenario in all interleavings of its threads with MORE (1) preemptions more than usual. Then it weakens each ordering,
# fence, store and read-modify-write that the scenarios reach, and one of them must fail.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# One package after another: together they would be compiled once more, with the features that any of them enables.
for package in chess-models $(grep -rl --include=models.rs . crates/*/src | cut -d / -f 2 | sort -u); do
    FLAGS='--cfg loom' RUSTC_WORKSPACE_WRAPPER=$PWD/ci/long/rustc-with.sh CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/loom \
        MODELS_MORE_PREEMPTIONS=${1:-1} RUST_BACKTRACE=0 \
        cargo test --lib --package "$package" -- --nocapture --test-threads=1 models:: self_test::
done
