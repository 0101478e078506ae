#!/usr/bin/env bash
# The strength of the engine in games at 2+0.02: `bash ci/long/ladder.sh [TEXT]` plays the rows that have this text. It fails if a score in
# per cent is outside its bounds. The openings of a row are random and different, and those of all rows the same; errors are half the
# interval of 95 %, from pairs of games (pentanomial). CHESS names a program that is already built, JOBS the number of games at once, GAMES replaces
# the number of games of each row.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

PATH=$PATH:/usr/games
[[ ${CHESS:-} ]] || cargo build --release -p chess-cli
chess=${CHESS:-${CARGO_TARGET_DIR:-target}/release/chess}
failed=0

rated() {
    printf '%s uci; Hash=4; UCI_LimitStrength=true; UCI_Elo=%d; name=%d' "$chess" "$1" "$1"
}

# play ROW GAMES LEAST MOST ENGINE OPPONENT [OPTION...]
play() {
    local row=$1 games=${GAMES:-$2} least=$3 most=$4
    shift 4
    [[ $row == *"$text"* ]] || return 0
    command -v "${2%%[ ;]*}" >/dev/null || { echo "$row: skipped, the opponent is not installed" && return 0; }
    "$chess" match "$@" --tc 2+0.02 --games "$games" --draw 8:10:60 --resign 4:900 --json 2>/dev/null |
        python3 -c '
import json, sys
row, least, most = sys.argv[1], *map(float, sys.argv[2:])
report = json.load(sys.stdin)
wins, draws, losses = (report["engines"][0][key] for key in ("wins", "draws", "losses"))
score = 100 * (wins + draws / 2) / report["games"]
elo = "" if report["margin"] is None else "{elo:+.0f} Elo, margin {margin:.0f}, ".format(**report)
if report["repeats"]:
    elo += "{repeats} pairs repeat an opening, ".format(**report)
late = [engine["timeouts"] for engine in report["engines"]]
print(f"{row}: +{wins} ={draws} -{losses}, {elo}{score:.1f} % (bounds {least} to {most}), lost on time {late}", flush=True)
sys.exit(not least <= score <= most)' "$row" "$least" "$most" || failed=1
}

text=${1:-}
jobs=(--concurrency "${JOBS:-1}")
for level in {1..8}; do
    elo=$((850 + 150 * level))
    play "level $((level + 1)) against $level" 400 65 75 "$(rated $((elo + 150)))" "$(rated $elo)" "${jobs[@]}"
done
play "level 10 against 9" 100 75 100 "$chess uci; Hash=16" "$(rated 2200)" "${jobs[@]}"
# 120 to 300 Elo.
for elo in {1000..2000..200}; do
    play "UCI_Elo $((elo + 200)) against $elo" 200 66.6 84.9 "$(rated $((elo + 200)))" "$(rated "$elo")" "${jobs[@]}"
done
# Within 100 Elo at the rating of the anchor; elsewhere the scales differ.
for rating in '1350 0 100' '1500 36 64' '1700 0 100' '2000 0 100'; do
    read -r elo least most <<<"$rating"
    play "UCI_Elo $elo against Stockfish's" 200 "$least" "$most" "$(rated "$elo")" \
        "stockfish; Hash=4; UCI_LimitStrength=true; UCI_Elo=$elo; name=stockfish" "${jobs[@]}"
done
for engine in ethereal-chess toga2 glaurung 'gnuchess -u'; do
    play "engine against $engine" 100 0 100 "$chess uci; name=chess" "$engine; name=${engine%% *}" "${jobs[@]}"
done
# On two cores for each game.
play "two threads against one" 400 50 100 "$chess uci; Threads=2; name=two" "$chess uci; name=one" \
    --concurrency $(((${JOBS:-1} + 1) / 2))
exit "$failed"
