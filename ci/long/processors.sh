#!/usr/bin/env bash
# The libraries' tests on other processors, and on x86-64 with instructions hidden: `bash ci/long/processors.sh [TARGET...]`.
#
# A TARGET is aarch64, s390x (whose numbers have their highest byte first), i686 (addresses of 32 bits), wasm or x86-64; without one, all.
# LIBRARIES and TESTS are some of the libraries, and parts of names of tests, for the first three. Debian 12 on x86-64 is needed, and Node for wasm. It fails if a test fails, if a target runs no test, or if a machine has an unexpected
# set of backends.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

source ci/long/load.sh

# Groups of tests that are omitted on an emulated processor, by parts of their names: each would take longer than most of the
# others together, or counts seconds. The emulator reports that it has started a program which does not exist, for which the client's test
# waits, and a test does not start itself there.
slow=(
    a_game_may_have_a_million chunks_are_read_where_no_thread_starts
    changes::changes_are distinct::little_memory distinct::random_positions fen_oracle::any_ fen_oracle::fen_ _for_ever
    oracle::exactly position_ext::a_word moves::any_text moves::tolerated
    table::every_backend table::suites table::two client::an_engine_that_ends engine::threads_beyond
)
omitted=("${slow[@]/#/--skip=}")

# On the native machine, the compiler of this project's users; elsewhere Rust 1.85 with the libraries of the target, which lacks
# only features that x86-64 needs.
old_cargo() {
    CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_TEST_DEBUG=false CARGO_PROFILE_TEST_OPT_LEVEL=1 RUST_MIN_STACK=$((64 << 20)) \
        CARGO_TARGET_DIR=$work/build with_rust "$@"
}

# foreign TARGET ARCHITECTURE GNU [RUNNER]: all tests on another processor.
foreign() {
    local architecture=$2 gnu=$3 runner=${4:-} triple=$1-unknown-linux-gnu sysroot=$work/$2 flags left_out=() settings upper
    load_compilers
    load_foreign "$architecture" "$triple"
    # All of it is linked into the program, so that the emulator needs no foreign loader.
    flags=(
        -Ctarget-feature=+crt-static -Clinker=clang-19 "-Clink-arg=--target=$gnu" "-Clink-arg=--sysroot=$sysroot"
        "-Clink-arg=-B$sysroot/usr/lib/gcc/$gnu/12" "-Clink-arg=-L$sysroot/usr/lib/gcc/$gnu/12" -Clink-arg=-fuse-ld=lld-19
    )
    upper=${triple^^}
    settings=("CARGO_TARGET_${upper//-/_}_RUSTFLAGS=${flags[*]}" CHESS_BACKENDS=portable)
    if [[ -n $runner ]]; then
        load_tool qemu-user-static "$runner"
        settings+=("CARGO_TARGET_${upper//-/_}_RUNNER=$runner")
        left_out=("${omitted[@]}")
    fi
    local tests=(
        cargo test --locked --ignore-rust-version --target "$triple" "${libraries[@]/#/--package=}" --lib --tests
    )
    [[ " ${libraries[*]} " != *' chess-data '* ]] || tests+=(--features chess-data/arrow)
    old_cargo env "${settings[@]}" "${tests[@]}" --quiet --no-run
    record "$1" old_cargo env "${settings[@]}" "${tests[@]}" --no-fail-fast -- ${TESTS:-} "${left_out[@]}"
}

# The libraries without std have no test harness there: the program tests/bare checks itself.
wasm() {
    load_rust
    load_tool lld-19 wasm-ld-19
    load_sources
    local features program=$work/wasm/wasm32-unknown-unknown/release/bare.wasm
    cp Cargo.lock tests/bare
    for features in tables ''; do
        old_cargo env RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 cargo build --quiet --ignore-rust-version \
            -Zbuild-std=core,alloc --target wasm32-unknown-unknown --manifest-path tests/bare/Cargo.toml \
            --target-dir "$work/wasm" --release --no-default-features --features "$features"
        record "wasm, ${features:-without tables}" node -e '
            const program = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
            const failed = new WebAssembly.Instance(program).exports.main();
            console.log(`test result: ${1 - failed} ${1 - failed} passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out`);
        ' "$program"
    done
}

# run_programs BACKENDS PROGRAMS RUNNER ARGUMENT...: test programs, each in the folder of its package, on a processor that must have
# exactly these backends. RUNNER is a command with its arguments, or nothing.
run_programs() {
    local backends=$1 programs=$2 runner package program status=0
    read -ra runner <<<"$3"
    shift 3
    while read -r package program; do
        (cd "crates/$package" && env CHESS_BACKENDS="$backends" "${runner[@]}" "$program" --nocapture "$@" </dev/null) || status=1
    done <<<"$programs"
    return "$status"
}

# emulated CPU BACKENDS PROGRAMS ARGUMENT...: tests on an emulated processor, which stops at an instruction that it lacks.
emulated() {
    local tunables=
    # The C library assumes that a processor with AVX2 has BMI1.
    [[ $1 != *-bmi1* ]] || tunables=glibc.cpu.hwcaps=-AVX2,-BMI2
    record "x86-64, emulated, ${1/max,-/without }" run_programs "$2" "$3" \
        "GLIBC_TUNABLES=$tunables qemu-x86_64-static -cpu $1" "${@:4}"
}

# All tests on each backend, then the choice with each feature hidden. The emulator has no AVX-512.
x86_64() {
    load_tool qemu-user-static qemu-x86_64-static
    local programs movegen cpu
    programs=$(cargo test --locked --no-run --message-format=json --package=chess-{magic,movegen,movegen-perft,search} --lib --tests |
        sed -n 's/.*"package_id":"[^"]*\/\([^"/#]*\)#.*"executable":"\([^"]*\)".*/\1 \2/p')
    movegen=$(grep -E '^chess-movegen .*/it-' <<<"$programs")
    if grep -qw avx512_vpopcntdq /proc/cpuinfo; then
        record 'x86-64, this processor' run_programs 'avx512 avx2 portable' "$programs" ''
    else
        printf 'skipped: AVX-512, which this processor lacks\n'
    fi
    emulated max 'avx2 portable' "$programs" "${omitted[@]}"
    emulated EPYC-Rome 'avx2 portable' "$programs" "${omitted[@]}"
    emulated qemu64 portable "$programs" "${omitted[@]}"
    for cpu in bmi1 bmi2 abm popcnt avx2; do
        emulated "max,-$cpu" portable "$movegen" backends::
    done
}

(($#)) || set -- aarch64 s390x i686 wasm x86-64
for target; do
    case $target in
        aarch64) foreign aarch64 arm64 aarch64-linux-gnu qemu-aarch64-static ;;
        s390x) foreign s390x s390x s390x-linux-gnu qemu-s390x-static ;;
        # 32-bit x86 runs on x86-64 itself.
        i686) foreign i686 i386 i686-linux-gnu ;;
        wasm) wasm ;;
        x86-64) x86_64 ;;
        *) printf 'no target: %s\n' "$target" >&2; exit 2 ;;
    esac
done

report "on emulated processors without ${slow[*]}"
