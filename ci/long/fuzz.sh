#!/usr/bin/env bash
# Each fuzz target for some seconds: `bash ci/long/fuzz.sh [SECONDS] [TARGET...]`, 600 of them and all targets by default.
#
# It needs a nightly toolchain and cargo-fuzz, and installs neither: see fuzz/README.md. The first input that fails ends
# the run and is left in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../fuzz"

seconds=${1:-600}
targets=("${@:2}")
if ((${#targets[@]} == 0)); then
    targets=(fuzz_targets/*.rs)
    targets=("${targets[@]##*/}")
    targets=("${targets[@]%.rs}")
fi
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
    cargo +nightly fuzz run "$target" "found/$target" "${seeds[@]}" -- "${arguments[@]}"
done
