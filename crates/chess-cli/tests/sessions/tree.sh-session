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
? 1
broken games.pgn: game 5, line 28, byte 370, `Ke4`: no such move is legal here
d4               2 ▒▒▒▒▒▒▒▒▒▒░░░░░░░░░░   0 %  50 %  50 % 2400 2250 2024 games.pgn#2
Nf3              1 ████████████████████ 100 %   0 %   0 % 2500 2800 2023 https://example.org/1
e4               1                        0 %   0 %   0 %    -    -    - games.pgn#4
games 5, broken 1, moves 3
broken games.pgn: game 5, line 28, byte 370, `Ke4`: no such move is legal here
d4                     3 ███████▒▒▒▒▒▒░░░░░░░  33 %  33 %  33 % 2400 2450 2024 games.pgn#2
games 5, broken 1, moves 1

# A position has the moves of all games that reach it.
$ fen='rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2'
> chess tree games.pgn --fen "$fen" 2>/dev/null; chess tree games.pgn --fen "$fen" --json 2>/dev/null
> chess tree games.pgn --depth 9 2>/dev/null
? 1
d5               2 ██████████▒▒▒▒▒▒▒▒▒▒  50 %  50 %   0 % 2400 2300 2023 https://example.org/1
games 5, broken 1, moves 1
{"ply":0,"fen":"rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 0 1","uci":"d7d5","uci960":"d7d5","san":"d5","games":2,"white":1,"draws":1,"black":0,"elo":2400.0,"performance":2300.0,"last":"2023.11.30","example":"https://example.org/1"}
d4                               2 ▒▒▒▒▒▒▒▒▒▒░░░░░░░░░░   0 %  50 %  50 % 2400 2250 2024 games.pgn#2
  Nf6                            1 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒   0 % 100 %   0 %    -    -    - games.pgn#2
    Nf3                          1 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒   0 % 100 %   0 %    -    -    - games.pgn#2
      d5                         2 ██████████▒▒▒▒▒▒▒▒▒▒  50 %  50 %   0 % 2400 2300 2023 https://example.org/1
  d5                             1 ░░░░░░░░░░░░░░░░░░░░   0 %   0 % 100 % 2450 2800 2024 games.pgn#3
Nf3                              1 ████████████████████ 100 %   0 %   0 % 2500 2800 2023 https://example.org/1
  Nf6                            1 ████████████████████ 100 %   0 %   0 % 2400 2100 2023 https://example.org/1
    d4                           1 ████████████████████ 100 %   0 %   0 % 2500 2800 2023 https://example.org/1 (see above)
e4                               1                        0 %   0 %   0 %    -    -    - games.pgn#4
games 5, broken 1, moves 9

# Of the games of a player, of one side, and of a filter.
$ for args in '--player Bob' '--player Bob --side black' '--filter result==white' '--player bob'; do chess tree games.pgn $args; done 2>/dev/null
d4               2 ▒▒▒▒▒▒▒▒▒▒░░░░░░░░░░   0 %  50 %  50 % 2400 2250 2024 games.pgn#2
Nf3              1 ████████████████████ 100 %   0 %   0 % 2500 2800 2023 https://example.org/1
games 3, broken 0, moves 2
Nf3              1 ████████████████████ 100 %   0 %   0 % 2500 2800 2023 https://example.org/1
games 1, broken 0, moves 1
Nf3              1 ████████████████████ 100 %   0 %   0 % 2500 2800 2023 https://example.org/1
games 1, broken 0, moves 1
games 0, broken 0, moves 0

$ chess tree games.pgn --filter 'plies > 2 and capture'
? 2
error: --filter: `capture` tests moves, not games; write some(capture) or every(capture)

Usage: chess tree [OPTIONS] <FILE>...

For more information, try '--help'.

$ chess tree games.pgn --side white
? 2
error: the following required arguments were not provided:
  --player <NAME>

Usage: chess tree [OPTIONS] <FILE>...

For more information, try '--help'.

$ chess tree games.pgn --depth 0
? 2
error: invalid value '0' for '--depth <N>': must be an integer from 1 to 1000

For more information, try '--help'.

$ chess tree games.pgn --fen x
? 1
error: --fen: board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash

$ chess tree no.pgn
? 1
error: no.pgn: No such file or directory (os error 2)
games 0, broken 0, moves 0
