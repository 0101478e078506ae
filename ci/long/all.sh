#!/usr/bin/env bash
# Every long check in turn: `bash ci/long/all.sh [FUZZ_SECONDS] [MUTANTS_SHARD]`, by default 60 seconds for each fuzz target, and
# shard 0/100 of the mutants. It goes on where it stopped; `bash ci/long/all.sh again` begins anew.
#
# It writes a line for each check into target/long/table.md: the command, the date, whether it passed, the seconds that it took
# and its last line. Outputs are in the same folder.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

out=${CARGO_TARGET_DIR:-target}/long
[[ ${1:-} != again ]] || { rm -rf "$out"; shift; }
mkdir -p "$out"
table=$out/table.md
[[ -e $table ]] || printf '| command | date | result | seconds | last line |\n|---|---|---|---:|---|\n' >"$table"
failed=0

# check COMMAND...: runs it, unless the table has it.
check() {
    ! grep -qF "| \`$*\` |" "$table" || return 0
    printf '== %s\n' "$*"
    local start=$SECONDS result=passed log
    log=$out/$(tr -cs 'a-z0-9\n' - <<<"$*").log
    "$@" &>"$log" </dev/null || { result=FAILED; failed=1; }
    printf '| `%s` | %s | %s | %d | %s |\n' "$*" "$(date +%F)" "$result" $((SECONDS - start)) \
        "$(grep -v '^ *$' "$log" | tail -1 | tr '|' '/' | cut -c 1-160)" | tee -a "$table"
}

check bash ci/long/tests.sh
check bash ci/long/variants.sh
check bash ci/long/minimal-versions.sh
check bash ci/long/supply-chain.sh
check bash ci/long/perft-suites.sh
check bash ci/long/picker.sh
check bash ci/long/unmoves.sh
check bash ci/long/models.sh
check bash ci/long/thread-sanitizer.sh
check bash ci/long/processors.sh
check bash ci/long/faults.sh
check bash ci/long/bitflips.sh
check bash ci/long/endgames.sh
check bash ci/long/endgame-wins.sh
check bash ci/long/ladder.sh
check bash ci/long/games.sh 10
check bash ci/long/readers.sh
check python3 ci/long/scores.py ../shared/data/games/engines_{tcec_match2,tcec_tournament1,chessgui_redqueen}.pgn
check bash ci/long/peers.sh
check bash ci/long/clusters.sh
check bash wasm/build.sh test
check bash wasm/build.sh page
check bash wasm/browser.sh test
check bash ci/long/mutants.sh shard "${2:-0/100}"
check bash ci/long/fuzz.sh "${1:-60}"
printf '\n'
cat "$table"
exit "$failed"
