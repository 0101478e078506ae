#!/usr/bin/env bash
# Models of the synchronisation that the crates have written by hand: `bash ci/long/models.sh [MORE]`.
#
# Loom runs each scenario in all interleavings of its threads with so many more preemptions than `short` (default: 1). Then it
# weakens each ordering, fence, store, read-modify-write and notification that the scenarios reach, and one of them must fail.
# `bash ci/long/models.sh short` omits chess-data and the program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target=${CARGO_TARGET_DIR:-target}
packages=(chess-models chess-search chess-movegen-perft)
skipped=()
if [[ ${1:-} == short ]]; then
    more=0
    skipped+=('chess-data and chess-cli: they take long to compile; bash ci/long/models.sh')
else
    more=${1:-1}
    packages+=(chess-data chess-cli)
fi
folders=(crates/chess-models/src)
for package in "${packages[@]:1}"; do
    folders+=("crates/$package/src")
done

# The page lists every file with its own synchronisation, with its model or the reason why it has none.
unknown=0
while IFS= read -r file; do
    if ! grep -qF "\`${file#crates/}\`" docs/checks/models.md; then
        printf '%s uses atomic words or condition variables, and docs/checks/models.md does not name it\n' "$file" >&2
        unknown=1
    fi
done < <(grep -rlE '\b(Atomic(Bool|U8|U32|U64|Usize)|Condvar)\b' crates/*/src --include='*.rs' | grep -vE '/(models|sync)\.rs$|^crates/chess-models/')
((unknown == 0))

mkdir -p "$target"
log=$target/models.log
start=$SECONDS
: >"$log"
# One package after another: together they would be compiled once more, with the features that any of them enables.
for package in "${packages[@]}"; do
    RUSTC_WORKSPACE_WRAPPER=$PWD/ci/long/rustc-loom.sh MODELS_MORE_PREEMPTIONS=$more RUST_BACKTRACE=0 \
        cargo test --lib --package "$package" -- --nocapture --test-threads=1 models:: self_test:: 2>&1 | tee -a "$log"
done

# No model may vanish unseen.
written=$({ grep -rhE '^ *#\[test\]' "${folders[0]}"; grep -rhE '^#\[test\]' "${folders[@]:1}" --include=models.rs; } | wc -l)
run=$(awk '/^test result: ok/ { passed += $4 } END { print passed + 0 }' "$log")
if ((written != run)); then
    printf '%d tests of models are written, and %d have run\n' "$written" "$run" >&2
    exit 1
fi
awk -F ' [|] ' -v seconds=$((SECONDS - start)) -v packages="${#packages[@]}" '
    # The self-tests of chess-models show failures on purpose.
    /^ *Running .*chess_models/ { is_self = 1 }
    /^ *Running / && !/chess_models/ { is_self = 0 }
    is_self { next }
    /(^|[. ])model [|] / { models++; interleavings += $4 }
    /(^|[. ])weakened [|] / && $3 == "caught" { caught++ }
    /(^|[. ])weakened [|] / && $3 == "harmless" { harmless++ }
    /(^|[. ])weakened [|] / && $3 ~ /CAUGHT/ { wrong++ }
    END {
        printf "%d scenarios, %d interleavings; %d weakenings caught, %d harmless, %d not as expected; %d s\n",
            models, interleavings, caught, harmless, wrong, seconds
        exit !(models && caught && !wrong)
    }' "$log"
((${#skipped[@]} == 0)) || printf 'skipped: %s\n' "${skipped[@]}"
printf '%d skipped\n' "${#skipped[@]}"
