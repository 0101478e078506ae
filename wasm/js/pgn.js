// PGN: games read and written, with tags, comments and variations.

import { check, checkMore } from "./arguments.js";
import { ChessError } from "./buffers.js";
import { classes } from "./game.js";
import { Slots } from "./slots.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
const COLORS = ["green", "red", "yellow", "blue"];

/** The classes of an instance that has PGN. */
export const classesWithPgn = (wasm) => classes(wasm, extended);

function extended(Plain, { wasm, io, live, reading, changed, move, partsOf }) {
    const { write, writeBytes, checked, text, json } = io;
    const texts = new Slots(4);

    /** Changes the game by a request, which notes/src/annotations.rs describes, and returns the answer. */
    function edit(game, name, path, value) {
        const it = partsOf(game);
        const answer = text(wasm.game_edit(live(it), write("value", `${name}\n${path}\n${value}`)));
        changed(it);
        return answer;
    }

    /** A path; without one, the place of the game. */
    const pathOf = (path) => (path === undefined ? "@" : checkMore.line("path", path));

    function step(game, number) {
        const it = partsOf(game);
        const stepped = move(wasm.game_step(live(it), number));
        changed(it);
        return stepped;
    }

    const valuesOf = (game, path) => {
        const place = pathOf(path);
        return json(wasm.game_values(live(partsOf(game)), write("path", place)));
    };

    const milliseconds = (seconds) => (seconds === null ? "" : String(Math.round(1000 * checkMore.within("seconds", seconds, 0, 2 ** 32, "null or a number from 0 on"))));

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
            edit(this, "tag", check.text("name", name).replaceAll("\n", " "), check.text("value", value));
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

        goto(path) {
            edit(this, "goto", checkMore.line("path", path), "");
        }

        back() {
            return step(this, 0);
        }

        forward() {
            return step(this, 1);
        }

        toStart() {
            step(this, 2);
        }

        toEnd() {
            step(this, 3);
        }

        comments(path) {
            return valuesOf(this, path).comments;
        }

        nags(path) {
            return valuesOf(this, path).nags;
        }

        setComment(comment, path) {
            edit(this, "comment", pathOf(path), check.text("comment", comment));
        }

        setNags(nags, path) {
            edit(this, "nags", pathOf(path), checkMore.list("nags", nags, check.number).join(" "));
        }

        clock(path) {
            return valuesOf(this, path).clock;
        }

        setClock(seconds, path) {
            edit(this, "clock", pathOf(path), milliseconds(seconds));
        }

        emt(path) {
            return valuesOf(this, path).emt;
        }

        setEmt(seconds, path) {
            edit(this, "emt", pathOf(path), milliseconds(seconds));
        }

        eval(path) {
            return valuesOf(this, path).eval;
        }

        setEval(value, path) {
            edit(this, "eval", pathOf(path), value === null ? "" : evalText(value));
        }

        arrows(path) {
            return valuesOf(this, path).arrows;
        }

        setArrows(arrows, path) {
            edit(this, "arrows", pathOf(path), checkMore.list("arrows", arrows, arrowText).join(" "));
        }

        addVariation(moves, path) {
            const line = checkMore.line("moves", moves);
            edit(this, "add", path === undefined ? "^" : checkMore.line("path", path), line);
        }

        removeVariation(path) {
            edit(this, "remove", checkMore.line("path", path), "");
        }

        promote(path) {
            return edit(this, "promote", checkMore.line("path", path), "") !== "";
        }

        demote(path) {
            return edit(this, "demote", checkMore.line("path", path), "") !== "";
        }

        pgn() {
            return text(wasm.game_pgn(live(partsOf(this))));
        }

        toJSON() {
            return { ...super.toJSON(), pgn: this.pgn() };
        }
    };
}

/** An evaluation as a request has it. */
function evalText(value) {
    const { cp = null, mate = null, depth = null } = check.options("eval", value, ["cp", "mate", "depth"]);
    if ((cp === null) === (mate === null)) {
        throw new TypeError("eval: either cp or mate is expected");
    }
    const integer = (name, number, least, most) => checkMore.integer(`eval.${name}`, number, least, most);
    const score = cp === null ? `mate ${integer("mate", mate, 1 - 2 ** 31, 2 ** 31 - 1)}` : `cp ${integer("cp", cp, 1 - 2 ** 31, 2 ** 31 - 1)}`;
    return depth === null ? score : `${score} ${integer("depth", depth, 0, 2 ** 32 - 1)}`;
}

/** An arrow as a request has it. */
function arrowText(name, arrow) {
    const { from, to, color = "green" } = check.options(name, arrow, ["from", "to", "color"]);
    const letter = check.oneOf(`${name}.color`, color, COLORS)[0].toUpperCase();
    return letter + check.squareName(`${name}.from`, from) + check.squareName(`${name}.to`, to);
}
