#!/usr/bin/env bash
# Each fuzz target for some seconds: `bash ci/long/fuzz.sh [SECONDS] [TARGET...]`, 600 of them and all targets by default.
#
# It needs a nightly toolchain. Without cargo-fuzz, which it does not install, it builds the targets with the same
# instrumentation, but without the address sanitizer. The first input that fails ends the run and is left in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../fuzz"

seconds=${1:-600}
targets=("${@:2}")
if ((${#targets[@]} == 0)); then
    targets=(fuzz_targets/*.rs)
    targets=("${targets[@]##*/}")
    targets=("${targets[@]%.rs}")
fi

# Runs a target on its folders with the fuzzer's arguments.
run() {
    local target=$1 folders=("${@:2}")
    if cargo +nightly fuzz --version >/dev/null 2>&1; then
        cargo +nightly fuzz run "$target" "${folders[@]}" -- "${arguments[@]}"
        return
    fi
    local host flags
    host=$(rustc +nightly -vV | sed -n 's/^host: //p')
    flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
    flags+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
    flags+=" -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions --cfg fuzzing"
    RUSTFLAGS=$flags cargo +nightly build --quiet --release --target "$host" --target-dir target --bin "$target"
    mkdir -p "artifacts/$target"
    "target/$host/release/$target" "${folders[@]}" "${arguments[@]}" "-artifact_prefix=artifacts/$target/"
}

for target in "${targets[@]}"; do
    arguments=("-max_total_time=$seconds")
    if [[ -f dictionaries/$target.dict ]]; then
        arguments+=("-dict=dictionaries/$target.dict")
    fi
    seeds=()
    if [[ -d seeds/$target ]]; then
        seeds=("seeds/$target")
    fi
    cargo run --quiet --manifest-path targets/Cargo.toml -- unpack "$target" "found/$target"
    run "$target" "found/$target" "${seeds[@]}"
done
