#!/usr/bin/env bash
# Each fuzz target for some seconds: `bash ci/long/fuzz.sh [SECONDS] [TARGET...]`, 600 of them and all targets by default.
#
# Targets take turns, on all cores: a slice of SLICE seconds (60) each, first the target whose last slice is the longest ago. Each
# slice is a line of fuzz/found/slices.tsv (its end, target, executions, new inputs, findings and exit code), and its inputs stay,
# so that a run goes on where the last one stopped. An interrupted run counts the unfinished part of its slices. WORKERS is the
# number of slices at once. The last lines are a table of the run.
#
# It needs a nightly toolchain. Without cargo-fuzz, which it does not install, it builds the targets with the same
# instrumentation, but without the address sanitizer. A failing input is left in fuzz/artifacts, and the run goes on, fails at its
# end and lists it.
#
# For its own test, the variables FOUND and ARTIFACTS name other folders, PROGRAMS one with programs to run instead of building
# them, and CORPUS the program that unpacks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../fuzz"

seconds=${1:-600}
targets=("${@:2}")
slice=${SLICE:-60}
workers=${WORKERS:-$(nproc)}
found=${FOUND:-found}
artifacts=${ARTIFACTS:-artifacts}
slices=$found/slices.tsv
if [[ -n ${CORPUS:-} ]]; then
    corpus=("$CORPUS")
else
    corpus=(cargo run --quiet --manifest-path targets/Cargo.toml --)
fi

if ((${#targets[@]} == 0)); then
    mapfile -t targets < <("${corpus[@]}" targets)
fi

build() {
    programs=${PROGRAMS:-}
    if [[ -n $programs ]]; then
        return
    fi
    local host flags
    host=$(rustc +nightly -vV | sed -n 's/^host: //p')
    programs=target/$host/release
    if cargo +nightly fuzz --version &>/dev/null; then
        cargo +nightly fuzz build
        return
    fi
    flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
    flags+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
    flags+=" -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions --cfg fuzzing"
    RUSTFLAGS=$flags cargo +nightly build --quiet --release --target "$host" --target-dir target
}

# The number of failing inputs of a target. Inputs that were only slow do not count.
failing() {
    find "$artifacts/$1" -type f ! -name 'slow-unit-*' | wc -l
}

# The next target: one that no other worker has, and whose last slice is the longest ago.
next_target() {
    local busy
    busy=$(cat "$turns"/* 2>/dev/null || true)
    tail -n +1 "$slices" | awk -F '\t' -v all="${targets[*]}" -v busy="$busy" '
        BEGIN { count = split(all, names, " "); split(busy, others, "\n"); for (i in others) is_busy[others[i]] = 1 }
        { last[$2] = NR }
        END {
            for (i = 1; i <= count; i++) {
                free = !(names[i] in is_busy)
                if (best == "" || free > best_free || (free == best_free && last[names[i]] < last[best])) {
                    best = names[i]
                    best_free = free
                }
            }
            print best
        }'
}

# run_slice WORKER TARGET SECONDS: fuzzes, and adds a line to the slices.
run_slice() {
    local worker=$1 target=$2 arguments before status=0 count
    arguments=("-max_total_time=$3" -print_final_stats=1 -timeout=600 "-artifact_prefix=$artifacts/$target/")
    [[ ! -f dictionaries/$target.dict ]] || arguments+=("-dict=dictionaries/$target.dict")
    mkdir -p "$artifacts/$target" "$found/$target"
    before=$(failing "$target")
    "$programs/$target" "$found/$target" "${arguments[@]}" &>"$turns.$worker.log" || status=$?
    # 72 is the fuzzer's exit code after an interrupt. An input that fails again counts as found again.
    count=$(($(failing "$target") - before))
    if ((count == 0)) && [[ $status != @(0|72|130|143) ]]; then
        count=1
    fi
    if ((status != 0)); then
        cp "$turns.$worker.log" "$artifacts/$target.log"
    fi
    statistic() { sed -n "s/^stat::$1: *//p" "$turns.$worker.log"; }
    printf '%s\t%s\t%d\t%d\t%d\t%d\n' "$(date -u +%FT%TZ)" "$target" "$(statistic number_of_executed_units)" \
        "$(statistic new_units_added)" "$count" "$status" >>"$slices"
}

work() {
    local worker=$1 left target
    while left=$((end - $(date +%s))) && ((left > 0)) && [[ ! -e $turns.stop ]]; do
        exec 7>"$turns.lock"
        flock 7
        target=$(next_target)
        echo "$target" >"$turns/$worker"
        exec 7>&-
        run_slice "$worker" "$target" $((left < slice ? left : slice))
        rm -f "$turns/$worker"
    done
}

# Ends the running slices, which are counted up to now. Background jobs do not receive Ctrl-C.
stop() {
    local pid
    touch "$turns.stop"
    for pid in $(jobs -p); do
        pkill -INT -P "$pid" || true
    done
}

turns=$(mktemp -d)
trap 'rm -rf "$turns" "$turns".*' EXIT
touch "$turns.begin"
mkdir -p "$found" "$artifacts"
touch "$slices"
build
for target in "${targets[@]}"; do
    [[ -x $programs/$target ]] || { printf 'there is no target %s\n' "$target" >&2; exit 2; }
    "${corpus[@]}" unpack "$target" "$found/$target" >/dev/null
done

trap stop INT TERM
first=$(($(wc -l <"$slices") + 1))
end=$(($(date +%s) + seconds * ${#targets[@]} / workers))
for ((worker = 0; worker < workers; worker++)); do
    work "$worker" &
done
until wait; do :; done

printf '| target | executions | new inputs | findings |\n|---|--:|--:|--:|\n'
tail -n "+$first" "$slices" | awk -F '\t' -v all="${targets[*]} sum" '
    { for (i = 3; i <= 5; i++) { sums[$2, i] += $i; sums["sum", i] += $i } }
    END {
        count = split(all, names, " ")
        for (i = 1; i <= count; i++) {
            printf "| %s | %d | %d | %d |\n", names[i], sums[names[i], 3], sums[names[i], 4], sums[names[i], 5]
        }
    }'
findings=$(tail -n "+$first" "$slices" | awk -F '\t' '{ sum += $5 } END { print sum + 0 }')
if ((findings > 0)); then
    printf '%d findings:\n' "$findings"
    find "$artifacts" -type f ! -name 'slow-unit-*' ! -name '*.log' -newer "$turns.begin" | sort
    exit 1
fi
if [[ -e $turns.stop ]]; then
    echo 'interrupted; nothing found'
    exit 130
fi
echo 'nothing found; nothing skipped'
