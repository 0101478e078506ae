// The npm package as its users have it: the tarball in Node, as ES modules and CommonJS, in worker threads and in Deno; bundled by
// esbuild, vite, webpack and rollup and run in a browser, on the page and in a worker; and its types. `bash wasm/browser.sh test`, after
// `bash wasm/build.sh package`. All is made below target/package/.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "./browser.js";

const root = resolve("target/package");
const packed = join(root, "node_modules/chess-wasm");
const TOOLS = resolve("wasm/tests/browser/node_modules");
const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** What every user does, and the answer. */
const USE = `
export function use({ Game, ChessError }) {
    const game = new Game();
    ["e4", "e5", "Nf3"].forEach((move) => game.play(move));
    let kind;
    try { game.play("Ke5"); } catch (error) { kind = error instanceof ChessError && error.kind; }
    return [game.fen(), game.perft(2), game.get("f3").type, kind].join(" | ");
}
`;
const ANSWER = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 | 779 | n | illegal_move";
const MAIN = (entry, given = "") => `
import { load } from "${entry}";
import { use } from "./use.js";
${given}
const here = async () => use(await load(${given === "" ? "" : "new URL(wasm, import.meta.url)"}));
if (typeof document === "undefined") {
    here().then(postMessage, (error) => postMessage(String(error.stack)));
} else {
    here().catch((error) => error.stack).then((answer) => { document.body.dataset.page = answer; });
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => { document.body.dataset.worker = data; };
}
`;

const node = (...given) => execFileSync(process.execPath, given, { cwd: root, encoding: "utf8" }).trim();
const tool = (name) => import(join(TOOLS, name));

let browser;
let server;

before(async () => {
    await rm(root, { recursive: true, force: true });
    await mkdir(packed, { recursive: true });
    const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", root, resolve("wasm")], { encoding: "utf8" }));
    execFileSync("tar", ["xzf", join(root, filename), "--strip-components=1", "-C", packed]);
    await writeFile(join(root, "package.json"), '{ "type": "module" }');
    await writeFile(join(root, "use.js"), USE);
    browser = await launch();
    server = createServer(async ({ url }, response) => {
        try {
            const body = await readFile(join(root, new URL(url, "http://host").pathname));
            response.writeHead(200, { "content-type": TYPES[extname(url)] ?? "application/octet-stream" }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((ready) => { server.listen(0, "127.0.0.1", ready); });
});
after(async () => {
    await browser?.close();
    server?.close();
});

/** Opens a page of a folder and waits for what the page and its worker answer. */
async function seen(address) {
    const page = await browser.newPage();
    const faults = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(error.stack));
    await page.goto(address);
    await page.waitForSelector("body[data-page][data-worker]", { timeout: 30_000, state: "attached" }).catch(() => {});
    const answers = await page.evaluate(() => ({ ...document.body.dataset }));
    await page.close();
    assert.deepEqual([answers.page, answers.worker, faults], [ANSWER, ANSWER, []], address);
}

/** Writes an application into a folder; the bundler makes `out/main.js` and `out/worker.js` of it. */
async function application(name, entry, given) {
    const folder = join(root, name);
    await mkdir(join(folder, "out"), { recursive: true });
    await cp(join(root, "use.js"), join(folder, "use.js"));
    const html = (script) => `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="${script}"></script></body>`;
    await writeFile(join(folder, "index.html"), html("./main.js"));
    await writeFile(join(folder, "out/index.html"), html("./main.js"));
    await writeFile(join(folder, "main.js"), MAIN(entry, given));
    await writeFile(join(folder, "worker.js"), MAIN(entry, given));
    return folder;
}

const opened = (name) => seen(`http://127.0.0.1:${server.address().port}/${name}/index.html`);
const wasm = async (folder) => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".wasm"));

test("the tarball has what it is to have", async () => {
    const files = await readdir(packed);
    assert.deepEqual(files.sort(), ["API.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "dist", "js", "package.json"]);
    for (const file of ["chess.wasm", "chess-large.wasm", "chess-full.wasm", "chess.cjs", "chess.d.cts", "inline.js"]) {
        assert.ok((await readdir(join(packed, "dist"))).includes(file), file);
    }
});

test("Node loads each module, as an ES module, as CommonJS and in a worker thread", async () => {
    for (const [entry, load] of [["chess-wasm", "load"], ["chess-wasm/moves", "load"], ["chess-wasm/large", "load"], ["chess-wasm/full", "loadFull"], ["chess-wasm/inline", "load"]]) {
        await writeFile(join(root, "esm.js"), `import { ${load}, ChessError } from "${entry}"; import { use } from "./use.js"; console.log(use({ ...await ${load}(), ChessError }));`);
        assert.equal(node("esm.js"), ANSWER, entry);
        if (entry !== "chess-wasm/inline") {
            const use = USE.replace("export ", "");
            await writeFile(join(root, "required.cjs"), `const all = require("${entry}"); ${use} all.${load}().then((chess) => console.log(use({ ...chess, ...all }), ...Object.keys(all)));`);
            assert.equal(node("required.cjs"), `${ANSWER} ${load === "load" ? "load loadSync" : load} ChessError`, entry);
        }
    }
    await writeFile(join(root, "thread.js"), `
        import { Worker, isMainThread, parentPort } from "node:worker_threads";
        import { load } from "chess-wasm";
        import { use } from "./use.js";
        if (isMainThread) { new Worker(new URL(import.meta.url)).on("message", console.log); } else { parentPort.postMessage(use(await load())); }`);
    assert.equal(node("thread.js"), ANSWER);
});

test("Deno loads it by name, and the browser's file by its path", async () => {
    const deno = (await readdir(join(TOOLS, "@deno"))).map((name) => join(TOOLS, "@deno", name, "deno"))[0];
    for (const entry of ["chess-wasm", "./node_modules/chess-wasm/js/chess.js"]) {
        await writeFile(join(root, "deno.js"), `import { load } from "${entry}"; import { use } from "./use.js"; console.log(use(await load()));`);
        const given = ["run", "--quiet", "--no-lock", "--no-remote", "--node-modules-dir=manual", "--allow-read", "--allow-env", "deno.js"];
        const answer = execFileSync(deno, given, { cwd: root, encoding: "utf8", env: { ...process.env, DENO_DIR: join(root, "deno"), DENO_NO_UPDATE_CHECK: "1" } });
        assert.equal(answer.trim(), ANSWER, entry);
    }
});

test("a page without a bundler loads it", async () => {
    await application("plain", "/node_modules/chess-wasm/js/chess.js");
    await opened("plain");
});

test("esbuild bundles it: with the module inline, and as a file by its loader", async () => {
    const { build } = await tool("esbuild/lib/main.js");
    for (const [name, entry, given] of [["esbuild-inline", "chess-wasm/inline"], ["esbuild-file", "chess-wasm", 'import wasm from "chess-wasm/chess.wasm";']]) {
        const folder = await application(name, entry, given);
        await build({
            entryPoints: [join(folder, "main.js"), join(folder, "worker.js")], outdir: join(folder, "out"), bundle: true, format: "esm", loader: { ".wasm": "file" }, logLevel: "silent",
        });
        await opened(`${name}/out`);
    }
    // For Node, too.
    await build({ entryPoints: [join(root, "esm.js")], outfile: join(root, "bundled.mjs"), bundle: true, format: "esm", platform: "node" });
    assert.equal(node("bundled.mjs"), ANSWER);
});

test("webpack bundles it, and emits the module", async () => {
    const { default: webpack } = await tool("webpack/lib/index.js");
    const folder = await application("webpack", "chess-wasm");
    const stats = await new Promise((done, failed) => {
        webpack({ mode: "production", performance: false, context: folder, entry: "./main.js", output: { path: join(folder, "out"), filename: "main.js" } }, (error, found) => (error ? failed(error) : done(found)));
    });
    assert.deepEqual([stats.toJson().errors, stats.toJson().warnings], [[], []]);
    assert.equal((await wasm(join(folder, "out"))).length, 1);
    await opened("webpack/out");
});

test("vite bundles it, and serves it while one develops", async () => {
    const { build, createServer: serve } = await tool("vite/dist/node/index.js");
    const folder = await application("vite", "chess-wasm");
    const options = { root: folder, logLevel: "silent", configFile: false, worker: { format: "es" } };
    await build({ ...options, base: "./", build: { outDir: "out", emptyOutDir: true, target: "es2022" } });
    assert.ok((await wasm(join(folder, "out"))).length >= 1);
    await opened("vite/out");
    const server = await serve({ ...options, cacheDir: join(root, "vite-cache"), optimizeDeps: { exclude: ["chess-wasm"] }, server: { port: 0, host: "127.0.0.1", fs: { allow: [root] } } });
    try {
        await server.listen();
        await seen(`http://127.0.0.1:${server.httpServer.address().port}/index.html`);
    } finally {
        await server.close();
    }
});

test("rollup bundles it by its plugins", async () => {
    const [{ rollup }, { default: nodeResolve }, { importMetaAssets }] = await Promise.all([
        tool("rollup/dist/es/rollup.js"), tool("@rollup/plugin-node-resolve/dist/es/index.js"), tool("@web/rollup-plugin-import-meta-assets/index.mjs"),
    ]);
    const folder = await application("rollup", "chess-wasm");
    const bundle = await rollup({ input: [join(folder, "main.js"), join(folder, "worker.js")], plugins: [nodeResolve({ browser: true }), importMetaAssets({ exclude: /main\.js|worker\.js$/ })] });
    await bundle.write({ dir: join(folder, "out"), format: "es" });
    assert.equal((await wasm(join(folder, "out"))).length, 1);
    await opened("rollup/out");
});

test("the viewer of the examples loads, steps, edits and saves", async () => {
    const { build } = await tool("vite/dist/node/index.js");
    await cp(resolve("examples/viewer"), join(root, "viewer"), { recursive: true });
    const alias = { chessground: join(TOOLS, "chessground") };
    await build({ root: join(root, "viewer"), logLevel: "silent", configFile: false, base: "./", resolve: { alias }, build: { outDir: "out", target: "es2022" } });
    const page = await browser.newPage({ viewport: { width: 1000, height: 1400 } });
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.stack));
    await page.goto(`http://127.0.0.1:${server.address().port}/viewer/out/index.html`);
    const movetext = async () => {
        await page.click("#save");
        return (await page.inputValue("#pgn")).split("\n\n")[1].replaceAll("\n", " ");
    };
    const moves = () => page.locator("#moves button").allTextContents();
    await page.fill("#pgn", "1. e4 e5 (1... c5 {sharp}) 2. Nf3 {[%clk 0:03:00] best} *");
    await page.click("#load");
    assert.deepEqual([await moves(), await page.inputValue("#comment")], [["e4", "e5", "c5", "Nf3"], "best"]);
    // Steps, and another move from the middle: the game stays.
    await page.click("#back");
    await page.click("#back");
    const { x, y, width } = await page.locator("cg-board").boundingBox();
    const center = (square) => [x + (square.charCodeAt(0) - 96.5) * width / 8, y + (8.5 - Number(square[1])) * width / 8];
    const play = async (from, to) => {
        // The board is drawn in the next frame.
        await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
        await page.mouse.click(...center(from));
        await page.waitForSelector("square.selected", { state: "attached" });
        await page.mouse.click(...center(to));
    };
    await play("e7", "e6");
    await page.waitForFunction(() => document.querySelector("#moves [aria-current]")?.textContent === "e6");
    await page.fill("#comment", "French");
    await page.press("#comment", "Enter");
    // An arrow is drawn with the other button of the mouse.
    await page.mouse.move(...center("d2"));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...center("d4"), { steps: 4 });
    await page.waitForSelector(".cg-shapes line", { state: "attached" });
    await page.mouse.up({ button: "right" });
    assert.equal(await movetext(), "1. e4 e5 (1... c5 {sharp}) (1... e6 {French [%cal Gd2d4]}) 2. Nf3 {[%clk 0:03:00] best} *");
    await page.click("#promote");
    await page.click("#promote");
    assert.equal(await movetext(), "1. e4 e6 {French [%cal Gd2d4]} (1... e5 2. Nf3 {[%clk 0:03:00] best}) (1... c5 {sharp}) *");
    await page.locator("#moves button", { hasText: "c5" }).click();
    await page.click("#remove");
    await page.click("#end");
    assert.deepEqual([await movetext(), await page.inputValue("#comment")], ["1. e4 e6 {French [%cal Gd2d4]} (1... e5 2. Nf3 {[%clk 0:03:00] best}) *", "French"]);
    await page.fill("#comment", "a } b");
    await page.press("#comment", "Enter");
    assert.match(await page.textContent("#fault"), /^comment: /);
    await page.screenshot({ path: join(root, "viewer.png"), fullPage: true });
    await page.close();
    assert.deepEqual(faults, []);
});

test("a policy needs 'wasm-unsafe-eval', and without it the error is of the kind load", async () => {
    await application("policy", "/node_modules/chess-wasm/js/chess.js");
    const text = await readFile(join(root, "policy/index.html"), "utf8");
    const answers = {};
    for (const allowed of ["", " 'wasm-unsafe-eval'"]) {
        const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'${allowed}">`;
        await writeFile(join(root, "policy/index.html"), text.replace("<body>", `${policy}<body>`).replace("main.js", "kind.js"));
        await writeFile(join(root, "policy/kind.js"), `
            import { load } from "/node_modules/chess-wasm/js/chess.js";
            load().then(() => "loaded", (error) => error.name + " " + error.kind + " " + error.message).then((answer) => { document.body.dataset.answer = answer; });`);
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${server.address().port}/policy/index.html`);
        await page.waitForSelector("body[data-answer]", { state: "attached" });
        answers[allowed] = await page.evaluate(() => document.body.dataset.answer);
        await page.close();
    }
    assert.match(answers[""], /^ChessError load the module cannot be compiled; a Content-Security-Policy needs 'wasm-unsafe-eval'/);
    assert.equal(answers[" 'wasm-unsafe-eval'"], "loaded");
});

test("publint and attw find nothing but what API.md says", async () => {
    const { publint } = await tool("publint/src/index-node.js");
    const { messages } = await publint({ pkgDir: packed, strict: true });
    assert.deepEqual(messages.map(({ code, path }) => [code, path.join(".")]), []);
    const { checkPackage, createPackageFromTarballData } = await tool("@arethetypeswrong/core/dist/index.js");
    const [tarball] = (await readdir(root)).filter((name) => name.endsWith(".tgz"));
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(join(root, tarball)))), { excludeEntrypoints: [/\.wasm$/] });
    const found = analysis.problems.map(({ kind, entrypoint, resolutionKind }) => `${entrypoint} ${resolutionKind} ${kind}`).sort();
    assert.deepEqual(found, [
        ...["./full", "./inline", "./large", "./moves"].map((entry) => `${entry} node10 NoResolution`), "./inline node16-cjs CJSResolvesToESM",
    ].sort());
});

test("the types are strict, need the library of ES2022 alone, and have no any", async () => {
    for (const file of ["js/chess.d.ts", "js/full.d.ts"]) {
        assert.doesNotMatch(await readFile(join(packed, file), "utf8"), /[:<|,(]\s*any\b/, file);
    }
    await writeFile(join(root, "types.ts"), `
        import { load, loadSync, ChessError } from "chess-wasm";
        import type { Game, Move, Square, Status } from "chess-wasm";
        import { load as large } from "chess-wasm/large";
        import { load as inline } from "chess-wasm/inline";
        import { loadFull } from "chess-wasm/full";
        const { Game: Made } = await load();
        const game: Game = new Made();
        const dests: Map<Square, Square[]> = game.dests();
        const sans: string[] = game.history({ verbose: false });
        const moves: Move[] = game.history({ verbose: true });
        const last: Move | undefined = game.moves("e2").at(-1);
        const result: Status["result"] = "1-0";
        game.setResult(result);
        for (const one of Made.fromPgns("")) { const side: "w" | "b" = one.turn; void side; }
        const piece = game.get("e1");
        if (piece !== undefined) { const type: "p" | "n" | "b" | "r" | "q" | "k" = piece.type; void type; }
        // @ts-expect-error
        game.get("z9");
        // @ts-expect-error
        game.play(1);
        // @ts-expect-error
        game.status().nothing;
        try { game.play("x"); } catch (error) { if (error instanceof ChessError) { const kind: string = error.kind; void kind; } }
        void [dests, sans, moves, last, loadSync, large, inline, loadFull, game.tree().moves[0]?.variations[0]?.[0]?.nags];
    `);
    await writeFile(join(root, "types.cts"), 'import chess = require("chess-wasm");\nvoid chess.load().then(({ Game }) => new Game().clone().turn);\n');
    const given = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022", "--module", "nodenext", "--types", "", "types.ts", "types.cts"];
    execFileSync(process.execPath, [join(TOOLS, "typescript/bin/tsc"), ...given], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    await writeFile(join(root, "bundler.ts"), 'import { load } from "chess-wasm";\nvoid load().then(({ Game }) => new Game().board());\n');
    execFileSync(process.execPath, [join(TOOLS, "typescript/bin/tsc"), "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", "", "bundler.ts"], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
});
