#!/usr/bin/env bash
# The tests of threads under ThreadSanitizer: `bash ci/long/thread-sanitizer.sh [CRATE...]`. TESTS is parts of names of tests in place
# of those below.
#
# The sanitizer has to see the synchronisation in the standard library, so that the library is compiled for it as well, from its
# sources and by Rust 1.85, with the model of AVX-512 in place of the code for x86-64. The runtime of the sanitizer is that of
# clang. It needs Debian 12 on x86-64. No report is suppressed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

source ci/long/load.sh
build=$target_dir/thread-sanitizer

# The tests that start threads, by parts of their names. A program runs about ten times as long as without the sanitizer:
# the test of 256 threads that answer in time is omitted.
declare -A tests=(
    [chess-movegen-perft]='threads'
    [chess-distinct]='threads distinct::little distinct::whoever distinct::every_ply'
    [chess-search]='threads engine:: lines:: endgames:: table::'
    [chess-data]='threads chunks:: columns:: inputs::folders'
    [chess-training]='batches::'
)

sanitized() {
    RUSTC_BOOTSTRAP=1 RUSTFLAGS=${flags[*]} CARGO_PROFILE_TEST_OPT_LEVEL=1 CARGO_PROFILE_TEST_DEBUG=line-tables-only \
        CARGO_TARGET_DIR=$build TSAN_OPTIONS="exitcode=66 allocator_may_return_null=1" \
        with_rust cargo test --ignore-rust-version -Zbuild-std=std,panic_unwind,test --target x86_64-unknown-linux-gnu "$@"
}

load_compilers
load_sources
# The sanitizer's runtime, which is linked into a program.
runtime=usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.tsan-x86_64.a
[[ -e /$runtime || -e $work/tools/$runtime ]] || load_native libclang-rt-19-dev
[[ -e /$runtime ]] && runtime=/$runtime || runtime=$work/tools/$runtime
flags=(
    --cfg=avx512_model -Zsanitizer=thread -Zexternal-clangrt -Clinker=clang-19 -Clink-arg=-fuse-ld=lld-19
    "-Clink-arg=-Wl,--whole-archive,$runtime,--no-whole-archive,--export-dynamic" -Clink-arg=-lm -Clink-arg=-lresolv
)
(($#)) || set -- "${!tests[@]}"
for crate; do
    read -ra names <<<"${TESTS:-${tests[$crate]:?no tests with threads in $crate}}"
    sanitized --locked --quiet --package "$crate" --lib --tests --no-run
    record "threads, $crate" sanitized --locked --no-fail-fast --package "$crate" --lib --tests -- "${names[@]}" --skip=engine::threads_beyond
done
report 'a race fails its program'
