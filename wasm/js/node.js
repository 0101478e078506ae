// The modules in Node, which does not fetch files. Types: chess.d.ts, moves.d.ts and full.d.ts.

import { readFile } from "node:fs/promises";
import { loadFullFrom } from "./all.js";
import { loadFrom, loadMovesFrom } from "./core.js";

export { ChessError, loadMovesSync, loadSync } from "./core.js";

const read = (source) => (source instanceof URL && source.protocol === "file:" ? readFile(source) : source);
const file = (name) => new URL(`../dist/${name}.wasm`, import.meta.url);

export const load = async (source = file("chess")) => loadFrom(read(source));
export const loadMoves = async (source = file("moves")) => loadMovesFrom(read(source));
export const loadLarge = async (source = file("chess-large")) => loadFrom(read(source));
export const loadFull = async (source = file("chess-full")) => loadFullFrom(read(source));
