# A move weighs two for a win and one for a draw.
$ cat >games.pgn <<'END'
> [Result "1-0"]
>
> 1. e4 e5 2. Nf3 1-0
>
> 1. e4 c5 1/2-1/2
>
> 1. d4 d5 0-1
>
> 1. a3 *
> END
> chess book build games.pgn --out games.bin
games 4, broken 0, moves 4

$ after_e4='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' after_d4='rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1'
> chess book show games.bin; chess book show games.bin "$after_e4" --json; chess book show games.bin --fen "$after_d4"
e4      e2e4      3 100.0 %
{"uci":"c7c5","uci960":"c7c5","san":"c5","weight":1,"share":1.0,"learn":0}
d5      d7d5      2 100.0 %

# Games are cut, rare moves and those without weight left out, unless they are wanted.
$ for args in '--max-ply 1' '--min-weight 2' '--min-weight 0'; do chess book build games.pgn --out cut.bin $args; chess book show cut.bin; done
games 4, broken 0, moves 1
e4      e2e4      3 100.0 %
games 4, broken 0, moves 3
e4      e2e4      3 100.0 %
games 4, broken 0, moves 7
e4      e2e4      3 100.0 %
a3      a2a3      0   0.0 %
d4      d2d4      0   0.0 %

$ echo '1. e4 e5 2. Nf3 *' >lines.pgn
> for args in '--min-weight 0' '' '--min-weight 0 --max-ply 0'; do chess book build lines.pgn --out lines.bin $args; done
? 1
games 1, broken 0, moves 3
games 1, broken 0, moves 0
error: lines.bin: no move has a weight of 1 or more (only wins and draws add weight); use --min-weight 0 to keep all moves
games 1, broken 0, moves 0
error: lines.bin: no move was kept: no game has a move that can be read

# Broken games are left out, or count as far as they go; a null move ends a game, which begins where its tags say.
$ printf '[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n1. d4 1-0\n' >broken.pgn
> for args in '' --lenient; do chess book build broken.pgn no/such.pgn --out broken.bin $args; chess book show broken.bin; done
broken broken.pgn: game 1, line 3, byte 28, `Ke3`: no such move is legal here
error: no/such.pgn: No such file or directory (os error 2)
games 2, broken 1, moves 1
d4      d2d4      2 100.0 %
broken broken.pgn: game 1, line 3, byte 28, `Ke3`: no such move is legal here
error: no/such.pgn: No such file or directory (os error 2)
games 2, broken 1, moves 2
d4      d2d4      2  50.0 %
e4      e2e4      2  50.0 %

$ printf '1. e4 -- 2. d4 1-0\n\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 1-0\n' | chess book build - --out tags.bin
> chess book show tags.bin; chess book show tags.bin '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
games 2, broken 0, moves 2
e4      e2e4      2 100.0 %
e4      e2e4      2 100.0 %

# Books are merged, also into one of them.
$ printf '1. d4 1-0\n\n1. e4 e5 0-1\n' >more.pgn; chess book build more.pgn --out more.bin; chess book merge games.bin more.bin --out merged.bin
> chess book merge games.bin more.bin --out games.bin; cmp games.bin merged.bin
> chess book show merged.bin; chess book show merged.bin 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
games 2, broken 0, moves 2
moves 6
moves 6
e4      e2e4      3  60.0 %
d4      d2d4      2  40.0 %
e5      e7e5      2  66.7 %
c5      c7c5      1  33.3 %

# What is not a book leaves no file. A move without weight has no share.
$ { printf '\377%.0s' {1..16}; printf '\1%.0s' {1..16}; } >unsorted.bin; head -c 40 /dev/zero >cut.bin; mkdir folder
> for file in unsorted.bin no/such.bin folder cut.bin; do chess book merge merged.bin $file --out never.bin; chess book show $file; done; ls never.bin
? 2
error: unsorted.bin: the record at byte 16 has a lower key than the one before it
error: unsorted.bin: the record at byte 16 has a lower key than the one before it
error: no/such.bin: No such file or directory (os error 2)
error: no/such.bin: No such file or directory (os error 2)
error: folder: Is a directory (os error 21)
error: folder: this is a folder
error: cut.bin: a Polyglot book has records of 16 bytes, and the one at byte 32 is cut off
error: cut.bin: a Polyglot book has records of 16 bytes, and the one at byte 32 is cut off
ls: cannot access 'never.bin': No such file or directory

$ printf '\106\073\226\030\026\221\374\234\003\034\000\000\000\000\000\000' >weightless.bin; chess book show weightless.bin
e4      e2e4      0   0.0 %

# Castling as a book spells it, in both ways.
$ fen='4k3/8/8/8/8/8/8/4K2R w K - 0 1'; key=$(echo "$fen" | chess inspect | grep -o '"polyglot":"[^"]*' | cut -d'"' -f4 | sed 's/../\\x&/g')
> printf "$key\1\7\0\1\0\0\0\5$key\1\6\0\1\0\0\0\5" >castling.bin; chess book show castling.bin $fen --json
castling.bin: e1g1 has 2 entries; their weights are added up
{"uci":"e1g1","uci960":"e1h1","san":"O-O","weight":2,"share":1.0,"learn":5}

# An entry that occurs twice is reported.
$ for moves in e4 'e4 d4 e4' 'd4 d4 d4'; do
>     for move in $moves; do
>         case $move in e4) word='\3\34';; d4) word='\2\333';; esac
>         printf "\106\073\226\030\026\221\374\234$word\0\2\0\0\0\0"
>     done >twice.bin; chess book show twice.bin
> done
e4      e2e4      2 100.0 %
twice.bin: e2e4 has 2 entries; their weights are added up
e4      e2e4      4  66.7 %
d4      d2d4      2  33.3 %
twice.bin: d2d4 has 3 entries; their weights are added up
d4      d2d4      6 100.0 %

# A wrong path does not cost the book that was there before; a file without games can be read.
$ echo old >old.bin; chess book build none.pgn --out old.bin; cat old.bin; : >none.pgn; chess book build none.pgn --out old.bin; wc -c <old.bin
error: none.pgn: No such file or directory (os error 2)
games 0, broken 0, moves 0
old
games 0, broken 0, moves 0
error: old.bin: nothing to write; the file was not written
4

$ chess book build games.pgn --out no/such/book.bin
? 1
error: no/such/book.bin: No such file or directory (os error 2)
