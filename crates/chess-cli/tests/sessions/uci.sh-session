$ chess uci <<'END'
> uci
> isready
> quit
> END
id name chess 0.1.0
id author the authors of the chess crates
option name Hash type spin default 16 min 1 max 1048576
option name Threads type spin default 1 min 1 max 1024
option name MultiPV type spin default 1 min 1 max 500
option name Ponder type check default false
option name Move Overhead type spin default 20 min 0 max 5000
option name UCI_Chess960 type check default false
option name UCI_ShowWDL type check default false
option name UCI_LimitStrength type check default false
option name UCI_Elo type spin default 2400 min 1000 max 2400
option name Clear Hash type button
option name SyzygyPath type string default <empty>
option name SyzygyProbeDepth type spin default 1 min 1 max 100
option name Syzygy50MoveRule type check default true
uciok
readyok

# Boards, evaluations and perft. An evaluation is for White and for the side to move.
$ chess uci <<'END'
> position fen 4k3/8/8/8/7b/8/5P2/4K2r w - - 3 40
> d
> perft 1
> position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
> flip
> d
> flip
> go perft 1
> perft 0
> END
    +---+---+---+---+---+---+---+---+
  8 |   |   |   |   | k |   |   |   |
    +---+---+---+---+---+---+---+---+
  7 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  6 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  5 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  4 |   |   |   |   |   |   |   | b |
    +---+---+---+---+---+---+---+---+
  3 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  2 |   |   |   |   |   | P |   |   |
    +---+---+---+---+---+---+---+---+
  1 |   |   |   |   | K+|   |   | r |
    +---+---+---+---+---+---+---+---+
      a   b   c   d   e   f   g   h

Fen: 4k3/8/8/8/7b/8/5P2/4K2r w - - 3 40
Key: BF764BD65444DD2B
Checkers: h1
e1d2: 1
e1e2: 1

Nodes searched: 2

    +---+---+---+---+---+---+---+---+
  8 | r |   |   |   | k |   |   | r |
    +---+---+---+---+---+---+---+---+
  7 | p | p | p | b | b | p | p | p |
    +---+---+---+---+---+---+---+---+
  6 |   |   | n |   |   | q |   | P |
    +---+---+---+---+---+---+---+---+
  5 |   | P |   |   | p |   |   |   |
    +---+---+---+---+---+---+---+---+
  4 |   |   |   | p | n |   |   |   |
    +---+---+---+---+---+---+---+---+
  3 | B | N |   |   | P | N | P |   |
    +---+---+---+---+---+---+---+---+
  2 | P |   | P | P | Q | P | B |   |
    +---+---+---+---+---+---+---+---+
  1 | R |   |   |   | K |   |   | R |
    +---+---+---+---+---+---+---+---+
      a   b   c   d   e   f   g   h

Fen: r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1
Key: AAF26F645CBC73AA
Checkers:
a1b1: 1
a1c1: 1
a1d1: 1
a2a3: 1
a2a4: 1
b2b3: 1
c3a4: 1
c3b1: 1
c3b5: 1
c3d1: 1
d2c1: 1
d2e3: 1
d2f4: 1
d2g5: 1
d2h6: 1
d5d6: 1
d5e6: 1
e1c1: 1
e1d1: 1
e1f1: 1
e1g1: 1
e2a6: 1
e2b5: 1
e2c4: 1
e2d1: 1
e2d3: 1
e2f1: 1
e5c4: 1
e5c6: 1
e5d3: 1
e5d7: 1
e5f7: 1
e5g4: 1
e5g6: 1
f3d3: 1
f3e3: 1
f3f4: 1
f3f5: 1
f3f6: 1
f3g3: 1
f3g4: 1
f3h3: 1
f3h5: 1
g2g3: 1
g2g4: 1
g2h3: 1
h1f1: 1
h1g1: 1

Nodes searched: 48


Nodes searched: 1

$ for fen in '4k3/8/8/8/8/8/4P3/R3K3 w' '4k3/8/8/8/8/8/4P3/R3K3 b' 'r3k3/4p3/8/8/8/8/8/4K3 b' '4k3/8/8/8/8/8/8/4R1K1 b'; do echo "position fen $fen - - 0 1"; echo eval; done | chess uci | sed 's/[0-9]/N/g'
Static evaluation: +NN.NN pawns for White, NNNN cp for the side to move
Static evaluation: +NN.NN pawns for White, -NNNN cp for the side to move
Static evaluation: -NN.NN pawns for White, NNNN cp for the side to move
Static evaluation: +N.NN pawns for White, -NNN cp for the side to move (in check, where a search ignores it)

# Castling is spelled as the option says, and read in both ways.
$ for value in false true; do printf 'setoption name UCI_Chess960 value %s\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nperft 1\ngo depth 2 searchmoves e1g1\n' $value; done | chess uci | grep -o '^e1[gh]1.*\|^bestmove ....'
e1g1: 1
bestmove e1g1
e1h1: 1
bestmove e1h1

# In Chess960 the king's step to c1 and castling have different texts also without the option.
$ printf 'position fen 4k3/8/8/8/8/8/8/RK6 w A - 0 1\ngo perft 1\nsetoption name MultiPV value 20\ngo depth 1\n' | chess uci | grep -o '^b1[ac]1.*\|pv b1[ac]1$' | LC_ALL=C sort
b1a1: 1
b1c1: 1
pv b1a1
pv b1c1

$ for castlings in 'e1g1 e8g8' 'e1h1 e8h8' 'e1g1 e8h8'; do
>     printf 'position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 %s\ngo depth 1 searchmoves f1e1\n' "$castlings" | chess uci | tail -1
> done
bestmove f1e1
bestmove f1e1
bestmove f1e1

$ printf 'setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/1R4KR w HB - 0 1 moves g1h1 e8e7\ngo depth 1 searchmoves f1f2\n' | chess uci | tail -1
bestmove f1f2

# Lines that are not understood change nothing.
$ chess uci <<'END'
> hello
> setoption name Hash value 0
> setoption name Hash value -1
> setoption name Nothing value 1
> setoption
> setoption name Threads
> setoption name MultiPV value 0
> setoption name UCI_Elo value 1
> perft many
> perft 65
> go perft 65
> debug perhaps
> stop
> ponderhit
>
> go wherever
> go depth many
> go depth
> go searchmoves Nf3
> go wtime soon btime 3
> go 5 wtme 100
> END
info string unknown command: hello
info string setoption: "0" is not a valid value of Hash
info string setoption: "-1" is not a valid value of Hash
info string setoption: unknown option "Nothing"
info string setoption name: byte 9: the value is missing
info string setoption: "" is not a valid value of Threads
info string setoption: "0" is not a valid value of MultiPV
info string setoption: "1" is not a valid value of UCI_Elo
info string perft: expected a depth from 0 to 64 plies
info string perft: expected a depth from 0 to 64 plies
info string perft: expected a depth from 0 to 64 plies
info string debug: byte 6: expected on or off, or true or false
info string go: byte 3: unknown word
info string go: no valid limit
bestmove 0000
info string go depth: byte 9: expected a whole number
bestmove 0000
info string go depth: byte 8: the value is missing
bestmove 0000
info string go searchmoves: byte 15: expected four characters, like e2e4, or five, like e7e8q
bestmove 0000
info string go wtime: byte 9: expected a whole number
bestmove 0000
info string go: byte 3: unknown word
info string go: byte 5: unknown word
info string go: byte 10: unknown word
info string go: no valid limit
bestmove 0000

# After a refused position nothing is searched until there is another one.
$ for position in 'startpos moves e2e5' 'startpos moves e2e9' 'startpos e2e4' 'fen nonsense' 'fen 8/8/8/8/8/8/8/8 w - - 0 1' ''; do echo "position $position"; echo go depth 3; done | chess uci
info string position: move 1: e2e5: the white pawn on e2 cannot move to e5
info string no position: the last one was refused
bestmove 0000
info string position moves: byte 24: expected a rank from 1 to 8 as the fourth character
info string no position: the last one was refused
bestmove 0000
info string position: byte 18: expected moves
info string no position: the last one was refused
bestmove 0000
info string position fen: byte 13: board field, byte 1: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash
info string no position: the last one was refused
bestmove 0000
info string position fen: byte 13: neither side has a king
info string no position: the last one was refused
bestmove 0000
info string position: byte 9: the value is missing
info string no position: the last one was refused
bestmove 0000

$ printf 'position startpos moves e2e5\nd\neval\nflip\nperft 1\nperft\ngo infinite\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 1 searchmoves d8h4\n' | chess uci | sed 's/info depth.*/info/'
info string position: move 1: e2e5: the white pawn on e2 cannot move to e5
info string no position: the last one was refused
info string no position: the last one was refused
info string no position: the last one was refused
info string no position: the last one was refused
info string no position: the last one was refused
info string no position: the last one was refused
bestmove 0000
info
bestmove d8h4

# Without a legal move the null move is the answer.
$ for fen in '7k/5K2/6Q1/8/8/8/8/8 b' '7k/6Q1/6K1/8/8/8/8/8 b'; do printf 'position fen %s - - 0 1\ngo depth 3\ngo wtime 10 btime 10\n' "$fen"; done | chess uci
info depth 0 score cp 0
bestmove 0000
info depth 0 score cp 0
bestmove 0000
info depth 0 score mate 0
bestmove 0000
info depth 0 score mate 0
bestmove 0000

$ printf 'he\033[31mllo\n' | chess uci
info string unknown command: he\u{1b}[31mllo

# Words are read as programs write them, and lines up to a mebibyte.
$ printf 'position  fen\t7k/5K2/8/8/8/8/8/6R1  w -  - moves f7f6  h8h7\r\nplease go depth 1 searchmoves f6f7\r\n' | chess uci | grep -v 'info depth'
info string byte 0: unknown word
bestmove f6f7

$ moves=$(printf 'g1f3 g8f6 f3g1 f6g8 %.0s' {1..5000}); printf 'position startpos moves %se2e4\ngo depth 1 searchmoves e7e5\n' "$moves" | chess uci | tail -1
> printf 'position startpos moves %01100000d\ngo depth 1\ngo %01100000d\n%01100000d\nisready\n' 0 0 0 | chess uci
bestmove e7e5
info string position: the line has more than 1048576 bytes
info string no position: the last one was refused
bestmove 0000
info string the line has more than 1048576 bytes
bestmove 0000
info string the line has more than 1048576 bytes
readyok
