// Types of full.js and node.js.
//
// Sets of squares are 16 hexadecimal digits: bit 0 is a1, bit 7 is h1, bit 63 is h8. So are other numbers of 64 bits.

import type { Chess, Source } from "./chess.js";

export { ChessError } from "./chess.js";

export type Squares = string;
export type Slider = "rook" | "bishop";

export interface Board {
    /** The FEN as the module writes it. */
    fen: string;
    /** The letters of FEN, a1 to h8; null on empty squares. */
    squares: (string | null)[];
    /** The names, such as "white knight"; null on empty squares. */
    names: (string | null)[];
    turn: "w" | "b";
    /** Whether a position of the rules stands there, which can be played. */
    legal: boolean;
    /** If not: why, for people. */
    faults: string[];
}

/** What `chess show --attacks PIECE@SQUARE --json` prints, key by key (docs/json.md of the project). */
export interface Moveboard {
    fen: string;
    piece: string;
    square: string;
    occupancy: Squares;
    attacks: Squares;
    attacked: Squares;
    enemy_pieces: Squares;
    own_pieces: Squares;
    cut_off: Squares;
    lookups: {
        slider: Slider; rays: Squares; mask: Squares; blockers: Squares;
        classic: { factor: Squares; product: Squares; shift: number; index: number; entries: number };
        magic: { irrelevant: Squares; filled: Squares; factor: Squares; product: Squares; shift: number; offset: number; index: number };
        pext: { extracted: number; offset: number; index: number };
        hyperbola: { line: Squares; pieces: Squares; up: Squares; down: Squares; attacks: Squares }[];
        attacks: Squares;
    }[];
}

/** A multiplication by a classic magic factor, as a sum of its shifted copies. */
export interface Multiplication {
    blockers: Squares; factor: Squares; shift: number;
    /** One for each blocker, from a1 on: its square and the number of it, the factor shifted by that, the bits into which a carry comes, the sum so far. */
    steps: { square: string; by: number; copy: Squares; carry: Squares; sum: Squares }[];
    product: Squares; index: number;
}

/** The table of a square in the classic form. */
export interface SquareTable {
    /** All sets of attacks that occur. */
    attacks: Squares[];
    /** For each entry the number of its attacks in that list, null if it is unused, and the sets of blockers that lead there. */
    entries: { attacks: number | null; sets: Squares[] }[];
}

export interface Shift {
    /** "single push", "double push", "captures to the west", "captures to the east". */
    name: string;
    /** Such as "(pawns << 8) & empty". */
    formula: string;
    /** The set that is shifted, the same shifted, the set it is masked with (`theirs` includes the en passant square), the result. */
    source: Squares; shifted: Squares; mask: Squares; result: Squares;
    /** Positive is `<<`, negative is `>>`. */
    by: number;
    /** Names of `source` and `mask`, such as "pawns" and "empty". */
    source_name: string; mask_name: string;
}

/** Of the side to move in a legal position. */
export interface Safety {
    turn: "w" | "b";
    king: string;
    /** Pieces that give check, with the squares between them and the king, the piece's own among them. */
    checks: { piece: string; square: string; line: Squares }[];
    /** Pieces of the side to move that may move along the line only (the pinner's square and the squares up to the king). */
    pins: { piece: string; square: string; pinner: string; pinner_square: string; line: Squares }[];
    /** Squares that the other side attacks if the king is not on the board: the king may not go there. */
    danger: Squares;
    pawns: { pawns: Squares; empty: Squares; theirs: Squares; shifts: Shift[] };
}

export interface Field {
    /** "from", "to", "flags" and so on. */
    name: string;
    /** The lowest bit and the number of bits. */
    low: number; bits: number;
    value: number;
    /** For people: "e2", "capture", "double pawn push". */
    meaning: string;
}

export interface Code {
    /** "16-bit move word", "classic 16-bit code", "24-bit form". */
    name: string;
    value: number;
    /** Number of bits of the whole. */
    bits: number;
    /** Highest first. */
    fields: Field[];
}

export interface MoveWord {
    uci: string; san: string;
    /** Such as "double pawn push", "en passant". */
    kind: string;
    capture: boolean; promotion: boolean;
    codes: Code[];
}

/** An entry of the table of all squares. */
export interface Entry {
    index: number;
    attacks: Squares;
    /** Who reads the entry, and for how many sets of blockers: one pair, or none if the entry is unused. */
    readers: { slider: Slider; square: string; sets: number }[];
    /** The pairs in whose span, from their first entry to their last, it lies, with the number of their entries. */
    spans: { slider: Slider; square: string; entries: number }[];
}

export interface Sharing {
    slider: Slider;
    square: string;
    /** The span: the first and the last entry that it reads. */
    first: number;
    last: number;
    /** The entries that it reads, in order. */
    indexes: number[];
    /** Other pairs that have entries within the span, most first. */
    shared: { slider: Slider; square: string; entries: number }[];
}

export interface Attempt {
    slider: Slider; square: string;
    /** Sets of blockers to be told apart: 2 to the number of relevant squares. */
    sets: number;
    /** Entries of the table, and the shift of this search. */
    entries: number; shift: number;
    /** Factors tried so far, the last of them among them. */
    tries: number;
    /** The last factor tried. */
    factor: Squares;
    /** Sets that it put into the table before the first collision that matters (all of them if it is a magic). */
    placed: number;
    /** That collision: two sets of blockers with one index and different attacks. null if there is none: then `factor` is a magic. */
    collision: null | { index: number; one: Squares; one_attacks: Squares; other: Squares; other_attacks: Squares };
    found: boolean;
    /** The best number of `placed` so far. */
    best: number;
}

export interface Verified {
    /** Whether every set of blockers finds its attacks, counted against attacks by walking the rays. */
    is_magic: boolean;
    sets: number; entries: number;
    /** Entries that are used. */
    used: number;
}

export interface Lessons {
    /** The board of a FEN, which may break the rules of chess (no kings and so on). Throws ChessError if the text is no FEN. */
    board(fen: string): Board;
    /** The same with a piece (a letter of FEN) put on a square, or with the square emptied. */
    put(fen: string, square: string, piece?: string): Board;
    /** The same with a piece moved as a hand would move it; no rules are asked. */
    carry(fen: string, from: string, to: string): Board;
    /** The same with this side to move, and with these castling rights ("KQkq", "-"), if given. */
    alter(fen: string, changes: { turn?: "w" | "b"; castling?: string }): Board;
    moveboard(fen: string, piece: string, square: string): Moveboard;
    /** Of the blockers those under the mask count. */
    multiplication(slider: Slider, square: string, blockers: Squares): Multiplication;
    squareTable(slider: Slider, square: string): SquareTable;
    safety(fen: string): Safety;
    /** Of a legal move, by its word (`Move.word`). */
    moveWord(fen: string, word: number): MoveWord;
    /** The board as SVG (chess-svg). `attacker` is "R@a1": its moveboard is highlighted. `last` is UCI. */
    picture(options: {
        fen: string; bottom?: "w" | "b"; attacker?: string; last?: string; theme?: "brown" | "blue" | "green" | "gray";
        dark?: boolean; coordinates?: boolean;
        /** Arrows of checks and pins of the side to move. */
        lines?: boolean;
        /** Highlights danger squares of the king of the side to move. */
        danger?: boolean;
        /** More sets to highlight, painted in order. */
        sets?: { set: Squares; label: string; color: string /* "#rrggbb" or "#rgb" */ }[];
        /** Prefix for ids in the SVG, so that two pictures may stand in one document. */
        id?: string;
    }): string;
    /**
     * The table of all squares. `readers`: for each entry the pair of piece and square that reads it (rook on a1 is 0, on h8 63,
     * bishop 64 to 127; 255 is an unused entry). `spans`: for each entry the number of pairs in whose span it lies.
     */
    table(): { readers: Uint8Array; spans: Uint8Array };
    entry(index: number): Entry;
    sharing(slider: Slider, square: string): Sharing;
    /** A search for a magic of the classic form, which ends the one before it. `seed` is any text. */
    search(slider: Slider, square: string, seed?: string): {
        /** So many more factors, or fewer if one is found. */
        run(tries: number): Attempt;
    };
    verify(slider: Slider, square: string, factor: Squares): Verified;
}

export interface EngineReport {
    depth: number; selectiveDepth: number;
    /** Of the side to move: centipawns, or moves to mate (negative: gets mated). One of them is null. */
    centipawns: number | null; mate: number | null;
    nodes: number; seconds: number;
    /** SAN and UCI of the best line. */
    line: string[]; uci: string[];
}

export interface EngineAnswer {
    /** UCI and SAN of the move to play. An engine of limited strength may play another one than that of the report's line. */
    best: string;
    san: string;
    report: EngineReport | null;
}

export interface Engine {
    /**
     * Searches, and returns when that is over; a page calls it in a worker. `fen` is the start of the game, `moves` are its moves in
     * UCI. At least one of the limits is needed: `milliseconds` from 0 on, `nodes` from 1 on, `depth` from 1 to 127. `elo` limits the
     * strength, to 1000 at the least and to 2400 at the most. What `onReport` throws ends the search and is thrown.
     */
    search(
        options: { fen?: string; moves?: string[]; milliseconds?: number; nodes?: number; depth?: number; elo?: number },
        onReport?: (report: EngineReport) => void,
    ): EngineAnswer;
    /** Forgets what earlier searches found. */
    newGame(): void;
}

/** Loads the rules, the lessons and the engine; by default from the file that comes with the package. */
export function loadFull(source?: Source | Promise<Source>): Promise<Chess & { lessons: Lessons; engine: Engine }>;
