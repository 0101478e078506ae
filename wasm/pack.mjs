// Makes one script of a module and its glue, for a page that opens from `file:`, where a browser refuses modules of JavaScript and
// reads no other files: `node pack.mjs WASM SCRIPT`.
//
// The script defines `CHESS_MODULE`: `wasm`, the module by gzip and in base64, and `glue`, a function that returns `{ load, ChessError }`.
// A page makes a worker from the text of that function.

import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const [wasm, script] = process.argv.slice(2);

/** A file of the glue as part of a function: without what only a module of JavaScript may say. */
async function part(name) {
    const text = await readFile(new URL(`js/${name}.js`, import.meta.url), "utf8");
    return text
        .replace(/^import .*\n/gm, "")
        .replace(/^export \{.*\n/gm, "")
        .replace(/^export /gm, "");
}

const parts = await Promise.all(["arguments", "buffers", "game", "lessons", "full"].map(part));
const module = gzipSync(await readFile(wasm), { level: 9 }).toString("base64");
await writeFile(
    script,
    `// Written by wasm/pack.mjs.
globalThis.CHESS_MODULE = {
    glue: function chessGlue() {
${parts.join("\n")}
return { load: loadFull, ChessError };
    },
    wasm: "${module}",
};
`,
);
