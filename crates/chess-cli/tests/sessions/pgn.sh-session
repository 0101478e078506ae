$ cat >games.pgn <<'END'
> [Event "First"]
> [White "Zoe"]
> [Black "Ada"]
> [Result "1-0"]
>
> 1. e4 {best by test} e5 2. Qh5 $6 (2. Nf3 Nc6 (2... Qh9) 3. O-O-O) 2... Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0
>
> [Event "Second"]
>
> 1. d4 d5 2. d5 c5 1/2-1/2
>
> 1. c4 *
> END
> chess pgn games.pgn
? 1
broken games.pgn: game 2, line 10, byte 193, `d5`: no such move is legal here
games 3, plies 10, broken 1

$ chess pgn games.pgn --json
? 1
{"game":1,"headers":{"Event":"First","White":"Zoe","Black":"Ada","Result":"1-0"},"result":"1-0","plies":7,"final_fen":"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4","uci":["e2e4","e7e5","d1h5","b8c6","f1c4","g8f6","h5f7"],"error":null}
{"game":2,"headers":{"Event":"Second"},"result":"*","plies":2,"final_fen":"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2","uci":["d2d4","d7d5"],"error":{"line":10,"offset":193,"token":"d5","message":"no such move is legal here","kind":"illegal"}}
{"game":3,"headers":{},"result":"*","plies":1,"final_fen":"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1","uci":["c2c4"],"error":null}

$ echo '1. e4 *' >more.pgn; chess pgn games.pgn more.pgn --json | grep -o '^{"file[^,]*,[^,]*'; chess pgn games.pgn more.pgn | tail -1
? 1
{"file":"games.pgn","game":1
{"file":"games.pgn","game":2
{"file":"games.pgn","game":3
{"file":"more.pgn","game":1
games 4, plies 11, broken 1

# Nothing, something that is not there, a folder without games and one with some.
$ chess pgn - </dev/null; echo | chess pgn - --json
games 0, plies 0, broken 0

$ mkdir -p empty folder/b; chess pgn no/such/games.pgn more.pgn; chess pgn empty
? 1
error: no/such/games.pgn: No such file or directory (os error 2)
games 1, plies 1, broken 0
error: empty: no file in this folder ends with .pgn, .pgn.zst, .pgn.gz or .pgn.bz2
games 0, plies 0, broken 0

$ for name in c.pgn b/x.PGN a.txt a.pgn; do cp more.pgn folder/$name; done; chess pgn folder --json | grep -o '^{"file[^,]*,[^,]*'
{"file":"folder/a.pgn","game":1
{"file":"folder/b/x.PGN","game":1
{"file":"folder/c.pgn","game":1

# The start of a game, and castling in Chess960 where the rook's square is needed.
$ cat >starts.pgn <<'END'
> [SetUp "1"]
> [FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"]
>
> *
>
> [FEN "4k3/8"]
>
> 1. e4 *
>
> [Variant "Atomic"]
>
> 1. e4 *
>
> [FEN "r3k2r/5p2/8/8/8/8/5P2/R3K2R w KQkq - 0 1"]
>
> 1. O-O O-O *
>
> [FEN "1r2k1r1/5pp1/8/8/8/8/5PP1/1R2K1R1 w GBgb - 0 1"]
>
> 1. O-O O-O *
>
> [FEN "r4k1r/5p2/8/8/8/8/5P2/R4K1R w KQkq - 0 1"]
>
> 1. O-O O-O *
> END
> chess pgn starts.pgn --json | sed 's/"headers.*"result/"result/'
? 1
{"game":1,"result":"*","plies":0,"final_fen":"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7","uci":[],"error":null}
{"game":2,"result":"*","plies":0,"final_fen":null,"uci":[],"error":{"line":6,"offset":56,"token":"[FEN \"4k3/8\"]","message":"board field, byte 5: the board has fewer than 8 ranks","kind":"fen"}}
{"game":3,"result":"*","plies":0,"final_fen":null,"uci":[],"error":{"line":10,"offset":80,"token":"[Variant \"Atom","message":"neither chess nor Chess960","kind":"variant"}}
{"game":4,"result":"*","plies":2,"final_fen":"r4rk1/5p2/8/8/8/8/5P2/R4RK1 w - - 2 2","uci":["e1g1","e8g8"],"error":null}
{"game":5,"result":"*","plies":2,"final_fen":"1r3rk1/5pp1/8/8/8/8/5PP1/1R3RK1 w - - 2 2","uci":["e1g1","e8g8"],"error":null}
{"game":6,"result":"*","plies":2,"final_fen":"r4rk1/5p2/8/8/8/8/5P2/R4RK1 w - - 2 2","uci":["f1h1","f8h8"],"error":null}

# The result is that of the tag or of the movetext.
$ for game in '1. e4 0-1' '1. e4' '[Result "1/2-1/2"] 1. e4' '[Result "1-0"] 1. e4 *' '[Result "*"] 1. e4 1-0' '[Result "?"] 1. e4 1-0'; do
>     echo "$game" | chess pgn --json - | grep -o '"result[^,]*'
> done
"result":"0-1"
"result":"*"
"result":"1/2-1/2"
"result":"1-0"
"result":"1-0"
"result":"1-0"

# Headers keep their order and their last value. Latin-1, as the standard has it, and UTF-8.
$ echo '[B "1"] [A "2"] [B "\"3\\"] 1. e4 *' | chess pgn --json - | grep -o '"headers[^}]*'
"headers":{"B":"\"3\\","A":"2"

$ printf '[A "M\374ller"]\n[B "M\303\274ller"]\n\n*\n' | chess pgn --json - | grep -o '"headers[^}]*'
"headers":{"A":"Müller","B":"Müller"

# A wrong move in a variation is passed over, but not a missing end.
$ echo '1. e4 (1. e5 (1. Qxh9)) 1... e5 *' | chess pgn -; echo '1. e4 e5 (1... c5 2. Nf3' | chess pgn - --json
? 1
games 1, plies 2, broken 0
{"game":1,"headers":{},"result":"*","plies":2,"final_fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","uci":["e2e4","e7e5"],"error":{"line":2,"offset":25,"token":"","message":"the game ends within a variation","kind":"syntax"}}

# Compressed files of any name, and one that is cut off.
$ gzip -c games.pgn >games; chess pgn games; chess pgn - <games; head -c 150 games >cut; chess pgn cut
? 1
broken games: game 2, line 10, byte 193, `d5`: no such move is legal here
games 3, plies 10, broken 1
broken -: game 2, line 10, byte 193, `d5`: no such move is legal here
games 3, plies 10, broken 1
error: cut: byte 150: the compressed data is cut off
games 0, plies 0, broken 0

# Lenient reading goes on.
$ printf '[White "Krush, I]\n[Black "b"]\n\n1. e2e4 e7-e5 2. Nf3 $256 Nc6 1 - 0\n\n1. d4 *\n' >faults.pgn
> chess pgn --lenient faults.pgn; chess pgn --lenient --json faults.pgn; chess pgn faults.pgn
? 1
broken faults.pgn: game 1, line 1, byte 0, `[White "Krush,…`: a tag is written [Name "value"] on one line
games 2, plies 5, broken 1
{"game":1,"headers":{"Black":"b"},"result":"1-0","plies":4,"final_fen":"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3","uci":["e2e4","e7e5","g1f3","b8c6"],"error":{"line":1,"offset":0,"token":"[White \"Krush,","message":"a tag is written [Name \"value\"] on one line","kind":"syntax"}}
{"game":2,"headers":{},"result":"*","plies":1,"final_fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1","uci":["d2d4"],"error":null}
broken faults.pgn: game 1, line 1, byte 0, `[White "Krush,…`: a tag is written [Name "value"] on one line
games 1, plies 0, broken 1

# Filters.
$ chess pgn games.pgn --filter 'not White == Zoe'; chess pgn games.pgn --filter 'plies == 1 or not sound'; chess pgn games.pgn --filter 'sound and plies > 1'
broken games.pgn: game 2, line 10, byte 193, `d5`: no such move is legal here
games 2, plies 3, broken 1
broken games.pgn: game 2, line 10, byte 193, `d5`: no such move is legal here
games 2, plies 3, broken 1
games 1, plies 7, broken 0

$ chess pgn games.pgn --filter 'colour == white'
? 2
error: invalid value 'colour == white' for '--filter <FILTER>': byte 0: unknown name `colour`; names of tags begin with an upper-case letter, and docs/filters.md lists all others

For more information, try '--help'.

$ chess pgn games.pgn --filter 'WhiteELO > 2000'
? 2
error: invalid value 'WhiteELO > 2000' for '--filter <FILTER>': byte 0: unknown tag `WhiteELO`; did you mean `WhiteElo`? If games have it, write "WhiteELO" with its quotation marks

For more information, try '--help'.

# Games are copied byte for byte.
$ printf '\357\273\277[White "A"]\n[Result "1-0"]\n\n1. e4 { kept  as it is } e5\n2. Nf3 1-0\n\n\n  [White "B"]\r\n\r\n1. d4 d5 *\r\n\r\n' >first
> printf '[White "B"]\n[Black "b"]\n\n1. e4 e4 1/2-1/2\n' >second
> printf '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5) 2. Nf3 1-0\n\n1. c4 * 1. c4 c5 0-1' >third
> cat first second third >copied.pgn; chess pgn copied.pgn --out all.pgn; printf '\n\n' | cat copied.pgn - | cmp - all.pgn
games 6, broken 1, duplicates 0

# What is written is not compressed, and has no name that says so.
$ for file in all.pgn.zst all.PGN.GZ; do chess pgn copied.pgn --out $file; done; chess book build copied.pgn --out all.bz2
> chess analyse copied.pgn --nodes 1 --out all.pgn.gz; chess match 'chess uci' 'chess uci' --games 2 --nodes 1 --pgn all.pgn.gz; chess play --save all.pgn.zst </dev/null; ls all*
error: all.pgn.zst: compressed output is not supported: write a plain file and compress it afterwards
error: all.PGN.GZ: compressed output is not supported: write a plain file and compress it afterwards
error: all.bz2: compressed output is not supported: write a plain file and compress it afterwards
error: all.pgn.gz: compressed output is not supported: write a plain file and compress it afterwards
error: all.pgn.gz: compressed output is not supported: write a plain file and compress it afterwards
error: invalid value 'all.pgn.zst' for '--save <FILE>': compressed output is not supported: write a plain file and compress it afterwards

For more information, try '--help'.
all.pgn

$ chess pgn copied.pgn --filter 'White == "B"' --out kept.pgn; sed -n '7,$p' first | cat - second | cmp - kept.pgn
? 1
games 2, broken 1, duplicates 0
- kept.pgn differ: byte 1, line 1

$ chess pgn copied.pgn --dedup --json --out all.pgn
? 1
{"game":4,"duplicate_of":{"game":1}}
{"type":"summary","games":5,"broken":1,"duplicates":1}

# A game that was not read whole is not a duplicate.
$ for i in 1 2; do printf '[Variant "Atomic"]\n\n1. e4 *\n\n'; done >twice.pgn; printf '1. e4 Ke2 *\n\n1. e4 *\n\n1. e4 *\n' >>twice.pgn
> chess pgn twice.pgn --dedup --out once.pgn
? 1
duplicate twice.pgn: game 5, of twice.pgn: game 4
games 4, broken 3, duplicates 1

# Files that are not games.
$ echo '{"fen": "k7/8/8/8/8/8/8/K7 w - -"}' >evals.jsonl; chess pgn evals.jsonl; chess book build evals.jsonl --out none.bin
? 1
error: evals.jsonl: no games found
games 0, plies 0, broken 0
error: evals.jsonl: no games found
games 0, broken 0, moves 0

$ printf 'PK\003\004' >games.zip; chess pgn games.zip --json
? 1
error: games.zip: this is a zip archive: unpack it first

$ chess pgn copied.pgn --split-by Result --out all.pgn; ls all*; grep -c 'White "A"' all-1-0.pgn; tail -n 3 all-_.pgn
games 6, broken 1, duplicates 0
all-1-0.pgn
all-_.pgn
all.pgn
2
1. e4 e4 1/2-1/2
1. c4 * 1. c4 c5 0-1

$ chess pgn copied.pgn --split-by Result --out - 2>&1 | sed -n 1p
? 2
error: --split-by needs --out FILE

$ chess pgn 2>&1 | sed -n 1p; chess pgn - --uci960 2>&1 | sed -n 1p
? 2
error: the following required arguments were not provided:
error: unexpected argument '--uci960' found

# Openings have names by position, which filters see.
$ printf 'D02\tLondon\t1. d4 d5 2. Nf3\n' >names.tsv; printf '[ECO "A00"]\n\n1. Nf3 d5 2. d4 *\n\n1. e4 *\n' >named.pgn
> for name in London Paris; do chess pgn named.pgn --opening-names names.tsv --filter "opening = \"$name\""; done; chess pgn named.pgn --opening-names no.tsv; chess pgn named.pgn --opening-names named.pgn
? 1
games 1, plies 3, broken 0
games 0, plies 0, broken 0
error: no.tsv: No such file or directory (os error 2)
error: named.pgn: game 1: the tag `ECO` is missing, or both `Opening` and `Variation` are

# Values whose names are one file get numbers, however they become one: by characters, by their first letters, or by a link.
$ long=$(printf 'x%.0s' {1..70}); for eco in A/B A:B A00 "$long" "${long}y" A/B; do printf '[ECO "%s"]\n\n1. e4 *\n\n' "$eco"; done >values.pgn
> mkdir links; echo old >links/out-A00.pgn; ln -s out-A00.pgn links/out-A_B.pgn; chess pgn values.pgn --out links/out.pgn --split-by ECO
> for file in links/*; do echo "${file/$long/}" $(grep -o '"A.*"' $file); done; chess pgn values.pgn --out folder/eco/ --split-by ECO; mkdir there; chess pgn values.pgn --out there --split-by White; ls folder/eco there | cut -c1-20
games 6, broken 0, duplicates 0
links/out-A00-2.pgn "A00"
links/out-A00.pgn "A/B" "A/B"
links/out-A_B-2.pgn "A:B"
links/out-A_B.pgn "A/B" "A/B"
links/out-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-2.pgn
links/out-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.pgn
games 6, broken 0, duplicates 0
games 6, broken 0, duplicates 0
folder/eco:
A00.pgn
A_B-2.pgn
A_B.pgn
xxxxxxxxxxxxxxxxxxxx
xxxxxxxxxxxxxxxxxxxx

there:
_.pgn

# An empty value gives no hidden name.
$ printf '[White ""]\n\n1. e4 *\n' >empty.pgn; chess pgn empty.pgn --split-by White --out empty/; ls -A empty
games 1, broken 0, duplicates 0
_.pgn

# A name of an opening counts as the tag does in a filter.
$ printf 'B01\tScandinavian Defense\t1. e4 d5\n' >named.tsv; printf '[ECO "A00"]\n\n1. e4 d5 *\n\n[ECO "A00"]\n\n1. a4 *\n' >openings.pgn
> chess pgn openings.pgn --opening-names named.tsv --out eco.pgn --split-by ECO; chess pgn openings.pgn --opening-names named.tsv --out eco.pgn --split-by Opening; ls eco-*; chess pgn openings.pgn --opening-names named.tsv --filter 'eco == "B01"' --out - 2>/dev/null | cmp - eco-B01.pgn
games 2, broken 0, duplicates 0
games 2, broken 0, duplicates 0
eco-A00.pgn
eco-B01.pgn
eco-Scandinavian Defense.pgn
eco-_.pgn

# Duplicates name the game that is kept.
$ printf '1. e4 *\n\n1. d4 d5 *\n\n1. d4 *\n\n1. d3 d5 2. e3 *\n\n' >one.pgn; printf '1. e3 d5 2. d3 *\n\n1. d4 d5 2. c4 *\n\n1. e4 *\n' >two.pgn
> for mode in '' =position =prefix; do chess pgn one.pgn two.pgn --dedup$mode --out unlike.pgn; done; chess pgn one.pgn --dedup=prefix --json --out -
> cat one.pgn | chess pgn - --dedup=prefix --out - 2>&1 | sed -n 1p; chess pgn <(cat one.pgn) --dedup=prefix --out - 2>&1 | sed 's/[0-9]*, \?$//;s|/dev/fd/[0-9]*|FD|;1q'; chess pgn one.pgn no.pgn --dedup=prefix --out prefix.pgn; ls prefix.pgn
? 2
duplicate two.pgn: game 3, of one.pgn: game 1
games 6, broken 0, duplicates 1
duplicate two.pgn: game 1, of one.pgn: game 4
duplicate two.pgn: game 3, of one.pgn: game 1
games 5, broken 0, duplicates 2
duplicate one.pgn: game 2, of two.pgn: game 2
duplicate one.pgn: game 3, of two.pgn: game 2
duplicate two.pgn: game 3, of one.pgn: game 1
games 4, broken 0, duplicates 3
1. e4 *

1. d4 d5 *

1. d3 d5 2. e3 *

{"game":3,"duplicate_of":{"game":2}}
{"type":"summary","games":3,"broken":0,"duplicates":1}
error: --dedup=prefix reads its input twice, but - can be read only once
error: --dedup=prefix reads its input twice, but FD can be read only once
error: no.pgn: No such file or directory (os error 2)
games 0, broken 0, duplicates 0
ls: cannot access 'prefix.pgn': No such file or directory

# Games are written anew.
$ printf '{Vienna}[White "A"]\n[Result "1-0"]\n[Site "here"]\n\n1. e4 $1 e5 {open} 2. Nc3 (2. Nf3 Nc6 {dull}) Nf6 3. f4 1-0\n\n1. e4 (1. e5) c5 {half} *\n\n1. d4 *' >anew.pgn
> chess pgn anew.pgn --rewrite --out -; chess pgn anew.pgn --rewrite --out - --no-comments --no-variations --no-nags --tags Site,White,X --add-plycount --lan --filter 'White == A'
> chess pgn anew.pgn --rewrite --out - --lenient --tags= --uci --drop-ply 2 --ply-limit 4 --fen-comments 2 --line 0
? 1
[Event "?"]
[Site "here"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "?"]
[Result "1-0"]

{Vienna} 1. e4 $1 e5 {open} 2. Nc3 (2. Nf3 Nc6 {dull}) 2... Nf6 3. f4 1-0

1. e4 (1. e5) c5 {half} *

[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

1. d4 *

games 3, broken 1, duplicates 0
[Site "here"]
[White "A"]
[PlyCount "5"]

1. e2-e4 e7-e5 2. Nb1-c3 Ng8-f6 3. f2-f4 1-0

games 1, broken 0, duplicates 0
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"]
[SetUp "1"]

{Vienna} 2. b1c3 (2. g1f3 b8c6 {dull}) 2... g8f6 {rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3} 1-0

[FEN "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"]
[SetUp "1"]

*

[FEN "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"]
[SetUp "1"]

*

games 3, broken 1, duplicates 0

$ chess pgn anew.pgn --rewrite --out a/ --split 1 --stop-after 2; ls a; chess pgn anew.pgn --rewrite --out a.pgn --split 2 --json; ls a-*; for args in '--no-comments' '--rewrite --san --lan' '--rewrite --fen-comments 0' '--lenient' '--split 2' '--dedup=all'; do chess pgn anew.pgn --out - $args 2>&1 | sed -n 1p; done; chess pgn anew.pgn --stop-after 1 2>&1 | sed -n 1,2p
? 2
games 2, broken 1, duplicates 0
1.pgn
2.pgn
{"type":"summary","games":3,"broken":1,"duplicates":0}
a-1.pgn
a-2.pgn
error: the following required arguments were not provided:
error: the argument '--san' cannot be used with '--lan'
error: invalid value '0' for '--fen-comments <N>': must be an integer from 1 to 1000000
error: --out copies games unchanged; with --lenient, add --rewrite
error: --split needs --out FILE
error: invalid value 'all' for '--dedup[=<MODE>]'
error: the following required arguments were not provided:
  --out <FILE>
