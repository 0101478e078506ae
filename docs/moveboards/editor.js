"use strict";
// Drags pieces over the board by mouse, pen or finger.
const Drag = (() => {
    let drag = null;
    let ended = 0;

    const nameAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#boardbox [data-square]")?.dataset.square ?? null;

    /** `can(square)`, `figure(square)`, `lift(square)` when a drag begins, `land()` when it ends, and `drop(from, to)`; `to` is null outside the board. */
    function watch(grid, { can, figure, lift, land, drop }) {
        grid.addEventListener("pointerdown", (event) => {
            const name = event.target.closest("[data-square]")?.dataset.square;
            if (event.button !== 0 || !event.isPrimary || name === undefined || !can(name)) {
                return;
            }
            drag = { from: name, x: event.clientX, y: event.clientY, ghost: null, pointer: event.pointerId, size: event.target.offsetWidth };
        });
        window.addEventListener("pointermove", (event) => {
            if (drag === null || event.pointerId !== drag.pointer) {
                return;
            }
            if (drag.ghost === null) {
                if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) {
                    return;
                }
                drag.ghost = El.h("div", { class: "ghost" }, figure(drag.from));
                drag.ghost.style.width = `${drag.size}px`;
                document.body.append(drag.ghost);
                lift(drag.from);
            }
            drag.ghost.style.transform = `translate(${event.clientX - drag.size / 2}px, ${event.clientY - drag.size / 2}px)`;
            grid.querySelector(".over")?.classList.remove("over");
            const over = nameAt(event);
            if (over !== null) {
                grid.querySelector(`[data-square="${over}"]`).classList.add("over");
            }
        });
        const end = (event) => {
            if (drag === null || event.pointerId !== drag.pointer) {
                return;
            }
            const { from, ghost } = drag;
            drag = null;
            grid.querySelector(".over")?.classList.remove("over");
            if (ghost === null) {
                return;
            }
            ghost.remove();
            land();
            ended = performance.now();
            const to = nameAt(event);
            if (event.type === "pointerup" && to !== from) {
                drop(from, to);
            }
        };
        window.addEventListener("pointerup", end);
        window.addEventListener("pointercancel", end);
    }

    /** Whether a click is only the end of a drag. */
    const justEnded = () => performance.now() - ended < 80;

    return { watch, justEnded };
})();

// Sets up a board by hand: pieces to put, the side to move, and the FEN.
const Editor = (() => {
    const { h, button } = El;
    const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
    const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
    const nameOf = (letter) => `${letter === letter.toUpperCase() ? "white" : "black"} ${NAMES[letter.toLowerCase()]}`;

    /** What a click on the board does: "" selects, "x" erases, a letter of FEN puts that piece. */
    let tool = "";

    /** Puts what the tool says onto a square. False if no tool is chosen. */
    function apply(square) {
        if (tool === "") {
            return false;
        }
        const { lessons } = App.chess;
        const board = lessons.put(App.fen(), square, tool === "x" ? undefined : tool);
        App.update({ fen: board.fen, square, piece: null }, false);
        return true;
    }

    function choose(value) {
        tool = tool === value ? "" : value;
        App.say(tool === "" ? "Click a piece to select it." : tool === "x" ? "Click a square to empty it." : `Click a square to put a ${nameOf(tool)} on it.`);
        App.render();
    }

    /** The editor for the board of the state; `marks` is what may be marked on it. */
    function draw(marks) {
        const { lessons } = App.chess;
        const fen = App.fen();
        const board = lessons.board(fen);
        const set = (text) => App.update({ fen: text, piece: null }, true);
        const palette = h("div", { class: "palette", role: "group", "aria-label": "Pieces to put on the board" },
            [..."KQRBNPkqrbnp"].map((letter) => h("button", {
                type: "button", onclick: () => choose(letter), "aria-pressed": String(tool === letter), "aria-label": nameOf(letter),
                title: `Put a ${nameOf(letter)}`, "data-key": `tool.${letter}`, "data-tool": letter,
            }, Board.icon(letter))));
        const fault = h("p", { class: "fault", id: "fen-fault", role: "alert" });
        const field = h("input", { id: "fen", value: fen, spellcheck: "false", autocomplete: "off", "data-key": "fen", "aria-describedby": "fen-fault" });
        const take = () => {
            if (field.value === fen) {
                return;
            }
            try {
                set(lessons.board(field.value).fen);
            } catch (error) {
                fault.textContent = El.faultText(error);
                fault.dataset.field = error.field ?? "";
                fault.dataset.offset = error.offset ?? "";
                field.setAttribute("aria-invalid", "true");
                if (error.offset !== undefined && document.activeElement === field) {
                    field.setSelectionRange(error.offset, error.offset + 1);
                }
            }
        };
        field.addEventListener("change", take);
        field.addEventListener("keydown", (event) => event.key === "Enter" && take());
        return h("details", { class: "editor", open: true },
            h("summary", {}, "Set up and mark the board"), marks, palette,
            h("div", { class: "buttons" },
                button("Select", () => choose(""), { "aria-pressed": String(tool === ""), "data-key": "tool.select" }),
                button("Erase", () => choose("x"), { "aria-pressed": String(tool === "x"), "data-key": "tool.x", "data-tool": "x" }),
                button("Clear", () => set(EMPTY), { title: "Clear the board", "data-key": "clear" }),
                button("Start position", () => set(START), { "data-key": "startpos" }),
                El.choice("Side to move", [["w", "White"], ["b", "Black"]], board.turn,
                    (turn) => set(lessons.alter(fen, { turn }).fen), "turn")),
            h("label", { class: "field wide", for: "fen" }, h("span", {}, "FEN"), field),
            fault,
            board.legal ? null : h("p", { class: "hint", "data-faults": true },
                "This board shows moveboards, but no game can go on from it: ", board.faults.join("; "), "."));
    }

    return { START, EMPTY, draw, apply, nameOf, tool: () => tool, reset: () => { tool = ""; } };
})();
