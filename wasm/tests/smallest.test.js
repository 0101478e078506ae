// The smallest positions and games of chess-testkit through all that answers with what the file has: `bash wasm/build.sh test`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load, loadFull, loadMoves } from "../js/node.js";

const file = new URL("../../crates/chess-testkit/data/smallest.json", import.meta.url);
const { positions, games } = JSON.parse(await readFile(file, "utf8"));

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
const uci = (moves) => moves.map((move) => move.uci);
const after = (Game, fen, ...moves) => moves.reduce((game, move) => (game.play(move), game), new Game(fen));

/** A FEN that was written, with the castling rights as in the file: there they may be named by files. */
const same = (Game, written, fen) => (new Game(written).fen({ shredder: true }) === fen ? fen : written);

/** What the module answers about a position of the file, and what the file has. */
function* asked({ Game, lessons, engine }, { fen, moves, perft, status }) {
    const game = new Game(fen);
    const [placement, turn] = fen.split(" ");
    const text = `[SetUp "1"]\n[FEN "${fen}"]\n\n*\n\n`;
    const letter = (one) => (one === null ? "1" : one.color === "w" ? one.type.toUpperCase() : one.type);
    yield [same(Game, game.fen(), fen), fen];
    if (Game.fromPgn !== undefined) {
        yield [Game.fromPgn(text).fen(), game.fen()];
        yield [[...Game.fromPgns(text + text)].map((one) => one.fen()), [game.fen(), game.fen()]];
    }
    yield [uci(game.moves()).sort(), moves];
    yield [game.turn, turn];
    yield [game.board().map((row) => row.map(letter).join("")).join("/"), placement.replace(/\d/g, (count) => "1".repeat(Number(count)))];
    const ends = [game.isGameOver(), game.isCheckmate(), game.isStalemate(), game.isDraw(), game.status().outcome?.replaceAll(" ", "_") ?? "ongoing"];
    yield [ends, [status !== "ongoing", status === "checkmate", status === "stalemate", !["ongoing", "checkmate"].includes(status), status]];
    yield [perft.map((_, depth) => game.perft(depth)), perft];
    yield [[Object.keys(game.divide(2)).sort(), sum(game.divide(2))], [moves, perft[2]]];
    yield [sum(game.moves().map((move) => after(Game, fen, move).moves().length)), perft[2]];
    for (const move of moves) {
        const played = after(Game, fen, move);
        const written = played.pgn === undefined ? [] : [uci(Game.fromPgn(played.pgn()).history()), uci(played.tree().moves)];
        yield [[uci(played.history()), uci(played.clone().history()), ...written], Array(2 + written.length).fill([move])];
        yield [[game.find(move).uci, game.find(game.find(move).san).uci, played.undo().uci, played.fen()], [move, move, move, game.fen()]];
    }
    if (lessons !== undefined) {
        yield [[same(Game, lessons.board(fen).fen, fen), lessons.board(fen).legal], [fen, true]];
        yield [lessons.safety(fen).checks.map((check) => check.square), game.status().checkers];
        yield [game.moves().map(({ word }) => lessons.moveWord(fen, word).san), game.moves().map((move) => move.san)];
        yield [moves.length === 0 || moves.includes(engine.search({ fen, depth: 2 }).best), true];
    }
}

for (const name of (process.env.MODULES ?? "moves chess chess-large chess-full").split(" ")) {
    const bytes = await readFile(new URL(`../dist/${name}.wasm`, import.meta.url));
    const loaded = await ({ moves: loadMoves, "chess-full": loadFull }[name] ?? load)(bytes);

    test(`${name}: the smallest positions`, () => {
        for (const position of positions) {
            for (const [answer, expected] of asked(loaded, position)) {
                assert.deepEqual(answer, expected, position.name);
            }
        }
    });

    test(`${name}: the smallest games`, { skip: name === "moves" }, () => {
        const { Game, ChessError } = loaded;
        for (const { name, pgn, games: [only, ...others] } of games) {
            if (only === undefined || others.length > 0) {
                assert.throws(() => Game.fromPgn(pgn), (error) => error instanceof ChessError && error.kind === "pgn", name);
                continue;
            }
            const game = Game.fromPgn(pgn);
            for (const one of [game, Game.fromPgn(game.pgn())]) {
                assert.deepEqual([uci(one.history()), one.tags().Result, one.status().ply], [only.uci, only.result, only.uci.length], name);
            }
        }
    });
}
