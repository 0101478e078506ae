// Writes scripts that have the glue, or a module, within them: `node pack.mjs KIND`.
//
//   page     docs/moveboards/module.js, for a page that opens from `file:`, where a browser refuses modules of JavaScript and reads no
//            other files; docs/moveboards/dist/, the page for a host of static files; and docs/moveboards/moveboards.html, the page in one
//            file. SITE is the address of that host, which sites that show links ask for. The script defines `CHESS_MODULE`: `wasm`, the module by gzip and in base64, and `glue`, a function that returns
//            `{ load, ChessError }`. A page makes a worker from the text of that function.
//   package  dist/moves.cjs, chess.cjs, chess-large.cjs and chess-full.cjs for `require`, with their types; dist/inline.js, which has the small module within
//            it; and the licences.

import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const here = (path) => new URL(path, import.meta.url);
const PARTS = ["arguments", "buffers", "slots", "game", "pgn", "core", "lessons", "all"];

/** A file of the glue as part of a function: without what only a module of JavaScript may say. */
async function part(name) {
    const text = await readFile(here(`js/${name}.js`), "utf8");
    return text.replace(/^import .*\n/gm, "").replace(/^export \{.*\n/gm, "").replace(/^export /gm, "");
}

const glue = (await Promise.all(PARTS.map(part))).join("\n");
const packed = async (name) => gzipSync(await readFile(here(`dist/${name}.wasm`)), { level: 9 }).toString("base64");

async function page() {
    const folder = (name) => here(`../docs/moveboards/${name}`);
    await writeFile(folder("module.js"), `// Written by wasm/pack.mjs.
globalThis.CHESS_MODULE = {
    glue: function chessGlue() {
${glue}
return { load: loadFullFrom, ChessError };
    },
    wasm: "${await packed("chess-full")}",
};
`);
    const read = (name) => readFile(folder(name), "utf8");
    const site = process.env.SITE?.replace(/\/*$/, "/") ?? "";
    // The one place of the repository's address. Until it is set, there is nothing to link to.
    const source = /^repository = "(?!https:\/\/example\.org\/)(.*)"$/m.exec(await readFile(here("../Cargo.toml"), "utf8"))?.[1];
    const html = (await read("index.html")).replace('content="title.png"', `content="${site}title.png"`)
        .replace('<span id="source"></span>', source === undefined ? "" : `The code is in <a href="${source}">the repository</a>, whose <a href="${source}#readme">README</a> says more.`);
    await rm(folder("dist"), { recursive: true, force: true });
    await mkdir(folder("dist"));
    await writeFile(folder("dist/index.html"), html);
    for (const name of (await readdir(folder("."))).filter((name) => /\.(js|css|svg|png)$/.test(name))) {
        await cp(folder(name), folder(`dist/${name}`));
    }
    const icon = `data:image/svg+xml;base64,${Buffer.from(await read("icon.svg")).toString("base64")}`;
    let whole = html.replace('href="icon.svg"', `href="${icon}"`).replace('<link rel="stylesheet" href="style.css">', `<style>\n${await read("style.css")}</style>`);
    for (const [tag, name] of whole.matchAll(/<script src="(.*?)"><\/script>/g)) {
        // What ends a script in HTML may not stand in one.
        const text = (await read(name)).replaceAll("</script", "<\\/script");
        whole = whole.replace(tag, () => `<script>\n${text}</script>`);
    }
    if (site === "") {
        // A file has no address at which a picture could be.
        whole = whole.replace(/<meta property="og:image.*\n/g, "").replace(/<meta name="twitter:card.*\n/, "");
    }
    await writeFile(folder("moveboards.html"), whole);
}

/** A module of CommonJS: Node 20 does not require modules of JavaScript. */
async function required(name, load, from, exported) {
    await writeFile(here(`dist/${name}.cjs`), `// Written by wasm/pack.mjs.
"use strict";
const { readFile } = require("node:fs/promises");
const { join } = require("node:path");
${glue}
const read = (source) => (source instanceof URL && source.protocol === "file:" ? readFile(source) : source);
const ${load} = async (source = readFile(join(__dirname, "${name}.wasm"))) => ${from}(read(source));
module.exports = { ${exported} };
`);
    const types = { moves: "moves", "chess-full": "full" }[name] ?? "chess";
    const text = await readFile(here(`js/${types}.d.ts`), "utf8");
    await writeFile(here(`dist/${name}.d.cts`), text.replace(/"\.\/(chess|moves)\.js"/g, '"./$1.cjs"'));
}

async function inline() {
    await writeFile(here("dist/inline.js"), `// Written by wasm/pack.mjs.
import { loadFrom } from "../js/core.js";

export { ChessError, loadSync } from "../js/core.js";

const WASM = "${await packed("chess")}";

export async function load() {
    const bytes = Uint8Array.from(atob(WASM), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return loadFrom(await new Response(stream).arrayBuffer());
}
`);
}

if (process.argv[2] === "page") {
    await page();
} else {
    await required("moves", "load", "loadMovesFrom", "load, loadSync: loadMovesSync, ChessError");
    await required("chess", "load", "loadFrom", "load, loadSync, ChessError");
    await required("chess-large", "load", "loadFrom", "load, loadSync, ChessError");
    await required("chess-full", "loadFull", "loadFullFrom", "loadFull, ChessError");
    await inline();
    await Promise.all(["APACHE", "MIT"].map((name) => copyFile(here(`../LICENSE-${name}`), here(`LICENSE-${name}`))));
}
