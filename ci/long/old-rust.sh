#!/usr/bin/env bash
# The libraries compiled and tested by the oldest Rust that they are for: `bash ci/long/old-rust.sh [all]`.
#
# The compiler comes from Debian's packages for x86-64, or from OLD_RUST, the sysroot of another Rust of that version. Without `all`,
# the features of chess-data that stand on Arrow are not compiled, and in place of the tests two programs run, which walk known
# trees of moves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

source ci/long/processors/load.sh
# Tests that are left out by a part of their names: not optimised, each takes longer than most of the others together.
slow=(
    changes::changes_are distinct::little_memory distinct::random_positions fen_fuzz::any_text fen_fuzz::fen_shaped_text
    _for_ever hostile::a_flipped inputs::damaged_data inputs::files_of_one legality::exactly legality::pseudo_legal_are
    perft::all_modes perft::chess960 perft::standard position_ext::every_ san::any_text san::tolerated
    signature::the_signature_of_the_search_is table::every_backend table::suites table::two uci::every_pair values::all_small
    values::distances_by values::larger_endings
)
if [[ -n ${OLD_RUST:-} ]]; then
    export PATH="$OLD_RUST/bin:$PATH" RUSTC="$OLD_RUST/bin/rustc"
    with_rust() { "$@"; }
else
    load_rust
fi
# Nothing is optimised: that would take longer than it saves. Counts of many plies need more stack then than a test has.
export CARGO_TARGET_DIR=$target_dir/old-rust RUST_MIN_STACK=$((64 << 20)) CARGO_INCREMENTAL=0
export CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_TEST_OPT_LEVEL=0

compiler=$(with_rust rustc --version)
printf 'compiled by %s\n' "$compiler"
[[ $compiler == "rustc $version."* ]] || { printf 'that is not Rust %s\n' "$version" >&2; exit 1; }
packages=("${libraries[@]/#/--package=}")
if [[ ${1:-} == all ]]; then
    with_rust cargo check --locked "${packages[@]}" --all-features
    with_rust cargo test --locked "${packages[@]}" --lib --tests -- "${slow[@]/#/--skip=}"
else
    # Arrow and Parquet compile longer than all of the libraries.
    with_rust cargo check --locked --package=chess-data
    with_rust cargo check --locked "${packages[@]/#--package=chess-data/--package=chess-svg}" --all-features
    echo 'skipped: the tests of the libraries; bash ci/long/old-rust.sh all runs them'
fi
with_rust cargo check --locked "${packages[@]}" --no-default-features
# What others write with proofs of processors compiles here too, where none can be given. Both programs end with a panic if they do
# not count what is known.
cp Cargo.lock tests/outside
with_rust cargo run --quiet --manifest-path tests/outside/Cargo.toml --bin walker
with_rust cargo run --quiet --manifest-path tests/outside/Cargo.toml --bin search 3 1
