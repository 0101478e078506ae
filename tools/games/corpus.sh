#!/usr/bin/env bash
# Writes the files for measuring readers of games: bash tools/games/corpus.sh FOLDER [BYTES]
#
#   games.pgn            BYTES (1G without it): the games of ../shared/data/games, if they are there; generated ones, 1 % of
#                        them damaged; and at last the real files that are broken on purpose
#   games.pgn.zst        the same in one frame; games-frames.pgn.zst: the same in frames of 8 MiB
#   clean.pgn            a tenth of the bytes, of all kinds without damage; clean.pgn.zst, clean-frames.pgn.zst
#   master.pgn, online.pgn, engine.pgn
#                        a tenth of the bytes each, of one kind without damage
#   mixed.pgn            a tenth of the bytes, of all kinds, 1 % damaged
#   fens.txt             100,000 different positions of games
#
# Every file has a seed of its own, so that no game is in two of them. Needs zstd for the compressed files.
set -euo pipefail
export LC_ALL=C
folder=$(mkdir -p "$1" && cd "$1" && pwd)
bytes=${2-1G}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
real=../shared/data/games

bytes=$(numfmt --from=si "$bytes")
tenth=$((bytes / 10))
cargo build --quiet --release -p chess-games
games=${CARGO_TARGET_DIR:-target}/release/chess-games

# joined FILES...: concatenates the files, each with a blank line behind it and without its byte order mark.
joined() {
    local file
    for file; do
        [[ -e $file ]] || continue
        sed '1s/^\xef\xbb\xbf//' "$file"
        printf '\n\n'
    done
}

# Files with unclosed comments, which swallow the games behind them, come last.
messy=()
for file in "$real"/messy_*.pgn; do
    [[ $file == *malformed* ]] || messy+=("$file")
done
messy+=("$real/messy_malformed_fixture.pgn")
real_bytes=$(joined "$real"/[!m]*.pgn "$real"/masters_*.pgn "${messy[@]}" | wc -c)
{
    joined "$real"/[!m]*.pgn "$real"/masters_*.pgn
    "$games" --seed 100 --bytes $((bytes > real_bytes ? bytes - real_bytes : 0))
    joined "${messy[@]}"
} >"$folder/games.pgn"
"$games" --seed 104 --damaged 0 --bytes "$tenth" --out "$folder/clean.pgn"
seed=101
for kind in master online engine; do
    "$games" --seed $seed --damaged 0 --bytes "$tenth" --kind $kind --out "$folder/$kind.pgn"
    seed=$((seed + 1))
done
"$games" --seed 106 --bytes "$tenth" --out "$folder/mixed.pgn"
"$games" --seed 105 --fens 100000 --out "$folder/fens.txt"
for name in games clean; do
    zstd --quiet --force "$folder/$name.pgn" -o "$folder/$name.pgn.zst"
    split --bytes 8M --filter 'zstd --quiet --stdout' "$folder/$name.pgn" >"$folder/$name-frames.pgn.zst"
done
ls -l "$folder"
