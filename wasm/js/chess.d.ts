// Types of chess.js.

export type Color = "w" | "b";
export type PieceType = "p" | "n" | "b" | "r" | "q" | "k";
export type Square = `${"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/**
 * A legal move, or one that was played. A null move, which PGN writes as `--`, is one of the king that stays on its square; its word
 * is 0 and its UCI `0000`.
 */
export interface Move {
    color: Color;
    piece: PieceType;
    from: Square;
    /** Where the piece is afterwards; in castling, the king. */
    to: Square;
    captured: PieceType | undefined;
    promotion: PieceType | undefined;
    san: string;
    /** Castling in a position of Chess960 is the king that takes its rook. */
    uci: string;
    /** The move in 16 bits: from in bits 0 to 5, to in bits 6 to 11, and four bits of flags. */
    word: number;
}

/** What stands on the board. */
export interface Status {
    turn: Color;
    check: boolean;
    /** The squares of the pieces that give check. */
    checkers: Square[];
    /** Why the game is over: `checkmate`, `stalemate` and so on. */
    outcome: string | null;
    winner: Color | null;
    /** The draw that the side to move may claim. */
    claim: string | null;
    /** The result that the position gives by the rules; the game's own is the tag `Result`. */
    result: "1-0" | "0-1" | "1/2-1/2" | "*";
    /** How often the position has been on the board before. */
    repetitions: number;
    halfmoveClock: number;
    moveNumber: number;
    /** The moves that were played. */
    ply: number;
    /** Castling rights need the rules and the notation of Chess960. */
    chess960: boolean;
    /** The Zobrist key in 16 hexadecimal digits. */
    key: string;
}

/**
 * A text that is no FEN, no move or no PGN, or something that does not go on: a game that was `freed`, a position where the
 * engine finds the `game_over`, a search while another one is running (`busy`), a search that another one `ended`, no `memory`. A
 * module that was `stopped` by an error is to be loaded again; its error is the `cause`.
 *
 * An argument of a wrong type is a `TypeError`, one out of its range a `RangeError`; their messages begin with the argument's name.
 */
export class ChessError extends Error {
    private constructor();
    kind: "ambiguous_move" | "busy" | "ended" | "fen" | "freed" | "game_over" | "illegal_move" | "invalid_move" | "memory" | "pgn"
        | "stopped" | "tag";
    /** The field of a FEN. */
    field?: string;
    /** The byte of the text at which the error stands. */
    offset?: number;
    /** What is broken, of a FEN or of its position. */
    rules?: string[];
    /** The number of a game of PGN, from 1 on. */
    game?: number;
    line?: number;
}

/** A game: a position, and the moves that led to it. */
export interface Game {
    /** The FEN of the position; with `shredder`, castling rights are named by files. */
    fen(options?: { shredder?: boolean }): string;
    /** The legal moves, all or those from one square, `"g8"` or `{ square: "g8" }`. */
    moves(options?: string | { square?: string }): Move[];
    /** The legal move that a text of SAN or UCI means. */
    find(move: string): Move;
    /** Plays a move: SAN, UCI, squares or a move of `moves()`. */
    play(move: string | Move | { from: string; to: string; promotion?: string }): Move;
    /**
     * Takes back the last move; `undefined` before the first. Comments and variations that were read are there again when the move
     * is played again. Another move takes its place, and a move that begins a variation makes that the main line.
     */
    undo(): Move | undefined;
    /** The moves that were played. */
    history(): Move[];
    status(): Status;
    /**
     * Sets a tag of the PGN, or removes it if the value is empty. `Result` is one of the four results; until it is set or read, and
     * after it is removed, it is that of the position.
     */
    setTag(name: string, value: string): void;
    tags(): Record<string, string>;
    /**
     * The moves of `history()` as PGN, with the tags, and with the comments and variations that were read for these moves and for the
     * positions between them. Moves that were taken back are left out.
     */
    pgn(): string;
    /** The number of leaves of the tree of legal moves after so many plies, 0 to 64. */
    perft(depth: number): number;
    /** The leaves below each legal move, by its UCI. */
    divide(depth: number): Record<string, number>;
    /**
     * Frees the memory of the game at once; otherwise that happens some time after it is out of reach. Any other use of the game
     * throws afterwards.
     */
    free(): void;
}

export interface Chess {
    Game: {
        /** Starts from a FEN, X-FEN or Shredder-FEN, or from the start position. */
        new (fen?: string): Game;
        /** Starts a game of Chess960 from a start position, 0 to 959 in Scharnagl's numbering. */
        chess960(number: number): Game;
        /** Reads one game of PGN, and plays the moves of its main line. */
        fromPgn(pgn: string): Game;
    };
    ChessError: typeof ChessError;
}

/** Loads the module; by default the file `chess.wasm` in the folder `dist` beside this one's. */
export function load(
    source?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module,
): Promise<Chess>;

/** The same from a module that has been compiled, without waiting. */
export function loadSync(module: WebAssembly.Module): Chess;
