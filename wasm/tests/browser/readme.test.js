// What README.md and API.md say, done by nothing but their text: the script, the application, and the names that take the place of those of
// other libraries. `bash wasm/browser.sh test`, after `bash wasm/build.sh package`. All is made below target/readme/.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { Chess } from "chess.js";
import { Chess as Chessops } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { parseUci } from "chessops/util";
import { launch } from "./browser.js";

const app = resolve("target/readme/app");
const readme = await readFile("wasm/README.md", "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
const versions = JSON.parse(await readFile("wasm/tests/browser/package.json", "utf8")).devDependencies;

/** The commands of the application, with the versions of the packages that are tested. */
const commands = blocks.find(({ text }) => text.startsWith("npm init")).text.trim().split("\n")
    .map((line) => line.replace(/ *#.*/, "").replace(/(?<=^npm install .*)\b(chessground|vite|typescript)\b/g, (name) => `${name}@${versions[name]}`));
const run = (command) => execFileSync("bash", ["-c", command], { cwd: app, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

let browser;

before(async () => {
    browser = await launch();
    await rm(dirname(app), { recursive: true, force: true });
    await mkdir(app, { recursive: true });
    await symlink(process.cwd(), resolve("target/readme/chess"));
    for (const { text } of blocks) {
        const name = /^(?:\/\/|<!--) (\S+\.\w+)/.exec(text)?.[1];
        if (name !== undefined) {
            await writeFile(join(app, name), text);
        }
    }
    commands.filter((line) => line.startsWith("npm")).forEach(run);
});

after(() => browser?.close());

test("the script answers", () => {
    assert.equal(run("node start.mjs"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 2\n");
});

test("the application plays in the browser, while it is developed and built", async () => {
    commands.filter((line) => /tsc|build/.test(line)).forEach(run);
    for (const command of [commands.find((line) => line === "npx vite"), "npx vite preview"]) {
        const server = spawn("bash", ["-c", `exec ${command} --host 127.0.0.1`], { cwd: app, env: { ...process.env, NO_COLOR: "1" }, detached: true });
        try {
            let said = "";
            const address = await new Promise((found, failed) => {
                server.stdout.on("data", (text) => {
                    said += text;
                    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
                    if (address !== undefined) {
                        found(address);
                    }
                });
                server.on("exit", () => failed(new Error(`${command}: ${said}`)));
            });
            const page = await browser.newPage();
            const faults = [];
            page.on("console", (message) => ["error", "warning"].includes(message.type()) && !message.text().includes("favicon") && faults.push(message.text()));
            page.on("pageerror", (error) => faults.push(error.stack));
            page.on("response", (response) => response.status() >= 400 && !response.url().endsWith("favicon.ico") && faults.push(response.url()));
            await page.goto(address);
            const { x, y } = await page.locator("cg-board").boundingBox();
            const click = (file, rank) => page.mouse.click(x + 60 * file - 30, y + 60 * (8 - rank) + 30);
            // The board is drawn in the next frame.
            const two = (kind) => page.waitForFunction((name) => document.querySelectorAll(`square.${name}`).length === 2, kind);
            await click(5, 2);
            await two("move-dest");
            await click(5, 4);
            await two("last-move");
            // The board may be drawn before its timer of 1 ms tells the application of the move.
            await page.evaluate(() => new Promise((done) => setTimeout(done, 10)));
            await click(7, 8);
            await two("move-dest");
            assert.deepEqual(faults.filter((text) => !text.includes("404")), [], command);
        } finally {
            process.kill(-server.pid);
        }
    }
});

test("names of chess.js and chessops have their places here", async () => {
    const { load } = await import(join(app, "node_modules/chess-wasm/js/node.js"));
    const { Game } = await load();
    const api = await readFile("wasm/API.md", "utf8");
    const [fen, pgn, text] = ["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "1. e4 e5", "1. e4 e5 *"];
    const chess = new Chess();
    const pos = Chessops.fromSetup(parseFen(fen).unwrap()).unwrap();
    let game = new Game();
    // They are used by the texts of the tables.
    void [Chess, chessgroundDests, makeFen, makeSan, parsePgn, parseSan, parseUci, pgn, text, chess, pos, game];
    const plain = (value) => (Array.isArray(value) && typeof value[0] === "string" ? [...value].sort() : typeof value === "object" ? undefined : value);
    let compared = 0;
    for (const row of api.slice(api.indexOf("## Coming from")).matchAll(/^\| `(.*?)` \| `(.*?)`(.*) \|$/gm)) {
        const [, theirs, ours, more] = row.map((cell) => cell.replaceAll("\\|", "|"));
        if (theirs.startsWith("Chess.")) {
            game = new Game(fen);
        }
        // eslint-disable-next-line no-eval
        const [expected, found] = [plain(eval(theirs.replace(/^Chess\./, "Chessops."))), plain(eval(ours))];
        if (expected !== undefined && more === "") {
            assert.deepEqual(found, expected, theirs);
            compared += 1;
        }
    }
    assert.ok(compared > 18, `${compared}`);
});
