"use strict";
// The page as a whole: its state, its views, and what is drawn when.
const App = (() => {
    const VIEWS = [MoveboardView, SearchView, TableView, MoveWordView, PlayView, PerftView];
    const content = document.getElementById("content");
    const boardtools = document.getElementById("boardtools");
    const tabs = document.getElementById("tabs");
    const status = document.getElementById("status");
    const notice = document.getElementById("notice");
    const app = { chess: null, state: {} };

    const view = () => VIEWS.find((one) => one.id === app.state.view) ?? VIEWS[0];

    /** The board that a view begins with if the address has none. */
    const SEED = "3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1";

    app.fen = () => app.state.fen ?? (view() === MoveboardView ? SEED : Editor.START);
    app.board = () => app.chess.lessons.board(app.fen());

    /** Says a sentence in the status line, which is read aloud. */
    app.say = (text) => {
        status.textContent = text;
    };

    /** Changes the state and draws. With `push` the browser's way back leads to what was before. */
    app.update = (changes, push = false) => {
        const before = view();
        app.state = { ...app.state, ...changes };
        if ("fen" in changes && !("moves" in changes)) {
            app.state.start = null;
            app.state.moves = null;
        }
        Address.write(app.state, push, view().kept?.(app.state) ?? null);
        if (view() !== before) {
            entered(before);
        }
        app.render();
    };

    function entered(before) {
        before?.leave?.();
        app.say("");
        Editor.reset();
        view().enter?.(app.state);
        document.getElementById("page").className = `view-${view().id}`;
    }

    app.render = () => {
        if (app.chess === null) {
            return;
        }
        const { state } = app;
        Bits.turn(state.bottom === "b" ? "b" : "w", state.bits === "lsb");
        const key = document.activeElement?.dataset?.key;
        for (const tab of tabs.children) {
            const on = tab.dataset.view === view().id;
            tab.setAttribute("aria-selected", String(on));
            tab.tabIndex = on ? 0 : -1;
        }
        content.setAttribute("aria-labelledby", `tab-${view().id}`);
        app.drawBoard();
        const open = boardtools.querySelector("details")?.open;
        boardtools.replaceChildren(
            El.button("Turn the board", () => app.update({ bottom: state.bottom === "b" ? null : "b" }), { "data-key": "turnboard", class: "turn" }),
            ...view().tools?.(state) ?? []);
        const details = boardtools.querySelector("details");
        if (details !== null) {
            details.open = open ?? innerWidth > 900;
        }
        view().render(content, state);
        document.title = `${content.querySelector("h2").textContent} – Moveboards`;
        if (key !== undefined && document.activeElement === document.body) {
            document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
        }
    };

    app.drawBoard = () => {
        Board.draw({ bottom: app.state.bottom === "b" ? "b" : "w", ...view().options(app.state) });
    };

    /** Takes the state from the address. What the address has wrong is said, and left out. */
    function take() {
        const before = app.state.view === undefined ? null : view();
        const state = Address.read();
        const parts = Address.wrong();
        if (state.view !== null && !VIEWS.some((one) => one.id === state.view)) {
            parts.push(`view=${state.view}`);
            state.view = null;
        }
        state.view ??= VIEWS[0].id;
        let problem = parts.length === 0 ? "" : `The address has ${parts.join(", ")}, which this page does not know.`;
        for (const key of ["fen", "start"]) {
            try {
                state[key] = state[key] === null ? null : app.chess.lessons.board(state[key]).fen;
            } catch (error) {
                problem = `The address has a wrong FEN. ${El.faultText(error)}`;
                state[key] = null;
            }
        }
        try {
            Object.assign(state, PlayView.restore(state, history.state));
        } catch (error) {
            problem = `The address has a wrong move. ${error.message}`;
            state.moves = null;
            state.start = null;
        }
        // A move that is being thought of belongs to the game before.
        Players.stop();
        app.state = state;
        if (view() !== before) {
            entered(before);
        }
        app.render();
        if (problem !== "") {
            Address.write(app.state, false, view().kept?.(app.state) ?? null);
            app.say(problem);
        }
    }

    function drawTabs() {
        tabs.append(...VIEWS.map((one) => El.h("button", {
            type: "button", role: "tab", id: `tab-${one.id}`, "data-view": one.id, "aria-controls": "content",
            onclick: () => app.update({ view: one.id }, true),
        }, one.title)));
        tabs.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (step !== undefined) {
                const index = VIEWS.indexOf(view()) + step + VIEWS.length;
                app.update({ view: VIEWS[index % VIEWS.length].id }, true);
                tabs.children[index % VIEWS.length].focus();
            }
        });
    }

    /** A grid that is pointed at or focused shows its set on the board. */
    function watchGrids() {
        let shown = null;
        const over = (event) => {
            const figure = event.target.closest?.("[data-highlight]") ?? null;
            if (figure === shown) {
                return;
            }
            shown = figure;
            if (figure === null) {
                Board.calm();
                return;
            }
            const grid = figure.querySelector("[data-set]");
            const color = getComputedStyle(figure).getPropertyValue("--kind-paint").trim();
            Board.highlight(grid.dataset.set, figure.dataset.label, color);
        };
        content.addEventListener("click", (event) => {
            const cell = event.target.closest?.(".toggles [data-square]");
            if (cell) {
                view().onToggle?.(cell.dataset.square);
            }
        });
        content.addEventListener("keydown", walkGrid);
        content.addEventListener("pointerover", over);
        content.addEventListener("focusin", over);
        // A finger leaves as soon as it is lifted: what it has touched stays shown.
        content.addEventListener("pointerleave", (event) => {
            if (event.pointerType === "mouse") {
                shown = null;
                Board.calm();
            }
        });
        content.addEventListener("focusout", () => { shown = null; Board.calm(); });
    }

    /** The arrow keys walk over the squares of a grid that is focused, and Enter toggles one. */
    function walkGrid(event) {
        const figure = event.target.closest?.(".toggles");
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
        if (figure === null || figure !== event.target || (step === undefined && event.key !== "Enter" && event.key !== " ")) {
            return;
        }
        event.preventDefault();
        const cells = [...figure.querySelectorAll("[data-square]")];
        const index = cells.findIndex((cell) => cell.classList.contains("cursor"));
        if (step === undefined) {
            if (index >= 0) {
                const square = cells[index].dataset.square;
                view().onToggle?.(square);
                content.querySelector(`[data-key="${figure.dataset.key}"] [data-square="${square}"]`)?.classList.add("cursor");
            }
            return;
        }
        const next = cells[index < 0 ? 0 : Math.max(0, Math.min(63, index + step))];
        cells[index]?.classList.remove("cursor");
        next.classList.add("cursor");
        app.say(next.dataset.square);
    }

    function failed(error) {
        notice.hidden = false;
        notice.replaceChildren(...error.message.split("`").map((part, index) => (index % 2 === 1 ? El.code(part) : part)));
    }

    app.start = async () => {
        try {
            app.chess = await Loader.load();
        } catch (error) {
            failed(error);
            return;
        }
        Helpers.prepare(app.chess.bytes);
        notice.hidden = true;
        document.getElementById("page").hidden = false;
        drawTabs();
        watchGrids();
        Board.init(app.chess.lessons, {
            square: (name) => view().onSquare?.(name),
            drag: (from, to) => view().onDrag?.(from, to),
            key: (name, event) => view().onKey?.(name, event),
            lift: (name) => view().onLift?.(name),
            escape: () => view().onEscape?.(),
            draggable: (name) => view().draggable?.(name) ?? false,
        });
        Theme.onChange(app.render);
        document.getElementById("copy-link").addEventListener("click", async () => {
            app.say(await El.copy(Address.link(app.state)) ? "The link is copied." : "The link could not be copied. It is in the address line.");
        });
        document.getElementById("skip").addEventListener("click", (event) => {
            event.preventDefault();
            content.focus();
        });
        document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
                return;
            }
            if (event.key === "Escape") {
                view().onEscape?.();
            } else if (event.target.closest("input, select, textarea, #boardbox, [role=tablist], canvas") === null) {
                view().onPageKey?.(event);
            }
        });
        window.addEventListener("hashchange", take);
        take();
        document.documentElement.dataset.ready = "true";
    };

    return app;
})();

App.start();
