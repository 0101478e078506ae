"use strict";
// Who moves: a person, the random mover, or the engine in a worker.
const Players = (() => {
    const KINDS = [["you", "You"], ["random", "Random mover"], ["engine", "Engine"]];
    const helper = new Helpers.Helper();
    let round = 0;
    let thinking = false;
    let fresh = true;

    const kind = (state, turn) => {
        const value = turn === "w" ? state.white ?? "you" : state.black ?? "engine";
        return KINDS.some(([id]) => id === value) ? value : "you";
    };

    const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

    /** Stops what is thought. */
    function stop() {
        round += 1;
        if (thinking) {
            helper.cancel();
            fresh = true;
        }
        thinking = false;
    }

    /** Forgets what the engine knows of the game before. */
    function newGame() {
        stop();
        fresh = true;
    }

    /** A move in UCI of the player of the side to move; null if it was stopped. */
    async function move({ state, game, start, history, onReport }) {
        const mine = round;
        thinking = true;
        let uci = null;
        if (kind(state, game.status().turn) === "random") {
            const list = game.moves();
            await wait(250);
            uci = list[Math.floor(Math.random() * list.length)].uci;
        } else {
            const options = { fen: start, moves: history.map((one) => one.uci), milliseconds: Number(state.time ?? 500) };
            if (state.elo !== null && state.elo !== undefined) {
                options.elo = Number(state.elo);
            }
            const [answer] = await Promise.all([
                helper.call("engine", { options, fresh }, (given) => mine === round && onReport(given)), wait(200),
            ]);
            fresh = false;
            if (mine === round) {
                if (answer.report !== null) {
                    onReport(answer.report);
                }
                uci = answer.best;
            }
        }
        if (mine !== round) {
            return null;
        }
        thinking = false;
        return uci;
    }

    return { KINDS, kind, move, stop, newGame, busy: () => thinking };
})();

// The moves of a game, to be clicked and stepped through, with comments and variations; and its PGN.
const PlaySheet = (() => {
    const { h, p, button } = El;
    /** Variations within variations are shown so deep. */
    const DEEPEST = 8;

    /** A line of the tree as text: "2. f4 exf4 (2... d5) {gambit}". */
    function written(line, number, black, depth = 0) {
        const parts = [];
        let fresh = true;
        for (const move of line) {
            const count = black ? (fresh ? `${number}... ` : "") : `${number}. `;
            parts.push(...move.startingComments.map((comment) => `{${comment}}`), count + move.san + move.nags.map(glyph).join(""), ...move.comments.map((comment) => `{${comment}}`));
            if (depth < DEEPEST) {
                parts.push(...move.variations.map((variation) => `(${written(variation, number, black, depth + 1)})`));
            }
            fresh = move.comments.length + move.variations.length > 0;
            number += black ? 1 : 0;
            black = !black;
        }
        return parts.join(" ");
    }

    const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
    const glyph = (nag) => GLYPHS[nag] ?? ` $${nag}`;

    /** Buttons that go through the game. `looked` is the number of moves of the position that is shown, null for the last one. */
    function steps(made, looked, look, takeUp) {
        const { length } = made.history();
        const at = looked ?? length;
        const go = (text, name, ply, disabled) => button(text, () => look(ply), { "data-key": `look.${name}`, "data-look": name, "aria-label": name, title: name, disabled });
        return h("div", { class: "buttons steps-through", "data-at": at },
            go("«", "First position", 0, at === 0), go("‹", "Back", at - 1, at === 0), go("›", "Forward", at + 1, at === length), go("»", "Last position", length, at === length),
            looked === null ? "" : button("Play on from here", takeUp, { "data-key": "take-up", class: "primary" }));
    }

    function sheet(made, start, looked, look) {
        const first = new App.chess.Game(start);
        const status = first.status();
        first.free();
        const { comments, moves } = made.tree();
        const history = made.history();
        let number = status.moveNumber;
        const cells = comments.map((comment) => h("span", { class: "annotation" }, comment));
        let column = 0;
        moves.forEach((move, index) => {
            const black = history[index].color === "b";
            if (column === 0) {
                cells.push(h("span", { class: "no" }, `${number}.`));
                if (black) {
                    cells.push(h("span", {}, "…"));
                }
            }
            const shown = index + 1 === (looked ?? moves.length);
            const glyphs = move.nags.map(glyph).join("").trim();
            cells.push(h("span", {}, button(move.san, () => look(index + 1), { class: "played", "data-played": move.uci, "data-ply": index + 1, "aria-current": shown ? "true" : false, "data-key": `ply.${index + 1}` }),
                glyphs === "" ? "" : h("b", { "data-glyphs": true }, glyphs)));
            const notes = [...move.comments, ...move.variations.map((line) => `(${written(line, number, black)})`)];
            if (notes.length > 0 && !black) {
                cells.push(h("span", {}));
            }
            cells.push(...notes.map((note) => h("span", { class: "annotation", "data-note": true }, note)));
            column = black || notes.length > 0 ? 0 : 1;
            number += black ? 1 : 0;
        });
        return h("div", { class: "sheet", tabindex: 0, role: "region", "aria-label": "Moves of the game" }, cells);
    }

    const faultLine = h("p", { class: "fault", role: "alert", "data-pgn-fault": true });

    function pgn(made, read) {
        faultLine.textContent = "";
        const tags = Object.entries(made.tags()).filter(([, value]) => !["?", "????.??.??", "*", ""].includes(value));
        const area = h("textarea", { rows: 10, value: made.pgn(), "aria-label": "PGN", "data-key": "pgn", "data-pgn": true, spellcheck: "false" });
        return h("section", {}, h("h3", {}, "PGN"),
            tags.length === 0 ? "" : h("dl", { class: "facts", "data-tags": true }, tags.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
            p("Tags, comments and variations of a game that is read are kept while it is played on."), area,
            h("div", { class: "buttons" },
                button("Copy PGN", async () => App.say(await El.copy(area.value) ? "The PGN is copied." : "The PGN could not be copied."), { "data-key": "copy-pgn" }),
                button("Read PGN from this field", () => El.attempt(faultLine, () => read(area.value)), { "data-key": "read-pgn" })), faultLine);
    }

    return { steps, sheet, pgn };
})();
