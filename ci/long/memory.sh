#!/usr/bin/env bash
# The code with `unsafe`, and what feeds it, by Miri on small cases: `bash ci/long/memory.sh [CRATE...]`. TESTS is parts of names of tests
# in place of those below.
#
# Miri interprets a program and stops at undefined behaviour: reads of memory that is not initialised or not the program's, broken
# rules of references, races, values that their types do not have. It takes about a thousand times as long, so that chess-testkit
# gives it a hundredth of the positions and three cases of each kind. Miri supports no vector instructions beyond SSE2,
# no assembler and few system calls, so that this check says nothing about intrinsics (the model of AVX-512 replaces them), large
# pages, mapped files and C. It needs a nightly toolchain: rustup component add --toolchain nightly miri rust-src
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if ! cargo +nightly miri --version &>/dev/null; then
    printf 'skipped: all: there is no Miri\n'
    exit
fi
source ci/long/load.sh

# The tests of a crate that are short enough, by parts of their names.
declare -A tests=(
    [chess-types]='lists::'
    [chess-slider]='rook_and_bishop'
    [chess-magic]='attacks::'
    [chess-board]='queries:: fen:: make:: keys::'
    [chess-movegen]='rules:: sinks::'
    [chess-movegen-perft]='buckets:: --skip=large_table --skip=torn'
    [chess-search]='table::what table::mates table::an_exact'
    [chess-syzygy]='rules::the_'
)

# interpret FLAGS CRATE OPTION...
interpret() {
    RUST_BACKTRACE=0 RUSTFLAGS=$1 MIRIFLAGS=-Zmiri-disable-isolation CARGO_TARGET_DIR=$target_dir/miri cargo +nightly miri test --locked --package "${@:2}"
}

(($#)) || set -- "${!tests[@]}"
for crate; do
    read -ra names <<<"${TESTS:-${tests[$crate]:?no tests of memory in $crate}}"
    record "memory, $crate" interpret '' "$crate" --lib --tests --no-fail-fast -- "${names[@]}"
    [[ $crate != chess-movegen* ]] ||
        record "memory, $crate, lanes" interpret '--cfg avx512_model' "$crate" --lib --tests --no-fail-fast -- "${names[@]}"
done
report 'without intrinsics beyond SSE2, large pages and mapped files'
