# Tables of all kinds have the same checksum, and the same bytes with any number of threads.
$ cat >games.pgn <<'END'
> [White "Zoe"]
> [WhiteElo "2400"]
> [Result "1-0"]
>
> 1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
>
> [White "Ada"]
>
> 1. d4 d5 2. d5 c5 1/2-1/2
>
> 1. c4 *
> END
> cat games.pgn games.pgn games.pgn >more.PGN.txt; columns=file,game,line,white,plies,moves,clocks,error,error_line
> chess pgn games.pgn more.PGN.txt --columns $columns --parquet one --threads 1; ls one
> chess pgn games.pgn more.PGN.txt --columns $columns --parquet three --threads 3; diff -r one three
> chess pgn games.pgn more.PGN.txt --columns $columns --parquet three --resume
> chess pgn games.pgn more.PGN.txt --columns $columns --arrow games.arrow --json; chess pgn games.pgn more.PGN.txt --columns $columns --arrow - >games.stream
> chess pgn games.pgn more.PGN.txt --columns $columns --parquet filtered --filter 'not sound'
? 1
rows 12, broken 4, checksum 8c78a27e0f097c03
games.parquet
more.PGN.txt.parquet
rows 12, broken 4, checksum 8c78a27e0f097c03
rows 12, broken 4, checksum 8c78a27e0f097c03
{"type":"summary","rows":12,"broken":4,"checksum":"8c78a27e0f097c03"}
rows 12, broken 4, checksum 8c78a27e0f097c03
rows 4, broken 4, checksum 880453ecc1852287

# Whole files have their ends.
$ for file in one/games.parquet games.arrow games.stream; do head -c 4 $file | cat -v; echo; tail -c 4 $file | cat -v; echo; grep -c -a Zoe $file; done
PAR1
PAR1
2
ARRO
ROW1
2
M-^?M-^?M-^?M-^?
^@^@^@^@
2

# Games of stdin have a table of that name, and two files do not become one.
$ chess pgn - --parquet stdin <games.pgn; ls stdin; mkdir a; cp games.pgn a; chess pgn games.pgn a/games.pgn --parquet same; ls same
rows 3, broken 1, checksum 9a3af762712d47a7
stdin.parquet
error: games.pgn and a/games.pgn would both be written to same/games.parquet

# Files that cannot be read have no table, and the others are complete.
$ : >empty.pgn; chess pgn games.pgn nowhere.pgn empty.pgn more.PGN.txt --parquet unreadable; ls unreadable
error: nowhere.pgn: No such file or directory (os error 2)
rows 12, broken 4, checksum d44559cb5ff5d373
empty.parquet
games.parquet
more.PGN.txt.parquet

$ for option in --parquet --arrow; do chess dump evals nowhere $option dump; done; ls dump
? 2
error: nowhere: No such file or directory (os error 2)
error: nowhere: No such file or directory (os error 2)
ls: cannot access 'dump': No such file or directory

# Lenient tables have what can be read.
$ printf '[White "a"]\n\n1. e4 ] e5 2. Ke9 Nf3 1 - 0\n\n1. d4 d5 *\n' >lenient.pgn; columns=game,result,plies,moves,error,errors
> chess pgn lenient.pgn --columns $columns --parquet lenient; chess pgn lenient.pgn --columns $columns --parquet lenient --resume --lenient
> chess pgn lenient.pgn --columns $columns --parquet lenient --lenient; chess pgn lenient.pgn --columns $columns --parquet lenient --resume --lenient
> chess pgn lenient.pgn --columns $columns --arrow lenient.arrow --lenient; chess pgn lenient.pgn --columns $columns --arrow - --lenient --filter 'plies >= 3' >lenient.stream
> chess pgn lenient.pgn --lenient --filter 'plies >= 3'
? 1
rows 1, broken 1, checksum 91308b867cddae79
error: --resume: lenient/lenient.parquet was written with different --columns, --filter, --score-view, --opening-names or --lenient
rows 2, broken 1, checksum f4a424823c748270
rows 2, broken 1, checksum f4a424823c748270
rows 2, broken 1, checksum f4a424823c748270
rows 1, broken 1, checksum 6f3571780d2eda8d
broken lenient.pgn: game 1, line 3, byte 19, `]`: unexpected character
games 1, plies 3, broken 1

# A table with other columns or games is not the one that is wanted.
$ resume() { chess pgn games.pgn --parquet other "$@" --resume 2>&1 | sed -n 1p; }
> chess pgn games.pgn --parquet other --columns game,white --filter sound
> resume --columns game,white --filter sound; resume --columns game,black --filter sound; resume --columns game,white --filter 'plies > 0'
> resume --columns game,white --filter sound --score-view white
> named() { chess pgn games.pgn --parquet named --opening-names names.tsv --resume 2>&1 | sed -n 1p; }
> printf 'A00\ta\te4\n' >names.tsv; named; named; printf 'A00\tname\te4\n' >names.tsv; named
? 1
rows 2, broken 0, checksum 7d3d02bd57e767f3
rows 2, broken 0, checksum 7d3d02bd57e767f3
error: --resume: other/games.parquet was written with different --columns, --filter, --score-view, --opening-names or --lenient
error: --resume: other/games.parquet was written with different --columns, --filter, --score-view, --opening-names or --lenient
error: --resume: other/games.parquet was written with different --columns, --filter, --score-view, --opening-names or --lenient
rows 3, broken 1, checksum d6e901ee2596ebff
rows 3, broken 1, checksum d6e901ee2596ebff
rows 3, broken 1, checksum d6e901ee2596ebff

# A run that is killed leaves whole tables, and goes on.
$ for i in {1..20000}; do printf '[White "%s"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n' $i; done >z.pgn
> chess pgn games.pgn z.pgn --parquet whole --columns game,white,moves,san | cut -c 1-23
> chess pgn games.pgn z.pgn --parquet killed --columns game,white,moves,san >/dev/null & until ls killed/games.parquet 2>/dev/null; do :; done; kill -KILL $!; wait 2>/dev/null
> for file in killed/*.parquet; do cmp $file whole/${file#*/}; done
> chess pgn games.pgn z.pgn --parquet killed --columns game,white,moves,san --resume | cut -c 1-23; diff -r killed whole
rows 20003, broken 1, c
killed/games.parquet
rows 20003, broken 1, c

# One that is interrupted leaves no table.
$ mkdir stopped; mkfifo games; for args in '--parquet stopped' '--arrow stopped/a' '--arrow -'; do
>     chess pgn games $args >stdout 2>stderr & exec 3>games; printf '[White "Zoe"]\n\n1. e4 *\n\n' >&3; sleep 0.5; kill -INT $!; wait $!; echo $?; exec 3>&-
>     grep -a -h -o '^incomplete: rows ' stdout stderr; ls -A stopped
> done
130
incomplete: rows
130
incomplete: rows
130
incomplete: rows

# Dumps become tables.
$ for i in {1..1000}; do echo '{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{"pvs":[{"cp":1,"line":"a1a2"}],"depth":1}]}'; done >evals.jsonl
> chess dump evals evals.jsonl; for option in --parquet --arrow; do chess dump evals evals.jsonl $option table; tail -c 4 table; echo; done
rows 1000, broken 0, checksum c52ded947e51c97e
rows 1000, broken 0, checksum c52ded947e51c97e
PAR1
rows 1000, broken 0, checksum c52ded947e51c97e
ROW1

# A reader that has gone is not an error, a full disk is one.
$ chess pgn z.pgn --arrow - 2>/dev/null | head -c 1 | wc -c; chess pgn z.pgn --arrow - >/dev/full
? 1
1
error: standard output: No space left on device (os error 28)

# A table is written anew if its file has changed, and never in the place of another one.
$ mkdir changed; printf '1. e4 *\n' >changed/a.pgn; printf '1. d4 *\n' >changed/b.pgn; chess pgn changed --parquet changed.tables
> printf '1. e4 *\n\n1. c4 *\n' >changed/a.pgn; chess pgn changed --parquet changed.tables --resume; touch changed/b.pgn; before=$(stat -c %i changed.tables/*); chess pgn changed --parquet changed.tables --resume
> paste <(echo "$before") <(stat -c %i changed.tables/*) | awk '{print $1 == $2}'; ln -sf b.parquet changed.tables/a.parquet; for more in '' --resume; do chess pgn changed --parquet changed.tables $more; done
? 1
rows 2, broken 0, checksum 891b519cf6b6133b
rows 3, broken 0, checksum 49cf22c37177b696
rows 3, broken 0, checksum 49cf22c37177b696
1
0
rows 2, broken 0, checksum aa8d5b09aeeb1595
error: changed.tables/b.parquet: another file has become this table, whose name is the same here: write them into different folders
rows 2, broken 0, checksum aa8d5b09aeeb1595
error: changed.tables/b.parquet: another file has become this table, whose name is the same here: write them into different folders

# A summary is JSON on request, also beside the data.
$ for args in '--out -' '--arrow -' '--training plain -'; do chess pgn z.pgn $args --json 2>&1 >/dev/null; done; chess pgn z.pgn --out z.out --json; chess pgn z.pgn --arrow z.arrow --json
{"type":"summary","games":20000,"broken":0,"duplicates":0}
{"type":"summary","rows":20000,"broken":0,"checksum":"4407b2a8db2a9103"}
{"type":"summary","records":240000,"games":20000,"written":0,"faults":0,"losses":{"no_score":240000,"annotation":20000}}
{"type":"summary","games":20000,"broken":0,"duplicates":0}
{"type":"summary","rows":20000,"broken":0,"checksum":"4407b2a8db2a9103"}

# The tables of docs/explore.md.
$ mkdir explore; cd explore; printf '[White "Ada"]\n\n1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 Nc6 3. Bb5 a6 *\n' >games.pgn
> chess pgn games.pgn --parquet games --columns file,game,white,black,result,san,keys,final_fen --filter sound
> chess tree games.pgn --parquet tree.parquet --depth 20
> ls games tree.parquet
rows 2, broken 0, checksum 3132a03e0a8fdb55
games 2, broken 0, moves 9
tree.parquet

games:
games.parquet

# Stored games are found by their moves, in files of any number of groups.
$ chess pgn games.pgn more.PGN.txt --columns white,black,result,date,start,moves --parquet stored >/dev/null
> chess find stored/games.parquet --filter 'some(san == "Qxf7#")'
> chess find stored/*.parquet --filter 'first(board has "Pd4 pd5") < 9 and plies == 2' --json --threads 3
stored/games.parquet 0 6 Zoe | ? | 1-0 | ? | ?
games 3, found 1, broken 0
{"file":"stored/games.parquet","row":1,"first":2,"white":"Ada","black":null,"result":null,"date":null,"site":null}
{"file":"stored/more.PGN.txt.parquet","row":1,"first":2,"white":"Ada","black":null,"result":null,"date":null,"site":null}
{"file":"stored/more.PGN.txt.parquet","row":4,"first":2,"white":"Ada","black":null,"result":null,"date":null,"site":null}
{"file":"stored/more.PGN.txt.parquet","row":7,"first":2,"white":"Ada","black":null,"result":null,"date":null,"site":null}
{"type":"summary","games":12,"found":4,"broken":0}

$ chess find stored/games.parquet --filter 'capture'; chess find stored/games.parquet --filter 'some(clock > 3)'
> chess find stored/games.parquet --filter 'eco == "C20"'; chess find games.pgn --filter 'some(check)'; chess find nothing --filter 'some(check)'
? 1
error: invalid value 'capture' for '--filter <FILTER>': `capture` is a condition on moves; write some(capture) for games in which a move meets it

For more information, try '--help'.
error: invalid value 'some(clock > 3)' for '--filter <FILTER>': `clock` is not available for games of a table

For more information, try '--help'.
error: stored/games.parquet: the table has no column `ECO` or `eco`, which is needed
error: games.pgn: Parquet error: Invalid Parquet file. Corrupt footer
error: nothing: No such file or directory (os error 2)
