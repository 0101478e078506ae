// Games as JavaScript sees them.

import { SQUARES, check, wrong } from "./arguments.js";
import { ChessError, buffers } from "./buffers.js";
import { Slots } from "./slots.js";

/** Bytes of a move, as src/record.rs writes them. */
const RECORD = 24;

/** The number of games that the module has at a time, as src/slots.rs has it. */
const SLOTS = 1024;

const START = { fen: "" };

/** No moves, and no changes of comments, variations and tags. Nothing is added to it. */
const NONE = [];

/** The value of a property of each game, which cannot be copied: otherwise `structuredClone` and `postMessage` would make empty objects. */
const HERE = Symbol("a game stays where it was made: send game.fen() or game.pgn(), and make another one of that. A game");

/** The classes of an instance, by its exports. `extend` returns the class that users get, by that without PGN: see pgn.js. */
export function classes(wasm, extend = (Game) => Game) {
    const io = buffers(wasm);
    const { bytes, write, writeBytes, checked, text, json } = io;
    const slots = new Slots(SLOTS);

    function letter(code) {
        return code === 0 ? undefined : String.fromCharCode(code | 32);
    }

    function moveAt(start) {
        const record = bytes();
        let san = "";
        for (let at = start + 8; at < start + RECORD && record[at] !== 0; at += 1) {
            san += String.fromCharCode(record[at]);
        }
        const piece = record[start + 5];
        const [from, to] = [SQUARES[record[start + 2]], SQUARES[record[start + 3]]];
        const promotion = letter(record[start + 7]);
        const word = record[start] | (record[start + 1] << 8);
        return {
            color: piece < 97 ? "w" : "b",
            piece: letter(piece),
            from,
            to,
            captured: letter(record[start + 6]),
            promotion,
            san,
            uci: word === 0 ? "0000" : from + SQUARES[record[start + 4]] + (promotion ?? ""),
            word,
        };
    }

    function moves(length, verbose = true) {
        const list = new Array(checked(length) / RECORD);
        const start = wasm.output() >>> 0;
        for (let index = 0; index < list.length; index += 1) {
            const move = moveAt(start + index * RECORD);
            list[index] = verbose ? move : move.san;
        }
        return list;
    }

    const move = (length) => (checked(length) === 0 ? undefined : moveAt(wasm.output() >>> 0));
    const output = (length) => bytes().slice(wasm.output() >>> 0, (wasm.output() >>> 0) + checked(length));

    /**
     * What a game is made of, which no caller has. The module has the games that were used last; one that it does not have any more is
     * made again of these. `look` is what stands on the board, if it was asked for.
     */
    class Parts {
        constructor(source, words, edits, slot) {
            this.source = source;
            this.words = words;
            this.edits = edits;
            this.slot = slot;
            this.look = undefined;
        }
    }

    /** The slot of a game. */
    const live = (it) => (slots.has(it.slot, it) ? it.slot : make(it));

    /** Puts a game into a slot again. */
    function make(it) {
        if (it.source === undefined) {
            throw new ChessError({ kind: "freed", message: "the game was freed" });
        }
        const { fen, pgn, lenient } = it.source;
        const slot = slots.take(it);
        try {
            const length = fen === "" ? 0 : write("fen", pgn ?? fen);
            checked(pgn === undefined ? wasm.game_new(slot, length) : wasm.game_from_pgn(slot, length, lenient));
            for (const { words, request } of it.edits) {
                if (words !== undefined) {
                    replay(slot, words);
                }
                checked(wasm.game_edit(slot, write("value", request)));
            }
            if (it.words !== undefined && (it.words.length > 0 || it.edits.length > 0 || pgn !== undefined)) {
                replay(slot, it.words);
            }
        } catch (error) {
            slots.leave(slot, it);
            throw error;
        }
        it.slot = slot;
        return slot;
    }

    function replay(slot, words) {
        checked(wasm.game_replay(slot, writeBytes("moves", Uint8Array.from(words.flatMap((word) => [word & 255, word >> 8])))));
    }

    /** The game that `read` puts into a slot. */
    function reading(read) {
        const it = new Parts(undefined, undefined, NONE, -1);
        it.slot = slots.take(it);
        try {
            it.source = read(it.slot);
            it.words = it.source?.pgn === undefined ? NONE : undefined;
        } finally {
            if (it.source === undefined) {
                slots.leave(it.slot, it);
            }
        }
        return it.source === undefined ? undefined : new Made(it);
    }

    /** The words of the moves that were played. Those of a game that was read are asked for when they are needed. */
    const wordsOf = (it) => (it.words ??= numbers(output(wasm.game_words(live(it)))));

    function seen(it) {
        if (it.look === undefined || it.source === undefined) {
            const look = output(wasm.game_look(live(it)));
            it.look = {
                squares: look.subarray(0, 64), turn: String.fromCharCode(look[64]), check: look[65] === 1, outcome: String.fromCharCode(...look.subarray(66)),
            };
        }
        return it.look;
    }

    /** Keeps a move that was played, and returns it. */
    function played(it, words, move) {
        if (words === NONE) {
            it.words = [move.word];
        } else {
            words.push(move.word);
        }
        it.look = undefined;
        return move;
    }

    let partsOf;

    /** A game: a position, and the moves that led to it. Its methods are described in chess.d.ts. */
    class Game {
        #it;
        thread = HERE;

        constructor(fen = "") {
            if (fen instanceof Parts) {
                this.#it = fen;
            } else {
                this.#it = new Parts(fen === "" ? START : { fen: check.text("fen", fen) }, NONE, NONE, -1);
                if (fen !== "") {
                    make(this.#it);
                }
            }
        }

        static {
            partsOf = (game) => game.#it;
        }

        static chess960(number) {
            const start = check.natural("number", number);
            return reading((slot) => {
                checked(wasm.game_chess960(slot, start));
                return { fen: text(wasm.game_fen(slot, 0)) };
            });
        }

        free() {
            const it = this.#it;
            it.source = undefined;
            if (slots.leave(it.slot, it)) {
                wasm.game_free(it.slot);
            }
        }

        clone() {
            const words = wordsOf(this.#it);
            live(this.#it);
            return new Made(new Parts(this.#it.source, words.length === 0 ? NONE : [...words], this.#it.edits, -1));
        }

        fen(options = {}) {
            const { shredder = false } = check.options("options", options, ["shredder"]);
            return text(wasm.game_fen(live(this.#it), check.flag("shredder", shredder) ? 1 : 0));
        }

        get turn() {
            return seen(this.#it).turn;
        }

        board() {
            const { squares } = seen(this.#it);
            return Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => {
                const square = 8 * (7 - row) + file;
                return squares[square] === 0 ? null : { square: SQUARES[square], ...pieceOf(squares[square]) };
            }));
        }

        get(square) {
            const code = seen(this.#it).squares[check.square("square", square)];
            return code === 0 ? undefined : pieceOf(code);
        }

        attackers(square, color = this.turn) {
            const number = check.square("square", square);
            const isBlack = check.oneOf("color", color, ["w", "b"]) === "b";
            return Array.from(output(wasm.game_attackers(live(this.#it), number, isBlack ? 1 : 0)), (from) => SQUARES[from]);
        }

        isCheck() {
            return seen(this.#it).check;
        }

        isGameOver() {
            return seen(this.#it).outcome !== "";
        }

        isCheckmate() {
            return seen(this.#it).outcome === "checkmate";
        }

        isStalemate() {
            return seen(this.#it).outcome === "stalemate";
        }

        isDraw() {
            return this.isGameOver() && !this.isCheckmate();
        }

        moves(options = {}) {
            const { square, verbose = true } = typeof options === "string" ? { square: options } : check.options("options", options, ["square", "verbose"]);
            const from = square === undefined ? 64 : check.square("square", square);
            check.flag("verbose", verbose);
            return moves(wasm.game_moves(live(this.#it), from), verbose);
        }

        dests() {
            const pairs = output(wasm.game_dests(live(this.#it)));
            const dests = new Map();
            for (let index = 0; index < pairs.length; index += 2) {
                const [from, to] = [SQUARES[pairs[index]], SQUARES[pairs[index + 1]]];
                const list = dests.get(from);
                if (list === undefined) {
                    dests.set(from, [to]);
                } else if (!list.includes(to)) {
                    // A promotion has four moves.
                    list.push(to);
                }
            }
            return dests;
        }

        find(move_) {
            return move(wasm.game_find(live(this.#it), write("move", check.text("move", move_))));
        }

        play(move_) {
            if (typeof move_ === "object" && move_ !== null) {
                const { word, from, to, promotion } = move_;
                if (word !== undefined) {
                    const words = wordsOf(this.#it);
                    return played(this.#it, words, move(wasm.game_play_word(live(this.#it), check.natural("move.word", word))));
                }
                const squares = check.squareName("move.from", from) + check.squareName("move.to", to);
                const piece = promotion === undefined ? "" : check.oneOf("move.promotion", promotion, [..."nbrqNBRQ"]);
                // Only a move of a pawn to the last rank promotes; programs name a piece for others as well.
                return this.play(squares + (/[18]$/.test(squares) && this.get(from)?.type === "p" ? piece : ""));
            }
            if (typeof move_ !== "string") {
                wrong("move", "a text or an object", move_);
            }
            const it = this.#it;
            const words = wordsOf(it);
            const slot = live(it);
            return played(it, words, move(wasm.game_play(slot, write("move", move_))));
        }

        undo() {
            const words = wordsOf(this.#it);
            const undone = move(wasm.game_undo(live(this.#it)));
            words.pop();
            this.#it.look = undefined;
            return undone;
        }

        history(options = {}) {
            const { verbose = true } = check.options("options", options, ["verbose"]);
            check.flag("verbose", verbose);
            return moves(wasm.game_history(live(this.#it)), verbose);
        }

        status() {
            return json(wasm.game_status(live(this.#it)));
        }

        perft(depth) {
            return checked(wasm.game_perft(live(this.#it), check.natural("depth", depth)));
        }

        divide(depth) {
            return json(wasm.game_divide(live(this.#it), check.natural("depth", depth)));
        }

        toJSON() {
            return { fen: this.fen() };
        }

        /** What `console.log` of Node, Deno and Bun writes. */
        [Symbol.for("nodejs.util.inspect.custom")]() {
            return `Game { ${this.#it.source === undefined ? "freed" : this.fen()} }`;
        }
    }

    const Made = extend(Game, { wasm, io, live, reading, wordsOf, partsOf });
    return { Game: Made, ChessError };
}

const pieceOf = (code) => ({ type: String.fromCharCode(code | 32), color: code < 97 ? "w" : "b" });

/** The numbers of two bytes each. */
const numbers = (bytes) => Array.from({ length: bytes.length / 2 }, (_, index) => bytes[2 * index] | (bytes[2 * index + 1] << 8));
