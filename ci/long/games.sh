#!/usr/bin/env bash
# Games of the engine as a program, by UCI and with a clock, against a random mover and, where it is installed, Stockfish:
# `bash ci/long/games.sh [GAMES]`. `chess match` plays them, and python-chess checks every move, clock and result.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

games=${1:-50}
target=${CARGO_TARGET_DIR:-target}
folder=$target/games
opponents=(random)
skipped=()
if [[ -x /usr/games/stockfish ]]; then
    opponents+=(stockfish-0 stockfish-5)
else
    skipped+=('games against Stockfish: there is no /usr/games/stockfish')
fi
cargo build --release -p chess-cli
python=$target/games-venv/bin/python
[[ -x $python ]] || python3 -m venv "$target/games-venv"
"$python" -m pip install --quiet chess==1.11.2
rm -rf "$folder"
mkdir -p "$folder"
for opponent in "${opponents[@]}"; do
    case $opponent in
        random) theirs=random ;;
        *) theirs="/usr/games/stockfish; Skill Level=${opponent#*-}" ;;
    esac
    for variant in standard chess960; do
        rules=(--plies 6)
        [[ $variant == standard ]] || rules=(--plies 0 --chess960)
        "$target/release/chess" match "$target/release/chess uci; name=chess" "$theirs; name=$opponent" "${rules[@]}" \
            --games "$games" --tc 2+0.02 --margin 0 --pgn "$folder/$opponent-$variant.pgn"
    done
done
"$python" ci/long/replay.py --must-win chess "$folder"/random-*.pgn
if ((${#opponents[@]} > 1)); then
    "$python" ci/long/replay.py chess "$folder"/stockfish-*.pgn
fi
((${#skipped[@]} == 0)) || printf 'skipped: %s\n' "${skipped[@]}"
printf '%d opponents in 2 variants, %d games each; %d skipped\n' "${#opponents[@]}" $(((games + 1) / 2 * 2)) "${#skipped[@]}"
