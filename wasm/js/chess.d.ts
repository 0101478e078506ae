// Types of chess.js, large.js and node.js: those of moves.d.ts, and PGN.

import type * as moves from "./moves.js";

export * from "./moves.js";

/** A move of a tree. */
export interface TreeMove {
    san: string;
    uci: string;
    /** The comments before the first move of a variation. */
    startingComments: string[];
    /** The comments after the move. */
    comments: string[];
    /** The numeric annotation glyphs: 1 is `!`, 2 is `?` and so on. */
    nags: number[];
    /** The lines by which this move and all that follows it may be replaced. */
    variations: TreeMove[][];
}

/** The moves that were played, with their variations. */
export interface Tree {
    /** The comments before the first move. */
    comments: string[];
    moves: TreeMove[];
}

/** Moves from the start of the game on, in SAN or UCI, that lead to a place in its tree. */
export type Path = readonly string[];

/** A game with tags, comments and variations. */
export interface Game extends moves.Game {
    /**
     * Sets a tag of the PGN, or removes it if the value is empty. `Result` is one of the four results; until it is set or read, and
     * after it is removed, it is that of the position.
     */
    setTag(name: string, value: string): void;
    setResult(result: moves.Status["result"]): void;
    tags(): Record<string, string>;
    /** The moves of `history()` with comments, glyphs and variations. */
    tree(): Tree;
    /**
     * Sets the comment after the last move of `path`, by default of the moves that were played, or removes the comments there if it is
     * empty. The comment of an empty path stands before the first move.
     */
    setComment(comment: string, path?: Path): void;
    /** Sets the numeric annotation glyphs of the last move of `path`, by default of the last move that was played. */
    setNags(nags: readonly number[], path?: Path): void;
    /** Adds a variation, whose moves follow those of `path`. By default it is an alternative to the last move that was played. */
    addVariation(moves: readonly string[], path?: Path): void;
    /** Removes a variation: the last move of `path`, and all that follow it. */
    removeVariation(path: Path): void;
    /**
     * The moves of `history()` as PGN, with the tags, and with the comments and variations that belong to these moves and to the
     * positions between them. Moves that were taken back are left out.
     */
    pgn(): string;
    /** Another game with the same moves, tags, comments and variations. */
    clone(): Game;
    toJSON(): { fen: string; pgn: string };
}

/** How PGN is read. */
export interface Reading {
    /**
     * Reads each game as far as it can be read, in any notation, also where a rule is broken. Only the module of `chess-wasm/large` can.
     */
    lenient?: boolean;
    /** Takes the errors after which reading goes on: those of games that are left out, and those within a game that is read leniently. */
    onError?: (error: moves.ChessError) => void;
}

export interface Chess {
    Game: {
        new (fen?: string): Game;
        chess960(number: number): Game;
        /** Reads one game of PGN, and plays the moves of its main line. */
        fromPgn(pgn: string, options?: Reading): Game;
        /**
         * The games of a text, read one by one. With `onError`, reading goes on after a game that is wrong; otherwise it is thrown, and another
         * call of `next` goes on.
         */
        fromPgns(pgn: string, options?: Reading): IterableIterator<Game>;
    };
    ChessError: typeof moves.ChessError;
}

/** Loads the module; by default the file that comes with the package. */
export function load(source?: moves.Source | Promise<moves.Source>): Promise<Chess>;

/** The same from a `WebAssembly.Module`, without waiting. */
export function loadSync(module: object): Chess;
