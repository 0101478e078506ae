$ chess perft --threads 1 4
nodes 197281
seconds [..]
mnps [..]
mode count
threads 1
backend [..]

$ chess perft --threads 1 4 --json
{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":4,"mode":"count","backend":"[..]","threads":1,"nodes":197281,"seconds":[..],"mnps":[..]}

$ kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
> for mode in count list make copy; do
>     for depth in 0 1 2 3; do chess perft --threads 1 $depth --fen "$kiwipete" --mode $mode | grep -v -e seconds -e mnps -e backend | tr '\n' ' '; echo; done
> done
nodes 1 mode count threads 1
nodes 48 mode count threads 1
nodes 2039 mode count threads 1
nodes 97862 mode count threads 1
nodes 1 mode list threads 1
nodes 48 mode list threads 1
nodes 2039 mode list threads 1
nodes 97862 mode list threads 1
nodes 1 mode make threads 1
nodes 48 mode make threads 1
nodes 2039 mode make threads 1
nodes 97862 mode make threads 1
nodes 1 mode copy threads 1
nodes 48 mode copy threads 1
nodes 2039 mode copy threads 1
nodes 97862 mode copy threads 1

# A divided count, sorted by text.
$ chess perft --threads 1 2 --divide | head -21
a2a3 20
a2a4 20
b1a3 20
b1c3 20
b2b3 20
b2b4 20
c2c3 20
c2c4 20
d2d3 20
d2d4 20
e2e3 20
e2e4 20
f2f3 20
f2f4 20
g1f3 20
g1h3 20
g2g3 20
g2g4 20
h2h3 20
h2h4 20
nodes 400

$ chess perft --threads 1 0 --divide --json
{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":0,"mode":"count","backend":"[..]","threads":1,"nodes":1,"seconds":[..],"mnps":[..],"divide":{}}

# Castling is spelled for the game at hand: in Chess960 the king can step to g1, too.
$ for fen in 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' '5k2/8/8/8/8/8/8/5K1R w H - 0 1' '4k3/8/8/8/8/8/8/4K1R1 w G - 0 1'; do
>     chess perft --threads 1 1 --divide --fen "$fen" | grep -o '^[ef]1[a-h]1 .*' | tr '\n' ' '; echo
> done
e1c1 1 e1d1 1 e1f1 1 e1g1 1
f1e1 1 f1g1 1 f1h1 1
e1d1 1 e1f1 1 e1g1 1

# The counts of the chess programming wiki.
$ for threads in 1 3; do
>     chess perft 4 --stats --threads $threads --json --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' | grep -o '"nodes":[0-9]*\|"stats.*'
> done
"nodes":4085603
"stats":{"captures":757163,"en_passant":1929,"castles":128013,"promotions":15172,"checks":25523,"discovered_checks":42,"double_checks":6,"checkmates":43,"by_kind":{"direct_checks":25432,"single_discovered_checks":42,"direct_discovered_checks":6,"double_discovered_checks":0,"total_checks":25480,"direct_mates":43,"single_discovered_mates":0,"direct_discovered_mates":0,"double_discovered_mates":0,"total_mates":43}}}
"nodes":4085603
"stats":{"captures":757163,"en_passant":1929,"castles":128013,"promotions":15172,"checks":25523,"discovered_checks":42,"double_checks":6,"checkmates":43,"by_kind":{"direct_checks":25432,"single_discovered_checks":42,"direct_discovered_checks":6,"double_discovered_checks":0,"total_checks":25480,"direct_mates":43,"single_discovered_mates":0,"direct_discovered_mates":0,"double_discovered_mates":0,"total_mates":43}}}

$ chess perft --threads 1 3 --stats --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' | grep -v -e seconds -e mnps -e backend
nodes 97862
captures 17102
en_passant 45
castles 3162
promotions 0
checks 993
discovered_checks 0
double_checks 0
checkmates 1
direct_checks 992
single_discovered_checks 0
direct_discovered_checks 0
double_discovered_checks 0
total_checks 992
direct_mates 1
single_discovered_mates 0
direct_discovered_mates 0
double_discovered_mates 0
total_mates 1
mode count
threads 1

# A hash table changes no count.
$ for args in '' '--hash 1' '--hash 1 --threads 2' '--threads 0' '--threads 7'; do
>     chess perft 4 $args --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' | sed '/^seconds/,$d' | cksum
> done
3382065121 543
3382065121 543
3382065121 543
3382065121 543
3382065121 543

# The leaves of two kings exceed 64 bits at 24 plies, which only a table gets to.
$ for depth in 23 24; do chess perft --threads 1 $depth --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1' --hash 16 | grep nodes; done
? 1
nodes 8934501555889985874
error: the number of leaves does not fit in 64 bits

# A stalemate.
$ for depth in 0 1 2 5 64; do chess perft --threads 1 $depth --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' | grep nodes; done
nodes 1
nodes 0
nodes 0
nodes 0
nodes 0

# Distinct positions.
$ chess perft --threads 1 4 --distinct
distinct 72078
seconds [..]
threads 1
memory 1024
backend [..]

$ chess perft 3 --distinct --threads 2 --memory 64 --json --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
{"fen":"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1","depth":3,"backend":"[..]","threads":2,"memory":64,"seconds":[..],"distinct":57548,"plies":[1,48,2038,57548]}

$ chess perft 5 --distinct --memory 1 --threads 0
? 1
error: --memory: the memory is full after 3 plies, and there is no folder to spill into

$ mkdir spill; chess perft 5 --distinct --memory 1 --threads 0 --spill spill | sed -n 1p; ls -A spill
distinct 822518

$ chess perft 5 --distinct --memory 1 --threads 0 --spill nowhere
? 1
error: --spill: nowhere: No such file or directory (os error 2)

# A wrong position is named with its field.
$ chess perft --threads 1 3 --fen '4k3/8/8/8/8/8/8/4K3 x - - 0 1'
? 1
error: --fen: side to move field, byte 20: expected w or b

$ chess perft --threads 1 3 --fen '4k3/8/8/8/8/8/8/4K3 w - e4 0 1'
? 1
error: --fen: en passant field, byte 25: the en passant square is on rank 6 with White to move, on rank 3 with Black to move

$ chess perft --threads 1 3 --fen ''
? 1
error: --fen: board field, byte 0: the field is missing

$ chess perft --threads 1 3 --fen '8/8/8/8/8/8/8/4K3 w - - 0 1'
? 1
error: --fen: Black has no king

# Wrong command lines.
$ for args in '' -1 65 three '3 --mode fast' '3 --backend mmx' '3 --threads many' '3 --hash -1' '3 --hash 1 --mode list' \
>     '2 --stats --divide' '2 --stats --distinct' '2 --stats --hash 1' '2 --stats --mode list' '2 --distinct --divide' \
>     '2 --distinct --hash 1' '2 --distinct --mode list' '2 --distinct --memory 0' '2 --memory 64' '2 --spill .'
> do
>     chess perft $args 2>&1 | sed -n 1p; echo "  ${PIPESTATUS[0]}: $args"
> done
error: the following required arguments were not provided:
  2:
error: unexpected argument '-1' found
  2: -1
error: invalid value '65' for '<DEPTH>': must be an integer from 0 to 64
  2: 65
error: invalid value 'three' for '<DEPTH>': must be an integer from 0 to 64
  2: three
error: invalid value 'fast' for '--mode <MODE>'
  2: 3 --mode fast
error: invalid value 'mmx' for '--backend <BACKEND>'
  2: 3 --backend mmx
error: invalid value 'many' for '--threads <N>': must be an integer from 0 to 1024
  2: 3 --threads many
error: unexpected argument '-1' found
  2: 3 --hash -1
error: --hash needs --mode count
  2: 3 --hash 1 --mode list
error: the argument '--stats' cannot be used with '--divide'
  2: 2 --stats --divide
error: the argument '--stats' cannot be used with '--distinct'
  2: 2 --stats --distinct
error: the argument '--stats' cannot be used with '--hash <MIB>'
  2: 2 --stats --hash 1
error: --stats needs --mode count
  2: 2 --stats --mode list
error: the argument '--distinct' cannot be used with '--divide'
  2: 2 --distinct --divide
error: the argument '--distinct' cannot be used with '--hash <MIB>'
  2: 2 --distinct --hash 1
error: the argument '--distinct' cannot be used with '--mode <MODE>'
  2: 2 --distinct --mode list
error: invalid value '0' for '--memory <MIB>': must be an integer from 1 to 16777216
  2: 2 --distinct --memory 0
error: the following required arguments were not provided:
  2: 2 --memory 64
error: the following required arguments were not provided:
  2: 2 --spill .

$ cat >small.epd <<'END'
> # Counts of the chess programming wiki.
> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
> r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
> startpos ;D1 20
> END
> chess suite small.epd && chess suite small.epd --json --threads 2 && chess suite small.epd --hash 1 --threads 2
3 positions, 6 counts: 6 ok, 0 failed, 0 skipped; 0 positions refused
{"type":"summary","positions":3,"counts":6,"ok":6,"failed":0,"refused":0,"skipped":0}
3 positions, 6 counts: 6 ok, 0 failed, 0 skipped; 0 positions refused

# Without a table this perft would not end.
$ echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 24 ;D23 8934501555889985874' >table.epd
> chess suite --threads 1 table.epd --hash 16 --max-nodes 9000000000000000000
? 1
failed table.epd:1: depth 2: expected 24, counted 25: 4k3/8/8/8/8/8/8/4K3 w - - 0 1
1 positions, 3 counts: 2 ok, 1 failed, 0 skipped; 0 positions refused

# A wrong count, and a position that no game has.
$ printf '# one right, one wrong\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 26 ;id two kings\n' >wrong.epd
> chess suite --threads 1 wrong.epd; chess suite --threads 1 wrong.epd --json
? 1
failed wrong.epd:3: depth 2: expected 26, counted 25: 4k3/8/8/8/8/8/8/4K3 w - - 0 1
1 positions, 2 counts: 1 ok, 1 failed, 0 skipped; 0 positions refused
{"ok":false,"input":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","error":{"kind":"count","message":"depth 2: expected 26, counted 25","place":"count"},"file":"wrong.epd","line":3,"id":"two kings","depth":2,"expected":26,"counted":25}
{"type":"summary","positions":1,"counts":2,"ok":1,"failed":1,"refused":0,"skipped":0}

$ printf '8/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5\n' >refused.epd
> chess suite --threads 1 refused.epd && chess suite --threads 1 refused.epd --json
refused refused.epd:1: Black has no king: 8/8/8/8/8/8/8/4K3 w - - 0 1
2 positions, 1 counts: 1 ok, 0 failed, 0 skipped; 1 positions refused
{"ok":false,"input":"8/8/8/8/8/8/8/4K3 w - - 0 1","error":{"kind":"no_king","message":"Black has no king","place":"board"},"file":"refused.epd","line":1,"id":null}
{"type":"summary","positions":2,"counts":1,"ok":1,"failed":0,"refused":1,"skipped":0}

# Large counts are skipped; the last one exceeds 64 bits.
$ echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25 ;D3 170 ;D15 2015099950053364471960' >large.epd
> chess suite --threads 1 large.epd --max-nodes 25 --json
{"type":"summary","positions":1,"counts":4,"ok":2,"failed":0,"refused":0,"skipped":2}

# Wrong lines are named, and the others checked.
$ printf '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D2 many\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id \377\n%070000d\nstartpos ;D1 20\n' 0 >lines.epd
> chess suite --threads 1 lines.epd no/such/file.epd small.epd 2>&1 | sort
? 1
5 positions, 8 counts: 8 ok, 0 failed, 0 skipped; 0 positions refused
error: lines.epd:2: `D2 many`: the count is not a number of at most 128 bits
error: lines.epd:3: the line is not UTF-8
error: lines.epd:4: the line has more than 65536 bytes
error: no/such/file.epd: No such file or directory (os error 2)

# The forms of other programs, compressed; what is no FEN is malformed, and not a position that is refused.
$ cat >forms.epd <<'END'
> 4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25; id "two; kings"; c0 "; D3 1;";
> 4k3/8/8/8/8/8/8/4K3 w - - 0 1;d1 5;d2 25
> 4k3/8/8/8/8/8/8/4K3 w - - 0 1,5,25
> 4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;5;25
> END
> chess suite --threads 1 forms.epd
4 positions, 8 counts: 8 ok, 0 failed, 0 skipped; 0 positions refused

# A byte order mark, and the line ends of old systems.
$ printf '\357\273\277# a\r4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5\r\r\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,5,25\r' >marks.epd; chess suite --threads 1 marks.epd
2 positions, 3 counts: 3 ok, 0 failed, 0 skipped; 0 positions refused

$ printf 'xyz ;D1 20\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D2 1,025\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;25\n' >malformed.epd
> chess suite --threads 1 malformed.epd
? 1
error: malformed.epd:1: board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash
error: malformed.epd:2: `D2 1,025`: the count is not a number of at most 128 bits
1 positions, 2 counts: 2 ok, 0 failed, 0 skipped; 0 positions refused

# In JSON, each line has an answer.
$ printf 'perft 1 20\nid a\nstartpos\nstartpos ;D1 20 ;what 3\nstartpos ;D65 1\nstartpos ;D1 x\nxyz ;D1 1\nxy ;D1 1\n\377\n' >kinds.epd
> chess suite --threads 1 kinds.epd --json
? 1
{"ok":false,"input":"perft 1 20","error":{"kind":"missing","message":"expected a FEN before the first count","place":"board"},"file":"kinds.epd","line":1,"id":null}
{"ok":false,"input":"startpos","error":{"kind":"missing","message":"no count to check: expected, for example, ;D1 20","place":"count"},"file":"kinds.epd","line":3,"id":null}
{"ok":false,"input":"startpos ;D1 20 ;what 3","error":{"kind":"operation","message":"`what 3` is neither a count like D3 8902 nor id and a name","place":"count"},"file":"kinds.epd","line":4,"id":null}
{"ok":false,"input":"startpos ;D65 1","error":{"kind":"number","message":"`D65 1`: the depth is not a number from 0 to 64","place":"depth"},"file":"kinds.epd","line":5,"id":null}
{"ok":false,"input":"startpos ;D1 x","error":{"kind":"number","message":"`D1 x`: the count is not a number of at most 128 bits","place":"count"},"file":"kinds.epd","line":6,"id":null}
{"ok":false,"input":"id a","error":{"kind":"missing","message":"no count to check: expected, for example, ;D1 20","place":"count"},"file":"kinds.epd","line":2,"id":null}
{"ok":false,"input":"xyz","error":{"kind":"board_character","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash","place":"board"},"file":"kinds.epd","line":7,"id":null}
{"ok":false,"input":"xy","error":{"kind":"board_character","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash","place":"board"},"file":"kinds.epd","line":8,"id":null}
{"ok":false,"input":"","error":{"kind":"not_utf8","message":"the line is not UTF-8","place":"line"},"file":"kinds.epd","line":9,"id":null}
{"type":"summary","positions":0,"counts":0,"ok":0,"failed":0,"refused":0,"skipped":0}

# Each count on a line of its own; tables; NUL at the ends of lines.
$ printf '# kings\n\nid two kings\nepd 4k3/8/8/8/8/8/8/4K3 w - -\nperft 1 5\nperft 2 26\n\nepd 8/8/8/8/8/8/8/4K3 w - - 0 1\nperft 1 5\n' >kings.perft
> chess suite --threads 1 kings.perft; chess suite --threads 1 kings.perft --json
> printf 'FEN,Depth,Nodes\r\nstartpos,2,400\r\nstartpos,20,400\r\n' >depths.csv; chess suite --threads 1 depths.csv --max-nodes 300
> printf 'startpos, 2, 400, Opening\nstartpos,20,400\nstartpos ;1 20 ;2 400\0\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 2 25\n' >pairs.csv; chess suite --threads 1 pairs.csv
refused kings.perft:8: Black has no king: 8/8/8/8/8/8/8/4K3 w - - 0 1
failed kings.perft:4: depth 2: expected 26, counted 25: 4k3/8/8/8/8/8/8/4K3 w - -
2 positions, 2 counts: 1 ok, 1 failed, 0 skipped; 1 positions refused
{"ok":false,"input":"8/8/8/8/8/8/8/4K3 w - - 0 1","error":{"kind":"no_king","message":"Black has no king","place":"board"},"file":"kings.perft","line":8,"id":null}
{"ok":false,"input":"4k3/8/8/8/8/8/8/4K3 w - -","error":{"kind":"count","message":"depth 2: expected 26, counted 25","place":"count"},"file":"kings.perft","line":4,"id":"two kings","depth":2,"expected":26,"counted":25}
{"type":"summary","positions":2,"counts":2,"ok":1,"failed":1,"refused":1,"skipped":0}
2 positions, 2 counts: 0 ok, 0 failed, 2 skipped; 0 positions refused
4 positions, 6 counts: 6 ok, 0 failed, 0 skipped; 0 positions refused

# Each kind of error is reported once for a file.
$ printf 'id a\nperft 1 20\nxyz ;D1 20\nyz;D1 20\nstartpos\n%s' "$(yes 'startpos 1' | head)" >errors.epd; chess suite --threads 1 errors.epd
? 1
error: errors.epd:1: no count to check: expected, for example, ;D1 20 (also lines 5, 6, 7, 8, 9 and 6 more)
error: errors.epd:2: expected a FEN before the first count
error: errors.epd:3: board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash (also line 4)
0 positions, 0 counts: 0 ok, 0 failed, 0 skipped; 0 positions refused
