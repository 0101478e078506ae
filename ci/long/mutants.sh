#!/usr/bin/env bash
# Small changes of the code that the tests of its package do not detect, by cargo-mutants: `bash ci/long/mutants.sh [REV] [OPTION...]`.
#
#   without REV   a thousandth of all, another one each day
#   with REV      those in lines that have changed since this revision; with the option `--shard 0/10`, a tenth of them
#
# Other options are passed on. The last line counts the mutants and lists those that no test has detected; it fails if there is one, and
# if no mutant was tested, as with `--list` or where all of them do not compile. `cat target/mutants.out/missed.txt` lists the missed
# ones line by line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${CARGO_TARGET_DIR:-$PWD/target}
cargo install --quiet --debug --locked --root "$target/tools" --version 27.1.0 cargo-mutants
export PATH=$target/tools/bin:$PATH

if [[ ${1:-} && $1 != -* ]]; then
    git diff "$1" -- 'crates/*/src/*' >"$target/mutants.diff"
    which=(--in-diff "$target/mutants.diff" "${@:2}")
else
    day=$(($(date +%s) / 86400))
    which=(--sharding round-robin --shard "$((day % 1000))/1000" "$@")
fi
rm -rf "$target/mutants.out"
status=0
cargo mutants --output "$target" --workspace --all-features "${which[@]}" || status=$?
# 2 is a mutant that was missed, and 3 one whose tests do not end, which detects it as well; both may have occurred.
case $status in 0 | 2 | 3) ;; *) exit "$status" ;; esac
list() { cat "$target/mutants.out/$1.txt" 2>/dev/null || true; }
printf '%s caught, %s without an end, %s do not compile, %s missed%s\n' "$(list caught | wc -l)" "$(list timeout | wc -l)" \
    "$(list unviable | wc -l)" "$(list missed | wc -l)" "$(list missed | sed 's/^/; /' | tr -d '\n')"
if [[ -z $(list caught)$(list timeout)$(list missed) ]]; then
    printf 'no mutant was tested\n'
    exit 1
fi
[[ -z $(list missed) ]]
