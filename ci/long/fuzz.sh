#!/usr/bin/env bash
# Each fuzz target for some seconds on all cores: `bash ci/long/fuzz.sh [SECONDS] [TARGET...]`, 600 of them and all targets by default.
#
# Inputs stay in fuzz/found, so that the next run goes on there. A failing input is left in fuzz/artifacts; the run goes on and fails at its
# end. It builds the targets with libFuzzer's instrumentation, with cargo-fuzz and a nightly toolchain where they exist, otherwise with
# the stable compiler and without the address sanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../fuzz"

seconds=${1:-600}
targets=("${@:2}")
corpus() { cargo run --quiet --manifest-path targets/Cargo.toml -- "$@"; }
((${#targets[@]} > 0)) || mapfile -t targets < <(corpus targets)
host=$(rustc -vV | sed -n 's/^host: //p')
if cargo +nightly fuzz --version &>/dev/null; then
    cargo +nightly fuzz build
else
    flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
    flags+=" -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions --cfg fuzzing"
    RUSTFLAGS=$flags cargo build --quiet --release --target "$host" --target-dir target
fi

failed=()
printf '| target | executions | new inputs | exit code |\n|---|--:|--:|--:|\n'
for target in "${targets[@]}"; do
    mkdir -p "found/$target" "artifacts/$target"
    corpus unpack "$target" "found/$target" >/dev/null
    options=("-fork=$(nproc)" "-max_total_time=$seconds" -timeout=600 -ignore_timeouts=1 "-artifact_prefix=artifacts/$target/")
    [[ ! -s found/$target.dict ]] || options+=("-dict=found/$target.dict")
    before=$(find "found/$target" -type f | wc -l) status=0
    "target/$host/release/$target" "found/$target" "${options[@]}" &>"artifacts/$target.log" || status=$?
    ((status == 0)) || failed+=("$target")
    # The last line of libFuzzer that begins with a count of executions.
    printf '| %s | %s | %d | %d |\n' "$target" "$(grep -oE '^#[0-9]+' "artifacts/$target.log" | tail -1 | tr -d '#')" \
        $(($(find "found/$target" -type f | wc -l) - before)) "$status"
done
((${#failed[@]} == 0)) || { printf 'failed, see fuzz/artifacts: %s\n' "${failed[*]}"; exit 1; }
printf '%d targets, nothing found\n' "${#targets[@]}"
