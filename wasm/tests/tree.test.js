// Random walks through trees: a game and a model of it do the same, and are compared after each step. `bash wasm/build.sh test` takes
// 10,000 steps; GAMES=2000 takes 100,000, and SEED chooses others.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load, loadFull } from "../js/node.js";
import { Random } from "./random.js";

const STEPS = 50 * Number(process.env.GAMES ?? 200);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const TEXT = "1. a3 {good} (1. b3 {other} 1... b6) 1... a6 ({before} 1... b6 $1 2. b3) 2. b3 {two} {comments} *";
const TEXTS = ["", "one", "two  words", "[%clk 0:01:00.5] three", "four [%eval #-3] [%cal Gh1a8,Rb2b2]", "[%xyz 1]"];
const EVALS = [null, { cp: -150, depth: 20 }, { mate: 3 }, { cp: 0 }];
const ARROWS = [[], [{ from: "e2", to: "e4" }], [{ from: "a1", to: "h8", color: "blue" }, { from: "c3", to: "c3", color: "yellow" }]];

/** A move of the model, or the root, which has no move. */
class Node {
    children = [];
    nags = [];
    starting = [];
    texts = [];
    values = { clock: null, emt: null, eval: null, arrows: [] };

    constructor(parent, move) {
        Object.assign(this, { parent, move });
    }

    /** The moves before and with this one, in UCI. */
    path() {
        return this.parent === undefined ? [] : [...this.parent.path(), this.move.uci];
    }

    after(uci) {
        return this.children.find((child) => child.move.uci === uci);
    }

    /** What stands before a move that has become a main move stands after the move before. */
    settle() {
        const [main] = this.children;
        if (main !== undefined) {
            this.texts.push(...main.starting);
            main.starting = [];
        }
    }

    move_() {
        const { san, uci } = this.move;
        return { san, uci, startingComments: this.starting, comments: this.texts, ...this.values, nags: this.nags };
    }

    /** The lines of a tree from this node on. */
    line() {
        const list = [];
        for (let node = this; node.children.length > 0; node = node.children[0]) {
            const [main, ...others] = node.children;
            list.push({ ...main.move_(), variations: others.map((other) => [{ ...other.move_(), variations: [] }, ...other.line()]) });
        }
        return list;
    }
}

/** A game as it is meant. Each method does what that of the game with the same name does, and returns what that returns. */
class Model {
    constructor(Game, text) {
        this.Game = Game;
        this.root = new Node();
        this.at = this.root;
        if (text !== undefined) {
            // The tree of TEXT.
            for (const san of ["a3", "a6", "b3"]) {
                this.play(san);
            }
            const [first, second, third] = [this.at.parent.parent, this.at.parent, this.at];
            first.texts = ["good"];
            third.texts = ["two", "comments"];
            this.add(["b3", "b6"], this.root).parent.texts = ["other"];
            const other = this.add(["b6", "b3"], second.parent).parent;
            Object.assign(other, { starting: ["before"], nags: [1] });
        }
    }

    /** A game without a tree at a node. */
    game(node) {
        const game = new this.Game();
        node.path().forEach((uci) => game.play(uci));
        return game;
    }

    add(moves, at) {
        return moves.reduce((node, text) => {
            const move = this.game(node).play(text);
            const known = node.after(move.uci);
            if (known !== undefined) {
                return known;
            }
            const added = new Node(node, move);
            node.children.push(added);
            return added;
        }, at);
    }

    /** The node that a path leads to; without one, the place. */
    find(path) {
        return path === undefined ? this.at : path.reduce((node, uci) => node?.after(uci), this.root);
    }

    play(text) {
        this.at = this.add([text], this.at);
        return this.at.move.uci;
    }

    undo() {
        const left = this.at;
        if (left === this.root) {
            return undefined;
        }
        if (left.children.length === 0) {
            this.remove(left);
        }
        this.at = left.parent;
        return left.move.uci;
    }

    remove(node) {
        node.parent.children = node.parent.children.filter((child) => child !== node);
        node.parent.settle();
    }

    back() {
        const left = this.at;
        this.at = left.parent ?? left;
        return left.move?.uci;
    }

    forward() {
        const [next] = this.at.children;
        this.at = next ?? this.at;
        return next?.move.uci;
    }

    toStart() {
        this.at = this.root;
    }

    toEnd() {
        while (this.forward() !== undefined);
    }

    goto(path) {
        this.at = this.find(path);
    }

    addVariation(moves, path) {
        this.add(moves, path === undefined ? this.at.parent : this.find(path));
    }

    removeVariation(path) {
        const node = this.find(path);
        if (this.at.path().slice(0, path.length).join() === path.join()) {
            this.at = node.parent;
        }
        this.remove(node);
    }

    exchange(path, step) {
        const node = this.find(path);
        const all = node.parent?.children ?? [];
        const from = all.indexOf(node);
        if (from < 0 || all[from + step] === undefined) {
            return false;
        }
        [all[from], all[from + step]] = [all[from + step], node];
        node.parent.settle();
        return true;
    }

    promote(path) {
        return this.exchange(path, -1);
    }

    demote(path) {
        return this.exchange(path, 1);
    }

    setComment(text, path) {
        const { values } = Object.assign(this.find(path), { texts: text === "" ? [] : [text] });
        const set = { 3: { clock: 60.5 }, 4: { eval: { cp: null, mate: -3, depth: null }, arrows: [["h1", "a8", "green"], ["b2", "b2", "red"]].map(arrow) } };
        Object.assign(values, set[TEXTS.indexOf(text)]);
        const plain = { 3: ["three"], 4: ["four"] }[TEXTS.indexOf(text)];
        if (plain !== undefined) {
            this.find(path).texts = plain;
        }
    }

    setNags(nags, path) {
        this.find(path).nags = nags;
    }

    setClock(seconds, path) {
        this.find(path).values.clock = seconds;
    }

    setEmt(seconds, path) {
        this.find(path).values.emt = seconds;
    }

    setEval(value, path) {
        this.find(path).values.eval = value === null ? null : { cp: null, mate: null, depth: null, ...value };
    }

    /** Marked squares are written before arrows. */
    setArrows(arrows, path) {
        const all = arrows.map(({ from, to, color = "green" }) => ({ from, to, color }));
        this.find(path).values.arrows = [...all.filter(({ from, to }) => from === to), ...all.filter(({ from, to }) => from !== to)];
    }

    tree() {
        return { comments: this.root.texts, ...this.root.values, nags: this.root.nags, moves: this.root.line() };
    }
}

const arrow = ([from, to, color]) => ({ from, to, color });

/** All moves of a model. */
const nodes = (node) => [node, ...node.children.flatMap(nodes)];

/** A step: the name of a method, and its arguments. */
function step(random, model) {
    const game = model.game(model.at);
    // A few moves in each position, so that lines meet.
    const few = game.moves({ verbose: false }).filter((san) => /^[ab]\d$/.test(san));
    const path = random.below(3) === 0 ? undefined : random.of(nodes(model.root)).path();
    const wrong = ["h3", "--", "h6", "--"].slice(0, 1 + random.below(4));
    const somewhere = () => (random.below(20) === 0 ? wrong : path ?? model.at.path());
    const more = model.game(path === undefined ? model.at.parent ?? model.at : model.find(path)).moves({ verbose: false }).filter((san) => /^[ab]\d$/.test(san));
    return random.of([
        ["play", random.of([...few, "--"])],
        ["play", random.of([...few, "--"])],
        ["play", random.of([...few, "--"])],
        ["play", random.of(model.at.children.map(({ move }) => move.uci).concat("--"))],
        ["undo"],
        [random.below(2) === 0 ? "undo" : "back"],
        ["back"],
        ["forward"],
        [random.of(["toStart", "toEnd"])],
        ["goto", somewhere()],
        ["addVariation", random.of([[random.of([...more, "--"])], [random.of([...more, "--"]), "--"], []]), path],
        ["addVariation", ["--", "--"], undefined],
        ["removeVariation", random.below(4) === 0 ? somewhere() : wrong],
        ["promote", somewhere()],
        ["demote", somewhere()],
        ["setComment", random.of(TEXTS), path],
        ["setNags", random.of([[], [1], [2, 146]]), path],
        ["setClock", random.of([null, 0, 179.5, 3600]), path],
        ["setEmt", random.of([null, 2.125]), path],
        ["setEval", random.of(EVALS), path],
        ["setArrows", random.of(ARROWS), path],
    ]);
}

/** Whether a step is refused: a place that is not there, and what has no sense. */
function isWrong(model, [name, first, second]) {
    const find = (path) => model.find(path) !== undefined;
    switch (name) {
        case "goto":
        case "promote":
        case "demote": return !find(first);
        case "removeVariation": return first.length === 0 || !find(first);
        case "addVariation": return first.length === 0 || (second === undefined ? model.at === model.root : !find(second));
        default: return false;
    }
}

for (const name of (process.env.MODULES ?? "chess chess-large chess-full").split(" ").filter((name) => name !== "moves")) {
    const bytes = await readFile(new URL(`../dist/${name}.wasm`, import.meta.url));
    const { Game, ChessError } = await (name === "chess-full" ? loadFull : load)(bytes);

    test(`${name}: a tree and its place are those of a model in ${STEPS} random steps`, () => {
        const random = new Random(SEED);
        let [game, model] = [];
        const seen = {};
        let aside;
        for (let count = 0; count < STEPS; count += 1) {
            if (count % 100 === 0) {
                const text = random.below(2) === 0 ? undefined : TEXT;
                game = text === undefined ? new Game() : Game.fromPgn(text);
                model = new Model(Game, text);
                aside = undefined;
            }
            const given = step(random, model);
            const [method, ...values] = given;
            const where = `SEED=${SEED}, step ${count}: ${JSON.stringify(given)}`;
            if (isWrong(model, given)) {
                assert.throws(() => game[method](...values), (error) => error instanceof ChessError && ["variation", "illegal_move"].includes(error.kind), where);
                seen.refused = (seen.refused ?? 0) + 1;
            } else {
                const answer = game[method](...values);
                assert.deepEqual(answer?.uci ?? answer, model[method](...values), where);
                seen[method] = (seen[method] ?? 0) + 1;
            }
            const { texts, nags, values: { clock, emt, eval: score, arrows } } = model.at;
            assert.deepEqual([game.history().map(({ uci }) => uci), game.tree()], [model.at.path(), model.tree()], where);
            assert.deepEqual([game.comments(), game.nags(), game.clock(), game.emt(), game.eval(), game.arrows()], [texts, nags, clock, emt, score, arrows], where);
            assert.deepEqual([game.fen(), game.status().ply], [model.game(model.at).fen(), model.at.path().length], where);
            switch (random.below(50)) {
                case 0: {
                    const read = Game.fromPgn(game.pgn());
                    assert.deepEqual([read.tree(), read.history().length], [game.tree(), model.root.line().length], where);
                    break;
                }
                case 1:
                    // What happens to a copy leaves the game as it is.
                    aside = { game, text: JSON.stringify([game.fen(), game.tree()]) };
                    game = game.clone();
                    break;
                case 2:
                    // Others take all slots.
                    Array.from({ length: 1100 }, () => new Game().play("e4"));
                    break;
                case 3:
                    if (aside !== undefined) {
                        assert.equal(JSON.stringify([aside.game.fen(), aside.game.tree()]), aside.text, where);
                    }
                    break;
                default:
            }
        }
        const kinds = ["play", "undo", "back", "forward", "toStart", "toEnd", "goto", "addVariation", "removeVariation", "promote", "demote", "setComment", "setNags", "setClock", "setEmt", "setEval", "setArrows", "refused"];
        for (const kind of kinds) {
            assert.ok(seen[kind] > STEPS / 500, `${kind}: ${seen[kind]}`);
        }
    });
}
