// Games as JavaScript sees them.

import { SQUARES, check, wrongType } from "./arguments.js";
import { ChessError, buffers } from "./buffers.js";

/** Bytes of a move, as src/record.rs writes them. */
const RECORD = 24;

/** The greatest depth of perft, as src/leaves.rs has it. */
const DEPTH = 64;

/** The classes of an instance, by its exports. */
export function classes(wasm) {
    const { bytes, write, checked, text, json } = buffers(wasm);
    const writeText = (name, value) => write(name, check.text(name, value));

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

    function moves(length) {
        const list = new Array(checked(length) / RECORD);
        const start = wasm.output() >>> 0;
        for (let index = 0; index < list.length; index += 1) {
            list[index] = moveAt(start + index * RECORD);
        }
        return list;
    }

    const move = (length) => moves(length)[0];
    // A module that was stopped has nothing to free.
    const freed = new FinalizationRegistry((game) => {
        try {
            wasm.game_free(game);
        } catch {}
    });

    /** The number of a game that the module has made, which no caller has. */
    class Handle {
        constructor(game) {
            this.game = checked(game);
        }
    }

    /** A game: a position, and the moves that led to it. */
    class Game {
        #game;

        /** Starts from a FEN, X-FEN or Shredder-FEN, or from the start position. */
        constructor(fen = "") {
            this.#game = (fen instanceof Handle ? fen : new Handle(wasm.game_new(writeText("fen", fen)))).game;
            freed.register(this, this.#game, this);
        }

        /** Starts a game of Chess960 from a start position, 0 to 959 in Scharnagl's numbering. */
        static chess960(number) {
            return new Game(new Handle(wasm.game_chess960(check.integer("number", number, 0, 959))));
        }

        /** Reads one game of PGN, and plays the moves of its main line. */
        static fromPgn(pgn) {
            return new Game(new Handle(wasm.game_from_pgn(writeText("pgn", pgn))));
        }

        /**
         * Frees the memory of the game at once; otherwise that happens some time after it is out of reach. Any other use of the game
         * throws afterwards.
         */
        free() {
            freed.unregister(this);
            wasm.game_free(this.#game);
        }

        /** The FEN of the position; with `shredder`, castling rights are named by files. */
        fen(options = {}) {
            const { shredder = false } = check.options("options", options, ["shredder"]);
            return text(wasm.game_fen(this.#game, check.flag("shredder", shredder) ? 1 : 0));
        }

        /** The legal moves, all or those from one square: `"g8"` or `{ square: "g8" }`. */
        moves(options = {}) {
            const { square } = typeof options === "string" ? { square: options } : check.options("options", options, ["square"]);
            return moves(wasm.game_moves(this.#game, square === undefined ? 64 : check.square("square", square)));
        }

        /** The legal move that a text of SAN or UCI means. */
        find(move_) {
            return move(wasm.game_find(this.#game, writeText("move", move_)));
        }

        /** Plays a move: SAN, UCI, `{ from, to, promotion }` or a move of `moves()`. Returns it. */
        play(move_) {
            if (typeof move_ === "string") {
                return move(wasm.game_play(this.#game, write("move", move_)));
            }
            if (typeof move_ !== "object" || move_ === null) {
                wrongType("move", "a text or an object", move_);
            }
            const { word, from, to, promotion } = move_;
            if (word !== undefined) {
                return move(wasm.game_play_word(this.#game, check.integer("move.word", word, 0, 0xffff)));
            }
            const squares = check.squareName("move.from", from) + check.squareName("move.to", to);
            const letter = promotion === undefined ? "" : check.oneOf("move.promotion", promotion, [..."nbrqNBRQ"]);
            return this.play(squares + letter);
        }

        /**
         * Takes back the last move and returns it, or `undefined` before the first. Its comments and variations are there again when
         * it is played again.
         */
        undo() {
            return move(wasm.game_undo(this.#game));
        }

        /** The moves that were played. */
        history() {
            return moves(wasm.game_history(this.#game));
        }

        /** Side to move, check, outcome, claims and counters. */
        status() {
            return json(wasm.game_status(this.#game));
        }

        /** Sets a tag of the PGN, or removes it if the value is empty. A result that is removed is that of the position. */
        setTag(name, value) {
            const bytesOfName = writeText("name", name);
            checked(wasm.game_set_tag(this.#game, bytesOfName, write("value", name + check.text("value", value))));
        }

        /** The tags. */
        tags() {
            return json(wasm.game_tags(this.#game));
        }

        /**
         * The game as PGN: the moves of `history()`, with the comments and variations that were read for them and for the positions
         * between them.
         */
        pgn() {
            return text(wasm.game_pgn(this.#game));
        }

        /** The number of leaves of the tree of legal moves after so many plies, 0 to 64. */
        perft(depth) {
            return checked(wasm.game_perft(this.#game, check.integer("depth", depth, 0, DEPTH)));
        }

        /** The leaves below each legal move, by its UCI. */
        divide(depth) {
            return json(wasm.game_divide(this.#game, check.integer("depth", depth, 0, DEPTH)));
        }
    }

    return { Game, ChessError };
}
