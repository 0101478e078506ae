#!/usr/bin/env bash
# The ratings of the engine's UCI_Elo in games against Stockfish 15.1 at its own, to which they are fitted, and the lowest against
# each other: `bash ci/long/ladder.sh [GAMES]`. It fails if a difference is more than 100 Elo and the match's error from the
# one expected.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

games=${1:-100}
chess=${CARGO_TARGET_DIR:-target}/release/chess
failed=0
cargo build --release -p chess-cli

ours() {
    printf '%s uci; Hash=4; UCI_LimitStrength=true; UCI_Elo=%d; movetime=60000; name=chess-%d' "$chess" "$1" "$1"
}

# play RATING OPPONENT EXPECTED: the difference in Elo.
play() {
    local report
    report=$("$chess" match "$(ours "$1")" "$2" --games "$games" --draw 8:10:60 --resign 4:900 --json 2>/dev/null)
    python3 - "$1" "${2##*=}" "$3" "$report" <<'PYTHON' || failed=1
import json, sys
rating, opponent, expected, report = *sys.argv[1:4], json.loads(sys.argv[4])
elo, error = report["elo"], report["error"]
if elo is None:
    sys.exit(f"{rating} against {opponent}: one of them won all games")
print(f"{rating} against {opponent}: {elo:+.0f} Elo, error {error:.0f}, expected {expected}", flush=True)
sys.exit(abs(elo - float(expected)) > 100 + error)
PYTHON
}

for rating in 1000 1200; do
    play $((rating + 200)) "$(ours "$rating")" 200
done
# Stockfish chooses its move at a depth that depends on the rating: so many nodes suffice for it.
while read -r rating nodes; do
    play "$rating" "/usr/games/stockfish; Hash=4; UCI_LimitStrength=true; UCI_Elo=$rating; nodes=$nodes; name=stockfish-$rating" 0
done <<<'1350 5000
1600 10000
1800 20000
2000 40000
2200 100000'
exit "$failed"
