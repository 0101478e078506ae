# Formats are known by their names. A binpack keeps no square that no pawn can capture on.
$ printf '%s\n' 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 25 | 1.0' '4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5' >a.txt
> from=a.txt; for to in a.marlin a.vf a.pgn a.binpack b.plain; do chess convert $from $to 2>&1 | sed -n 1p; from=$to; done
> cat b.plain; wc -c <a.marlin
records 2, games 2, written 2, faults 0
records 2, games 2, written 2, faults 0
records 2, games 2, written 2, faults 0
records 2, games 2, written 2, faults 0
records 2, games 2, written 2, faults 0
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 25 | 1.0
4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5
64

# What is lost is reported.
$ printf '[Result "1-0"]\n\n1. e4 {[%%eval 0.25]} e5 {[%%eval 0.3]} 2. Nf3 {[%%eval 0.2]} Nc6 1-0\n\n' >game.pgn
> chess convert game.pgn game.bf; chess convert game.pgn game.bf --json
records 4, games 1, written 3, faults 0
lost: 1 positions without a score left out
lost: 3 moves dropped
lost: 2 positions with Black to move written with colours changed
lost: 3 positions without their castling rights
lost: 2 positions without their en passant square
lost: 2 positions without their counters
{"type":"summary","records":4,"games":1,"written":3,"faults":0,"losses":{"no_score":1,"move":3,"side_to_move":2,"castling":3,"en_passant":2,"counters":2}}

$ chess convert - - --from pgn --to plain <game.pgn 2>/dev/null | tee game.plain; chess convert - - --from plain --to plain <game.plain 2>/dev/null | cmp - game.plain
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 25 | 1.0
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 | 30 | 1.0
rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 | 20 | 1.0

# A format that is not known.
$ for args in '- out.bf' 'in.bf out.bin' 'in.bf out.bin --to json'; do chess convert $args 2>&1 | sed '/^$/,$d'; done
? 2
error: unknown extension of IN; use --from FORMAT
error: unknown extension of OUT; use --to FORMAT
error: invalid value 'json' for '--to <FORMAT>'
  [possible values: viri, marlin, bullet, binpack, plain, pgn]

# What is wrong is reported, and the rest is written, unless nothing can be read or all must be.
$ { cat a.txt; echo nonsense; cat a.txt; } >wrong.txt; chess convert wrong.txt wrong.marlin; wc -c <wrong.marlin
broken wrong.txt: line 3, byte 115: expected FEN | score | result
records 4, games 4, written 4, faults 1
128

$ head -c 100 wrong.marlin >cut.marlin; chess convert cut.marlin cut.txt; wc -l <cut.txt
broken cut.marlin: byte 96: the file ends too early: at least 28 bytes are missing
records 3, games 3, written 3, faults 1
3

$ yes nonsense | head -200 >nonsense.txt; chess convert nonsense.txt nonsense.bf 2>&1 | tail -3
> chess convert wrong.txt strict.bf --fail-fast; chess convert - - --from plain --to plain --fail-fast <wrong.txt; ls nonsense.bf strict.bf
? 2
broken nonsense.txt: line 100, byte 891: expected FEN | score | result
further errors are counted but not shown
error: nonsense.txt: no records could be read
error: wrong.txt: line 3, byte 115: expected FEN | score | result
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 25 | 1.0
4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5
error: standard input: line 3, byte 115: expected FEN | score | result
ls: cannot access 'nonsense.bf': No such file or directory
ls: cannot access 'strict.bf': No such file or directory

# The point of view of scores can be given.
$ printf '[Result "1-0"]\n\n1. e4 {-0.31/14} e5 {-0.28/14 2} 1-0\n' >view.pgn
> for view in '' '--score-view white' '--score-view mover'; do chess convert view.pgn - --to plain $view 2>&1; done
> chess convert view.pgn - --to plain --score-view black 2>&1 | sed -n 1p
? 2
records 2, games 1, written 0, faults 0
lost: 2 positions without a score left out
lost: 2 scores dropped, since it is unclear whether they are White's or the mover's
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | -31 | 1.0
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | -28 | 1.0
records 2, games 1, written 2, faults 0
lost: 2 moves dropped
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | -31 | 1.0
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 28 | 1.0
records 2, games 1, written 2, faults 0
lost: 2 moves dropped
error: invalid value 'black' for '--score-view <VIEW>'

# `pgn --training` with a filter of moves.
$ chess pgn view.pgn view.pgn --training plain - --score-view mover --filter 'ply == 1' --json
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 28 | 1.0
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 28 | 1.0
{"type":"summary","records":2,"games":2,"written":2,"faults":0,"losses":{"move":2}}

$ printf '[Result "1-0"]\n\n1. e5 *\n\n' >broken.pgn; chess pgn game.pgn broken.pgn --training plain - --filter 'file ~ "broken" or ply == 2'; chess pgn - --training plain - <game.pgn 2>/dev/null
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 | 30 | 1.0
broken broken.pgn: game 1, line 3, byte 19, `e5`: no such move is legal here
records 1, games 2, written 1, faults 1
lost: 1 moves dropped
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 25 | 1.0
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 | 30 | 1.0
rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 | 20 | 1.0

$ for args in 'json out' 'viri - --lenient' 'viri - --columns game' viri; do chess pgn game.pgn --training $args 2>&1 | sed -n 1p; done
? 2
error: --training: FORMAT must be one of viri, marlin, bullet, binpack, plain, pgn
error: the argument '--training <FORMAT> <FILE>' cannot be used with '--lenient'
error: the following required arguments were not provided:
error: 2 values required for '--training <FORMAT> <FILE>' but 1 was provided

# What cannot be read to its end has no file.
$ chess pgn game.pgn /nowhere/x.pgn --training bullet out.bf; chess pgn broken.pgn --training bullet out.bf; chess convert broken.pgn out.bf; ls out.bf
? 2
error: /nowhere/x.pgn: No such file or directory (os error 2)
records 4, games 1, written 3, faults 0
lost: 1 positions without a score left out
lost: 3 moves dropped
lost: 2 positions with Black to move written with colours changed
lost: 3 positions without their castling rights
lost: 2 positions without their en passant square
lost: 2 positions without their counters
broken broken.pgn: game 1, line 3, byte 19, `e5`: no such move is legal here
records 0, games 1, written 0, faults 1
error: out.bf: nothing to write; the file was not written
broken broken.pgn: game 1, line 3, byte 19, `e5`: no such move is legal here
error: broken.pgn: no records could be read
ls: cannot access 'out.bf': No such file or directory

$ : >empty.pgn; chess pgn empty.pgn --training bullet empty.bf; wc -c <empty.bf
? 1
records 0, games 0, written 0, faults 0
error: empty.bf: nothing to write; the file was not written
bash: line 2: empty.bf: No such file or directory

# Folders and files that are missing.
$ chess convert . - --from marlin --to plain; chess convert none.pgn - --to plain; chess convert none.bf - --to plain
? 1
error: .: Is a directory (os error 21)
error: none.pgn: No such file or directory (os error 2)
error: none.bf: No such file or directory (os error 2)

# Compressed files have the format of the name before, and lines are known by their first bytes. These positions begin as a gzip file does.
$ chess convert a.txt b.marlin 2>/dev/null; chess convert a.txt b.binpack 2>/dev/null; gzip -k b.marlin b.binpack; gzip -c a.txt >zipped.txt
> for file in b.marlin.gz b.binpack.gz zipped.txt; do chess convert $file - --to plain 2>/dev/null | tail -1; done
> echo '4k3/8/8/8/8/3P4/PP1P3P/RNBQK3 w - - 0 1 | 3 | 0.5' | chess convert - c.marlin --from plain 2>/dev/null; head -c 3 c.marlin | od -An -tx1; chess convert c.marlin - --to plain 2>/dev/null
> chess convert - - --from marlin --to plain <b.marlin 2>/dev/null | wc -l
records 2, games 2, written 2, faults 0
records 2, games 2, written 2, faults 0
lost: 1 positions without their en passant square
lost: 2 positions without a move written with the null move
4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5
4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5
4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5
records 1, games 1, written 1, faults 0
 1f 8b 08
4k3/8/8/8/8/3P4/PP1P3P/RNBQK3 w - - 0 1 | 3 | 0.5
2

# What is before the end of a damaged file is used.
$ head -c -12 b.marlin.gz >d.marlin.gz; chess convert d.marlin.gz d.txt; { head -c -8 b.marlin.gz; printf '12345678'; } >d.marlin.gz; chess convert d.marlin.gz d.txt; wc -l <d.txt
broken d.marlin.gz: the compressed data is cut off
records 1, games 1, written 1, faults 1
broken d.marlin.gz: the compressed data is damaged: corrupt gzip stream does not have a matching checksum
records 2, games 2, written 2, faults 1
2

# The place of a broken game is that in the file, of which the games are read in pieces. One without an end is passed over.
$ for i in {1..30000}; do printf '1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n\n'; done >many.pgn; echo '1. e5 *' >>many.pgn
> chess convert many.pgn many.marlin 2>&1 | sed -n 1,2p; chess pgn many.pgn --training marlin many.marlin --filter 'not sound or plies > 2' 2>&1 | sed -n 1p; wc -c <many.marlin
broken many.pgn: game 30001, line 60001, byte 1020003, `e5`: no such move is legal here
records 60000, games 30001, written 60000, faults 1
broken many.pgn: game 30001, line 60001, byte 1020003, `e5`: no such move is legal here
1920000

$ { printf '1. e4 {'; head -c 68157440 /dev/zero; printf '} *\n\n[Result "1-0"]\n\n1. d4 {+0.10/3} d5 1-0\n'; } >endless.pgn; chess convert endless.pgn endless.txt; wc -l <endless.txt; chess pgn endless.pgn
? 1
broken endless.pgn: game 1, byte 0: the game has more than 67108864 bytes
records 2, games 1, written 1, faults 1
lost: 1 positions without a score left out
lost: 1 moves dropped
1
error: endless.pgn: game 1, byte 0: the game has more than 67108864 bytes
games 1, plies 2, broken 0

# A file is converted in its place. One that may grow no further is named, and removed.
$ for i in {1..20000}; do echo '4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5'; done >long.txt; cp long.txt place.txt; chess convert place.txt place.txt 2>/dev/null; cmp place.txt long.txt
records 20000, games 20000, written 20000, faults 0

$ trap '' XFSZ; ulimit -f 8; chess convert many.pgn limit --to plain; chess pgn many.pgn --training plain limit; chess convert long.txt limit --to plain; ls limit
? 2
error: limit: File too large (os error 27)
error: limit: File too large (os error 27)
error: limit: File too large (os error 27)
ls: cannot access 'limit': No such file or directory

# One that is killed or interrupted leaves the old file, or none.
$ mkfifo pipe; mkdir killed; for signal in KILL TERM INT; do for old in '' old; do
>     rm -f killed/out.bf; test -z "$old" || echo old >killed/out.bf
>     env --default-signal=INT chess convert pipe killed/out.bf --from plain 2>/dev/null & exec 3>pipe; cat long.txt >&3; sleep 0.3; kill -$signal $!; wait $! 2>/dev/null; code=$?; exec 3>&-
>     echo $signal $code $(ls -A killed) $(cat killed/* 2>/dev/null)
> done; done
KILL 137
KILL 137 out.bf old
TERM 143
TERM 143 out.bf old
INT 130
INT 130 out.bf old

$ cat >puzzles.csv <<'END'
> PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
> 00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,castling short,https://lichess.org/a,
> END
> chess dump puzzles puzzles.csv; chess dump puzzles - --json <puzzles.csv
rows 1, broken 0, checksum ad26fe4fa19069f0
{"type":"summary","rows":1,"broken":0,"checksum":"ad26fe4fa19069f0"}

$ chess dump puzzles puzzles.csv --filter 'rating >= 1500 and themes == short' | cut -c 1-16; chess dump puzzles puzzles.csv --filter 'themes == long' | cut -c 1-16
rows 1, broken 0
rows 0, broken 0

$ chess dump puzzles puzzles.csv --filter 'ratng > 1'
? 2
error: --filter: byte 0: no column of numbers or texts is named `ratng`; did you mean `rating`?

Usage: chess dump [OPTIONS] <KIND> <FILE>

For more information, try '--help'.

# Each broken row is reported with its reason, up to a number.
$ printf '\n{}\n' | chess dump evals - --json
? 1
broken -: line 2: missing field `fen` at column 2
{"type":"summary","rows":1,"broken":1,"checksum":"[..]"}

$ yes '{}' | head -n 300 | chess dump evals - 2>&1 | tail -n 2
? 1
further errors are counted but not shown
rows 300, broken 300, checksum [..]

# A header names the columns, after a byte order mark, and with any line ends.
$ printf '\357\273\277FEN,Moves,PuzzleId\r4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1,a\rx,,b\r' | chess dump puzzles - --json
? 1
broken -: b: line 3: FEN: board field, byte 0: [..]
{"type":"summary","rows":2,"broken":1,"checksum":"[..]"}

$ chess dump evals nowhere
? 1
error: nowhere: No such file or directory (os error 2)

# The text of Stockfish's tools is read as plain: score and result of the side to move. Files of results lack the score.
$ printf 'fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 30\nply 0\nresult 1\ne\nfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nmove e7e5\nscore -28\nply 1\nresult -1\ne\n' >stockfish.plain
> chess convert stockfish.plain - --to pgn; chess convert stockfish.plain - --to plain; chess convert stockfish.plain stockfish.binpack; chess convert stockfish.binpack - --to plain
> printf '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; [1.0]\n' >results.book; chess convert results.book - --from plain --to plain
> printf 'version https://git-lfs.github.com/spec/v1\noid sha256:6a\nsize 3\n' >pointer.plain; chess convert pointer.plain - --to plain; cp pointer.plain pointer.binpack; chess convert pointer.binpack - --to plain
? 1
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]

{[%eval 0.30]} 1. e4 {[%eval 0.28]} 1... e5 1-0

records 2, games 1, written 2, faults 0
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 30 | 1.0
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 28 | 1.0
records 2, games 1, written 2, faults 0
lost: 2 moves dropped
records 2, games 1, written 2, faults 0
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 30 | 1.0
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 28 | 1.0
records 2, games 1, written 2, faults 0
lost: 2 moves dropped
broken results.book: line 1, byte 0: the score is missing: expected FEN | score | result
error: results.book: no records could be read
error: pointer.plain: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: pointer.binpack: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
