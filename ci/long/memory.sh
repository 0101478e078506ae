#!/usr/bin/env bash
# The code with `unsafe`, and what feeds it, by Miri on small cases, and by AddressSanitizer: `bash ci/long/memory.sh [CRATE |
# address/CRATE ...]`. TESTS is parts of names of tests in place of those below, or of all.
#
# Miri interprets a program and stops at undefined behaviour: reads of memory that is not initialised or not the program's, broken
# rules of references, races, values that their types do not have. It takes about a thousand times as long, so that the tests sample
# their loops for it (`sample_under_miri`). It knows the instructions of AVX2 and BMI2, not those of AVX-512, which a model replaces.
# AddressSanitizer runs all tests of these crates with the instructions of the processor, and detects reads and writes outside of
# objects only. Which tests reach the blocks of `unsafe`:
#
# | block | Miri | AddressSanitizer |
# |---|---|---|
# | chess-types: `List::spare_capacity_mut` | `lists::` | `lists::` |
# | chess-magic: `from_bytes`, which the compiler evaluates | `sliders::`, for the entries | `sliders::` |
# | chess-magic: `pext`, its proof and its table without a bounds check | vectors: `sliders::` | `sliders::` |
# | chess-movegen: `machine::x86`, AVX2 with a fast and a slow PEXT | vectors: `rules::`, `backends::`, `machine::` | `backends::` |
# | chess-movegen: `high_bits` of 64 bytes, SSE2 | `machine::bytes::` | `machine::bytes::` |
# | chess-movegen: `codes_by_pext` and `planes_by_pdep`, BMI2 | vectors: `machine::codes::` | `machine::codes::` |
# | chess-movegen: `machine::x86`, AVX-512 and wide tasks | not reached | `backends::` |
# | chess-movegen: `generator::avx512` and `Generate`, lists in place | lanes: `rules::` | `backends::` |
# | chess-movegen-perft: `kernel::vector` | lanes: `backends::` | `backends::` |
# | chess-movegen-perft: `Bucket::prefetch`; chess-search: `Cluster::prefetch` | lanes: `backends::`; `table::` | `table::` |
# | chess-movegen-perft: `ask_for_large_pages`, a call to the system | not reached | `buckets::` |
# | chess-syzygy: `map`, a mapped file | not reached | `files::` |
#
# chess-slider and chess-board have none, and are interpreted for what they call. Needs: rustup component add --toolchain nightly miri
# rust-src
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if ! cargo +nightly miri --version &>/dev/null; then
    printf 'skipped: all: there is no Miri\n'
    exit
fi
source ci/long/load.sh

vectors='-C target-feature=+avx2,+bmi1,+bmi2,+lzcnt,+popcnt'
model='--cfg avx512_model'

# The tests of each crate that are short enough, by parts of their names.
declare -A tests=(
    [chess-types]='lists::'
    [chess-slider]='rook_and_bishop pext_gathers an_offset attacks_can_be'
    [chess-magic]='sliders::every_entry sliders::pieces sliders::the_ attacks::a_k attacks::every'
    [chess-board]='make::a_ make::castling fen::castling fen::en_passant queries::the_clock queries::non_pawn'
    [chess-movegen]='rules:: backends::a_ backends::every_backend_adds machine:: --skip=what_is_found'
    [chess-movegen-perft]='buckets:: backends::a_double --skip=large_table'
    [chess-search]='table::what table::mates table::an_exact'
    [chess-syzygy]='an_index_behind a_single_distance'
)

# interpret FLAGS CRATE NAME...
interpret() {
    RUST_BACKTRACE=0 RUSTFLAGS=$1 MIRIFLAGS=-Zmiri-disable-isolation CARGO_TARGET_DIR=$target_dir/memory/interpreted \
        cargo +nightly miri test --locked --package "$2" --lib --tests --no-fail-fast -- "${@:3}"
}

# sanitize CRATE. Build scripts are compiled without it.
sanitize() {
    read -ra names <<<"${TESTS:-}"
    # A test reserves more memory than there can be.
    RUSTFLAGS=-Zsanitizer=address ASAN_OPTIONS=allocator_may_return_null=1 CARGO_TARGET_DIR=$target_dir/memory/address \
        cargo +nightly test --locked --target x86_64-unknown-linux-gnu --package "$1" --lib --tests --no-fail-fast -- "${names[@]}"
}

(($#)) || set -- "${!tests[@]}" address/chess-{types,magic,movegen,movegen-perft,search,syzygy}
for crate; do
    if [[ $crate == address/* ]]; then
        record "memory, ${crate#*/}, address" sanitize "${crate#*/}"
        continue
    fi
    read -ra names <<<"${TESTS:-${tests[$crate]:?no tests of memory in $crate}}"
    record "memory, $crate" interpret '' "$crate" "${names[@]}"
    case $crate in
        chess-magic | chess-movegen) record "memory, $crate, vectors" interpret "$vectors" "$crate" "${names[@]}" ;;&
        chess-movegen*) record "memory, $crate, lanes" interpret "$model" "$crate" "${names[@]}" ;;
    esac
done
report 'by Miri without AVX-512, large pages and mapped files, by AddressSanitizer with them'
