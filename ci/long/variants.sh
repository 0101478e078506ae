#!/usr/bin/env bash
# Tests of code that no build with all features has: `bash ci/long/variants.sh [sliders|features|models]`, the first two without a name.
#
#   sliders    lookups, known counts and the slow mailbox without tables, by hyperbola quintessence; with the model of AVX-512 in
#              place of its intrinsics, so that the code for lanes runs on any processor; and with PEXT tables
#   features   libraries without their default features: other decoders, endgame tablebases whose files are not mapped, a search
#              without rayon, allocation alone
#   models     the synchronisation that the crates have written by hand, by Loom, in all interleavings with MODELS_MORE_PREEMPTIONS
#              (1) preemptions more than usual, and with each ordering, fence, store and read-modify-write weakened, which must fail
#
# The tests are hardly optimised, since compiling takes longer than testing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CARGO_PROFILE_TEST_OPT_LEVEL=1
target=${CARGO_TARGET_DIR:-target}

# backends FEATURES TEST...: tests of these names in the crates that use slider lookups.
backends() {
    cargo test --package chess-magic --package chess-movegen --package chess-movegen-perft --no-default-features \
        --features "chess-movegen-perft/modes,$1" --lib --test it -- sliders:: model:: backends:: "${@:2}"
}

# with FLAG COMMAND...: with a flag for the compiler, and a target folder for it.
with() {
    FLAGS=$1 RUSTC_WORKSPACE_WRAPPER=$PWD/ci/long/rustc-with.sh CARGO_TARGET_DIR=$target/variants/$(tr -dc a-z0-9 <<<"$1") "${@:2}"
}

sliders() {
    backends chess-movegen/std perft:: oracle:: position_ext::
    with '--cfg avx512_model' backends chess-movegen/std
    if [[ $(uname -m) == x86_64 ]] && grep -qw bmi2 /proc/cpuinfo; then
        with -Ctarget-feature=+bmi2 backends chess-movegen/std,chess-movegen/tables perft:: oracle:: position_ext::
    else
        printf 'skipped: PEXT tables: this processor has no BMI2\n'
    fi
}

features() {
    local features=(
        chess-movegen/{std,tables} chess-data/{arrow,bzip2,gzip,parquet,tables,zstd,zstd-c} chess-training/tables chess-syzygy/{std,tables} chess-search/{std,tables}
    )
    cargo test --no-default-features --features "${features[*]}" --package chess-data --package chess-training --package chess-syzygy --package chess-search
    cargo clippy --package chess-cli --features arrow --all-targets -- -D warnings
}

# One package after another: together they would be compiled once more, with the features that any of them enables.
models() {
    local package
    export MODELS_MORE_PREEMPTIONS=${MODELS_MORE_PREEMPTIONS:-1} RUST_BACKTRACE=0
    unset CARGO_PROFILE_TEST_OPT_LEVEL
    for package in chess-models $(grep -rl --include=models.rs . crates/*/src | cut -d / -f 2 | sort -u); do
        with '--cfg loom' cargo test --lib --package "$package" -- --nocapture --test-threads=1 models:: self_test::
    done
}

for what in "${@:-sliders}"; do "$what"; done
(($#)) || features
