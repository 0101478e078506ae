#!/usr/bin/env bash
# Runs the commands of the table in ci/long/README.md in turn, and writes the date, the result, the seconds and the last line of
# each into its row: `bash ci/long/all.sh [TEXT]`, only rows with TEXT. Outputs are in target/long. Rows that passed today are left
# out, so that an interrupted run goes on. The result of a row of tests of which none ran is `NO TEST`, and fails; where something was
# skipped, the result says how often; where all was, it is `SKIPPED`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

table=ci/long/README.md
logs=${CARGO_TARGET_DIR:-target}/long
mkdir -p "$logs"
failed=0
# A test prints what it skips, which its harness would hide.
export RUST_TEST_NOCAPTURE=1

# counts LOG: the number of tests that ran, of Rust, Python and Node, or `-` without a harness, and how often something was skipped.
counts() {
    awk '
        /^test result: / { harness = 1; ran += $4 + $6 }
        /^(#|ℹ) tests / { harness = 1; ran += $3 }
        /^(#|ℹ) skipped / { skipped += $3 }
        / in [0-9.]+s( |$)/ && match($0, /[0-9]+ passed/) { harness = 1; ran += substr($0, RSTART) + 0 }
        / in [0-9.]+s( |$)/ && match($0, /[0-9]+ skipped/) { skipped += substr($0, RSTART) + 0 }
        /(^| )skipped: / { skipped++ }
        END { print harness ? ran + 0 : "-", skipped + 0 }' "$1"
}

mapfile -t rows < <(grep -F "${1:-}" "$table" | grep '^| `')
for row in "${rows[@]}"; do
    IFS='|' read -r _ command check control date result _ <<<"$row"
    command=$(cut -d '`' -f 2 <<<"$command")
    [[ ${date// /}${result// /} != "$(date +%F)passed"* ]] || continue
    printf '== %s\n' "$command"
    start=$SECONDS result=passed log=$logs/$(tr -cs 'a-zA-Z0-9\n' - <<<"$command" | cut -c 1-80).log
    bash -c "$command" &>"$log" </dev/null || { result=FAILED; failed=1; }
    read -r ran skipped < <(counts "$log")
    [[ $result == FAILED || $ran != 0 ]] || { result='NO TEST'; failed=1; }
    ((skipped == 0)) || result+=", $skipped skipped"
    ! grep -q '^skipped: all' "$log" || result=SKIPPED
    last=$(grep -v '^ *$' "$log" | tail -1 | tr '|\\&' '/  ' | cut -c 1-120)
    new="| \`$command\` |$check|$control| $(date +%F) | $result | $((SECONDS - start)) | $last |"
    printf '%s\n' "$new"
    awk -v "start=| \`$command\` |" -v "new=$new" 'index($0, start) == 1 { $0 = new } { print }' "$table" >"$table.new"
    mv "$table.new" "$table"
done
exit "$failed"
