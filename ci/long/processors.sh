#!/usr/bin/env bash
# The libraries' tests on other processors, and on x86-64 with instructions hidden: `bash ci/long/processors.sh [TARGET...]`.
#
# A TARGET is aarch64, s390x (whose numbers have their highest byte first), i686 (addresses of 32 bits), wasm or x86-64, or `sample`, a
# few tests with instructions hidden; without one, all but the sample. Debian 12 on x86-64 is needed, and Node for wasm.
#
# It fails if a test fails, if a target runs no test, or if a machine has an unexpected set of backends. The script's own tests
# come before those of a target: it has to report tests that fail there on purpose, and a run without a test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

source ci/long/processors/load.sh

# Groups of tests that are omitted on an emulated processor, by parts of their names: each would take longer than most of the
# others together. Random tests draw a fraction of their cases there.
slow=(
    changes::changes_are distinct::little_memory distinct::random_positions fen_fuzz::any_text fen_fuzz::fen_shaped_text _for_ever
    legality::exactly legality::pseudo_legal_are perft::all_modes perft::chess960 perft::standard position_ext::every_ san::any_text
    san::tolerated table::every_backend table::suites table::two uci::every_pair
)
# A limit of the emulator: it reports that it has started a program which does not exist.
slow+=(client::an_engine_that_ends)
rows=() skips=() failures=0

# On the native machine, the compiler of this project's users; elsewhere Rust 1.85 with the libraries of the target, which lacks
# only features that x86-64 needs.
old_cargo() {
    CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_TEST_DEBUG=false CARGO_PROFILE_TEST_OPT_LEVEL=1 RUST_MIN_STACK=$((64 << 20)) \
        CARGO_TARGET_DIR=$work/build with_rust "$@"
}

# judge LOG STATUS: counts the tests of a run, and fails if one failed, if there was none, or if the run ended badly.
judge() {
    read -r passed failed skipped < <(awk '/^test result:/ { passed += $4; failed += $6; skipped += $8 + $12 }
        END { print passed + 0, failed + 0, skipped + 0 }' "$1")
    (($2 == 0 && failed == 0 && passed > 0))
}

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# record NAME COMMAND...: runs tests and adds a row to the table.
record() {
    local name=$1 log=$work/logs/${1// /-} start=$SECONDS status=0
    shift
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if ! judge "$log" "$status"; then
        grep -E '^(error|test .*FAILED|---- |thread .*panicked)|signal|not ' "$log" | tail -n 40 || tail -n 20 "$log"
        fail "$name: $failed tests of $((passed + failed)), exit code $status"
    fi
    rows+=("| $name | $((passed + failed)) | $passed | $skipped | $((SECONDS - start)) |")
    printf '%s\n' "${rows[-1]}"
}

skip() { skips+=("$1"); }

# expect_failure NAME COMMAND...: a test of this script. The run must be judged bad.
expect_failure() {
    local name=$1 status=0 log=$work/logs/self-test
    shift
    "$@" >"$log" 2>&1 </dev/null || status=$?
    ! judge "$log" "$status" || fail "SELF-TEST: $name: not seen to fail"
}

# self_test TARGET TEST VERDICT: of self_test.rs, exactly the named test must fail on the target, or none.
self_test() {
    local program=$work/self-test-$1 status=0 log=$work/logs/self-test-$1 found verdict=good
    old_cargo rustc --edition 2024 --test --target "$triple" "${flags[@]}" -o "$program" ci/long/processors/self_test.rs
    ${runner:+"$runner"} "$program" >"$log" 2>&1 || status=$?
    judge "$log" "$status" || verdict=bad
    found=$(sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$log" | sort | paste -sd' ')
    [[ "$verdict: $found" == "$3: $2" ]] || fail "SELF-TEST: $1: failed: \"$found\", and not \"$2\""
    expect_failure "$1 without a test" ${runner:+"$runner"} "$program" no_test_has_this_name
}

# foreign TARGET ARCHITECTURE GNU RUNNER TEST VERDICT: all tests on another processor, where TEST fails on purpose.
foreign() {
    local target=$1 architecture=$2 gnu=$3 runner=$4 triple=$1-unknown-linux-gnu sysroot=$work/$2 flags left_out=() settings=()
    load_compilers
    [[ -z $runner ]] || load_tool qemu-user-static "$runner"
    load_foreign "$architecture" "$triple"
    # All of it is linked into the program, so that the emulator needs no foreign loader.
    flags=(
        -Ctarget-feature=+crt-static -Clinker=clang-19 "-Clink-arg=--target=$gnu" "-Clink-arg=--sysroot=$sysroot"
        "-Clink-arg=-B$sysroot/usr/lib/gcc/$gnu/12" "-Clink-arg=-L$sysroot/usr/lib/gcc/$gnu/12" -Clink-arg=-fuse-ld=lld-19
    )
    self_test "$target" "$5" "$6"
    local upper=${triple^^}
    settings=("CARGO_TARGET_${upper//-/_}_RUSTFLAGS=${flags[*]}" CHESS_BACKENDS=portable)
    if [[ -n $runner ]]; then
        settings+=("CARGO_TARGET_${upper//-/_}_RUNNER=$runner" "PROPTEST_CASES=16")
        left_out=("${slow[@]/#/--skip=}")
        skip "$target: ${slow[*]}; all but 16 cases of random tests"
    fi
    skip "$target: doctests, which Rust $version runs for its own machine only"
    local tests=(cargo test --locked --ignore-rust-version --target "$triple" "${libraries[@]/#/--package=}" --lib --tests)
    old_cargo env "${settings[@]}" "${tests[@]}" --quiet --no-run
    record "$target" old_cargo env "${settings[@]}" "${tests[@]}" --no-fail-fast -- "${left_out[@]}"
}

# The libraries without std have no test harness there: the program tests/bare checks itself, and counts leaves.
wasm() {
    command -v node >/dev/null || { skip 'wasm: there is no Node'; return; }
    load_rust
    load_tool lld-19 wasm-ld-19
    load_sources
    skip 'wasm: the test suites, for want of a standard library'
    local features program=$work/wasm/wasm32-unknown-unknown/release/bare.wasm
    cp Cargo.lock tests/bare
    for features in tables ''; do
        old_cargo env RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 cargo build --quiet --ignore-rust-version \
            -Zbuild-std=core,alloc --target wasm32-unknown-unknown --manifest-path tests/bare/Cargo.toml \
            --target-dir "$work/wasm" --release --no-default-features --features "$features"
        expect_failure 'wasm with wrong counts' node ci/long/processors/wasm.mjs "$program" wrong
        record "wasm, ${features:-without tables}" node ci/long/processors/wasm.mjs "$program"
    done
}

# run_programs PROGRAMS BACKENDS NAME=VALUE... RUNNER... -- ARGUMENT...: runs test programs, each in the folder of its package, on a
# processor that must have exactly these backends.
run_programs() {
    local programs=$1 backends=$2 runner=() package program status=0
    shift 2
    while [[ $1 != -- ]]; do
        runner+=("$1")
        shift
    done
    shift
    while read -r package program; do
        (cd "crates/$package" && env CHESS_BACKENDS="$backends" "${runner[@]}" "$program" --nocapture "$@" </dev/null) || status=1
    done <<<"$programs"
    return "$status"
}

# hidden NAME PROGRAMS BACKENDS ...: a row of the table by `run_programs`. A test must print the backends, too.
hidden() {
    local name="x86-64, $1" backends=$3
    shift
    record "$name" run_programs "$@"
    grep -q "backends: $backends\$" "$work/logs/${name// /-}" || fail "$name: it was not seen to have the backends $backends"
}

# emulated PROGRAMS CPU BACKENDS ARGUMENT...: tests on an emulated processor, which stops at an instruction that it lacks.
emulated() {
    local tunables=
    # The C library assumes that a processor with AVX2 has BMI1.
    [[ $2 != *-bmi1* ]] || tunables=glibc.cpu.hwcaps=-AVX2,-BMI2
    hidden "emulated, ${2/max,-/without }" "$1" "$3" GLIBC_TUNABLES="$tunables" PROPTEST_CASES=16 \
        qemu-x86_64-static -cpu "$2" -- "${@:4}"
}

# asked PROGRAMS FEATURE BACKENDS ARGUMENT...: tests on this processor with the feature hidden.
asked() {
    hidden "$2 hidden" "$1" "$3" HIDE="$2" LD_PRELOAD="$work/hide.so" -- "${@:4}"
}

# self_test_backends PROGRAMS RUNNER...: the expectation of other backends must fail.
self_test_backends() {
    expect_failure "x86-64 with other backends" run_programs "$1" 'no such' "${@:2}" -- best_backend
    expect_failure "x86-64 without a test" run_programs "$1" portable "${@:2}" -- no_test_has_this_name
}

# x86_64 PROGRAMS: all tests on each backend, then the choice with each feature hidden. Without programs, only the choice.
x86_64() {
    load_tool qemu-user-static qemu-x86_64-static
    local built programs=$1 movegen has_avx512= cpu feature avx512=(f dq cd bw vl vbmi vbmi2 bitalg vpopcntdq)
    built=$(cargo test --locked --no-run --message-format=json --package=chess-{magic,movegen,movegen-perft,search} --lib --tests |
        sed -n 's/.*"package_id":"[^"]*\/\([^"/#]*\)#.*"executable":"\([^"]*\)".*/\1 \2/p')
    movegen=$(grep -E '^chess-movegen .*/it-' <<<"$built")
    programs=${1:+$built}
    ! grep -qw avx512_vpopcntdq /proc/cpuinfo || has_avx512=yes
    [[ -n $has_avx512 ]] || skip 'x86-64: AVX-512, which this processor lacks'
    [[ -z $has_avx512 || -z $programs ]] || hidden 'this processor' "$programs" 'avx512 avx2 bmi2 portable' --
    # The kernel has to let CPUID trap.
    if grep -qw cpuid_fault /proc/cpuinfo && gcc -O1 -shared -fPIC -o "$work/hide.so" ci/long/processors/hide.c &&
        HIDE=bmi2 LD_PRELOAD="$work/hide.so" /bin/true; then
        self_test_backends "$movegen" HIDE=avx2 LD_PRELOAD="$work/hide.so"
        if [[ -n $programs ]]; then
            [[ -z $has_avx512 ]] || asked "$programs" avx512f 'avx2 bmi2 portable'
            asked "$programs" avx2 'bmi2 portable'
            asked "$programs" bmi2 portable
        fi
        for feature in ${has_avx512:+"${avx512[@]/#/avx512}" gfni}; do
            asked "$movegen" "$feature" 'avx2 bmi2 portable' backends::
        done
        asked "$movegen" avx2 'bmi2 portable' backends::
        for feature in bmi1 bmi2 lzcnt popcnt; do
            asked "$movegen" "$feature" portable backends::
        done
    else
        skip 'x86-64: features hidden natively, since CPUID does not trap here'
    fi
    self_test_backends "$movegen" qemu-x86_64-static -cpu qemu64
    skip "x86-64, emulated: AVX-512, which the emulator lacks, and ${slow[*]}"
    local chosen=("${slow[@]/#/--skip=}")
    [[ -n $programs ]] || chosen=(backends::)
    emulated "${programs:-$movegen}" max 'avx2 bmi2 portable' "${chosen[@]}"
    emulated "${programs:-$movegen}" EPYC-Rome 'avx2 portable' "${chosen[@]}"
    emulated "${programs:-$movegen}" qemu64 portable "${chosen[@]}"
    emulated "$movegen" max,-avx2 'bmi2 portable' backends::
    for cpu in bmi1 bmi2 abm popcnt; do
        emulated "$movegen" "max,-$cpu" portable backends::
    done
}

(($#)) || set -- aarch64 s390x i686 wasm x86-64
for target; do
    case $target in
        aarch64) foreign aarch64 arm64 aarch64-linux-gnu qemu-aarch64-static '' good ;;
        s390x) foreign s390x s390x s390x-linux-gnu qemu-s390x-static the_first_byte_is_the_lowest bad ;;
        # 32-bit x86 runs on x86-64 itself.
        i686) foreign i686 i386 i686-linux-gnu '' addresses_have_64_bits bad ;;
        wasm) wasm ;;
        x86-64) x86_64 all ;;
        sample) x86_64 '' ;;
        *) printf 'no target: %s\n' "$target" >&2; exit 2 ;;
    esac
done

printf '\n| target | tests | passed | skipped | seconds |\n|---|---|---|---|---|\n'
printf '%s\n' "${rows[@]}" ''
printf -v names '; %s' "${skips[@]:-nothing}"
printf 'skipped: %s\n' "${names:2}"
((failures == 0 && ${#rows[@]} > 0))
