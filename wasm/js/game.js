// Games as JavaScript sees them.

import { SQUARES, check, wrong } from "./arguments.js";
import { ChessError, buffers } from "./buffers.js";
import { Games, Slots } from "./slots.js";

/** Bytes of a move, as src/record.rs writes them. */
const RECORD = 24;

/** The number of games that the module has at a time, as src/slots.rs has it. */
const SLOTS = 1024;

const START = { fen: "" };

/** No moves, and no changes of comments, variations and tags. Nothing is added to it. */
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

    const move = (length) => (checked(length) === 0 ? undefined : moveAt(wasm.output() >>> 0));
    const output = (length) => bytes().slice(wasm.output() >>> 0, (wasm.output() >>> 0) + checked(length));
    const lined = (words) => words.map((word) => `=${word}`).join(" ");

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
        const { fen, pgn } = it.source;
        const slot = slots.take(it);
        try {
            const length = fen === "" ? 0 : write("fen", pgn ?? fen);
            checked(pgn === undefined ? wasm.game_new(slot, length) : wasm.game_from_pgn(slot, length));
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
        return it.source === undefined ? undefined : new Game(it);
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

    /** Changes the game, and keeps the request with the moves that were played before it: both are needed to make the game again. */
    function edit(it, name, path, value) {
        const key = `${name}\n${path}\n`;
        const request = key + value;
        const words = name === "tag" ? undefined : [...wordsOf(it)];
        checked(wasm.game_edit(live(it), write("value", request)));
        // A note that takes the place of the last one leaves nothing of it. Clones have the same list.
        const last = it.edits.at(-1);
        const replaces = ["comment", "nags", "tag"].includes(name) && last?.key === key && last.request !== key && `${last.words}` === `${words}`;
        it.edits = [...(replaces ? it.edits.slice(0, -1) : it.edits), { key, words, request }];
    }

    const pathOf = (it, path) => (path === undefined ? lined(wordsOf(it)) : check.line("path", path));

    /** A game: a position, and the moves that led to it. */
    class Game {
        #it;

        /** Starts from a FEN, X-FEN or Shredder-FEN, or from the start position. */
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

        /** Starts a game of Chess960 from a start position, 0 to 959 in Scharnagl's numbering. */
        static chess960(number) {
            const start = check.natural("number", number);
            return reading((slot) => {
                checked(wasm.game_chess960(slot, start));
                return { fen: text(wasm.game_fen(slot, 0)) };
            });
        }

        /** Reads one game of PGN, and plays the moves of its main line. */
        static fromPgn(pgn) {
            const length = write("pgn", check.text("pgn", pgn));
            return reading((slot) => {
                checked(wasm.game_from_pgn(slot, length));
                return { pgn };
            });
        }

        /** The games of a text of PGN, read one by one. */
        static fromPgns(pgn) {
            const game = (next) =>
                reading((slot) => {
                    const pgn = next(slot);
                    return pgn === "" ? undefined : { pgn };
                });
            return new Games(check.text("pgn", pgn), { wasm, texts, writeBytes, text, checked, game });
        }

        /**
         * Frees the memory of the game at once; otherwise that happens when it is out of reach. Any other use of the game throws
         * afterwards.
         */
        free() {
            const it = this.#it;
            it.source = undefined;
            if (slots.leave(it.slot, it)) {
                wasm.game_free(it.slot);
            }
        }

        /** Another game with the same moves, tags, comments and variations. */
        clone() {
            const words = wordsOf(this.#it);
            live(this.#it);
            return new Game(new Parts(this.#it.source, words.length === 0 ? NONE : [...words], this.#it.edits, -1));
        }

        /** The FEN of the position; with `shredder`, castling rights are named by files. */
        fen(options = {}) {
            const { shredder = false } = check.options("options", options, ["shredder"]);
            return text(wasm.game_fen(live(this.#it), check.flag("shredder", shredder) ? 1 : 0));
        }

        /** The side to move. */
        get turn() {
            return seen(this.#it).turn;
        }

        /** The board as eight ranks from the eighth on, each from the a-file on. */
        board() {
            const { squares } = seen(this.#it);
            return Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => {
                const square = 8 * (7 - row) + file;
                return squares[square] === 0 ? null : { square: SQUARES[square], ...pieceOf(squares[square]) };
            }));
        }

        /** The piece on a square. */
        get(square) {
            const code = seen(this.#it).squares[check.square("square", square)];
            return code === 0 ? undefined : pieceOf(code);
        }

        isCheck() {
            return seen(this.#it).check;
        }

        /** Whether the rules end the game here. A draw that may only be claimed is in `status().claim`. */
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

        /** The legal moves, all or those from one square: `"g8"` or `{ square: "g8" }`; with `verbose: false`, as SAN. */
        moves(options = {}) {
            const { square, verbose = true } = typeof options === "string" ? { square: options } : check.options("options", options, ["square", "verbose"]);
            const from = square === undefined ? 64 : check.square("square", square);
            check.flag("verbose", verbose);
            return moves(wasm.game_moves(live(this.#it), from), verbose);
        }

        /** The squares to which the pieces may move, by the squares on which they stand, as chessground takes them. */
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

        /** The legal move that a text of SAN or UCI means. */
        find(move_) {
            return move(wasm.game_find(live(this.#it), write("move", check.text("move", move_))));
        }

        /** Plays a move: SAN, UCI, `{ from, to, promotion }` or a move of `moves()`. Returns it. */
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

        /**
         * Takes back the last move and returns it, or `undefined` before the first. Its comments and variations are there again when
         * it is played again.
         */
        undo() {
            const words = wordsOf(this.#it);
            const undone = move(wasm.game_undo(live(this.#it)));
            words.pop();
            this.#it.look = undefined;
            return undone;
        }

        /** The moves that were played; with `verbose: false`, as SAN. */
        history(options = {}) {
            const { verbose = true } = check.options("options", options, ["verbose"]);
            check.flag("verbose", verbose);
            return moves(wasm.game_history(live(this.#it)), verbose);
        }

        /** Side to move, check, outcome, claims and counters. */
        status() {
            return json(wasm.game_status(live(this.#it)));
        }

        /** Sets a tag of the PGN, or removes it if the value is empty. A result that is removed is that of the position. */
        setTag(name, value) {
            edit(this.#it, "tag", check.text("name", name).replaceAll("\n", " "), check.text("value", value));
        }

        /** Sets the result, which is otherwise that of the position. */
        setResult(result) {
            this.setTag("Result", check.oneOf("result", result, RESULTS));
        }

        /** The tags. */
        tags() {
            return json(wasm.game_tags(live(this.#it)));
        }

        /** The moves that were played, with comments, glyphs and variations. */
        tree() {
            return json(wasm.game_tree(live(this.#it)));
        }

        /** Sets the comment after moves, by default after those that were played. An empty one removes it. */
        setComment(comment, path) {
            edit(this.#it, "comment", pathOf(this.#it, path), check.text("comment", comment));
        }

        /** Sets the glyphs of the last of some moves, by default of the last one that was played. */
        setNags(nags, path) {
            edit(this.#it, "nags", pathOf(this.#it, path), check.list("nags", nags, check.number).join(" "));
        }

        /** Adds a variation, whose moves follow those of `path`. By default it is an alternative to the last move that was played. */
        addVariation(moves, path) {
            const line = check.line("moves", moves);
            edit(this.#it, "add", path === undefined ? lined(wordsOf(this.#it).slice(0, -1)) : check.line("path", path), line);
        }

        /** Removes a variation: the last of some moves, and all that follow it. */
        removeVariation(path) {
            edit(this.#it, "remove", check.line("path", path), "");
        }

        /**
         * The game as PGN: the moves of `history()`, with the comments and variations that were read for them and for the positions
         * between them.
         */
        pgn() {
            return text(wasm.game_pgn(live(this.#it)));
        }

        /** The number of leaves of the tree of legal moves after so many plies, 0 to 64. */
        perft(depth) {
            return checked(wasm.game_perft(live(this.#it), check.natural("depth", depth)));
        }

        /** The leaves below each legal move, by its UCI. */
        divide(depth) {
            return json(wasm.game_divide(live(this.#it), check.natural("depth", depth)));
        }
    }

    return { Game, ChessError };
}

const pieceOf = (code) => ({ type: String.fromCharCode(code | 32), color: code < 97 ? "w" : "b" });

/** The numbers of two bytes each. */
const numbers = (bytes) => Array.from({ length: bytes.length / 2 }, (_, index) => bytes[2 * index] | (bytes[2 * index + 1] << 8));
