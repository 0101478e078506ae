#!/usr/bin/env bash
# Whether the longer checks can fail: `bash ci/long/controls.sh [NAME...]`, all of ci/long/controls/*.patch without a name.
#
# Each patch puts in one fault. Its head says what the fault is, then `row:` with a text of the check's row in ci/long/README.md,
# `run:` with the smallest part of the check that must fail, `expect:` with a text of its output which shows that it fails for this
# reason, and perhaps `needs:` with a condition without which the control is skipped. A patch is applied to the commit in a worktree
# below target/, and its run ends after LIMIT seconds (1800). The cell `control` of the row says when, at which commit and within how
# many seconds the check has failed, and how many of the processors that took; the first control of a kind compiles third-party
# crates as well. A patch that no longer applies is a failure.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

table=$PWD/ci/long/README.md
patches=$PWD/ci/long/controls
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target/controls
tree=$work/tree
export CARGO_TARGET_DIR=$work/target
commit=$(git rev-parse --short=8 HEAD)
mkdir -p "$CARGO_TARGET_DIR"
trap 'git worktree remove --force "$tree"' EXIT
# A run that was killed has left its own.
rm -rf "$tree"
git worktree add --quiet --force --detach "$tree" HEAD || exit
# What the checks load and install is theirs as well, and files of other programs.
for name in tools old-rust processors games-venv terminal-venv clusters; do
    mkdir -p "$target/$name"
    [[ -e $CARGO_TARGET_DIR/$name ]] || ln -s "$target/$name" "$CARGO_TARGET_DIR/$name"
done
[[ ! -e ../shared ]] || ln -sfn "$(realpath ../shared)" "$work/shared"

# field NAME PATCH: the rest of the line of this name in the head of a patch.
field() {
    sed -n "/^diff /q; s/^$1: //p" "$2"
}

# note ROW TEXT: writes the cell `control` of the row.
note() {
    awk -F '|' -v OFS='|' -v "row=$1" -v "text= $2 " '/^\| `/ && index($2, row) { $4 = text } { print }' "$table" >"$table.new"
    mv "$table.new" "$table"
}

(($#)) || { mapfile -t names < <(basename -as .patch "$patches"/*.patch) && set -- "${names[@]}"; }
seen=0 failed=0 skipped=0
TIMEFORMAT='%U %S'
for name; do
    patch=$patches/$name.patch row=$(field row "$patch") needs=$(field needs "$patch") start=$SECONDS log=$work/$name.log
    : >"$work/times"
    git -C "$tree" checkout --quiet --force --detach "$commit" && git -C "$tree" clean -fdq
    if ! grep '^| `' "$table" | cut -d '|' -f 2 | grep -qF -- "$row"; then
        verdict='FAILED: no such row'
    elif ! git -C "$tree" apply "$patch"; then
        verdict='FAILED: the patch does not apply'
    elif ! (cd "$tree" && bash -c "${needs:-true}"); then
        printf 'skipped: %s: needs %s\n' "$name" "$needs"
        skipped=$((skipped + 1))
        continue
    elif { time { (cd "$tree" && timeout "${LIMIT:-1800}" bash -c "$(field run "$patch")") &>"$log" </dev/null; }; } 2>"$work/times"; then
        verdict='FAILED: the fault is not noticed'
    elif ! grep -qF -- "$(field expect "$patch")" "$log"; then
        verdict='FAILED: another failure than expected'
    else
        verdict=noticed
        seen=$((seen + 1))
    fi
    [[ $verdict == noticed ]] || failed=$((failed + 1))
    took="$((SECONDS - start)) s, $(awk '{ printf "%d", $1 + $2 }' "$work/times") s of processors"
    printf '%s: %s, %s\n' "$name" "$verdict" "$took"
    note "$row" "$(date +%F), $commit: $name $verdict, $took"
done
printf '%d faults noticed, %d controls failed, %d skipped; rows without a control:\n' "$seen" "$failed" "$skipped"
grep '^| `' "$table" | cut -d '|' -f 2 | grep -vFf <(for patch in "$patches"/*.patch; do field row "$patch"; done)
((failed == 0))
