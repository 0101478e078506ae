# What a terminal of 120 columns shows: separators in counts, and colours, unless they are not wanted. No variable puts them into a file.
$ terminal() { script -qec "stty cols 120; chess $*" /dev/null </dev/null | tr -d '\r'; }
> for i in {1..500}; do printf '1. e4 e5 2. d4 *\n\n'; done >many.pgn; for out in 'many.pgn' 'many.pgn --out copy.pgn' 'many.pgn --out - >/dev/null'; do terminal pgn $out | grep -a -o 'games.*'; done
> terminal perft 3 | grep -a -o 'nodes.*'; terminal perft many | cat -v | sed -n 1p
> terminal show | cat -v | grep -o '.*8 |...[^ ]*\|.*48;5;223m' | sed -n 1p; NO_COLOR=1 terminal show | cmp - <(chess show); CLICOLOR_FORCE=1 chess show | cmp - <(chess show)
games 500, plies 1,500, broken 0
games 500, broken 0, duplicates 0
games 500, broken 0, duplicates 0
nodes 8,902
^[[1m^[[31merror:^[[0m invalid value '^[[33mmany^[[0m' for '^[[1m<DEPTH>^[[0m': must be an integer from 0 to 64
  8 ^[[38;5;16m^[[48;5;223m M-bM-^YM-^\ ^[[0m^[[38;5;16m^[[48;5;180m M-bM-^YM-^^ ^[[0m^[[38;5;16m^[[48;5;223m M-bM-^YM-^] ^[[0m^[[38;5;16m^[[48;5;180m M-bM-^YM-^[ ^[[0m^[[38;5;16m^[[48;5;223m M-bM-^YM-^Z ^[[0m^[[38;5;16m^[[48;5;180m M-bM-^YM-^] ^[[0m^[[38;5;16m^[[48;5;223m

# Bars of bytes, plies and leaves are shown, and gone before the summary.
$ terminal() { script -qec "stty cols 120; chess $*" /dev/null </dev/null | tr -d '\r' >shown; grep -a -o "$bar" shown | tail -1; sed 's/.*\x1b\[2K//' shown | grep -a -v '^.*[█░]' | grep -a -o '[a-z].*' | sed -n 1p; }
> for i in {1..100}; do printf '1. e4 {+0.10/3} e5 1-0\n\n'; done >games.pgn; for i in {1..100}; do echo '4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5'; done >lines.txt
> echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25' >kings.epd; chess units emit 2 --plies 1 >units
> bar=' 2.34 KiB/2.34 KiB '; terminal pgn games.pgn; terminal convert games.pgn out.vf; terminal book build games.pgn --out out.bin
> bar=' 4.30 KiB/4.30 KiB '; terminal convert lines.txt out.marlin
> bar=' ply 1 of 3  0/1 '; terminal perft 3 --distinct; bar=' 30 leaves, '; terminal suite kings.epd --threads 1; bar=' 40 leaves, '; terminal perft 2 --threads 1
> bar=' 20 leaves, '; terminal 'units run <units'
 2.34 KiB/2.34 KiB
games 100, plies 200, broken 0
 2.34 KiB/2.34 KiB
records 200, games 100, written 100, faults 0
 2.34 KiB/2.34 KiB
games 100, broken 0, moves 1
 4.30 KiB/4.30 KiB
records 100, games 100, written 100, faults 0
 ply 1 of 3  0/1
distinct 5,362
 30 leaves,
positions, 2 counts: 2 ok, 0 failed, 0 skipped; 0 positions refused
 40 leaves,
nodes 400
 20 leaves,
unit":1,"units":20,"fen":"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1","depth":1,"multiplicity":1,"root":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","root_depth":2,"nodes":20}

# A game on a terminal: the clocks tick while an engine thinks, Enter makes it move, and the board takes the room that there is.
$ { sleep 2; printf 'e4\r'; sleep 4; printf '\r'; sleep 3; printf 'quit\r'; sleep 1; } | script -qec "stty rows 40 cols 120; chess play --tc 60m+0 --save /dev/null" /dev/null >shown
> for text in 'For a first game' '71G1. e4' 'White 60:00  Black 59:58  thinking, depth' 'Enter: move now' 'Black plays ' 'White 59:58  Black 59:5'; do grep -a -o -m1 "$text" shown | sed -n 1p; done; grep -a -c '48;5;223m       ' shown
For a first game
71G1. e4
White 60:00  Black 59:58  thinking, depth
Enter: move now
Black plays
White 59:58  Black 59:5
[..]

# On a terminal, an unfinished game at the end of its file is replaced there.
$ printf '1. c4 *\n\n[White "Ada"]\n[Black "chess, level 2"]\n\n1. e4 {here} e5 *\n' >mine.pgn; { sleep 1; printf 'Nf3\r'; sleep 3; printf 'quit\r'; sleep 1; } | script -qec "chess play mine.pgn" /dev/null >shown
> grep -a -o 'You play White against the engine at level 2' shown; sed '/^\[[^WB]/d' mine.pgn | grep -v '^$'; ls chess-*.pgn
? 2
You play White against the engine at level 2
1. c4 *
[White "Ada"]
[Black "chess, level 2"]
[BlackElo "1150"]
1. e4 {here} 1... e5 2. Nf3 [..] *
ls: cannot access 'chess-*.pgn': No such file or directory

# A game that goes on behind a fallen flag, by undo, has the flag's Termination no longer.
$ { sleep 1; printf 'e4\r'; sleep 6; sed -n '/^\[Res/p; /^\[Term/p' flag.pgn >before; printf 'undo\r'; sleep 0.5; printf 'd4\r'; sleep 0.5; printf 'quit\r'; sleep 1; } | script -qec "chess play --random --tc 0:02+2 --save flag.pgn" /dev/null >shown
> grep -a -o 'White is out of time: Black wins' shown; cat before; sed -n '/^\[Res/p; /^\[Term/p' flag.pgn; grep -c '^1. d4 ' flag.pgn
White is out of time: Black wins
[Result "0-1"]
[Termination "time forfeit"]
[Result "*"]
1
