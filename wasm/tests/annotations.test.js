// Comments, glyphs, variations and tags of games that a seed gives: read, written and edited as they are meant, and beside the program.
// `bash wasm/build.sh test` reads a few; GAMES=5000 of them, and SEED chooses others.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load, loadFull } from "../js/node.js";
import { Random } from "./random.js";

const program = process.env.CHESS ?? "target/debug/chess";
const COUNT = Number(process.env.GAMES ?? 200);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const WORDS = "a wins (the exchange); see [Game 12] = Nf3 1-0 ½ Übung 50% … e5! $7 \\ \"quoted\" * -- 1. O-O".split(" ");
const NAMES = ["García, José", "O'Neill", "the \"Rook\"", "back\\slash", "[x]", "{y} (z);", "?", "Ωmega"];
const NAGS = [1, 2, 3, 4, 5, 6, 7, 13, 146, 255];
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

const COMMAND = /\[%(clk|eval|cal|csl) ([^\][]*)\]/g;
const COLORS = { G: "green", R: "red", Y: "yellow", B: "blue" };

/** A comment without its commands. */
const plain = (comment) => comment.split(/\[%(?:clk|eval|cal|csl) [^\][]*\]/).map((part) => part.trim()).filter((part) => part !== "").join(" ");

/** The values of the commands of comments. */
function valuesOf(comments) {
    const found = comments.flatMap((comment) => [...comment.matchAll(COMMAND)]);
    const first = (name) => found.find((command) => command[1] === name)?.[2];
    const clock = first("clk")?.split(":").reduce((sum, part) => 60 * sum + Number(part), 0) ?? null;
    const [score, depth = null] = first("eval")?.split(",") ?? [];
    const [cp, mate] = score === undefined ? [] : score.startsWith("#") ? [null, Number(score.slice(1))] : [Math.round(100 * Number(score)), null];
    const arrows = found.filter(([, name]) => name === "cal" || name === "csl").flatMap((command) => command[2].split(","))
        .map((text) => ({ from: text.slice(1, 3), to: text.slice(-2), color: COLORS[text[0]] }));
    return { clock, emt: null, eval: score === undefined ? null : { cp, mate, depth: depth === null ? null : Number(depth) }, arrows };
}

/** A tree of texts as the module gives it. */
function seen({ comments, moves }) {
    const notes = (texts) => ({ comments: texts.map(plain).filter((text) => text !== ""), ...valuesOf(texts) });
    const line = (nodes) => nodes.map((node) => ({ ...node, ...notes(node.comments), variations: node.variations.map(line) }));
    return { ...notes(comments), nags: [], moves: line(moves) };
}

class Maker {
    constructor(random, Game) {
        this.random = random;
        this.Game = Game;
    }

    chance(percent) {
        return this.random.below(100) < percent;
    }

    some(list, count) {
        return [...new Set(Array.from({ length: count }, () => this.random.of(list)))];
    }

    comment() {
        const { random } = this;
        const square = () => "abcdefgh"[random.below(8)] + (1 + random.below(8));
        const minutes = () => String(random.below(60)).padStart(2, "0");
        const parts = [
            ...Array.from({ length: random.below(6) }, () => random.of(WORDS)),
            ...(this.chance(40) ? [`[%clk ${random.below(3)}:${minutes()}:${minutes()}]`] : []),
            ...(this.chance(30) ? [`[%eval ${random.of(["0.31", "-1.7", "#3", "#-12", "0.00,18"])}]`] : []),
            ...(this.chance(20) ? [`[%cal G${square()}${square()},R${square()}${square()}]`] : []),
            ...(this.chance(20) ? [`[%csl Y${square()}]`] : []),
        ];
        return parts.sort(() => random.below(3) - 1).join(random.of([" ", " ", "  "])) || "x";
    }

    /** A move of a tree, which is played. */
    move(game, move, startsVariation) {
        game.play(move);
        return {
            san: move.san,
            uci: move.uci,
            startingComments: startsVariation && this.chance(20) ? [this.comment()] : [],
            comments: this.chance(20) ? Array.from({ length: 1 + this.random.below(2) }, () => this.comment()) : [],
            nags: this.some(NAGS, this.random.of([0, 0, 0, 0, 1, 2])),
            variations: [],
        };
    }

    line(game, length, percent) {
        const line = [];
        for (let ply = 0; ply < length && game.moves().length > 0; ply += 1) {
            const [main, ...others] = this.some(game.moves(), 1 + (this.chance(percent) ? 1 + this.random.below(2) : 0));
            const variations = others.map((other) => {
                const copy = game.clone();
                const variation = [this.move(copy, other, true), ...this.line(copy, this.random.below(6), percent / 2)];
                copy.free();
                return variation;
            });
            line.push({ ...this.move(game, main, false), variations });
        }
        return line;
    }

    /** A game as a tree with its tags, and the text of it. */
    game() {
        const { random } = this;
        const is960 = this.chance(20);
        const game = is960 ? this.Game.chess960(random.below(960)) : new this.Game();
        for (let ply = this.chance(20) ? random.below(60) : 0; ply > 0 && game.moves().length > 1; ply -= 1) {
            game.play(random.of(game.moves()));
        }
        const fen = game.fen();
        const start = new this.Game(fen);
        const tags = Object.fromEntries(["Event", "Site", "Date", "Round", "White", "Black"].map((name) => [name, random.of(NAMES)]));
        tags.Result = random.of(["1-0", "0-1", "1/2-1/2", "*"]);
        if (fen !== new this.Game().fen()) {
            Object.assign(tags, { SetUp: "1", FEN: fen, ...(is960 && { Variant: "Chess960" }) });
        }
        const tree = { comments: this.chance(30) ? [this.comment()] : [], moves: this.line(start, random.of([0, 1, 5, 30, 90]), 30) };
        [game, start].forEach((one) => one.free());
        return { fen, tags, tree, text: this.write(fen, tags, tree) };
    }

    write(fen, tags, tree) {
        const { random } = this;
        const words = [];
        const [numbered, spaced, glued] = [this.chance(80), this.chance(30), this.chance(50)];
        const notes = (comments) => words.push(...comments.map((comment) => (spaced ? `{ ${comment} }` : `{${comment}}`)));
        const [, turn, , , , number] = fen.split(" ");
        const move = (node, ply, needsNumber) => {
            notes(node.startingComments);
            if (numbered && (ply % 2 === 0 || needsNumber)) {
                words.push(`${Number(number) + Math.floor(ply / 2)}${ply % 2 === 0 ? "." : "..."}`);
            }
            words.push(node.san);
            node.nags.forEach((nag, index) => {
                if (glued && index === 0 && nag < GLYPHS.length) {
                    words.push(words.pop() + GLYPHS[nag]);
                } else {
                    words.push(`$${nag}`);
                }
            });
            notes(node.comments);
        };
        const line = (nodes, first) => {
            nodes.forEach((node, index) => {
                const before = nodes[index - 1];
                move(node, first + index, before === undefined || before.variations.length + before.comments.length > 0);
                for (const variation of node.variations) {
                    words.push("(");
                    line(variation, first + index);
                    words.push(")");
                }
            });
        };
        notes(tree.comments);
        line(tree.moves, turn === "w" ? 0 : 1);
        words.push(tags.Result);
        const width = random.of([40, 79, Infinity]);
        const lines = [""];
        for (const word of words) {
            const last = lines.at(-1);
            if (last !== "" && last.length + word.length >= width) {
                lines.push(word);
            } else {
                lines[lines.length - 1] = last + (last === "" || last.endsWith("(") || word === ")" ? "" : " ") + word;
            }
        }
        const written = Object.entries(tags).map(([name, value]) => `[${name} "${value.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}"]\n`);
        const text = `${written.join("")}\n${lines.join("\n")}\n\n`;
        return this.chance(10) ? text.replaceAll("\n", "\r\n") : text;
    }
}

/** Makes the tree of a game by requests. */
function edited(Game, { fen, tree }) {
    const game = new Game(fen);
    tree.moves.forEach(({ uci }) => game.play(uci));
    const note = (comments, path) => comments.length > 0 && game.setComment(comments.join(" "), path);
    note(tree.comments, []);
    const line = (nodes, start) => {
        nodes.forEach((node, index) => {
            const path = [...start, ...nodes.slice(0, index).map(({ uci }) => uci)];
            node.variations.forEach((variation) => {
                game.addVariation(variation.map(({ san }) => san), path);
                line(variation, path);
            });
            note(node.comments, [...path, node.uci]);
            if (node.nags.length > 0) {
                game.setNags(node.nags, [...path, node.uci]);
            }
        });
    };
    line(tree.moves, []);
    return game;
}

/** A tree as requests can make it: one comment each, and none before a move. */
const simple = ({ comments, moves }) => {
    const one = (texts) => (texts.length > 0 ? [texts.join(" ")] : []);
    const line = (nodes) => nodes.map((node) => ({
        ...node, startingComments: [], comments: one(node.comments), variations: node.variations.map(line),
    }));
    return { comments: one(comments), moves: line(moves) };
};

for (const name of (process.env.MODULES ?? "chess chess-large chess-full").split(" ").filter((name) => name !== "moves")) {
    const bytes = await readFile(new URL(`../dist/${name}.wasm`, import.meta.url));
    const { Game } = await (name === "chess-full" ? loadFull : load)(bytes);

    test(`${name}: trees are read, written and edited as they are meant`, () => {
        const maker = new Maker(new Random(SEED), Game);
        const games = Array.from({ length: COUNT }, () => maker.game());
        const read = [];
        games.forEach((meant, number) => {
            const where = `SEED=${SEED}, game ${number}:\n${meant.text}`;
            const game = Game.fromPgn(meant.text);
            assert.deepEqual(game.tree(), seen(meant.tree), where);
            assert.deepEqual(game.tags(), meant.tags, where);
            const again = Game.fromPgn(game.pgn());
            assert.deepEqual([again.tree(), again.tags(), again.pgn()], [seen(meant.tree), meant.tags, game.pgn()], where);
            if (name === "chess-large") {
                assert.deepEqual(Game.fromPgn(meant.text, { lenient: true }).tree(), seen(meant.tree), where);
            }
            const made = edited(Game, meant);
            assert.deepEqual(made.tree(), seen(simple(meant.tree)), where);
            assert.deepEqual(Game.fromPgn(made.pgn()).tree(), seen(simple(meant.tree)), where);
            // Taking all variations away leaves the moves that were played.
            meant.tree.moves.forEach(({ variations }, index) => {
                const path = meant.tree.moves.slice(0, index).map(({ san }) => san);
                variations.forEach(([first]) => game.removeVariation([...path, first.san]));
            });
            const bare = { ...meant.tree, moves: meant.tree.moves.map((move) => ({ ...move, variations: [] })) };
            assert.deepEqual(game.tree(), seen(bare), where);
            read.push(game.history().map(({ uci }) => uci));
            [game, again, made].forEach((one) => one.free());
        });
        const text = games.map((meant) => meant.text).join("");
        assert.deepEqual([...Game.fromPgns(text)].map((game) => game.tree()), games.map((meant) => seen(meant.tree)), `SEED=${SEED}`);
        const { stdout } = spawnSync(program, ["pgn", "-", "--json"], { input: text, encoding: "utf8", maxBuffer: 1 << 28 });
        const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
        assert.equal(lines.length, games.length);
        lines.forEach((line, number) => {
            const { tags } = games[number];
            assert.deepEqual([line.uci, line.headers, line.result, line.error], [read[number], tags, tags.Result, null], `SEED=${SEED}, game ${number}`);
        });
    });
}
