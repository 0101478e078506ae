// The rules of chess: a WebAssembly module, and the objects that JavaScript sees.

import { ChessError, buffers, instantiate } from "./buffers.js";

export { ChessError };

/** Names of the squares, a1 to h8. */
const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index & 7] + ((index >> 3) + 1));
const NUMBERS = new Map(SQUARES.map((name, index) => [name, index]));

/** Bytes of a move, as src/record.rs writes them. */
const RECORD = 24;

/**
 * Loads the module and returns its classes.
 *
 * @param source a response or a promise of one, bytes, or a compiled module; by default `dist/chess.wasm`
 */
export async function load(source = new URL("../dist/chess.wasm", import.meta.url)) {
    return classes(await instantiate(source));
}

/** The same from a module that has been compiled, without waiting. */
export function loadSync(module) {
    return classes(new WebAssembly.Instance(module, {}).exports);
}

/** The classes of an instance, by its exports. */
export function classes(wasm) {
    const { bytes, write, checked, text, json } = buffers(wasm);

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
        return {
            color: piece < 97 ? "w" : "b",
            piece: letter(piece),
            from,
            to,
            captured: letter(record[start + 6]),
            promotion,
            san,
            uci: from + SQUARES[record[start + 4]] + (promotion ?? ""),
            word: record[start] | (record[start + 1] << 8),
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
    const freed = new FinalizationRegistry((game) => wasm.game_free(game));

    /** A game: a position, and the moves that led to it. */
    class Game {
        #game;

        /** Starts from a FEN, X-FEN or Shredder-FEN, or from the start position. */
        constructor(fen = "") {
            this.#take(wasm.game_new(write(fen)));
        }

        #take(game) {
            this.#game = checked(game);
            freed.register(this, this.#game, this);
        }

        #replace(game) {
            checked(game);
            this.free();
            this.#take(game);
            return this;
        }

        /** Starts a game of Chess960 from a start position, 0 to 959 in Scharnagl's numbering. */
        static chess960(number) {
            return new Game().#replace(wasm.game_chess960(number));
        }

        /** Reads one game of PGN, and plays the moves of its main line. */
        static fromPgn(pgn) {
            return new Game().#replace(wasm.game_from_pgn(write(pgn)));
        }

        /** Frees the memory of the game at once; otherwise that happens some time after it is out of reach. */
        free() {
            freed.unregister(this);
            wasm.game_free(this.#game);
        }

        /** The FEN of the position; with `shredder`, castling rights are named by files. */
        fen({ shredder = false } = {}) {
            return text(wasm.game_fen(this.#game, shredder ? 1 : 0));
        }

        /** The legal moves, all or those from one square. */
        moves({ square } = {}) {
            const number = square === undefined ? 64 : NUMBERS.get(square);
            return number === undefined ? [] : moves(wasm.game_moves(this.#game, number));
        }

        /** The legal move that a text of SAN or UCI means. */
        find(move_) {
            return move(wasm.game_find(this.#game, write(move_)));
        }

        /** Plays a move: SAN, UCI, `{ from, to, promotion }` or a move of `moves()`. Returns it. */
        play(move_) {
            if (typeof move_ === "string") {
                return move(wasm.game_play(this.#game, write(move_)));
            }
            if (move_.word !== undefined) {
                return move(wasm.game_play_word(this.#game, move_.word));
            }
            return this.play(move_.from + move_.to + (move_.promotion ?? ""));
        }

        /** Takes back the last move and returns it, or `undefined` before the first. */
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

        /** Sets a tag of the PGN, or removes it if the value is empty. */
        setTag(name, value) {
            const bytesOfName = write(name);
            checked(wasm.game_set_tag(this.#game, bytesOfName, write(name + value)));
        }

        /** The tags. */
        tags() {
            return json(wasm.game_tags(this.#game));
        }

        /** The game as PGN. */
        pgn() {
            return text(wasm.game_pgn(this.#game));
        }

        /** The number of leaves of the tree of legal moves after so many plies. */
        perft(depth) {
            return wasm.game_perft(this.#game, depth);
        }

        /** The leaves below each legal move, by its UCI. */
        divide(depth) {
            return json(wasm.game_divide(this.#game, depth));
        }
    }

    return { Game, ChessError };
}
