"use strict";
// The view "Play": a game against the random mover or the engine, or between them.
const PlayView = (() => {
    const { h, p, button } = El;
    const ELO = [["", "Full strength"], ...[1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400].map((elo) => [String(elo), `Elo ${elo}`])];
    const TIMES = [["100", "0.1 s"], ["500", "0.5 s"], ["1000", "1 s"], ["3000", "3 s"], ["10000", "10 s"]];
    let kept = { key: null, game: null };
    /** The number of moves after which the board is shown, if it is not the last position. */
    let looked = null;
    let selected = null;
    let running = false;
    let claimed = null;
    let report = null;
    const reportLine = h("p", { class: "hint", "data-report": true });

    const text = (state) => ({ start: state.start ?? App.fen(), moves: state.moves === null || state.moves === undefined ? [] : state.moves.split(",") });

    const keyOf = (start, moves) => `${start} ${moves}`;

    /** The game of the state; null if no game can go on from the board. */
    function game(state) {
        const { start, moves } = text(state);
        const key = keyOf(start, moves);
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

    /** Another game at the place after so many moves of this one. */
    function part(made, ply) {
        const other = made.clone();
        other.goto(made.history({ verbose: false }).slice(0, ply));
        return other;
    }

    /** Another game with the first moves of this one, so many of them, and nothing after them. */
    function cut(made, ply) {
        const other = part(made, ply);
        for (let next = other.forward(); next !== undefined; next = other.forward()) {
            other.removeVariation(other.history({ verbose: false }));
        }
        return other;
    }

    const startOf = (made) => part(made, 0).fen();

    /**
     * What the state is with the moves of an address. `saved` is what the browser has kept beside the address: the same game with tags,
     * comments and variations. Throws if the moves are wrong.
     */
    function restore(state, saved) {
        looked = null;
        if (state.moves === null) {
            return { ...state, start: null };
        }
        let made = new App.chess.Game(state.start ?? Editor.START);
        const start = made.fen();
        state.moves.split(",").forEach((move) => made.play(move));
        const moves = made.history().map((move) => move.uci).join(",");
        const fen = made.fen();
        try {
            const read = App.chess.Game.fromPgn(saved?.pgn ?? "");
            if (startOf(read) === start && read.history().map((move) => move.uci).join(",") === moves) {
                made = read;
            }
        } catch {
            // Nothing was kept, or something of another page.
        }
        kept = { key: keyOf(start, moves), game: made };
        return { ...state, start, moves, fen };
    }

    /** Plays on, or takes back: `made` is the game as it is now. */
    function keep(made, start, changes = {}, push = false) {
        const moves = made.history().map((move) => move.uci).join(",");
        selected = null;
        looked = null;
        hideChooser();
        kept = { key: keyOf(start, moves), game: made };
        App.update({ start, moves: moves === "" ? null : moves, fen: made.fen(), ...changes }, push);
    }

    /** Shows the position after so many moves. */
    function look(ply) {
        const made = game(App.state);
        if (made === null) {
            return;
        }
        const { length } = made.history();
        const wanted = Math.max(0, Math.min(length, ply));
        looked = wanted === length ? null : wanted;
        selected = null;
        hideChooser();
        App.render();
        const move = made.history()[wanted - 1];
        App.say(move === undefined ? "The position before the first move." : `After ${move.san}.`);
    }

    /** The game as far as it is shown. */
    const shownOf = (made) => (looked === null ? made : part(made, looked));

    /** The day, as PGN writes it. */
    function today() {
        const now = new Date();
        return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0")).join(".");
    }

    function play(uci) {
        const { start } = text(App.state);
        const made = game(App.state);
        if (made.history().length === 0 && made.tags().Date === "????.??.??") {
            made.setTag("Date", today());
        }
        const move = made.play(uci);
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
        const shown = shownOf(made);
        const last = shown.history().at(-1);
        const targets = selected === null ? [] : made.moves({ square: selected }).flatMap((move) => [move.to, move.uci.slice(2, 4)]);
        return { board: looked === null ? board : App.chess.lessons.board(shown.fen()), options: last === undefined ? {} : { last: last.uci }, selected, targets };
    }

    const over = (made) => made.status().outcome !== null || claimed === kept.key;
    const yours = (made) => made !== null && looked === null && !over(made) && Players.kind(App.state, made.status().turn) === "you";

    function onSquare(square) {
        const made = game(App.state);
        if (!yours(made)) {
            if (looked !== null) {
                App.say("This is an earlier position. Go on to the last one, or continue the game from here.");
            }
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
        if (to !== null && yours(made) && choose(made, from, to)) {
            return;
        }
        selected = null;
        App.drawBoard();
        if (to !== null) {
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

    /** Forgets the game before. */
    function leaveGame() {
        Players.newGame();
        [selected, looked, claimed, report, running] = [null, null, null, null, false];
        faultLine.textContent = "";
    }

    function restart(fen) {
        leaveGame();
        App.update({ fen, start: null, moves: null }, true);
    }

    function undo() {
        Players.stop();
        running = false;
        claimed = null;
        const { start } = text(App.state);
        const made = game(App.state);
        const people = ["w", "b"].some((turn) => Players.kind(App.state, turn) === "you");
        let { length } = made.history();
        do {
            length -= 1;
        } while (people && length > 0 && Players.kind(App.state, part(made, length).turn) !== "you");
        keep(cut(made, length), start);
        App.say("Taken back.");
    }

    /** Plays on from the position that is shown: the moves after it are taken back. */
    function takeUp() {
        const { start } = text(App.state);
        const made = game(App.state);
        const shown = cut(made, looked ?? made.history().length);
        Players.stop();
        claimed = null;
        keep(shown, start, {}, true);
        App.say("The game goes on from here. The browser's Back button returns to the moves after it.");
    }

    /** Lets the player of the side to move think, if it is no person. */
    async function go() {
        const state = App.state;
        const made = game(state);
        if (made === null || looked !== null || over(made) || Players.busy() || Players.kind(state, made.status().turn) === "you") {
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

    const faultLine = h("p", { class: "fault", role: "alert", "data-number-fault": true });

    /** Reads a game with its tags, comments and variations. Nobody moves in it until players are chosen. */
    function read(pgn) {
        const made = App.chess.Game.fromPgn(pgn);
        leaveGame();
        keep(made, startOf(made), { white: "you", black: "you" }, true);
        App.say(`A game of ${made.history().length} moves is read.`);
    }

    function render(container, state) {
        const head = h("h2", {}, "Play");
        const made = game(state);
        const number = h("input", { type: "number", min: 0, max: 959, value: "518", class: "short", "data-key": "chess960" });
        const setup = h("div", { class: "controls" },
            button("New game", () => restart(Editor.START), { "data-key": "new", class: "primary" }),
            El.field("Chess960 number, 0 to 959", number),
            button("Start Chess960", () => El.attempt(faultLine, () => restart(App.chess.Game.chess960(number.valueAsNumber).fen())), { "data-key": "start960" }), faultLine);
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
            ...outcome(made), PlaySheet.steps(made, looked, look, takeUp), PlaySheet.sheet(made, text(state).start, looked, look),
            h("div", { class: "buttons" },
                people ? "" : button(running ? "Pause" : "Let it run", () => { running = !running; if (!running) { Players.stop(); } App.render(); },
                    { "data-key": "run", "data-run": true, class: "primary", disabled: over(made) }),
                button("Take back", undo, { disabled: made.history().length === 0, "data-key": "undo" })),
            reportLine, h("h3", {}, "A new game"), setup, PlaySheet.pgn(made, read));
        const list = container.querySelector(".sheet");
        const current = list.querySelector('[aria-current="true"]');
        list.scrollTop = current === null ? 0 : current.offsetTop - list.clientHeight / 2;
        setTimeout(go, 0);
    }

    return {
        id: "play", title: "Play", options, render, restore, onSquare, onDrag,
        onEscape: () => { selected = null; hideChooser(); App.drawBoard(); },
        onLift: (name) => { selected = name; hideChooser(); App.drawBoard(); },
        /** The arrow keys step through the game. */
        onPageKey: (event) => {
            const { length } = game(App.state)?.history() ?? [];
            const ply = { ArrowLeft: (looked ?? length) - 1, ArrowRight: (looked ?? length) + 1, Home: 0, End: length }[event.key];
            if (ply !== undefined && length !== undefined) {
                event.preventDefault();
                look(ply);
            }
        },
        kept: (state) => (state.moves === null || state.moves === undefined ? null : { pgn: game(state)?.pgn() }),
        draggable: (name) => { const made = game(App.state); return yours(made) && made.moves({ square: name }).length > 0; },
        leave: () => { Players.stop(); running = false; selected = null; hideChooser(); },
    };
})();
