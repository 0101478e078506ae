// Games as JavaScript sees them.

import { SQUARES, check, wrong } from "./arguments.js";
import { ChessError, buffers } from "./buffers.js";
import { Games, Slots } from "./slots.js";

/** Bytes of a move, as src/record.rs writes them. */
const RECORD = 24;

/** The number of games that the module has at a time, as src/slots.rs has it. */
const SLOTS = 1024;

/** The greatest depth of perft, as src/leaves.rs has it. */
const DEPTH = 64;

/** No changes of comments, variations and tags. */
const NONE = [];

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/** The classes of an instance, by its exports. */
export function classes(wasm) {
    const { bytes, write, writeBytes, checked, text, json } = buffers(wasm);
    const slots = new Slots(SLOTS);
    const texts = new Slots(4);

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

    const move = (length) => moves(length)[0];
    const output = (length) => bytes().slice(wasm.output() >>> 0, (wasm.output() >>> 0) + checked(length));
    const lined = (words) => words.map((word) => `=${word}`).join(" ");

    /** What a game is made of, which no caller has. */
    class Making {
        constructor(source, { words, slot }) {
            Object.assign(this, { source, words, slot });
        }
    }

    /** A game: a position, and the moves that led to it. */
    class Game {
        // The module has the games that were used last. A game that it does not have any more is made again of these.
        #source;
        #words = [];
        #edits = NONE;
        #slot = -1;
        /** What stands on the board, if it was asked for. */
        #look;

        /** Starts from a FEN, X-FEN or Shredder-FEN, or from the start position. */
        constructor(fen = "") {
            if (fen instanceof Making) {
                this.#source = fen.source;
                this.#words = fen.words;
                this.#slot = fen.slot;
                slots.give(fen.slot, this);
            } else {
                this.#source = { fen: check.text("fen", fen) };
                if (fen !== "") {
                    this.#make();
                }
            }
        }

        /** Starts a game of Chess960 from a start position, 0 to 959 in Scharnagl's numbering. */
        static chess960(number) {
            check.integer("number", number, 0, 959);
            return Game.#read((slot) => {
                checked(wasm.game_chess960(slot, number));
                return { fen: text(wasm.game_fen(slot, 0)) };
            });
        }

        /** Reads one game of PGN, and plays the moves of its main line. */
        static fromPgn(pgn) {
            const length = write("pgn", check.text("pgn", pgn));
            return Game.#read((slot) => {
                checked(wasm.game_from_pgn(slot, length));
                return { pgn };
            });
        }

        /** The games of a text of PGN, read one by one. */
        static fromPgns(pgn) {
            const game = (next) =>
                Game.#read((slot) => {
                    const pgn = next(slot);
                    return pgn === "" ? undefined : { pgn };
                });
            return new Games(check.text("pgn", pgn), { wasm, texts, writeBytes, text, checked, game });
        }

        /** The game that `read` puts into a slot. */
        static #read(read) {
            const owner = {};
            const slot = slots.take(owner);
            try {
                const source = read(slot);
                if (source !== undefined) {
                    const words = source.pgn === undefined ? [] : wordsOf(output(wasm.game_words(slot)));
                    return new Game(new Making(source, { words, slot }));
                }
            } catch (error) {
                slots.leave(slot, owner);
                throw error;
            }
            slots.leave(slot, owner);
        }

        /** Puts the game into a slot again. */
        #make() {
            if (this.#source === undefined) {
                throw new ChessError({ kind: "freed", message: "the game was freed" });
            }
            const { fen, pgn } = this.#source;
            const slot = slots.take(this);
            try {
                const length = write("fen", pgn ?? fen);
                checked(pgn === undefined ? wasm.game_new(slot, length) : wasm.game_from_pgn(slot, length));
                for (const { words, request } of this.#edits) {
                    this.#replay(slot, words);
                    checked(wasm.game_edit(slot, write("value", request)));
                }
                this.#replay(slot, this.#words);
            } catch (error) {
                slots.leave(slot, this);
                throw error;
            }
            this.#slot = slot;
            return slot;
        }

        #replay(slot, words) {
            checked(wasm.game_replay(slot, writeBytes("moves", Uint8Array.from(words.flatMap((word) => [word & 255, word >> 8])))));
        }

        /** The slot of the game. */
        get #live() {
            return slots.has(this.#slot, this) ? this.#slot : this.#make();
        }

        get #seen() {
            if (this.#look === undefined || this.#source === undefined) {
                const look = output(wasm.game_look(this.#live));
                this.#look = {
                    squares: look.subarray(0, 64), turn: String.fromCharCode(look[64]), check: look[65] === 1,
                    outcome: String.fromCharCode(...look.subarray(66)),
                };
            }
            return this.#look;
        }

        /**
         * Frees the memory of the game at once; otherwise that happens when it is out of reach. Any other use of the game throws
         * afterwards.
         */
        free() {
            this.#source = undefined;
            if (slots.leave(this.#slot, this)) {
                wasm.game_free(this.#slot);
            }
        }

        /** Another game with the same moves, tags, comments and variations. */
        clone() {
            const made = new Game();
            made.#source = this.#source ?? (this.#make(), undefined);
            made.#words = [...this.#words];
            made.#edits = this.#edits;
            return made;
        }

        /** The FEN of the position; with `shredder`, castling rights are named by files. */
        fen(options = {}) {
            const { shredder = false } = check.options("options", options, ["shredder"]);
            return text(wasm.game_fen(this.#live, check.flag("shredder", shredder) ? 1 : 0));
        }

        /** The side to move. */
        get turn() {
            return this.#seen.turn;
        }

        /** The board as eight ranks from the eighth on, each from the a-file on. */
        board() {
            const { squares } = this.#seen;
            return Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => {
                const square = 8 * (7 - row) + file;
                return squares[square] === 0 ? null : { square: SQUARES[square], ...pieceOf(squares[square]) };
            }));
        }

        /** The piece on a square. */
        get(square) {
            const code = this.#seen.squares[check.square("square", square)];
            return code === 0 ? undefined : pieceOf(code);
        }

        isCheck() {
            return this.#seen.check;
        }

        /** Whether the rules end the game here. A draw that may only be claimed is in `status().claim`. */
        isGameOver() {
            return this.#seen.outcome !== "";
        }

        isCheckmate() {
            return this.#seen.outcome === "checkmate";
        }

        isStalemate() {
            return this.#seen.outcome === "stalemate";
        }

        isDraw() {
            return this.isGameOver() && !this.isCheckmate();
        }

        /** The legal moves, all or those from one square: `"g8"` or `{ square: "g8" }`; with `verbose: false`, as SAN. */
        moves(options = {}) {
            const { square, verbose = true } = typeof options === "string" ? { square: options } : check.options("options", options, ["square", "verbose"]);
            const from = square === undefined ? 64 : check.square("square", square);
            check.flag("verbose", verbose);
            return moves(wasm.game_moves(this.#live, from), verbose);
        }

        /** The squares to which the pieces may move, by the squares on which they stand, as chessground takes them. */
        dests() {
            const pairs = output(wasm.game_dests(this.#live));
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

        /** The legal move that a text of SAN or UCI means. */
        find(move_) {
            return move(wasm.game_find(this.#live, write("move", check.text("move", move_))));
        }

        /** Plays a move: SAN, UCI, `{ from, to, promotion }` or a move of `moves()`. Returns it. */
        play(move_) {
            if (typeof move_ === "object" && move_ !== null) {
                const { word, from, to, promotion } = move_;
                if (word !== undefined) {
                    check.integer("move.word", word, 0, 0xffff);
                    return this.#played(move(wasm.game_play_word(this.#live, word)));
                }
                const squares = check.squareName("move.from", from) + check.squareName("move.to", to);
                return this.play(squares + (promotion === undefined ? "" : check.oneOf("move.promotion", promotion, [..."nbrqNBRQ"])));
            }
            if (typeof move_ !== "string") {
                wrong("move", "a text or an object", move_);
            }
            const slot = this.#live;
            return this.#played(move(wasm.game_play(slot, write("move", move_))));
        }

        #played(played) {
            this.#words.push(played.word);
            this.#look = undefined;
            return played;
        }

        /**
         * Takes back the last move and returns it, or `undefined` before the first. Its comments and variations are there again when
         * it is played again.
         */
        undo() {
            const undone = move(wasm.game_undo(this.#live));
            this.#words.pop();
            this.#look = undefined;
            return undone;
        }

        /** The moves that were played; with `verbose: false`, as SAN. */
        history(options = {}) {
            const { verbose = true } = check.options("options", options, ["verbose"]);
            check.flag("verbose", verbose);
            return moves(wasm.game_history(this.#live), verbose);
        }

        /** Side to move, check, outcome, claims and counters. */
        status() {
            return json(wasm.game_status(this.#live));
        }

        /** Sets a tag of the PGN, or removes it if the value is empty. A result that is removed is that of the position. */
        setTag(name, value) {
            this.#edit("tag", check.text("name", name).replaceAll("\n", " "), check.text("value", value));
        }

        /** Sets the result, which is otherwise that of the position. */
        setResult(result) {
            this.setTag("Result", check.oneOf("result", result, RESULTS));
        }

        /** The tags. */
        tags() {
            return json(wasm.game_tags(this.#live));
        }

        /** The moves that were played, with comments, glyphs and variations. */
        tree() {
            return json(wasm.game_tree(this.#live));
        }

        /** Sets the comment after moves, by default after those that were played. An empty one removes it. */
        setComment(comment, path) {
            this.#edit("comment", this.#path(path), check.text("comment", comment));
        }

        /** Sets the glyphs of the last of some moves, by default of the last one that was played. */
        setNags(nags, path) {
            this.#edit("nags", this.#path(path), check.list("nags", nags, (name, nag) => check.integer(name, nag, 0, 255)).join(" "));
        }

        /** Adds a variation, whose moves follow those of `path`. By default it is an alternative to the last move that was played. */
        addVariation(moves, path) {
            const line = check.line("moves", moves);
            this.#edit("add", path === undefined ? lined(this.#words.slice(0, -1)) : check.line("path", path), line);
        }

        /** Removes a variation: the last of some moves, and all that follow it. */
        removeVariation(path) {
            this.#edit("remove", check.line("path", path), "");
        }

        #path(path) {
            return path === undefined ? lined(this.#words) : check.line("path", path);
        }

        #edit(name, path, value) {
            const request = `${name}\n${path}\n${value}`;
            const slot = this.#live;
            checked(wasm.game_edit(slot, write("value", request)));
            // A tag's last value is all that counts; so is a note that was set where the one before was. Clones have the same list.
            const key = `${name}\n${path}`;
            const replaces = name === "tag" ? (edit) => edit.key === key
                : (edit, index, { length }) => (name === "comment" || name === "nags") && index === length - 1 && edit.key === key;
            this.#edits = [...this.#edits.filter((...one) => !replaces(...one)), { key, words: [...this.#words], request }];
        }

        /**
         * The game as PGN: the moves of `history()`, with the comments and variations that were read for them and for the positions
         * between them.
         */
        pgn() {
            return text(wasm.game_pgn(this.#live));
        }

        /** The number of leaves of the tree of legal moves after so many plies, 0 to 64. */
        perft(depth) {
            check.integer("depth", depth, 0, DEPTH);
            return checked(wasm.game_perft(this.#live, depth));
        }

        /** The leaves below each legal move, by its UCI. */
        divide(depth) {
            check.integer("depth", depth, 0, DEPTH);
            return json(wasm.game_divide(this.#live, depth));
        }
    }

    return { Game, ChessError };
}

const pieceOf = (code) => ({ type: String.fromCharCode(code | 32), color: code < 97 ? "w" : "b" });

/** The numbers of two bytes each. */
const wordsOf = (bytes) => Array.from({ length: bytes.length / 2 }, (_, index) => bytes[2 * index] | (bytes[2 * index + 1] << 8));
