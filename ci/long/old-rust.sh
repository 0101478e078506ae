#!/usr/bin/env bash
# The libraries compiled and tested by the oldest Rust that they are for: `bash ci/long/old-rust.sh`.
#
# The compiler comes from Debian's packages for x86-64. They are loaded into a folder under target/ and stay there; nothing
# is installed. OLD_RUST may name the sysroot of another Rust of that version instead, and then nothing is loaded.
# `bash ci/long/old-rust.sh is-there` only says whether there is one, `load` only loads it. Without `all`, the features of chess-data that
# stand on Arrow are not compiled, and in place of the tests two programs run, which walk known trees of moves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=1.85
libraries=(
    chess-types chess-slider chess-magic chess-board chess-movegen chess-movegen-perft chess-notation chess-uci chess-search
    chess-svg chess-data chess-syzygy
)
target=$(realpath -m "${CARGO_TARGET_DIR:-target}/old-rust")
# Tests that are left out by a part of their names: not optimised, each takes longer than most of the others together.
slow=(
    changes::changes_are distinct::little_memory distinct::random_positions fen_fuzz::any_text fen_fuzz::fen_shaped_text
    _for_ever hostile::a_flipped inputs::damaged_data inputs::files_of_one legality::exactly legality::pseudo_legal_are
    perft::all_modes perft::chess960 perft::standard position_ext::every_ san::any_text san::tolerated
    signature::the_signature_of_the_search_is table::every_backend table::suites table::two uci::every_pair values::all_small values::distances_by values::larger_endings
)
unpacked=$target/debian
sysroot=${OLD_RUST:-$unpacked/usr}

is_there() {
    [[ -x $sysroot/bin/cargo ]]
}

# The full version of the packages, as apt knows it.
package_version() {
    apt-cache madison rustc-web | awk -v version="$version." 'index($3, version) == 1 && !found++ { print $3 }'
}

# Newer versions have packages of the same names. Whatever they need and this machine lacks comes with them. Of two runs that
# load at once, one waits for the other.
load() (
    mkdir -p "$target"
    exec 9>"$target/loading"
    flock 9
    if is_there; then
        return
    fi
    local names=(rustc-web cargo-web libstd-rust-web-dev "libstd-rust-web-$version")
    local found
    found=$(package_version)
    if [[ -z $found && ${CI:-} == true ]]; then
        apt-get update -qq
        found=$(package_version)
    fi
    if [[ -z $found ]]; then
        printf 'apt knows no rustc-web of Rust %s; if its lists are old, run apt-get update\n' "$version" >&2
        return 1
    fi
    rm -rf "$unpacked" "$unpacked.part"
    mkdir -p "$unpacked.part/archives/partial"
    apt-get install --download-only --no-install-recommends --yes -qq -o Debug::NoLocking=1 \
        -o APT::Sandbox::User="$(id -un)" -o Dir::Cache::archives="$unpacked.part/archives" "${names[@]/%/=$found}"
    local package
    for package in "$unpacked.part"/archives/*.deb; do
        dpkg -x "$package" "$unpacked.part"
    done
    rm -r "$unpacked.part/archives"
    mv "$unpacked.part" "$unpacked"
)

if [[ ${1:-} == is-there ]]; then
    is_there
    exit
fi
is_there || load
if [[ ${1:-} == load ]]; then
    exit
fi
shared=$unpacked/usr/lib/x86_64-linux-gnu:$unpacked/lib/x86_64-linux-gnu
export PATH="$sysroot/bin:$PATH" LD_LIBRARY_PATH="$shared${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export RUSTC="$sysroot/bin/rustc" CARGO_TARGET_DIR="$target"
# Nothing is optimised: that would take longer than it saves. Counts of many plies need more stack then than a test has.
export RUST_MIN_STACK=$((64 << 20))
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_TEST_OPT_LEVEL=0

compiler=$(rustc --version)
printf 'compiled by %s\n' "$compiler"
if [[ $compiler != "rustc $version."* ]]; then
    printf 'that is not Rust %s\n' "$version" >&2
    exit 1
fi
packages=("${libraries[@]/#/--package=}")
# Arrow and Parquet compile longer than all of the libraries: `all` asks for them too.
all_features=("${packages[@]}")
if [[ ${1:-} != all ]]; then
    all_features=("${packages[@]/#--package=chess-data/--package=chess-svg}")
    cargo check --locked --package=chess-data
fi
cargo check --locked "${all_features[@]}" --all-features
cargo check --locked "${packages[@]}" --no-default-features
if [[ ${1:-} == all ]]; then
    cargo test --locked "${packages[@]}" --lib --tests -- "${slow[@]/#/--skip=}"
fi
# What others write with proofs of processors compiles here too, where none can be given. Both programs end with a panic if they do
# not count what is known.
cp Cargo.lock tests/outside
cargo run --quiet --manifest-path tests/outside/Cargo.toml --bin walker
cargo run --quiet --manifest-path tests/outside/Cargo.toml --bin search 3 1
[[ ${1:-} == all ]] || echo 'skipped: the tests of the libraries; bash ci/long/old-rust.sh all runs them'
