"use strict";
// The view "Play": a game against the random mover or the engine, or between them.
const PlayView = (() => {
    const { h, p, button } = El;
    const ELO = [["", "Full strength"], ...[1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400].map((elo) => [String(elo), `Elo ${elo}`])];
    const TIMES = [["100", "0.1 s"], ["500", "0.5 s"], ["1000", "1 s"], ["3000", "3 s"], ["10000", "10 s"]];
    let kept = { key: null, game: null };
    let selected = null;
    let running = false;
    let claimed = null;
    let report = null;
    let fault = "";
    const reportLine = h("p", { class: "hint", "data-report": true });

    const text = (state) => ({ start: state.start ?? App.fen(), moves: state.moves === null || state.moves === undefined ? [] : state.moves.split(",") });

    /** The game of the state; null if no game can go on from the board. */
    function game(state) {
        const { start, moves } = text(state);
        const key = `${start} ${moves}`;
        if (kept.key !== key) {
            kept.game?.free();
            kept = { key, game: null };
            if (App.chess.lessons.board(start).legal) {
                const made = new App.chess.Game(start);
                moves.forEach((move) => made.play(move));
                kept.game = made;
            }
        }
        return kept.game;
    }

    /** What the state is with the moves of an address. Throws if they are wrong. */
    function restore(state) {
        if (state.moves === null) {
            return { ...state, start: null };
        }
        const made = new App.chess.Game(state.start ?? Editor.START);
        const start = made.fen();
        state.moves.split(",").forEach((move) => made.play(move));
        const moves = made.history().map((move) => move.uci).join(",");
        const fen = made.fen();
        made.free();
        return { ...state, start, moves, fen };
    }

    /** Plays on, or takes back: `made` is the game as it is now. */
    function keep(made, start) {
        const moves = made.history().map((move) => move.uci);
        selected = null;
        hideChooser();
        App.update({ start, moves: moves.length === 0 ? null : moves.join(","), fen: made.fen() });
    }

    function play(uci) {
        const { start } = text(App.state);
        const made = game(App.state);
        const move = made.play(uci);
        kept.key = null;
        keep(made, start);
        const status = game(App.state).status();
        App.say(`${move.color === "w" ? "White" : "Black"} plays ${move.san}.${status.check && status.outcome === null ? " Check." : ""}`);
    }

    function options(state) {
        const board = App.board();
        const made = game(state);
        if (made === null) {
            return { board };
        }
        const last = made.history().at(-1);
        const targets = selected === null ? [] : made.moves({ square: selected }).flatMap((move) => [move.to, move.uci.slice(2, 4)]);
        return { board, options: last === undefined ? {} : { last: last.uci }, selected, targets };
    }

    const over = (made) => made.status().outcome !== null || claimed === kept.key;
    const yours = (made) => made !== null && !over(made) && Players.kind(App.state, made.status().turn) === "you";

    function onSquare(square) {
        const made = game(App.state);
        if (!yours(made)) {
            return;
        }
        hideChooser();
        if (selected !== null && choose(made, selected, square)) {
            return;
        }
        selected = square !== selected && made.moves({ square }).length > 0 ? square : null;
        App.drawBoard();
    }

    function onDrag(from, to) {
        const made = game(App.state);
        if (to !== null && yours(made) && !choose(made, from, to)) {
            App.say("That move is not legal.");
        }
    }

    /** Plays the move between two squares. If there are more, as in a promotion, a chooser is shown. */
    function choose(made, from, to) {
        const list = made.moves({ square: from }).filter((move) => move.to === to || move.uci.slice(2, 4) === to);
        if (list.length === 1) {
            play(list[0].uci);
        } else if (list.length > 1) {
            const chooser = document.getElementById("chooser");
            chooser.replaceChildren(...list.map((move) => {
                const letter = move.promotion === undefined ? null : move.color === "w" ? move.promotion.toUpperCase() : move.promotion;
                return h("button", { type: "button", onclick: () => play(move.uci), "data-choice": move.uci, "aria-label": letter === null ? move.san : Editor.nameOf(letter) },
                    letter === null ? "" : Board.icon(letter), move.san);
            }), button("Cancel", () => { hideChooser(); Board.focusSquare(from); }));
            chooser.hidden = false;
            chooser.querySelector("button").focus();
            App.say("Choose the piece of the promotion.");
        }
        return list.length > 0;
    }

    function hideChooser() {
        document.getElementById("chooser").hidden = true;
    }

    function restart(fen) {
        Players.newGame();
        [selected, claimed, report, fault, running] = [null, null, null, "", false];
        App.update({ fen, start: null, moves: null }, true);
    }

    function undo() {
        Players.stop();
        running = false;
        claimed = null;
        const { start } = text(App.state);
        const made = game(App.state);
        const people = ["w", "b"].some((turn) => Players.kind(App.state, turn) === "you");
        do {
            made.undo();
        } while (people && made.history().length > 0 && Players.kind(App.state, made.status().turn) !== "you");
        kept.key = null;
        keep(made, start);
        App.say("Taken back.");
    }

    /** Lets the player of the side to move think, if it is no person. */
    async function go() {
        const state = App.state;
        const made = game(state);
        if (made === null || over(made) || Players.busy() || Players.kind(state, made.status().turn) === "you") {
            return;
        }
        const people = ["w", "b"].some((turn) => Players.kind(state, turn) === "you");
        if (!people && !running) {
            return;
        }
        if (!people && made.status().claim !== null) {
            claimed = kept.key;
            App.render();
            return;
        }
        try {
            const uci = await Players.move({
                state, game: made, start: text(state).start, history: made.history(),
                onReport: (given) => { report = given; showReport(); },
            });
            if (uci !== null && App.state.view === "play") {
                play(uci);
            }
        } catch (error) {
            Players.stop();
            running = false;
            App.say(error.message);
        }
    }

    function showReport() {
        if (report === null) {
            reportLine.textContent = "";
            return;
        }
        const score = report.mate === null ? `${(report.centipawns / 100).toFixed(2)} for the side to move` : `mate in ${report.mate}`;
        reportLine.textContent = `Engine: depth ${report.depth}, ${score}, ${El.grouped(report.nodes)} nodes. ${report.line.slice(0, 8).join(" ")}`;
    }

    function outcome(made) {
        const status = made.status();
        const claim = claimed === kept.key && status.outcome === null;
        const winner = status.winner === "w" ? "White wins" : status.winner === "b" ? "Black wins" : "Draw";
        const side = status.turn === "w" ? "White" : "Black";
        return [
            h("p", { class: "outcome", "data-outcome": status.outcome ?? "", "data-result": claim ? "1/2-1/2" : status.result },
                status.outcome !== null ? `${winner}: ${status.outcome} (${status.result})` : claim ? `Draw by claim: ${status.claim} (1/2-1/2)`
                    : `${side} to move${status.check ? ", in check" : ""}`),
            h("div", { "data-claim": status.claim ?? "" }, status.claim === null || claim || status.outcome !== null ? "" :
                p(`${side} may claim a draw: ${status.claim}. `, button("Claim the draw", () => { Players.stop(); claimed = kept.key; App.render(); }, { "data-key": "claim" }))),
        ];
    }

    function sheet(made, start) {
        const history = made.history();
        const first = new App.chess.Game(start);
        let number = first.status().moveNumber;
        first.free();
        const cells = [];
        history.forEach((move, index) => {
            if (move.color === "w" || index === 0) {
                cells.push(h("span", { class: "no" }, `${number}.`));
                if (move.color === "b") {
                    cells.push(h("span", {}, "…"));
                }
            }
            cells.push(h("span", { "data-played": move.uci }, move.san));
            number += move.color === "b" ? 1 : 0;
        });
        return h("div", { class: "sheet", tabindex: 0, role: "region", "aria-label": "Moves of the game" }, cells);
    }

    function pgnPart(made) {
        const area = h("textarea", { rows: 6, value: made === null ? "" : made.pgn(), "aria-label": "PGN", "data-key": "pgn", "data-pgn": true, spellcheck: "false" });
        return h("section", {}, h("h3", {}, "PGN"), area,
            h("div", { class: "buttons" },
                button("Copy PGN", async () => App.say(await El.copy(area.value) ? "The PGN is copied." : "The PGN could not be copied."), { "data-key": "copy-pgn" }),
                button("Read PGN from this field", () => {
                    try {
                        const read = App.chess.Game.fromPgn(area.value);
                        const moves = read.history().map((move) => move.uci);
                        while (read.history().length > 0) {
                            read.undo();
                        }
                        restart(read.fen());
                        const start = read.fen();
                        moves.forEach((move) => read.play(move));
                        keep(read, start);
                    } catch (error) {
                        fault = Editor.faultText(error);
                        faultLine.textContent = fault;
                    }
                }, { "data-key": "read-pgn" })), faultLine);
    }

    const faultLine = h("p", { class: "fault", role: "alert" });

    function render(container, state) {
        const head = h("h2", {}, "Play");
        faultLine.textContent = fault;
        const made = game(state);
        const number = h("input", { type: "number", min: 0, max: 959, value: "518", "data-key": "chess960" });
        const setup = h("div", { class: "controls" },
            button("New game", () => restart(Editor.START), { "data-key": "new", class: "primary" }),
            h("label", { class: "field" }, h("span", {}, "Chess960 number, 0 to 959"), number),
            button("Start Chess960", () => {
                try {
                    const fresh = App.chess.Game.chess960(number.valueAsNumber);
                    restart(fresh.fen());
                    fresh.free();
                } catch (error) {
                    fault = Editor.faultText(error);
                    faultLine.textContent = fault;
                }
            }, { "data-key": "start960" }));
        if (made === null) {
            container.replaceChildren(head, p("No game can go on from this board: ", App.board().faults.join("; "), "."), setup);
            return;
        }
        const set = (changes) => { Players.stop(); App.update(changes); };
        const people = ["w", "b"].some((turn) => Players.kind(state, turn) === "you");
        showReport();
        container.replaceChildren(head,
            h("div", { class: "controls" },
                El.select("White", Players.KINDS, Players.kind(state, "w"), (white) => set({ white }), { "data-key": "white" }),
                El.select("Black", Players.KINDS, Players.kind(state, "b"), (black) => set({ black }), { "data-key": "black" }),
                El.select("Engine strength", ELO, state.elo ?? "", (elo) => set({ elo: elo === "" ? null : elo }), { "data-key": "elo" }),
                El.select("Time for a move", TIMES, TIMES.some(([id]) => id === state.time) ? state.time : "500", (time) => set({ time }), { "data-key": "time" })),
            ...outcome(made),
            h("div", { class: "buttons" },
                people ? "" : button(running ? "Pause" : "Let it run", () => { running = !running; if (!running) { Players.stop(); } App.render(); },
                    { "data-key": "run", "data-run": true, class: "primary", disabled: over(made) }),
                button("Take back", undo, { disabled: made.history().length === 0, "data-key": "undo" })),
            reportLine, sheet(made, text(state).start),
            h("h3", {}, "A new game"), setup, pgnPart(made));
        const list = container.querySelector(".sheet");
        list.scrollTop = list.scrollHeight;
        setTimeout(go, 0);
    }

    return {
        id: "play", title: "Play", options, render, restore, onSquare, onDrag,
        onEscape: () => { selected = null; hideChooser(); App.drawBoard(); },
        draggable: (name) => { const made = game(App.state); return yours(made) && made.moves({ square: name }).length > 0; },
        leave: () => { Players.stop(); running = false; selected = null; hideChooser(); },
    };
})();
