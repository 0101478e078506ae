#!/usr/bin/env bash
# The libraries' tests on other processors, and on x86-64 with instructions hidden: `bash ci/long/processors.sh [TARGET...]`.
#
# A TARGET is aarch64, s390x (whose numbers have their highest byte first), i686 (addresses of 32 bits), wasm or x86-64; without
# one, all of them. Compilers, C libraries and emulators come from Debian's packages, into folders below target/; nothing is
# installed. It needs an x86-64 machine with Debian 12, and Node for wasm. What is loaded and built stays for the next run.
#
# The end is a table. The last line names all that was skipped. It fails if a test fails, if a target runs no test, or if a
# machine has another set of backends than it should. Before the tests of a target come those of the script itself: it has to
# report tests that fail there on purpose, and a run without a test.
#
# The gate runs two small parts: `program`, a program without std on s390x, and `sample`, a few tests with instructions hidden.
# `load` only loads what they need, and `is-there` says whether that has been done.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

libraries=(
    chess-types chess-slider chess-magic chess-board chess-movegen chess-movegen-perft chess-notation chess-uci chess-search
    chess-svg chess-data chess-syzygy
)
# Those whose code depends on the instructions that are found at run time.
choosers=(chess-magic chess-movegen chess-movegen-perft chess-search)
source ci/long/processors/load.sh
mkdir -p "$work/logs"

# Groups of tests that an emulated processor leaves out, by parts of their names: each would take longer than most of the others
# together. Random tests draw a fraction of their cases there.
slow=(
    changes::changes_are distinct::little_memory distinct::random_positions fen_fuzz::any_text fen_fuzz::fen_shaped_text _for_ever
    legality::exactly legality::pseudo_legal_are perft::all_modes perft::chess960 perft::standard position_ext::every_ san::any_text
    san::tolerated table::every_backend table::suites table::two uci::every_pair
)
# What the emulator cannot do: it says that a program has been started which does not exist.
unfit=(client::an_engine_that_ends)
cases=16

rows=()
skips=()
failures=0

# On the native machine, the compiler of this project's users; elsewhere Rust 1.85 with the libraries of the target.
old_cargo() {
    CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_TEST_DEBUG=false CARGO_PROFILE_TEST_OPT_LEVEL=1 RUST_MIN_STACK=$((64 << 20)) \
        CARGO_TARGET_DIR=$work/build with_rust "$@"
}

# choose TARGET: sets what the compiler and the tests of a target need. 32-bit x86 runs on x86-64 itself.
choose() {
    case $1 in
        aarch64) architecture=arm64 gnu=aarch64-linux-gnu runner=qemu-aarch64-static ;;
        s390x) architecture=s390x gnu=s390x-linux-gnu runner=qemu-s390x-static ;;
        i686) architecture=i386 gnu=i686-linux-gnu runner= ;;
    esac
    triple=$1-unknown-linux-gnu
    local upper=${triple^^} sysroot=$work/$architecture
    upper=${upper//-/_}
    # All of it is linked into the program, so that the emulator needs no foreign loader.
    flags=(
        -Ctarget-feature=+crt-static -Clinker=clang-19 "-Clink-arg=--target=$gnu" "-Clink-arg=--sysroot=$sysroot"
        "-Clink-arg=-B$sysroot/usr/lib/gcc/$gnu/12" "-Clink-arg=-L$sysroot/usr/lib/gcc/$gnu/12" -Clink-arg=-fuse-ld=lld-19
    )
    settings=("CARGO_TARGET_${upper}_RUSTFLAGS=${flags[*]}")
    if [[ -n $runner ]]; then
        settings+=("CARGO_TARGET_${upper}_RUNNER=$runner" "PROPTEST_CASES=$cases")
    fi
}

load_target() {
    load_rust
    load_tool clang-19 clang-19
    load_tool lld-19 ld.lld-19
    choose "$1"
    [[ -z $runner ]] || load_tool qemu-user-static "$runner"
    load_foreign "$architecture" "$triple"
}

# judge LOG STATUS: counts the tests of a run, and fails if one failed, if there was none, or if the run ended badly.
judge() {
    read -r passed failed ignored filtered < <(awk '
        /^test result:/ { passed += $4; failed += $6; ignored += $8; filtered += $12 }
        END { print passed + 0, failed + 0, ignored + 0, filtered + 0 }' "$1")
    (($2 == 0 && failed == 0 && passed > 0))
}

# Sets `cpu` to the seconds of CPU time that this script's programs have taken: what a busy machine does not change.
measure() {
    times >"$work/times"
    cpu=$(awk -F'[ms ]+' 'NR == 2 { print int($1 * 60 + $2 + $3 * 60 + $4) }' "$work/times")
}

# record NAME COMMAND...: runs tests and adds a row to the table.
record() {
    local name=$1 start=$SECONDS status=0 verdict=passed cpu before
    local log=$work/logs/${1// /-}
    shift
    measure
    before=$cpu
    "$@" >"$log" 2>&1 </dev/null || status=$?
    measure
    if ! judge "$log" "$status"; then
        failures=$((failures + 1))
        verdict="FAILED (exit code $status)"
        ((passed + failed > 0)) || verdict="FAILED (no test ran, exit code $status)"
        grep -E '^(error|test .*FAILED|---- |thread .*panicked)|signal|not ' "$log" | tail -n 40 || tail -n 20 "$log"
    fi
    local seconds=$((SECONDS - start))
    printf '%s: %d passed, %d failed, %d skipped, %d s: %s\n' "$name" "$passed" "$failed" $((ignored + filtered)) "$seconds" "$verdict"
    rows+=("| $name | $((passed + failed)) | $passed | $((ignored + filtered)) | $seconds | $((cpu - before)) |")
}

skip() {
    skips+=("$1")
    printf 'skipped: %s\n' "$1"
}

# expect_failure NAME COMMAND...: a test of this script. The run must be judged bad; with FAILING set, for exactly these tests.
expect_failure() {
    local name=$1 status=0 log=$work/logs/self-test
    shift
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if judge "$log" "$status"; then
        printf 'SELF-TEST: %s: not seen to fail\n' "$name"
        failures=$((failures + 1))
    fi
}

# self_test TARGET TEST...: of ci/long/processors/self_test.rs, exactly the tests named must fail on the target.
self_test() {
    local name=$1 program=$work/self-test-$1 status=0 log=$work/logs/self-test-$1 found
    shift
    old_cargo rustc --edition 2024 --test --target "$triple" "${flags[@]}" -o "$program" ci/long/processors/self_test.rs
    ${runner:+"$runner"} "$program" >"$log" 2>&1 || status=$?
    found=$(sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$log" | sort | paste -sd' ')
    if [[ $found != "$*" ]] || { [[ -n $found ]] && judge "$log" "$status"; } ||
        { [[ -z $found ]] && ! judge "$log" "$status"; }; then
        printf 'SELF-TEST: %s: failed: "%s", and not "%s"\n' "$name" "$found" "$*"
        failures=$((failures + 1))
    fi
    expect_failure "$name without a test" ${runner:+"$runner"} "$program" no_test_has_this_name
    printf 'self-test of %s: of three tests, failed on purpose: %s\n' "$name" "${found:-none}"
}

foreign() {
    load_target "$1"
    case $1 in
        aarch64) self_test "$1" ;;
        s390x) self_test "$1" the_first_byte_is_the_lowest ;;
        i686) self_test "$1" addresses_have_64_bits ;;
    esac
    local left_out=()
    if [[ -n $runner ]]; then
        left_out=("${slow[@]/#/--skip=}" "${unfit[@]/#/--skip=}")
        skip "$1: ${slow[*]} ${unfit[*]}"
        printf '%s: emulated, so that random tests draw %d cases\n' "$1" "$cases"
    fi
    skip "$1: doctests, which Rust $version runs for its own machine only"
    printf '%s: building\n' "$1"
    local start=$SECONDS
    old_cargo env "${settings[@]}" cargo test --quiet --locked --target "$triple" "${libraries[@]/#/--package=}" \
        --lib --tests --no-run
    printf '%s: built in %d s\n' "$1" $((SECONDS - start))
    record "$1" old_cargo env "${settings[@]}" CHESS_BACKENDS=portable cargo test --locked --no-fail-fast \
        --target "$triple" "${libraries[@]/#/--package=}" --lib --tests -- "${left_out[@]}"
}

# The libraries without std have no test harness there: the program tests/bare checks itself, and counts leaves.
wasm() {
    if ! command -v node >/dev/null; then
        skip 'wasm: there is no Node'
        return
    fi
    load_rust
    load_tool lld-19 wasm-ld-19
    load_sources
    skip 'wasm: the test suites, for want of a standard library'
    local features name program=$work/wasm/wasm32-unknown-unknown/release/bare.wasm
    cp Cargo.lock tests/bare
    for features in tables ''; do
        name="wasm, ${features:-without tables}"
        old_cargo env RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 cargo build --quiet \
            -Zbuild-std=core,alloc --target wasm32-unknown-unknown --manifest-path tests/bare/Cargo.toml \
            --target-dir "$work/wasm" --release --no-default-features --features "$features"
        expect_failure "$name with wrong counts" node ci/long/processors/wasm.mjs "$program" wrong
        record "$name" node ci/long/processors/wasm.mjs "$program"
    done
}

# A program without std on s390x: perft, tables that were filled on x86-64, text, packed positions and keys of books.
program() {
    load_target s390x
    self_test s390x the_first_byte_is_the_lowest
    cp Cargo.lock tests/bare
    # The compiled `core` names functions for unwinding. On the native machine the compiler adds their library by itself.
    settings[0]+=' -Clink-arg=-Wl,-Bstatic -Clink-arg=-lgcc_eh -Clink-arg=-lc'
    record 's390x, a program without std' old_cargo env "${settings[@]}" bash -c '
        cargo build --manifest-path tests/bare/Cargo.toml --target "$1" --target-dir "$2" &&
        "$3" "$2/$1/debug/bare" && echo "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"' \
        bash "$triple" "$work/no-std" "$runner"
}

# test_programs ARGUMENT...: builds tests, and prints the package and the program of each.
test_programs() {
    cargo test --locked --no-run --message-format=json "$@" |
        sed -n 's/.*"package_id":"[^"]*\/\([^"/#]*\)#.*"executable":"\([^"]*\)".*/\1 \2/p'
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

# hidden NAME PROGRAMS BACKENDS ...: a row of the table by `run_programs`. A test has to have said the backends, too.
hidden() {
    local name="x86-64, $1" backends=$3
    shift
    record "$name" run_programs "$@"
    if ! grep -q "backends: $backends\$" "$work/logs/${name// /-}"; then
        printf '%s: it was not seen to have the backends %s\n' "$name" "$backends"
        failures=$((failures + 1))
    else
        printf '    backends: %s\n' "$backends"
    fi
}

# emulated PROGRAMS CPU BACKENDS ARGUMENT...: tests on an emulated processor, which stops at an instruction that it lacks.
emulated() {
    local programs=$1 cpu=$2 backends=$3 tunables=
    shift 3
    # The C library takes it for granted that a processor with AVX2 has BMI1.
    [[ $cpu != *-bmi1* ]] || tunables=glibc.cpu.hwcaps=-AVX2,-BMI2
    hidden "emulated, ${cpu/max,-/without }" "$programs" "$backends" GLIBC_TUNABLES="$tunables" PROPTEST_CASES="$cases" \
        qemu-x86_64-static -cpu "$cpu" -- "$@"
}

# asked PROGRAMS FEATURE BACKENDS ARGUMENT...: tests on this processor, which denies that it has the feature.
asked() {
    local programs=$1 feature=$2 backends=$3
    shift 3
    hidden "$feature hidden" "$programs" "$backends" HIDE="$feature" LD_PRELOAD="$work/hide.so" -- "$@"
}

# has_all COMMAND...
has_all() {
    local name
    for name; do
        command -v "$name" >/dev/null || return 1
    done
}

# What this processor can be made to deny: the kernel has to let CPUID trap.
build_hide() {
    grep -qw cpuid_fault /proc/cpuinfo && command -v gcc >/dev/null &&
        gcc -O1 -shared -fPIC -o "$work/hide.so" ci/long/processors/hide.c && HIDE=bmi2 LD_PRELOAD="$work/hide.so" /bin/true
}

# hide_each PROGRAMS ARGUMENT...: each feature that decides about a backend, hidden alone.
hide_each() {
    local programs=$1 feature
    shift
    local avx512=(f dq cd bw vl vbmi vbmi2 bitalg vpopcntdq)
    if ! grep -qw avx512_vpopcntdq /proc/cpuinfo; then
        skip 'x86-64: AVX-512, which this processor lacks'
    else
        for feature in "${avx512[@]/#/avx512}" gfni; do
            asked "$programs" "$feature" 'avx2 bmi2 portable' "$@"
        done
    fi
    asked "$programs" avx2 'bmi2 portable' "$@"
    for feature in bmi1 bmi2 lzcnt popcnt; do
        asked "$programs" "$feature" portable "$@"
    done
}

# self_test_backends PROGRAMS RUNNER...: the expectation of other backends than there are must be seen to fail, and a run without
# a test.
self_test_backends() {
    local programs=$1
    shift
    expect_failure "x86-64 with other backends, $*" run_programs "$programs" 'no such' "$@" -- best_backend
    expect_failure "x86-64 without a test, $*" run_programs "$programs" portable "$@" -- no_test_has_this_name
    printf 'self-test of x86-64: other backends than expected, and no test, are failures\n'
}

x86_64() {
    load_tool qemu-user-static qemu-x86_64-static
    local programs movegen cpu
    programs=$(test_programs "${choosers[@]/#/--package=}" --lib --tests)
    movegen=$(grep -E '^chess-movegen .*/it-' <<<"$programs")
    self_test_backends "$movegen" qemu-x86_64-static -cpu qemu64
    # All tests on each backend, then the choice with each feature hidden.
    if grep -qw avx512_vpopcntdq /proc/cpuinfo; then
        hidden 'this processor' "$programs" 'avx512 avx2 bmi2 portable' --
    fi
    if build_hide; then
        self_test_backends "$movegen" HIDE=avx2 LD_PRELOAD="$work/hide.so"
        ! grep -qw avx512_vpopcntdq /proc/cpuinfo || asked "$programs" avx512f 'avx2 bmi2 portable'
        asked "$programs" avx2 'bmi2 portable'
        asked "$programs" bmi2 portable
        hide_each "$movegen" backends::
    else
        skip 'x86-64: features hidden natively, since CPUID does not trap here'
    fi
    skip "x86-64, emulated: AVX-512, which the emulator lacks, and ${slow[*]}"
    emulated "$programs" max 'avx2 bmi2 portable' "${slow[@]/#/--skip=}"
    emulated "$programs" EPYC-Rome 'avx2 portable' "${slow[@]/#/--skip=}"
    emulated "$programs" qemu64 portable "${slow[@]/#/--skip=}"
    emulated "$movegen" max,-avx2 'bmi2 portable' backends::
    for cpu in bmi1 bmi2 abm popcnt; do
        emulated "$movegen" "max,-$cpu" portable backends::
    done
}

# The gate's part: the tests of backends, by the program that is there for the workspace.
sample() {
    local movegen
    movegen=$(test_programs --workspace | grep -E '^chess-movegen .*/it-')
    skip 'x86-64: all tests but those of the choice of a backend'
    if build_hide; then
        self_test_backends "$movegen" HIDE=avx2 LD_PRELOAD="$work/hide.so"
        hide_each "$movegen" backends::
    else
        skip 'x86-64: features hidden natively, since CPUID does not trap here'
    fi
    if command -v qemu-x86_64-static >/dev/null; then
        self_test_backends "$movegen" qemu-x86_64-static -cpu qemu64
        emulated "$movegen" EPYC-Rome 'avx2 portable' backends::
        emulated "$movegen" qemu64 portable backends::
    else
        skip 'x86-64, emulated: there is no qemu-x86_64-static'
    fi
}

case ${1:-} in
    load)
        load_target s390x
        exit
        ;;
    is-there)
        [[ -x $rust/usr/bin/cargo && -d $work/s390x ]] && has_all clang-19 ld.lld-19 qemu-s390x-static
        exit
        ;;
    can-hide)
        build_hide || has_all qemu-x86_64-static
        exit
        ;;
esac
(($#)) || set -- aarch64 s390x i686 wasm x86-64
for target; do
    case $target in
        aarch64 | s390x | i686) foreign "$target" ;;
        wasm | program | sample) "$target" ;;
        x86-64) x86_64 ;;
        *)
            printf 'no target: %s\n' "$target" >&2
            exit 2
            ;;
    esac
done

printf '\n| target | tests | passed | skipped | seconds | of CPU time |\n|---|---|---|---|---|---|\n'
printf '%s\n' "${rows[@]}"
printf '\n'
((failures == 0)) || printf 'FAILED: %d\n' "$failures"
printf -v names '; %s' "${skips[@]:-nothing}"
printf 'skipped: %s\n' "${names:2}"
((failures == 0 && ${#rows[@]} > 0))
