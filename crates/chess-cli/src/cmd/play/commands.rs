/// The words that are commands, for the suggestion after a typo.
pub(super) const COMMANDS: [&str; 10] =
    ["moves", "board", "undo", "hint", "fen", "pgn", "resign", "quit", "exit", "help"];

/// The answer to `help`.
pub(super) const HELP: &str = "\
MOVE        play a move in SAN or UCI: Nf3 or g1f3; O-O or e1g1 castles, e8=Q or e7e8q promotes
moves       list the legal moves; moves e2 lists those of the piece on e2
board       draw the board
undo        take back your last move and the answer to it
hint        show the move that the engine would play
fen         print the position as FEN
pgn         print the game so far
resign      resign, and print the game
quit        leave without printing the game
help        show this list";
