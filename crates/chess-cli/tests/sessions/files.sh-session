# The file of --out or --svg: only a regular file is replaced, also behind a link.
$ printf '1. e4 1-0\n' >games.pgn; chess book build games.pgn --out one.bin; mkfifo fifo; mkdir folder; ln -s /dev/pts/ptmx device; ln -s out circle; ln -s circle out
> perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) && bind(S, sockaddr_un("socket"))'
> for out in fifo folder device socket circle new/ new/.. folder/new/; do chess show --svg $out; done; chess book build games.pgn --out fifo; chess book merge one.bin --out fifo
? 1
games 1, broken 0, moves 1
error: fifo: this is a FIFO; only a regular file is replaced
error: folder: this is a folder; only a regular file is replaced
error: device: this is a device; only a regular file is replaced
error: socket: this is a socket; only a regular file is replaced
error: circle: Too many levels of symbolic links (os error 40)
error: new/: this is a folder; expected a file name
error: new/..: this is a folder; expected a file name
error: folder/new/: this is a folder; expected a file name
error: fifo: this is a FIFO; only a regular file is replaced
error: fifo: this is a FIFO; only a regular file is replaced

# /dev/null takes anything, a folder of tables has several names, and a manual page is that of a command.
$ chess show --svg /dev/null; chess book build games.pgn --out /dev/null; for name in syzygy tb path; do chess tables --$name nowhere --fen startpos; done; chess man nothing
? 2
games 1, broken 0, moves 1
error: --syzygy: the folder of endgame tablebases nowhere cannot be read: No such file or directory (os error 2)
error: --syzygy: the folder of endgame tablebases nowhere cannot be read: No such file or directory (os error 2)
error: --syzygy: the folder of endgame tablebases nowhere cannot be read: No such file or directory (os error 2)
error: chess has no command "nothing"

Usage: chess man [OPTIONS] [COMMAND]...

For more information, try '--help'.

$ ls -F; ls folder; mkfifo folder/chess-show.1; chess man --out folder; chess man --out games.pgn; rm -r folder out circle
circle@
device@
fifo|
folder/
games.pgn
one.bin
out@
socket=
error: folder/chess-show.1: this is a FIFO; only a regular file is replaced
error: games.pgn: File exists (os error 17)

# Links stay, and their files are written; another hard link keeps the old file.
$ echo old >real; ln -s real between; ln -s between link; ln -s new dangling; ln real hard; for out in link dangling; do chess show --svg $out; done
> readlink link dangling; head -c 4 real new; echo; cat hard
between
new
==> real <==
<!--
==> new <==
<!--
old

# The mode and the owner of a file are kept, and a new one has those of any new file.
$ for mode in 600 640 755; do echo old >kept; chmod $mode kept; chess show --svg kept; stat -c %a kept; rm kept; done
> for mask in 022 027 077; do (umask $mask; chess show --svg made; chess book merge one.bin --out merged; stat -c %a made merged; rm made merged); done
600
640
755
moves 1
644
644
moves 1
640
640
moves 1
600
600

$ echo old >owned; chown 1:1 owned 2>/dev/null; stat -c %u:%g owned >before; chess show --svg owned; stat -c %u:%g owned | cmp - before

# What belongs to others stays, and nothing else is left behind.
$ echo others >out.part; chess show --svg out; cat out.part; ls -A | tr '\n' ' '; (cd /proc && chess show --svg "$OLDPWD/out" && tail -c 7 "$OLDPWD/out")
others
before between dangling device fifo games.pgn hard link new one.bin out out.part owned real socket </svg>

# A program that runs is a file that nobody may write.
$ cp "$(command -v sleep)" busy; ./busy 5 & sleep 0.2; chess show --svg busy; kill $!; wait 2>/dev/null; cmp busy "$(command -v sleep)"
error: busy: Text file busy (os error 26)

# What is printed would go to the old file, which has no name any more.
$ for out in stdout /dev/stdout; do chess book build games.pgn --out $out >stdout; wc -c <stdout; done
error: stdout: standard output is redirected to this file
0
error: /dev/stdout: standard output is redirected to this file
0

# Each of two programs writes a whole file; the last one stays.
$ for i in {1..10}; do chess book merge one.bin --out two >/dev/null & chess show --svg two & wait; cmp -s two one.bin || tail -c 7 two | grep -q '</svg>' || echo torn; done; ls -A | grep -c '^\.'
? 1
0

# Nothing to write is an error, and the file that was there stays.
$ : >empty.plain; : >empty.pgn; echo '1. e4 e5 *' >unscored.pgn; for file in old.binpack old.bin old.pgn; do echo old >$file; done
> chess convert empty.plain old.binpack; chess convert unscored.pgn old.binpack; for file in empty unscored; do chess pgn $file.pgn --training binpack old.binpack; chess book build $file.pgn --out old.bin; done
> chess pgn unscored.pgn --filter 'WhiteElo > 1' --out old.pgn; cat old.binpack old.bin old.pgn
records 0, games 0, written 0, faults 0
error: old.binpack: nothing to write; the file was not written
records 2, games 1, written 0, faults 0
lost: 2 positions without a score left out
error: old.binpack: nothing to write; the file was not written
records 0, games 0, written 0, faults 0
error: old.binpack: nothing to write; the file was not written
games 0, broken 0, moves 0
error: old.bin: nothing to write; the file was not written
records 2, games 1, written 0, faults 0
lost: 2 positions without a score left out
error: old.binpack: nothing to write; the file was not written
games 1, broken 0, moves 0
error: old.bin: no move has a weight of 1 or more (only wins and draws add weight); use --min-weight 0 to keep all moves
games 0, broken 0, duplicates 0
error: old.pgn: nothing to write; the file was not written
old
old
old

# One check names what is no text, wherever text is read.
$ printf 'version https://git-lfs.github.com/spec/v1\noid sha256:6a\nsize 31\n' >pointer; printf '\377\376[\0' >utf16; printf 'PK\003\004' >zip
> for file in pointer utf16 zip; do chess pgn $file; chess suite --threads 1 $file; chess dump puzzles $file; chess inspect <$file; chess pgn a.pgn --opening-names $file; chess match 'chess uci; nodes=1' 'chess uci; nodes=1' --openings $file; chess units run <$file; done
? 1
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
games 0, plies 0, broken 0
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
0 positions, 0 counts: 0 ok, 0 failed, 0 skipped; 0 positions refused
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: standard input: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: standard input: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
games 0, plies 0, broken 0
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
0 positions, 0 counts: 0 ok, 0 failed, 0 skipped; 0 positions refused
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: standard input: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: standard input: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: zip: this is a zip archive: unpack it first
games 0, plies 0, broken 0
error: zip: this is a zip archive: unpack it first
0 positions, 0 counts: 0 ok, 0 failed, 0 skipped; 0 positions refused
error: zip: this is a zip archive: unpack it first
error: standard input: this is a zip archive: unpack it first
error: zip: this is a zip archive: unpack it first
error: zip: this is a zip archive: unpack it first
error: standard input: this is a zip archive: unpack it first

# Also where games or positions are read one by one, or as a whole.
$ for file in pointer utf16 zip; do chess analyse $file; chess play $file </dev/null; chess book build $file --out none.bin; chess tables --path . <$file; chess resolve <$file; done
? 1
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: pointer: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
games 0, broken 0, moves 0
no Syzygy tables found in .
error: standard input: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: standard input: this is a pointer of Git LFS, not the file: get it by `git lfs pull`
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: utf16: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
games 0, broken 0, moves 0
no Syzygy tables found in .
error: standard input: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: standard input: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
error: zip: this is a zip archive: unpack it first
error: zip: this is a zip archive: unpack it first
error: zip: this is a zip archive: unpack it first
games 0, broken 0, moves 0
no Syzygy tables found in .
error: standard input: this is a zip archive: unpack it first
error: standard input: this is a zip archive: unpack it first

# Puzzles without a header: the columns of today, and the lines of errors.
$ printf 'A,8/8/8/8/8/k7/7p/K7 b - - 0 1,h2h1q,900,80,90,100,endgame short,https://x/1,Some_Opening,\nB,8/8/8/8/8/k7/7p/K7 b - - 0 1,h2h1q,x,80,99999999999,100,endgame short,https://x/1,Some_Opening,\n' >today.csv; chess dump puzzles today.csv
? 1
broken today.csv: B: line 2: Rating: not a number
rows 2, broken 1, checksum ac4b5df7013ae90d

# Openings that are no opening are left out.
$ printf '8/8/8/8/8/8/8/4k2K w - - 0 1\n"4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1",\n4k3/8/8/8/8/8/PPPP4/4K3 w - - 6 24|f8d8\n' >openings.csv
> chess match 'chess uci; nodes=1' 'chess uci; nodes=1' --games 2 --max-moves 2 --openings openings.csv 2>&1 | grep 'left out'
> head -1 openings.csv >over.epd; chess match 'chess uci; nodes=1' 'chess uci; nodes=1' --openings over.epd
> printf '"4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1",\n' | chess inspect | cut -c-60
error: over.epd: no openings found: line 1: the game is over
{"ok":true,"input":"\"4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\",",

# Names of openings as tables and games.
$ printf '[Event "?"]\n\n1. e4 c5 2. Nf3 *\n' >game.pgn
> printf '"B27","Sicilian, with ""Nf3""","1. e4 c5 2. Nf3"\n' >names.csv; printf '[White "Sicilian"]\n[Black "?"]\n[ECO "B27"]\n\n1. e4 c5 *\n\n[Event "?"]\n\n1. d4 *\n' >names.pgn; printf '{\n "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -": {"eco": "B00"}\n}\n' >names.json
> for file in names.csv names.pgn names.json; do chess pgn game.pgn --filter 'eco == B27' --json --opening-names $file; done
? 1
{"game":1,"headers":{"Event":"?"},"result":"*","plies":3,"final_fen":"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2","uci":["e2e4","c7c5","g1f3"],"error":null}
names.pgn: skipped 1 games without a name
{"game":1,"headers":{"Event":"?"},"result":"*","plies":3,"final_fen":"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2","uci":["e2e4","c7c5","g1f3"],"error":null}
error: names.json: JSON is not read: expected a table of ECO, name and moves, or PGN

# What is read as a whole has a limit, however small its file is.
$ head -c 300M /dev/zero | tr '\0' '#' | gzip -1 >bomb.pgn.gz; truncate -s 1G zeros.pgn; ulimit -v 1000000; for file in bomb.pgn.gz zeros.pgn; do chess analyse $file; chess play --opening-names $file </dev/null; chess book show $file; chess play --save new.pgn </dev/null $file; done 2>&1 | grep -e bomb -e zeros
? 1
error: bomb.pgn.gz: more than 134217728 bytes, which are the most that are read here
error: bomb.pgn.gz: more than 16777216 bytes, which are the most that are read here
error: bomb.pgn.gz: more than 268435456 bytes, which are the most that are read here
error: bomb.pgn.gz: more than 134217728 bytes, which are the most that are read here
error: zeros.pgn: more than 134217728 bytes, which are the most that are read here
error: zeros.pgn: more than 16777216 bytes, which are the most that are read here
error: zeros.pgn: more than 268435456 bytes, which are the most that are read here
error: zeros.pgn: more than 134217728 bytes, which are the most that are read here

# Lines may be compressed.
$ printf '4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5\r4k3/8/8/8/8/8/8/4K2R w K - 0 1;D1 15\r' >lines.epd; gzip lines.epd; chess suite --threads 1 lines.epd.gz
2 positions, 2 counts: 2 ok, 0 failed, 0 skipped; 0 positions refused

$ printf '4k3/8/8/8/8/8/8/4K3 w - - 0 1\nx\n' | gzip | chess inspect | cut -c 1-20
? 1
{"ok":true,"input":"
{"ok":false,"input":
