# The first move mates; all others are beyond counting.
$ interrupted() { timeout --preserve-status --signal INT 1 chess "$@"; echo "? $?"; }
> for threads in 1 2; do interrupted perft 30 --threads $threads --fen '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'; done; interrupted perft 30 --threads 1 --json --fen '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'
a1a8 0
incomplete 1 of 15 moves
counted [..]
seconds [..]
mnps [..]
mode count
threads 1
backend [..]
? 130
a1a8 0
incomplete 1 of 15 moves
counted [..]
seconds [..]
mnps [..]
mode count
threads 2
backend [..]
? 130
{"incomplete":true,"fen":"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1","depth":30,"mode":"count","backend":"[..]","threads":1,"nodes":[..],"seconds":[..],"mnps":[..],"divide":{"a1a8":0}}
? 130

# Distinct positions of 30 plies are beyond all memory, but none of it is taken in a second.
$ timeout --preserve-status --signal INT 1 chess perft --threads 1 30 --distinct --json | grep -o '^{"incomplete":true\|"plies":.1,20,400,'
? 130
{"incomplete":true
"plies":[1,20,400,

$ timeout --preserve-status --signal INT 1 chess perft --threads 1 30 --distinct | sed 's/[0-9][0-9.]*/N/g'
? 130
incomplete N of N plies
counted N
seconds N
threads N
memory N
backend [..]

# Leaves that are made take half a minute, of which some are counted in a second.
$ timeout --preserve-status --signal INT 1 chess perft --threads 1 7 --mode make --json | sed 's/:[1-9][0-9.]*/:N/g' | grep -o '"incomplete":true\|"nodes":N'
? 130
"incomplete":true
"nodes":N

$ printf 'startpos ;D1 20 ;D2 401\nstartpos ;D9 2439530234167\n' >a.epd; timeout --preserve-status --signal INT 1 chess suite --threads 1 a.epd --max-nodes 9999999999999 --json
? 130
{"ok":false,"input":"startpos","error":{"kind":"count","message":"depth 2: expected 401, counted 400","place":"count"},"file":"a.epd","line":1,"id":null,"depth":2,"expected":401,"counted":400}
{"type":"summary","incomplete":true,"positions":2,"counts":3,"ok":1,"failed":1,"refused":0,"skipped":0}

# Games before the one that is not finished are counted.
$ mkfifo in; for option in '' --json; do
>     env --default-signal=INT chess pgn in $option & exec 3>in; printf '1. e4 *\n1. d4 *\n1. c4' >&3; sleep 0.5; kill -INT $!; wait $!; echo "? $?"; exec 3>&-
> done
incomplete: games 2, plies 2, broken 0
? 130
{"game":1,"headers":{},"result":"*","plies":1,"final_fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","uci":["e2e4"],"error":null}
{"game":2,"headers":{},"result":"*","plies":1,"final_fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1","uci":["d2d4"],"error":null}
? 130

# A reader that reads no further holds the program up, so that only the second interrupt ends it.
$ for i in {1..20000}; do echo '1. e4 *'; done >long.pgn; mkfifo out; env --default-signal=INT chess pgn --json long.pgn >out & exec 3<out; head -c 1 <&3; sleep 0.5
> for i in {1..100}; do kill -INT $! 2>/dev/null; sleep 0.02; done; wait $!; echo " ? $?"
{ ? 130
