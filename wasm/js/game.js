// Games as JavaScript sees them.

import { SQUARES, check, wrong } from "./arguments.js";
import { ChessError, buffers } from "./buffers.js";
import { Slots } from "./slots.js";

/** Bytes of a move, as src/record.rs writes them. */
const RECORD = 24;

/** The number of games that the module has at a time, as src/slots.rs has it. */
const SLOTS = 1024;

/** What a game from the start position is made of. */
const START = {};

/** What a game is made of that the module alone has. */
const CHANGED = {};

/** No moves. Nothing is added to it. */
const NONE = [];

/** The most moves that are played again; of a game with more, the bytes are kept. */
const FEW = 16;

/** The value of a property of each game, which cannot be copied: otherwise `structuredClone` and `postMessage` would make empty objects. */
const HERE = Symbol("a game stays where it was made: send game.fen() or game.pgn(), and make another one of that. A game");

/** The classes of an instance, by its exports. `extend` returns the class that users get, by that without PGN: see pgn.js. */
export function classes(wasm, extend = (Game) => Game) {
    const io = buffers(wasm);
    const { bytes, write, writeBytes, checked, text, json } = io;
    const slots = new Slots(SLOTS, save);

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
     * made again: of its source and a few words of moves, or of the bytes that the module wrote when another game took the slot. These have the
     * moves, so that `words` is undefined. `look` and `fen` are what was answered since the last change.
     */
    class Parts {
        constructor(source, words, slot) {
            this.source = source;
            this.words = words;
            this.slot = slot;
            this.look = undefined;
            this.fen = undefined;
        }
    }

    /** The slot of a game. */
    const live = (it) => (slots.has(it.slot, it) ? it.slot : make(it));

    /** Keeps the bytes of a game whose slot is taken by another one. */
    function save(slot, it) {
        if (it.source === CHANGED) {
            it.source = { bytes: output(wasm.game_save(slot)) };
        }
    }

    /** Puts a game into a slot again. */
    function make(it) {
        if (it.source === undefined) {
            throw new ChessError({ kind: "freed", message: "the game was freed" });
        }
        const { bytes, fen, pgn, lenient } = it.source;
        const slot = slots.take(it);
        try {
            if (bytes !== undefined) {
                checked(wasm.game_restore(slot, writeBytes("bytes", bytes)));
            } else if (fen !== undefined) {
                checked(wasm.game_new(slot, write("fen", fen)));
            } else if (pgn !== undefined) {
                checked(wasm.game_from_pgn(slot, write("pgn", pgn), lenient));
            } else {
                checked(wasm.game_start(slot));
            }
            if (it.words?.length > 0) {
                checked(wasm.game_replay(slot, writeBytes("moves", Uint8Array.from(it.words.flatMap((word) => [word & 255, word >> 8])))));
            }
            if (pgn !== undefined) {
                // To read a text once more takes longer than to keep the bytes.
                changed(it);
            }
        } catch (error) {
            slots.leave(slot, it);
            throw error;
        }
        it.slot = slot;
        return slot;
    }

    /** The game that `read` puts into a slot. */
    function reading(read) {
        const it = new Parts(undefined, NONE, -1);
        it.slot = slots.take(it);
        try {
            it.source = read(it.slot);
        } finally {
            if (it.source === undefined) {
                slots.leave(it.slot, it);
            }
        }
        return it.source === undefined ? undefined : new Made(it);
    }

    /** After a change, the bytes of a game are to be written again. */
    function changed(it) {
        it.source = CHANGED;
        it.words = undefined;
        it.look = undefined;
        it.fen = undefined;
    }

    function seen(it) {
        if (it.look === undefined || it.source === undefined) {
            it.look = lookAt(output(wasm.game_look(live(it))));
        }
        return it.look;
    }

    /** Keeps a move that was played, and returns it. */
    function played(it, move) {
        if (it.words === undefined || it.words.length === FEW) {
            changed(it);
        } else if (it.words === NONE) {
            it.words = [move.word];
        } else {
            it.words.push(move.word);
        }
        it.look = undefined;
        it.fen = undefined;
        return move;
    }

    let partsOf;

    /** A game: a position, and the moves that led to it. Its methods are described in chess.d.ts. */
    class Game {
        #it;
        thread = HERE;

        constructor(fen) {
            if (fen instanceof Parts) {
                this.#it = fen;
            } else if (fen === undefined) {
                this.#it = new Parts(START, NONE, -1);
            } else {
                this.#it = new Parts({ fen: check.text("fen", fen) }, NONE, -1);
                make(this.#it);
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
            const it = this.#it;
            if (it.source !== CHANGED && it.source !== undefined) {
                return new Made(new Parts(it.source, it.words === undefined || it.words === NONE ? it.words : [...it.words], -1));
            }
            const other = new Parts(CHANGED, undefined, -1);
            const slot = slots.take(other);
            try {
                checked(wasm.game_copy(live(it), slot));
            } catch (error) {
                slots.leave(slot, other);
                throw error;
            }
            other.slot = slot;
            return new Made(other);
        }

        fen(options = {}) {
            const { shredder = false } = check.options("options", options, ["shredder"]);
            const it = this.#it;
            if (check.flag("shredder", shredder)) {
                return text(wasm.game_fen(live(it), 1));
            }
            if (it.fen === undefined || it.source === undefined) {
                it.fen = text(wasm.game_fen(live(it), 0));
            }
            return it.fen;
        }

        toString() {
            return this.fen();
        }

        get turn() {
            return seen(this.#it).turn;
        }

        board() {
            const { squares } = seen(this.#it);
            const board = [];
            for (let start = 56; start >= 0; start -= 8) {
                const row = [];
                for (let square = start; square < start + 8; square += 1) {
                    const code = squares[square];
                    row.push(code === 0 ? null : { square: SQUARES[square], type: TYPES[code & 31], color: code < 97 ? "w" : "b" });
                }
                board.push(row);
            }
            return board;
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
                    return played(this.#it, move(wasm.game_play_word(live(this.#it), check.natural("move.word", word))));
                }
                const squares = check.squareName("move.from", from) + check.squareName("move.to", to);
                const piece = promotion === undefined ? "" : check.oneOf("move.promotion", promotion, [..."nbrqNBRQ"]);
                // Only a move of a pawn to the last rank promotes; programs name a piece for others as well.
                return this.play(squares + (/[18]$/.test(squares) && this.get(from)?.type === "p" ? piece : ""));
            }
            if (typeof move_ !== "string") {
                wrong("move", "a text or an object", move_);
            }
            const slot = live(this.#it);
            return played(this.#it, move(wasm.game_play(slot, write("move", move_))));
        }

        isPromotion(from, to) {
            const target = check.squareName("to", to);
            return this.moves(check.squareName("from", from)).some((move) => move.to === target && move.promotion !== undefined);
        }

        undo() {
            const it = this.#it;
            const undone = move(wasm.game_undo(live(it)));
            if (undone === undefined) {
                return undone;
            }
            // A game that was read may have other moves, so that the last words are not all that is deleted.
            if (it.words?.length > 0 && it.source.pgn === undefined) {
                it.words.pop();
                it.look = undefined;
                it.fen = undefined;
            } else {
                changed(it);
            }
            return undone;
        }

        history(options = {}) {
            const { verbose = true } = check.options("options", options, ["verbose"]);
            check.flag("verbose", verbose);
            return moves(wasm.game_history(live(this.#it)), verbose);
        }

        status() {
            const { turn, check, checkers, outcome, winner, claim, repetitions, halfmoveClock, moveNumber, ply, chess960, key } = seen(this.#it);
            return {
                turn, check, checkers: [...checkers], outcome: outcome === "" ? null : outcome, winner, claim: claim === "" ? null : claim,
                result: winner === null ? (outcome === "" ? "*" : "1/2-1/2") : winner === "w" ? "1-0" : "0-1",
                repetitions, halfmoveClock, moveNumber, ply, chess960, key,
            };
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

    const Made = extend(Game, { wasm, io, live, reading, changed, move, partsOf });
    return { Game: Made, ChessError };
}

/** The letters of pieces, by the last bits of their codes. */
const TYPES = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code | 96));

const pieceOf = (code) => ({ type: TYPES[code & 31], color: code < 97 ? "w" : "b" });

/** What src/exports.rs writes of a board. */
function lookAt(bytes) {
    const number = (at) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    const hex = (at) => (number(at) >>> 0).toString(16).padStart(8, "0");
    const turn = TYPES[bytes[64] & 31];
    const checkers = [];
    for (let at = 92; bytes[at] < 64 && at < 94; at += 1) {
        checkers.push(SQUARES[bytes[at]]);
    }
    const end = 95 + bytes[94];
    return {
        squares: bytes, turn, check: bytes[65] === 1, checkers, outcome: named(bytes, 95, end), winner: bytes[67] === 0 ? null : TYPES[bytes[67] & 31],
        claim: named(bytes, end, bytes.length), repetitions: number(76), halfmoveClock: number(80), moveNumber: number(84), ply: number(88),
        chess960: bytes[66] === 1, key: hex(72) + hex(68),
    };
}

const named = (bytes, start, end) => (start === end ? "" : String.fromCharCode(...bytes.subarray(start, end)));
