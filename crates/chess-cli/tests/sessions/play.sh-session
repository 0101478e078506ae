$ printf 'undo\nhelp\nfen\nmoves b1\nmoves e3\nmoves x9\nundo 0\nexit\n' | chess play --random --ascii
You play White against random moves.
Type a move such as e4 or e2e4, help for all commands, or quit.
    +---+---+---+---+---+---+---+---+
  8 | r | n | b | q | k | b | n | r |
    +---+---+---+---+---+---+---+---+
  7 | p | p | p | p | p | p | p | p |
    +---+---+---+---+---+---+---+---+
  6 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  5 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  4 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  3 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  2 | P | P | P | P | P | P | P | P |
    +---+---+---+---+---+---+---+---+
  1 | R | N | B | Q | K | B | N | R |
    +---+---+---+---+---+---+---+---+
      a   b   c   d   e   f   g   h

> no move to take back
> MOVE        play a move in SAN or UCI: Nf3 or g1f3; O-O or e1g1 castles, e8=Q
            or e7e8q promotes
ENTER       while the engine thinks on a terminal: make it move now
moves       list the legal moves; moves e2: those of the piece on e2
board       draw the board
flip        flip the board
undo        take back your last move and the reply; undo 3 takes back three
hint        show the best move
eval        show the evaluation and the best line
draw        claim the fifty-move rule, or offer a draw; threefold repetition
            is a draw at once
resign      resign and print the game
switch      swap sides with the engine
level N     set the engine's level (1 to 10)
restart     restart an engine that has failed
new         start a new game
save FILE   append the game to a file
load FILE   continue the first game of a PGN file; load FILE 3: the third one,
            load FILE 3 20: after 20 plies. You play the side to move
fen         print the FEN
pgn         print the game so far
quit        quit without printing the game
help        show this help
> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
> Na3 Nc3
> no legal move from e3
> moves: expected a square, such as moves e2
> undo: expected a number of moves, such as undo 2
>

# Typos are answered with the moves that may be meant.
$ printf 'e2e5\ne5\nNf4\nNF3\nundoo\ne2 e4\nb1\033[31m\n0000\nKe4\n\n' | chess play --random 2>&1 >/dev/null
You play White against random moves.
Type a move such as e4 or e2e4, help for all commands, or quit.
> e2e5: the white pawn on e2 cannot move to e5. Legal moves of that pawn: e3 e4
> e5: no white pawn can move to e5. Legal pawn moves on the e-file: e3 e4
> Nf4: no white knight can move to f4. Legal knight moves: Na3 Nc3 Nf3 Nh3
> NF3 is neither a move nor a command. Did you mean Nf3?
> undoo is neither a move nor a command. Did you mean undo?
> e2 e4 is neither a move nor a command. Did you mean e2e4?
> b1\u{1b}[31m is neither a move nor a command; type help for all commands
> passing is not allowed; type help for all commands
> Ke4: the white king cannot move to e4. No legal king move.
> >

# Ends of games.
$ echo Ra8# | chess play '7k/8/6K1/8/8/8/8/R7 w - - 0 1' --random 2>/dev/null | sed '/^\[Date/d; /^\[UTC/d' | tail -n 11
[Site "?"]
[Round "?"]
[White "person"]
[Black "random"]
[Result "1-0"]
[FEN "7k/8/6K1/8/8/8/8/R7 w - - 0 1"]
[SetUp "1"]

1. Ra8# 1-0

$ echo Qc7 | chess play 'k7/8/1K6/8/8/8/8/2Q5 w - - 0 1' --random 2>/dev/null | grep -e draw -e Result
stalemate, draw
[Result "1/2-1/2"]

$ printf 'Ka2\nKa1\nKa2\nKa1\n' | chess play 'k7/7R/8/8/8/8/8/K1R5 w - - 0 1' --random 2>/dev/null | grep -e draw -e Result
threefold repetition, draw
[Result "1/2-1/2"]

$ printf 'e4\nresign\n' | chess play --random 2>/dev/null | grep -e White -e Black -e Result; echo resign | chess play --black --seconds 0.01 2>/dev/null | grep -e White -e Black -e Result
Black plays [..]
White resigns
[White "person"]
[Black "random"]
[Result "0-1"]
White plays [..]
Black resigns
[White "chess"]
[Black "person"]
[Result "1-0"]

# Promotions, and castling in Chess960.
$ for move in b8=N b7b8n; do printf 'b7b8\nb8\n%s\npgn\n' $move | chess play '8/1P4k1/8/8/8/8/8/K6R w - - 0 1' --random 2>/dev/null | grep -o '^1. b8=N'; done
1. b8=N
1. b8=N

$ for move in O-O g1h1; do printf '%s\npgn\n' $move | chess play '4k3/8/8/8/8/8/8/RR4KR w HA - 0 1' --random 2>/dev/null | grep -o -e Variant.* -e '^1. O-O'; done
Variant "Chess960"]
1. O-O
Variant "Chess960"]
1. O-O

# Lists of moves are as wide as a line may be.
$ echo moves | chess play '7k/8/8/2PN4/8/8/PP4PP/4K3 w - - 0 1' --random 2>/dev/null | tail -1; echo moves | chess play 'k7/8/8/8/8/2Q5/8/K3Q1Q1 w - - 0 1' --random 2>/dev/null | grep ^[KQ]
Kd1 Kd2 Ke2 Kf1 Kf2 Nb4 Nb6 Nc3 Nc7 Ne3 Ne7 Nf4 Nf6 a3 a4 b3 b4 c6 g3 g4 h3 h4
Ka2 Kb1 Kb2 Qa3+ Qa5+ Qa7+ Qb1 Qb2 Qb3 Qb4 Qb6 Qc2 Qc4 Qc6+ Qc7 Qc8# Qcc1 Qcc5
Qcd2 Qcd4 Qce3 Qce5 Qcg3 Qcg7 Qd1 Qd3 Qe2 Qe4+ Qe6 Qe7 Qe8+ Qec1 Qed2 Qee3
Qee5 Qef1 Qef2 Qeg3 Qf3+ Qf6 Qg2+ Qg4 Qg5 Qg6 Qg8+ Qgc5 Qgd4 Qge3 Qgf1 Qgf2
Qgg3 Qgg7 Qh1+ Qh2 Qh3 Qh4 Qh8+

# A hint is the engine's move.
$ printf 'hint\nquit\n' | chess play '7k/8/6K1/8/8/8/8/R7 w - - 0 1' --seconds 0.05 2>/dev/null | tail -1
Ra8#

$ for args in '--seconds 0.009' '--seconds 3601' '--seconds inf' '--level 11' '--level easy'; do chess play $args 2>&1 </dev/null | sed -n 1p; done
? 2
error: invalid value '0.009' for '--seconds <N>': must be a number from 0.01 to 3600
error: invalid value '3601' for '--seconds <N>': must be a number from 0.01 to 3600
error: invalid value 'inf' for '--seconds <N>': must be a number from 0.01 to 3600
error: invalid value '11' for '--level <N>': must be an integer from 1 to 10
error: invalid value 'easy' for '--level <N>': must be an integer from 1 to 10

$ for args in '--seconds 0.01' '--level 9' '--level 10' --black; do chess play $args 2>&1 </dev/null | sed -n 1p; done
You play White against the engine, which thinks 0.01 s about a move.
You play White against the engine at level 9 of 10, rated 2200.
You play White against the engine at level 10 of 10, its full strength.
You play Black against the engine, which thinks 1 s about a move.

# Lines that are not text, or too long.
$ { printf 'e4\377\n%0200000d\nNf3\npgn\n' 0; } | chess play --random 2>&1 | grep -o -e 'the line.*' -e '^1. Nf3'
the line has more than 65536 bytes
1. Nf3
