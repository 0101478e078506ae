# What is played, and how it scores.
$ cat >games.pgn <<'END'
> [Site "https://example.org/1"]
> [Date "2023.11.30"]
> [White "Ann"]
> [Black "Bob"]
> [WhiteElo "2500"]
> [BlackElo "2400"]
> [Result "1-0"]
>
> 1. Nf3 Nf6 2. d4 d5 1-0
>
> [White "Bob"]
> [Black "Ann"]
> [Date "2021.??.??"]
> [Result "1/2-1/2"]
>
> 1. d4 Nf6 2. Nf3 d5 1/2-1/2
>
> [White "Bob"]
> [Black "Cid"]
> [UTCDate "2024.01.31"]
> [WhiteElo "2400"]
> [BlackElo "2450"]
>
> 1. d4 d5 0-1
>
> 1. e4 *
>
> 1. d4 Ke4 1-0
> END
> chess tree games.pgn; chess tree games.pgn --lenient --depth 4 --min-games 2

# A position has the moves of all games that reach it.
$ fen='rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2'
> chess tree games.pgn --fen "$fen" 2>/dev/null; chess tree games.pgn --fen "$fen" --json 2>/dev/null
> chess tree games.pgn --depth 9 2>/dev/null

# Of the games of a player, of one side, and of a filter.
$ for args in '--player Bob' '--player Bob --side black' '--filter result==white' '--player bob'; do chess tree games.pgn $args; done 2>/dev/null

$ chess tree games.pgn --filter 'plies > 2 and capture'
$ chess tree games.pgn --side white
$ chess tree games.pgn --depth 0
$ chess tree games.pgn --fen x
$ chess tree no.pgn
