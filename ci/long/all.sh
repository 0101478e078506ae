#!/usr/bin/env bash
# Runs the commands of the table in ci/long/README.md in turn, and writes the date, the result, the seconds and the last line of
# each into its row: `bash ci/long/all.sh [TEXT]`, only rows with TEXT. Outputs are in target/long. Rows that passed today are left
# out, so that an interrupted run goes on.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

table=ci/long/README.md
logs=${CARGO_TARGET_DIR:-target}/long
mkdir -p "$logs"
failed=0
mapfile -t rows < <(grep -F "${1:-}" "$table" | grep '^| `')
for row in "${rows[@]}"; do
    IFS='|' read -r _ command check date result _ <<<"$row"
    command=$(cut -d '`' -f 2 <<<"$command")
    [[ ${date// /}${result// /} != "$(date +%F)passed" ]] || continue
    printf '== %s\n' "$command"
    start=$SECONDS result=passed log=$logs/$(tr -cs 'a-zA-Z0-9\n' - <<<"$command" | cut -c 1-80).log
    bash -c "$command" &>"$log" </dev/null || { result=FAILED; failed=1; }
    last=$(grep -v '^ *$' "$log" | tail -1 | tr '|\\&' '/  ' | cut -c 1-120)
    new="| \`$command\` |$check| $(date +%F) | $result | $((SECONDS - start)) | $last |"
    printf '%s\n' "$new"
    awk -v "start=| \`$command\` |" -v "new=$new" 'index($0, start) == 1 { $0 = new } { print }' "$table" >"$table.new"
    mv "$table.new" "$table"
done
exit "$failed"
