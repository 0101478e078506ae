#!/usr/bin/env bash
# Writes the files for measuring readers of games: bash tools/games/corpus.sh FOLDER [BYTES]
#
#   games.pgn            BYTES (1G without it): the games of ../shared/data/games, if they are there; generated ones, 1 % of
#                        them damaged; and at last the real files that are broken on purpose
#   games-frames.pgn.zst the same in Zstandard frames of 8 MiB, by zstd
#   clean.pgn            a tenth of the bytes, of all kinds without damage
#   master.pgn, online.pgn, engine.pgn
#                        a tenth of the bytes each, of one kind without damage
set -euo pipefail
export LC_ALL=C
folder=$(mkdir -p "$1" && cd "$1" && pwd)
bytes=$(numfmt --from=si "${2-1G}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
real=../shared/data/games
cargo build --quiet --release -p chess-games
games=${CARGO_TARGET_DIR:-target}/release/chess-games

# joined FILES...: concatenates the files, each with a blank line behind it and without its byte order mark.
joined() {
    local file
    for file; do
        [[ ! -e $file ]] || { sed '1s/^\xef\xbb\xbf//' "$file"; printf '\n\n'; }
    done
}

# A file with unclosed comments, which swallow the games behind them, comes last.
last=$real/messy_malformed_fixture.pgn
joined "$real"/[!m]*.pgn "$real"/masters_*.pgn >"$folder/games.pgn"
mapfile -t messy < <(ls "$real"/messy_*.pgn 2>/dev/null | grep -v "^$last$")
joined "${messy[@]}" "$last" >"$folder/messy"
left=$((bytes - $(cat "$folder/games.pgn" "$folder/messy" | wc -c)))
"$games" --seed 100 --bytes $((left > 0 ? left : 0)) >>"$folder/games.pgn"
cat "$folder/messy" >>"$folder/games.pgn"
rm "$folder/messy"
split --bytes 8M --filter 'zstd --quiet --stdout' "$folder/games.pgn" >"$folder/games-frames.pgn.zst"
# Every file has a seed of its own, so that no game is in two of them.
seed=101
for name in master online engine clean; do
    kind=(--kind "$name")
    [[ $name != clean ]] || kind=()
    "$games" --seed $((seed++)) --damaged 0 --bytes $((bytes / 10)) "${kind[@]}" --out "$folder/$name.pgn"
done
ls -l "$folder"
