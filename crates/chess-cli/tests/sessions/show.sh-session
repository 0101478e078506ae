$ chess show
    ┌───┬───┬───┬───┬───┬───┬───┬───┐
  8 │ ♜ │ ♞ │ ♝ │ ♛ │ ♚ │ ♝ │ ♞ │ ♜ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  7 │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  6 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  5 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  4 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  3 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  2 │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  1 │ ♖ │ ♘ │ ♗ │ ♕ │ ♔ │ ♗ │ ♘ │ ♖ │
    └───┴───┴───┴───┴───┴───┴───┴───┘
      a   b   c   d   e   f   g   h

    to move       White
    castling      KQkq
    en passant    -
    FEN           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    key           b5b363f58a0e574f
    checkers      -

$ chess show '3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1' --attacks R@d4 --last-move d1d4 --flip --ascii
    +---+---+---+---+---+---+---+---+
  1 |   | K |   |   |[~]|   |   |   |
    +---+---+---+---+---+---+---+---+
  2 |   |   |   |   |oP |   | B |   |
    +---+---+---+---+---+---+---+---+
  3 |   |   |   |   | . | N |   |   |
    +---+---+---+---+---+---+---+---+
  4 | ~ |oP | . | . |(R)| . |xn | ~ |
    +---+---+---+---+---+---+---+---+
  5 |   |   |   |   | . |   |   | p |
    +---+---+---+---+---+---+---+---+
  6 |   |   |   |   |xp |   |   |   |
    +---+---+---+---+---+---+---+---+
  7 |   |   | p |   | ~ |   | p |   |
    +---+---+---+---+---+---+---+---+
  8 |   | k |   |   |~r |   |   |   |
    +---+---+---+---+---+---+---+---+
      h   g   f   e   d   c   b   a

[ ] last move     d1 d4
( ) rook          d4
 .  attacked      d3 c4 e4 f4 d5
 x  enemy blocker b4 d6
 o  own blocker   d2 g4
 ~  cut off       d1 a4 h4 d7 d8

    to move       White
    castling      -
    en passant    -
    FEN           3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1
    key           e0e01115259b7231
    checkers      -

$ chess show '3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1' --attacks R@d4 | grep '[842] │'
  8 │   │   │   │~♜ │   │   │ ♚ │   │
  4 │ ~ │x♞ │ · │(♖)│ · │ · │o♙ │ ~ │
  2 │   │ ♗ │   │o♙ │   │   │   │   │

# Chess960: the queen on g3 has given check.
$ chess show rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq - 1 3 --flip -l g1g3
    ┌───┬───┬───┬───┬───┬───┬───┬───┐
  1 │ ♗ │[ ]│ ♘ │ ♘ │   │ ♖ │ ♔ │ ♖ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  2 │ ♙ │   │ ♙ │   │ ♙ │ ♙ │ ♙ │ ♙ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  3 │   │[♕]│   │ ♙ │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  4 │   │ ♙ │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  5 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  6 │   │   │   │   │   │ ♟ │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  7 │ ♟ │ ♟ │ ♟ │ ♟ │   │   │ ♟ │ ♟ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  8 │ ♝ │ ♛ │ ♞ │ ♞ │   │ ♜ │ ♚+│ ♜ │
    └───┴───┴───┴───┴───┴───┴───┴───┘
      h   g   f   e   d   c   b   a

[ ] last move     g1 g3
  + in check      b8

    to move       Black
    castling      KQkq
    en passant    -
    FEN           rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq - 1 3
    key           08eb1f3cf4808fe1
    checkers      g3

$ chess show --last-move 0000 | cmp - <(chess show)

$ chess show '4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1' | grep passant; chess show '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1' | grep passant
    en passant    -
    en passant    e3

# Moveboards: a pawn's has captures only, a knight's no blockers. The piece takes the place of another.
$ for piece in P@e6 p@a3 Knight@d5 n@b8; do chess show --attacks $piece | sed -n '/^(/,/^$/p'; done
( ) pawn          e6
 x  enemy piece   d7 f7

( ) pawn          a3
 x  enemy piece   b2

( ) knight        d5
 ·  attacked      c3 e3 b4 f4 b6 f6
 x  enemy piece   c7 e7

( ) knight        b8
 ·  attacked      a6 c6
 o  own piece     d7

$ chess show --attacks r@e2 --ascii | grep ' [21] |\|blocker\|FEN\|checkers'
  2 |~P |~P |~P |xP |(r)|xP |~P |~P |
  1 | R | N | B | Q |xK | B | N | R |
 x  enemy blocker e1 d2 f2
 o  own blocker   e7
    FEN           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    checkers      -

# They need no kings.
$ chess show '8/8/8/8/8/8/8/8 w - -' --attacks Bishop@a1 | tail -n +19

( ) bishop        a1
 ·  attacked      b2 c3 d4 e5 f6 g7 h8

    to move       White
    castling      -
    en passant    -
    FEN           8/8/8/8/8/8/8/8 w - - 0 1
    no position   neither side has a king

$ chess show '8/8/8/8/8/8/8/8 w - -'
? 1
error: FEN: neither side has a king

# The steps of a lookup.
$ chess show --attacks n@g8 --json
{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","piece":"n","square":"g8","occupancy":"ffff00000000ffff","attacks":"0010a00000000000","attacked":"0000a00000000000","enemy_pieces":"0000000000000000","own_pieces":"0010000000000000","cut_off":"0000000000000000","lookups":[]}

$ chess show --attacks Q@d4 --json '3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1'
{"fen":"3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1","piece":"Q","square":"d4","occupancy":"482208014a040a40","attacks":"80412a1c761c2840","attacked":"8041221c34182000","enemy_pieces":"0000080002000000","own_pieces":"0000000040040840","cut_off":"0808000081000209","lookups":[{"slider":"rook","rays":"08080808f7080808","mask":"0008080876080800","blockers":"0000080042000800","classic":{"factor":"4000420200100a20","product":"0665329cc0510000","shift":54,"index":25,"entries":1024},"magic":{"irrelevant":"fff7f7f789f7f7ff","filled":"fff7fff7cbf7ffff","factor":"0000020020040020","product":"e85e2cd95efbffe0","shift":52,"offset":81440,"index":85157},"pext":{"extracted":325,"offset":45056,"index":45381},"hyperbola":[{"line":"0808080800080808","pieces":"0800080000000800","up":"080007fff8000800","down":"080008000ffff000","attacks":"0000080800080800"},{"line":"00000000f7000000","pieces":"0000000042000000","up":"000000003a000000","down":"000000004c000000","attacks":"0000000076000000"}],"attacks":"0000080876080800"},{"slider":"bishop","rays":"8041221400142241","mask":"0040221400142200","blockers":"0000000000040200","classic":{"factor":"8040040004410020","product":"9008110c82804000","shift":55,"index":288,"entries":512},"magic":{"irrelevant":"ffbfddebffebddff","filled":"ffbfddebffefdfff","factor":"008c08000401fd58","product":"14a63c7fe6d302a8","shift":55,"offset":43879,"index":43920},"pext":{"extracted":5,"offset":103808,"index":103813},"hyperbola":[{"line":"8040201000040201","pieces":"0000000000040200","up":"fffffffff8040200","down":"000000000ff80200","attacks":"8040201000040000"},{"line":"0001020400102040","pieces":"0000000000000040","up":"fffffffff8000040","down":"000000000fffff80","attacks":"0001020400102040"}],"attacks":"8041221400142040"}]}

# Wrong positions, options and squares.
$ for fen in '4k3/8/8/8/8/8/8/4K3 x - - 0 1' '4k3/8/8/8/8/8/8/4K3 w - e4' 'nonsense --attacks R@d4' ''; do chess show "$fen"; done; chess show --fen nonsense
? 1
error: FEN: side to move field, byte 20: expected w or b
error: FEN: en passant field, byte 25: the en passant square is on rank 6 with White to move, on rank 3 with Black to move
error: FEN: board field, byte 1: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash
error: FEN: board field, byte 0: the field is missing
error: --fen: board field, byte 1: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash

$ for args in --attacks --svg '--svg a.PNG' '--ascii --svg -' --flip=2 --json '--json --attacks R@a1 --svg -' '--attacks R@d9' '--attacks R@' '--attacks Rd4' \
>     '--attacks X@d4' '--last-move e2' '--last-move e2e9'
> do
>     chess show $args 2>&1 | sed '/^$/,$d'; echo "  ${PIPESTATUS[0]}: $args"
> done
error: a value is required for '--attacks <PIECE@SQUARE>' but none was supplied
  2: --attacks
error: a value is required for '--svg <FILE>' but none was supplied
  2: --svg
error: invalid value 'a.PNG' for '--svg <FILE>': unsupported image format: only .svg is written
  2: --svg a.PNG
error: the argument '--ascii' cannot be used with '--svg <FILE>'
  2: --ascii --svg -
error: unexpected value '2' for '--flip' found; no more were expected
  2: --flip=2
error: the following required arguments were not provided:
  --attacks <PIECE@SQUARE>
  2: --json
error: the argument '--json' cannot be used with '--svg <FILE>'
  2: --json --attacks R@a1 --svg -
error: invalid value 'R@d9' for '--attacks <PIECE@SQUARE>': expected a square from a1 to h8
  2: --attacks R@d9
error: invalid value 'R@' for '--attacks <PIECE@SQUARE>': expected a square from a1 to h8
  2: --attacks R@
error: invalid value 'Rd4' for '--attacks <PIECE@SQUARE>': expected PIECE@SQUARE, such as R@d4
  2: --attacks Rd4
error: invalid value 'X@d4' for '--attacks <PIECE@SQUARE>': expected a piece letter (PNBRQKpnbrqk) or name, such as rook or Rook
  2: --attacks X@d4
error: invalid value 'e2' for '--last-move <MOVE>': expected four characters, like e2e4, or five, like e7e8q
  2: --last-move e2
error: invalid value 'e2e9' for '--last-move <MOVE>': expected a rank from 1 to 8 as the fourth character
  2: --last-move e2e9

# Pictures, on stdout or in a file.
$ for args in '' '--flip' '--last-move g1g3 rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq -' '--attacks R@d4 3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - -'; do
>     chess show $args --svg file.svg; chess show $args --svg - | cmp - file.svg; grep -o '<title>.*</desc>\|<title>.*\|<desc>.*' file.svg; grep -o '<text[^>]*>[^<]*' file.svg | sed 's/.*>//' | tr '\n' ' '; echo; grep -o '<use' file.svg | wc -l
> done
<title>Chess position, White to move</title>
<desc>rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1</desc>
8 a 7 b 6 c 5 d 4 e 3 f 2 g 1 h
32
<title>Chess position, White to move</title>
<desc>rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1</desc>
1 h 2 g 3 f 4 e 5 d 6 c 7 b 8 a
32
<title>Chess position, Black to move</title>
<desc>rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq - 0 1; last move: g1 g3; in check: b8</desc>
8 a 7 b 6 c 5 d 4 e 3 f 2 g 1 h
29
<title>What a rook on d4 attacks</title>
<desc>3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1; rook: d4; attacked: d3 c4 e4 f4 d5; enemy blocker: b4 d6; own blocker: d2 g4; cut off: d1 a4 h4 d7 d8</desc>
8 a 7 b 6 c 5 d 4 e 3 f 2 g 1 h rook attacked enemy blocker own blocker cut off
13

$ chess show --svg nowhere/board.svg
? 1
error: nowhere/board.svg: No such file or directory (os error 2)
