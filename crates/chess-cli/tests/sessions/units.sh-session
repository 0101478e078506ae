$ chess units emit 2 --plies 1 >units.jsonl; head -2 units.jsonl; wc -l <units.jsonl
{"unit":1,"units":20,"fen":"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1","depth":1,"multiplicity":1,"root":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","root_depth":2}
{"unit":2,"units":20,"fen":"rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b KQkq - 0 1","depth":1,"multiplicity":1,"root":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","root_depth":2}
20

$ chess units run <units.jsonl >done.jsonl; head -1 done.jsonl; chess units merge <done.jsonl; chess units merge --json <done.jsonl
{"unit":1,"units":20,"fen":"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1","depth":1,"multiplicity":1,"root":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","root_depth":2,"nodes":20}
nodes 400
units 20
{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":2,"units":20,"nodes":400}

# Lines come in any order, once, or more often if that is allowed.
$ sort -r done.jsonl | chess units merge; cat done.jsonl done.jsonl | chess units merge --allow-repeats; cat done.jsonl done.jsonl | chess units merge
? 1
nodes 400
units 20
nodes 400
units 20
error: line 21: unit 1 duplicates line 1; --allow-repeats counts it once

# Missing units are named.
$ tail -n +2 done.jsonl | chess units merge; sed '3,14d' done.jsonl | chess units merge; sed '3,12d' done.jsonl | chess units merge; chess units merge </dev/null; echo | chess units merge --json
? 1
error: 1 of 20 units are missing: 1
error: 12 of 20 units are missing: 3 4 5 6 7 8 9 10 11 12 ...
error: 10 of 20 units are missing: 3 4 5 6 7 8 9 10 11 12
error: no units found
error: no units found

# Units that contradict each other, or the perft that they name.
$ { cat done.jsonl; sed -n '1s/"nodes":20/"nodes":21/p' done.jsonl; } | chess units merge --allow-repeats
> { cat done.jsonl; sed -n '1s/"multiplicity":1/"multiplicity":7/p' done.jsonl; } | chess units merge --allow-repeats
> { cat done.jsonl; chess units emit 3 --plies 1; } | chess units merge
> chess units merge <units.jsonl
> { cat done.jsonl; echo '{"unit":'; } | chess units merge
> { cat done.jsonl; printf '%070000d\n' 0; } | chess units merge
? 1
error: line 21: unit 1 differs from line 1
error: line 21: unit 1 differs from line 1
error: line 21: unit 1 belongs to a different perft than the first line
error: line 1: unit 1 has not been run ("nodes" is missing)
error: line 21: this is not a unit: EOF while parsing a value at line 1 column 8
error: line 21: the line has more than 65536 bytes

# The leaves of units of depth 0 to 2 are counted again.
$ for plies in 0 1 2 3; do chess units emit 3 --plies $plies | chess units run | sed '1s/"nodes":\([0-9]*\)/"nodes":\11/' | chess units merge; done
? 1
nodes 89021
units 1
error: line 1: unit 1: expected 380 nodes, found 3801
error: line 1: unit 1: expected 19 nodes, found 191
error: line 1: unit 1: expected 1 nodes, found 11

$ for change in '"unit":9,/"unit":21,' '"unit":9,/"unit":0,' '"multiplicity":1/"multiplicity":2' 'b KQkq/b KQ' '"depth":1/"depth":5' '"root_depth":2/"root_depth":65'
> do sed "9s/$change/" done.jsonl | chess units merge; done
> for change in '"units":20/"units":19' '"root":"rnbq/"root":"rnbz' '"units":20/"units":18446744073709551615' '"root":"[^"]*/"root":"4k3\/8\/8\/8\/8\/8\/8\/4K3 w - - 0 1'
> do sed "s/$change/" done.jsonl | chess units merge; done
? 1
error: line 9: unit 21 does not exist: there are 20
error: line 9: unit 0 does not exist: there are 20
error: line 9: unit 9 of the perft is another one, 1 times rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1
error: line 9: unit 9 of the perft is another one, 1 times rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1
error: line 9: unit 9 has depth 5 and root_depth 2; the first must not exceed the second, nor the second 64
error: line 9: unit 9 has depth 1 and root_depth 65; the first must not exceed the second, nor the second 64
error: line 20: unit 20 does not exist: there are 19
error: unit 1: the root: board field, byte 3: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash
error: 18446744073709551595 of 18446744073709551615 units are missing: 21 22 23 24 25 26 27 28 29 30 ...
error: expected 5 units, found 20

# A last line that is cut off, and one that only misses its line break.
$ for bytes in 10 13 60; do { head -19 done.jsonl; tail -1 done.jsonl | head -c $bytes; } | chess units merge; done; head -c -1 done.jsonl | chess units merge
error: line 20: this is not a unit: EOF while parsing an object at line 1 column 10; the last line is truncated: remove it and run its unit again
error: line 20: this is not a unit: EOF while parsing a string at line 1 column 13; the last line is truncated: remove it and run its unit again
error: line 20: this is not a unit: EOF while parsing a string at line 1 column 60; the last line is truncated: remove it and run its unit again
nodes 400
units 20

# Totals beyond 64 bits.
$ chess units emit 15 --plies 1 | sed 's/}/,"nodes":18446744073709551615}/' | chess units merge
nodes 368934881474191032300
units 20

# Wrong lines are named, and the others run: the positions of what is never merged are not counted.
$ for change in '"fen":"rnbq/"fen":"rnbz' '"root":"rnbq/"root":"rnbz' '"multiplicity":1/"multiplicity":0'; do sed "1s/$change/" units.jsonl | chess units run >/dev/null; done
> { printf 'nonsense\n\n%070000d\n' 0; cat units.jsonl; } | chess units run | chess units merge
? 1
error: line 1: unit 1: board field, byte 3: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash
error: line 1: unit 1: the root: board field, byte 3: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash
error: line 1: unit 1: no move sequence leads to it: "multiplicity" is 0
error: line 1: this is not a unit: expected ident at line 1 column 2
error: line 3: the line has more than 65536 bytes
nodes 400
units 20

# A tree that ends above the cut has no units.
$ chess units emit 3 --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' --plies 1
> for depth in 3 64; do chess units emit $depth --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' --plies 0 | chess units run | chess units merge; done
error: --plies 1: no line is that long, so there are no units and no leaf nodes
nodes 0
units 1
nodes 0
units 1

$ chess units emit 3 --plies 4
? 2
error: --plies must not exceed DEPTH

Usage: chess units emit [OPTIONS] --plies <K> <DEPTH>

For more information, try '--help'.

# Units add up to perft, at any cut and in any way to count. The second position of Chess960 has two rooks on each side of its kings.
$ add() { fen=$1 depth=$2; shift 2; for args in '0 --threads 2' '1 --hash 1' '2 --hash 1 --threads 2' '3 --backend portable'; do
>     chess units emit $depth --plies ${args%% *} --fen "$fen" | chess units run ${args#? } | chess units merge | tr '\n' ' '
> done; echo; }
> add startpos 4; add '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' 4
> add 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9' 4
> add 'rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1' 4; chess perft 4 --fen 'rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1' | grep nodes
nodes 197281 units 1 nodes 197281 units 20 nodes 197281 units 400 nodes 197281 units 5362
nodes 43238 units 1 nodes 43238 units 14 nodes 43238 units 191 nodes 43238 units 1864
nodes 326672 units 1 nodes 326672 units 21 nodes 326672 units 528 nodes 326672 units 7295
nodes 1480754 units 1 nodes 1480754 units 37 nodes 1480754 units 1171 nodes 1480754 units 25108
nodes 1480754

# Each position is emitted once, with the number of ways to it. Both sums are published: perft 4, and the distinct positions after 4 plies (OEIS A083276).
$ chess units emit 6 --plies 4 >six; grep -o '"multiplicity":[0-9]*' six | awk -F: '{ all += $2 } END { print all }'; grep -o '"fen":"[^"]* 0 1"' six | sort -u | wc -l; wc -l <six
197281
72078
72078

# A run that is killed only loses the unit at hand.
$ mkfifo in; : >saved; chess units run <in >saved & exec 3>in; head -3 units.jsonl >&3; until test $(wc -l <saved) = 3; do :; done; kill -KILL $!; wait $! 2>/dev/null; exec 3>&-
> tail -n +4 units.jsonl | chess units run >>saved; chess units merge <saved
nodes 400
units 20
