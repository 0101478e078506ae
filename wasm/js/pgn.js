// PGN: games read and written, with tags, comments and variations.

import { check, checkMore } from "./arguments.js";
import { ChessError } from "./buffers.js";
import { classes } from "./game.js";
import { Slots } from "./slots.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

const lined = (words) => words.map((word) => `=${word}`).join(" ");

/** The classes of an instance that has PGN. */
export const classesWithPgn = (wasm) => classes(wasm, extended);

function extended(Plain, { wasm, io, live, reading, wordsOf, partsOf }) {
    const { write, writeBytes, checked, text, json } = io;
    const texts = new Slots(4);

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

    const pathOf = (it, path) => (path === undefined ? lined(wordsOf(it)) : checkMore.line("path", path));

    /** How a text is read: `lenient` is 1 or 0, and `onError` takes the errors after which reading goes on. */
    function manner(options) {
        const { lenient = false, onError } = check.options("options", options, ["lenient", "onError"]);
        return { lenient: check.flag("lenient", lenient) ? 1 : 0, onError: checkMore.callback("onError", onError) };
    }

    /** Reads a game, and passes on the errors of lenient reading. */
    function readGame({ lenient, onError }, read) {
        const game = reading(read);
        if (game !== undefined && lenient === 1 && onError !== undefined) {
            json(wasm.pgn_forgiven()).forEach((fault) => onError(new ChessError(fault)));
        }
        return game;
    }

    /** An iterator over the games of a text. A game that is wrong is thrown, and the next step goes on after it. */
    class Games {
        #pgn;
        #how;
        #slot = -1;
        /** The games, lines and bytes that have been read. */
        #read = [0, 0, 0];

        constructor(pgn, how) {
            this.#pgn = new TextEncoder().encode(pgn);
            this.#how = how;
        }

        [Symbol.iterator]() {
            return this;
        }

        next() {
            while (this.#pgn !== undefined) {
                try {
                    const value = this.#next();
                    return value === undefined ? this.return() : { done: false, value };
                } catch (error) {
                    if (this.#how.onError === undefined || !(error instanceof ChessError && error.kind === "pgn")) {
                        throw error;
                    }
                    this.#how.onError(error);
                }
            }
            return { done: true, value: undefined };
        }

        /** The next game; `undefined` after the last. */
        #next() {
            if (!texts.has(this.#slot, this)) {
                const bytes = writeBytes("pgn", this.#pgn.subarray(this.#read[2]));
                this.#slot = texts.take(this);
                checked(wasm.pgn_open(this.#slot, bytes, ...this.#read));
            }
            const { lenient } = this.#how;
            try {
                return readGame(this.#how, (slot) => {
                    const pgn = text(wasm.pgn_next(this.#slot, slot, lenient));
                    return pgn === "" ? undefined : { pgn, lenient };
                });
            } finally {
                this.#read = text(wasm.pgn_place(this.#slot)).split(" ").map(Number);
            }
        }

        /** Ends the reading, and gives back the memory of the text. */
        return(value) {
            this.#pgn = undefined;
            if (texts.leave(this.#slot, this)) {
                wasm.pgn_close(this.#slot);
            }
            return { done: true, value };
        }
    }

    return class Game extends Plain {
        static fromPgn(pgn, options = {}) {
            const how = manner(options);
            const length = write("pgn", check.text("pgn", pgn));
            return readGame(how, (slot) => {
                checked(wasm.game_from_pgn(slot, length, how.lenient));
                return { pgn, lenient: how.lenient };
            });
        }

        static fromPgns(pgn, options = {}) {
            return new Games(check.text("pgn", pgn), manner(options));
        }

        setTag(name, value) {
            edit(partsOf(this), "tag", check.text("name", name).replaceAll("\n", " "), check.text("value", value));
        }

        setResult(result) {
            this.setTag("Result", check.oneOf("result", result, RESULTS));
        }

        tags() {
            return json(wasm.game_tags(live(partsOf(this))));
        }

        tree() {
            return json(wasm.game_tree(live(partsOf(this))));
        }

        setComment(comment, path) {
            edit(partsOf(this), "comment", pathOf(partsOf(this), path), check.text("comment", comment));
        }

        setNags(nags, path) {
            edit(partsOf(this), "nags", pathOf(partsOf(this), path), checkMore.list("nags", nags, check.number).join(" "));
        }

        addVariation(moves, path) {
            const line = checkMore.line("moves", moves);
            edit(partsOf(this), "add", path === undefined ? lined(wordsOf(partsOf(this)).slice(0, -1)) : checkMore.line("path", path), line);
        }

        removeVariation(path) {
            edit(partsOf(this), "remove", checkMore.line("path", path), "");
        }

        pgn() {
            return text(wasm.game_pgn(live(partsOf(this))));
        }

        toJSON() {
            return { ...super.toJSON(), pgn: this.pgn() };
        }
    };
}
