// Types of moves.js, and what those of chess.js have in common with them. They need no other library than that of ES2022.

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
 * A text that is no FEN, no move or no PGN, or something that does not go on: a game that was `freed`, a position where the engine finds
 * the `game_over`, a `variation` that is not there or nested too deeply, a module that does not `load` because it is not found, is none, or is not allowed by the
 * page's policy (the `cause` says why), a search while another one is running (`busy`), a
 * search that another one `ended`, no `memory`. A module that was `stopped` by an error is to be loaded again; its error is the `cause`.
 *
 * A wrong argument is a `TypeError`, whose message begins with the argument's name. A text for which there is no memory is a
 * `RangeError`.
 */
export class ChessError extends Error {
    private constructor();
    kind: "ambiguous_move" | "busy" | "ended" | "fen" | "freed" | "game_over" | "illegal_move" | "invalid_move" | "load" | "memory"
        | "pgn" | "stopped" | "tag" | "variation";
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

/** A piece on the board. */
export interface Piece {
    type: PieceType;
    color: Color;
}

/**
 * A game: a position, and the moves that led to it. `structuredClone` and `postMessage` refuse it: send its FEN, or its PGN where there
 * is one.
 */
export interface Game {
    /** The FEN of the position; with `shredder`, castling rights are named by files. */
    fen(options?: { shredder?: boolean }): string;
    /** The side to move. */
    readonly turn: Color;
    /** The eight ranks from the eighth to the first, each from the a-file to the h-file. */
    board(): (({ square: Square } & Piece) | null)[][];
    /** The piece on a square. */
    get(square: Square): Piece | undefined;
    /** The squares of the pieces of a side, by default the side to move, that attack a square. Pinned pieces attack, too. */
    attackers(square: Square, color?: Color): Square[];
    isCheck(): boolean;
    /**
     * Whether the rules end the game here: checkmate, stalemate, insufficient material, the fifth repetition, 75 moves. A draw that may
     * only be claimed is in `status().claim`.
     */
    isGameOver(): boolean;
    isCheckmate(): boolean;
    isStalemate(): boolean;
    /** Whether the game is over without a winner. */
    isDraw(): boolean;
    /** The legal moves, all or those from one square, `"g8"` or `{ square: "g8" }`; with `verbose: false`, as SAN. */
    moves(options?: Square | { square?: Square; verbose?: true }): Move[];
    moves(options: { square?: Square; verbose: false }): string[];
    /**
     * The squares to which the pieces may move, by the squares on which they stand, as chessground takes them. In Chess960, castling
     * goes to the square of the rook.
     */
    dests(): Map<Square, Square[]>;
    /** The legal move that a text of SAN or UCI means. */
    find(move: string): Move;
    /** Plays a move: SAN, UCI, squares or a move of `moves()`. With squares, `promotion` counts only where a pawn promotes. */
    play(move: string | Move | { from: Square; to: Square; promotion?: string | undefined }): Move;
    /** Whether a legal move between these squares promotes a pawn, so that the piece is to be asked for. */
    isPromotion(from: Square, to: Square): boolean;
    /** Takes back the last move and deletes it; `undefined` before the first. */
    undo(): Move | undefined;
    /** The moves that were played; with `verbose: false`, as SAN. */
    history(options?: { verbose?: true }): Move[];
    history(options: { verbose: false }): string[];
    status(): Status;
    /** The number of leaves of the tree of legal moves after so many plies, 0 to 64. */
    perft(depth: number): number;
    /** The leaves below each legal move, by its UCI. */
    divide(depth: number): Record<string, number>;
    /** Another game with the same moves. */
    clone(): Game;
    /** The FEN, which `String(game)` gives. */
    toString(): string;
    /** What `JSON.stringify` writes of the game. */
    toJSON(): { fen: string };
    /**
     * Frees the memory of the game at once; otherwise that happens when it is out of reach. Any other use of the game throws
     * afterwards.
     */
    free(): void;
}

export interface Chess {
    Game: {
        /** Starts from a FEN, X-FEN or Shredder-FEN; without one, from the start position. An empty text is an error. */
        new (fen?: string): Game;
        /** Starts a game of Chess960 from a start position, 0 to 959 in Scharnagl's numbering. */
        chess960(number: number): Game;
    };
    ChessError: typeof ChessError;
}

/**
 * Where a module comes from: an address as a text or a `URL`, a `Response` or a promise of one, bytes, or a compiled
 * `WebAssembly.Module`.
 */
export type Source = string | ArrayBuffer | ArrayBufferView | { readonly href: string } | { arrayBuffer(): Promise<ArrayBuffer> } | object;

/** Loads the module; by default the file that comes with the package. */
export function load(source?: Source | Promise<Source>): Promise<Chess>;

/** The same from a `WebAssembly.Module`, without waiting. */
export function loadSync(module: object): Chess;
