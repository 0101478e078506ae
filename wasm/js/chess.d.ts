// Types of chess.js, large.js and node.js: those of moves.d.ts, and PGN.

import type * as moves from "./moves.js";

export * from "./moves.js";

/** An evaluation of a position from White's point of view: hundredths of a pawn or moves to mate, and the depth of the search in plies. */
export interface Eval {
    cp: number | null;
    mate: number | null;
    depth: number | null;
}

export type ArrowColor = "green" | "red" | "yellow" | "blue";

/** An arrow on the board; a marked square is an arrow to itself. */
export interface Arrow {
    from: moves.Square;
    to: moves.Square;
    color: ArrowColor;
}

/** What the commands of the comments after a move say: `[%clk]`, `[%emt]`, `[%eval]`, and `[%csl]` with `[%cal]`. */
export interface Values {
    /** The time left on the mover's clock after the move, in seconds. */
    clock: number | null;
    /** The time that the move took, in seconds. */
    emt: number | null;
    eval: Eval | null;
    arrows: Arrow[];
}

/** A move of a tree. */
export interface TreeMove extends Values {
    san: string;
    uci: string;
    /** The comments before the first move of a variation. */
    startingComments: string[];
    /** The comments after the move, without the commands of its values. */
    comments: string[];
    /** The numeric annotation glyphs: 1 is `!`, 2 is `?` and so on. */
    nags: number[];
    /** The lines by which this move and all that follows it may be replaced. */
    variations: TreeMove[][];
}

/** The main line, with its variations. The values are those of the position before the first move. */
export interface Tree extends Values {
    /** The comments before the first move, without the commands of the values. */
    comments: string[];
    /** Glyphs of the whole game. */
    nags: number[];
    moves: TreeMove[];
}

/** Moves from the start of the game on, in SAN or UCI, that lead to a place in its tree. Those of `history()` lead to the place of the game. */
export type Path = readonly string[];

/**
 * A game with tags, comments and variations: a tree of moves, and a place in it. The position, `moves()` and `history()` are those of the
 * place; `tree()` and `pgn()` are the whole game wherever the place is.
 */
export interface Game extends moves.Game {
    /**
     * Sets a tag of the PGN, or removes it if the value is empty. `Result` is one of the four results; until it is set or read, and
     * after it is removed, it is that of the last position of the main line.
     */
    setTag(name: string, value: string): void;
    setResult(result: moves.Status["result"]): void;
    tags(): Record<string, string>;
    /** All moves with comments, values, glyphs and variations. */
    tree(): Tree;
    /**
     * Plays a move at the place. One that follows there already is only stepped to; another one begins a variation, or goes on where the line
     * ends.
     */
    play(move: string | moves.Move | { from: moves.Square; to: moves.Square; promotion?: string | undefined }): moves.Move;
    /**
     * Takes back the last move of `history()`; `undefined` before the first. A move that ends its line is deleted with its comments, and its first
     * alternative takes its place; one that moves follow, in any variation, is only stepped back, as by `back()`.
     */
    undo(): moves.Move | undefined;
    /** Goes to another place: after these moves. */
    goto(path: Path): void;
    /** Goes one move back, and deletes nothing. Returns that move; `undefined` at the start. */
    back(): moves.Move | undefined;
    /** Goes on by the next move of the line, and returns it; `undefined` at its end. */
    forward(): moves.Move | undefined;
    /** Goes to the position before the first move. */
    toStart(): void;
    /** Goes to the end of the line: by the first of the moves that follow, until none follows. */
    toEnd(): void;
    /** The comments after the last move of `path`, by default after that of the place, without the commands of the values. */
    comments(path?: Path): string[];
    /** The numeric annotation glyphs there. */
    nags(path?: Path): number[];
    /**
     * Sets the text of the comment after the last move of `path`, by default after that of the place, or removes it if it is empty. Values stay
     * that the text does not have as commands. The comment of an empty path stands before the first move.
     */
    setComment(comment: string, path?: Path): void;
    /** Sets the numeric annotation glyphs of the last move of `path`, by default of that of the place. */
    setNags(nags: readonly number[], path?: Path): void;
    /** The time left on the mover's clock after the last move of `path`, by default after that of the place. */
    clock(path?: Path): number | null;
    /** Sets it, in seconds that are kept to the millisecond; `null` removes it. */
    setClock(seconds: number | null, path?: Path): void;
    /** The time that the move took. */
    emt(path?: Path): number | null;
    setEmt(seconds: number | null, path?: Path): void;
    eval(path?: Path): Eval | null;
    /** Sets either `cp` or `mate`; `null` removes the evaluation. */
    setEval(value: { cp?: number | null; mate?: number | null; depth?: number | null } | null, path?: Path): void;
    arrows(path?: Path): Arrow[];
    /** Sets all arrows and marked squares, green ones if no colour is given. Marked squares are written first. */
    setArrows(arrows: readonly { from: moves.Square; to: moves.Square; color?: ArrowColor }[], path?: Path): void;
    /** Adds moves that follow those of `path`; those that are there already are not added again. By default they are an alternative to the last move of the place. */
    addVariation(moves: readonly string[], path?: Path): void;
    /**
     * Removes the last move of `path`, and all that follow it. The first alternative takes the place of a main move. If the place of the game was
     * among them, it is before them afterwards.
     */
    removeVariation(path: Path): void;
    /** Exchanges the last move of `path`, and all that follow it, with the alternative before it. False if there is none. */
    promote(path: Path): boolean;
    /** The same with the alternative after it. */
    demote(path: Path): boolean;
    /** The whole tree as PGN, with the tags, comments and variations. */
    pgn(): string;
    /** Another game with the same tree, tags and place. */
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
