#!/usr/bin/env bash
# The tests of threads under ThreadSanitizer: `bash ci/long/thread-sanitizer.sh [CRATE...]`.
#
# The sanitizer has to see what the standard library synchronises, so that the library is compiled for it as well, from its sources
# and by Rust 1.85. The sanitizer's own part is that of clang. All of it comes from Debian's packages, into folders below target/;
# nothing is installed. It needs an x86-64 machine with Debian 12. What is loaded and built stays for the next run.
#
# First come programs of ci/long/processors that race on purpose: each has to be reported, and a sound one must not be. No report
# is suppressed. The last line names all that was skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

source ci/long/processors/load.sh
build=$target_dir/thread-sanitizer
triple=x86_64-unknown-linux-gnu
mkdir -p "$build"

# The tests that start threads, by parts of their names. A program runs about ten times as long as without the sanitizer.
tests_of() {
    case $1 in
        chess-movegen-perft) echo threads distinct::little distinct::whoever distinct::every_ply ;;
        chess-search) echo threads engine:: lines:: endgames:: table:: ;;
        chess-data) echo threads chunks:: columns:: inputs::folders ;;
        *) return 1 ;;
    esac
}

# Prints the path of the sanitizer's part that is linked into a program.
runtime() {
    local archive
    for archive in {"$work/tools",}/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.tsan-x86_64.a; do
        [[ ! -e $archive ]] || { echo "$archive"; return; }
    done
}

sanitized() {
    RUSTC_BOOTSTRAP=1 RUSTFLAGS=${flags[*]} CARGO_PROFILE_TEST_OPT_LEVEL=1 CARGO_PROFILE_TEST_DEBUG=line-tables-only \
        CARGO_TARGET_DIR=$build TSAN_OPTIONS="exitcode=66 allocator_may_return_null=1" PROPTEST_CASES=16 \
        with_rust cargo test -Zbuild-std=std,panic_unwind,test --target "$triple" "$@"
}

# races LOG: the number of races that the sanitizer has reported.
races() {
    grep -c '^WARNING: ThreadSanitizer' "$1" || true
}

self_test() {
    local folder=$build/self-test name program log=$build/self-test.log found=()
    mkdir -p "$folder/src"
    cp ci/long/processors/races.rs "$folder/src/lib.rs"
    printf '[package]\nname = "self-test"\nedition = "2024"\n\n[workspace]\n' >"$folder/Cargo.toml"
    program=$(sanitized --manifest-path "$folder/Cargo.toml" --no-run --message-format=json |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
    for name in race_behind_a_relaxed_flag race_of_two_additions sound; do
        if ! TSAN_OPTIONS=exitcode=66 "$program" --exact "$name" &>"$log" && (($(races "$log") > 0)); then
            found+=("$name")
        fi
    done
    if [[ ${found[*]} != 'race_behind_a_relaxed_flag race_of_two_additions' ]]; then
        printf 'SELF-TEST: the races that were reported are: %s\n' "${found[*]:-none}" >&2
        tail -n 40 "$log" >&2
        return 1
    fi
    printf 'self-test: of three programs, the two that race are reported\n'
}

load_rust
load_sources
load_tool clang-19 clang-19
load_tool lld-19 ld.lld-19
[[ -n $(runtime) ]] || load_native libclang-rt-19-dev
flags=(
    -Zsanitizer=thread -Zexternal-clangrt -Clinker=clang-19 -Clink-arg=-fuse-ld=lld-19
    "-Clink-arg=-Wl,--whole-archive,$(runtime),--no-whole-archive,--export-dynamic" -Clink-arg=-lm -Clink-arg=-lresolv
)
self_test

(($#)) || set -- chess-movegen-perft chess-search chess-data
rows=()
failures=0
for crate; do
    read -ra names < <(tests_of "$crate") || { printf 'no tests with threads: %s\n' "$crate" >&2; exit 2; }
    log=$build/$crate.log
    status=0
    printf '%s: building\n' "$crate"
    sanitized --locked --quiet --package "$crate" --lib --tests --no-run
    start=$SECONDS
    sanitized --locked --no-fail-fast --package "$crate" --lib --tests -- "${names[@]}" &>"$log" || status=$?
    read -r passed failed < <(awk '/^test result:/ { passed += $4; failed += $6 } END { print passed + 0, failed + 0 }' "$log")
    found=$(races "$log")
    if ((status != 0 || found > 0 || passed == 0)); then
        failures=$((failures + 1))
        grep -E -A 12 '^WARNING: ThreadSanitizer|^error|panicked|FAILED' "$log" | head -n 100
    fi
    rows+=("| \`$crate\` | $passed | $failed | $found | $((SECONDS - start)) |")
    printf '%s: %d passed, %d failed, %d races, exit code %d\n' "$crate" "$passed" "$failed" "$found" "$status"
done

printf '\n| crate | tests passed | failed | races | seconds |\n|---|---|---|---|---|\n'
printf '%s\n' "${rows[@]}"
printf '\n'
((failures == 0)) || printf 'FAILED: %d\n' "$failures"
printf 'skipped: all tests that start no thread; chess-cli, which Rust %s does not compile; fences, which the sanitizer does not know\n' \
    "$version"
((failures == 0))
