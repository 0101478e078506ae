"use strict";
// The board: a picture of the module, and 64 transparent buttons on top of it.
const Board = (() => {
    const { h } = El;
    const box = document.getElementById("boardbox");
    const legend = document.getElementById("legend");
    const picture = h("div", { class: "picture", "aria-hidden": "true" });
    const grid = h("div", { class: "squares", role: "grid", "aria-label": "Chess board" });
    const buttons = new Map();
    let lessons;
    let handlers;
    let shown = null;
    let focused = "e2";
    /** The square whose piece is dragged. */
    let lifted = null;

    /** `handlers`: square(name), drag(from, to or null), lift(name), escape(), key(name, event), draggable(name). */
    function init(module, given) {
        lessons = module;
        handlers = given;
        for (const name of Bits.SQUARES) {
            const button = h("button", {
                type: "button", role: "gridcell", tabindex: -1, "data-square": name, onclick: () => click(name),
                onfocus: () => focus(name),
            });
            buttons.set(name, button);
        }
        grid.addEventListener("keydown", keys);
        box.append(picture, grid);
        Drag.watch(grid, {
            can: (name) => shown.squares[Bits.SQUARES.indexOf(name)] !== null && handlers.draggable(name),
            figure: (name) => icon(shown.squares[Bits.SQUARES.indexOf(name)]),
            lift: (name) => {
                lifted = name;
                handlers.lift(name);
                paint(shown.options);
            },
            land: () => {
                lifted = null;
                paint(shown.options);
            },
            drop: (from, to) => handlers.drag(from, to),
        });
    }

    function click(name) {
        if (!Drag.justEnded()) {
            handlers.square(name);
        }
    }

    function focus(name) {
        buttons.get(focused).tabIndex = -1;
        focused = name;
        buttons.get(name).tabIndex = 0;
    }

    const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

    function keys(event) {
        const name = event.target.dataset.square;
        if (name === undefined || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const index = Bits.SQUARES.indexOf(name);
        let [column, row] = [index & 7, index >> 3];
        const side = shown.bottom === "b" ? -1 : 1;
        if (event.key in STEPS) {
            column += STEPS[event.key][0] * side;
            row += STEPS[event.key][1] * side;
        } else if (event.key === "Home" || event.key === "End") {
            column = (event.key === "Home") === (side === 1) ? 0 : 7;
        } else if (event.key === "PageUp" || event.key === "PageDown") {
            row = (event.key === "PageUp") === (side === 1) ? 7 : 0;
        } else {
            if (event.key === "Escape") {
                handlers.escape();
            } else {
                handlers.key(name, event);
            }
            return;
        }
        event.preventDefault();
        if (column >= 0 && column < 8 && row >= 0 && row < 8) {
            buttons.get(Bits.SQUARES[row * 8 + column]).focus();
        }
    }

    /**
     * Draws a board.
     * `board` is the module's { fen, squares, names }, `options` those of the picture, `selected` a square, `targets` squares that a
     * click moves to.
     */
    function draw({ board, bottom, options = {}, selected = null, targets = [] }) {
        const turned = shown === null || shown.bottom !== bottom;
        shown = { ...board, bottom, options };
        if (turned) {
            const had = grid.contains(document.activeElement);
            const rows = [];
            const order = Bits.order(bottom);
            for (let start = 0; start < 64; start += 8) {
                rows.push(h("div", { role: "row" }, order.slice(start, start + 8).map((index) => buttons.get(Bits.SQUARES[index]))));
            }
            grid.replaceChildren(...rows);
            if (had) {
                buttons.get(focused).focus();
            }
        }
        focus(focused);
        Bits.SQUARES.forEach((name, index) => {
            const button = buttons.get(name);
            const target = targets.includes(name);
            button.setAttribute("aria-label", `${name}, ${board.names[index] ?? "empty"}${target ? ", can be moved to" : ""}`);
            button.setAttribute("aria-selected", String(name === selected));
            button.className = `${target ? "target" : ""}${board.squares[index] ? " piece" : ""}`;
            button.style.touchAction = board.squares[index] !== null && handlers.draggable(name) ? "none" : "manipulation";
        });
        paint(options);
    }

    /** Shows one set on the board, instead of what is highlighted otherwise. */
    function highlight(set, label, color) {
        const { attacker, danger, ...rest } = shown.options;
        paint({ ...rest, sets: [{ set, label, color }] });
    }

    function calm() {
        if (shown !== null) {
            paint(shown.options);
        }
    }

    function paint(options) {
        picture.innerHTML = lessons.picture({
            fen: shown.fen, bottom: shown.bottom, dark: Theme.dark(), coordinates: true, id: "board", ...options,
        });
        const svg = picture.querySelector("svg");
        svg.removeAttribute("width");
        svg.removeAttribute("height");
        if (lifted !== null) {
            const index = Bits.SQUARES.indexOf(lifted);
            const [column, row] = shown.bottom === "b" ? [7 - (index & 7), index >> 3] : [index & 7, 7 - (index >> 3)];
            svg.querySelector(`use[x="${column * 100}"][y="${row * 100}"]`)?.setAttribute("opacity", "0.25");
        }
        place(svg);
    }

    /** Puts the buttons onto the squares. */
    function place(svg) {
        const view = svg.viewBox.baseVal;
        const group = svg.querySelector("g[transform]");
        const [, x, y] = /translate\(\s*([\d.-]+)[\s,]+([\d.-]+)/.exec(group?.getAttribute("transform") ?? "") ?? [0, 0, 0];
        const [left, top] = [Number(x), Number(y)];
        const { height } = view;
        grid.style.left = `${(left / view.width) * 100}%`;
        grid.style.width = `${(800 / view.width) * 100}%`;
        grid.style.top = `${(top / height) * 100}%`;
        grid.style.height = `${(800 / height) * 100}%`;
        legend.replaceChildren(...explained(svg, group));
    }

    const SVG = "http://www.w3.org/2000/svg";

    /** What the colours mean: the picture's description names its highlights in the order in which they are painted. */
    function explained(svg, group) {
        const names = (svg.querySelector("desc")?.textContent ?? "").split("; ").slice(1).map((part) => part.split(":")[0]);
        const paints = [...group?.children ?? []].filter((child) => child.localName === "path" && child.hasAttribute("fill")).slice(1, names.length + 1);
        return paints.length < names.length ? [] : names.map((name, index) => h("span", {}, swatch(paints[index]), name === "arrow" ? "check or pin" : name));
    }

    function swatch(paint) {
        const svg = document.createElementNS(SVG, "svg");
        svg.setAttribute("viewBox", "0 0 100 100");
        for (const [fill, opacity] of [["#f0e6d2", "1"], [paint.getAttribute("fill"), paint.getAttribute("fill-opacity") ?? "1"]]) {
            const square = document.createElementNS(SVG, "rect");
            square.setAttribute("width", "100");
            square.setAttribute("height", "100");
            square.setAttribute("fill", fill);
            square.setAttribute("fill-opacity", opacity);
            svg.append(square);
        }
        return svg;
    }

    let figures = null;

    /** The figure of a piece, by its letter of FEN. */
    function icon(letter) {
        if (figures === null) {
            figures = h("div", { class: "figures", "aria-hidden": "true" });
            figures.innerHTML = lessons.picture({ fen: "kqrbnp2/8/8/8/8/8/8/KQRBNP2 w - - 0 1", coordinates: true, id: "figure" });
            document.body.append(figures);
        }
        const white = letter === letter.toUpperCase();
        const column = "kqrbnp".indexOf(letter.toLowerCase());
        const found = figures.querySelector(`use[x="${column * 100}"][y="${white ? 700 : 0}"]`);
        const svg = document.createElementNS(SVG, "svg");
        svg.setAttribute("viewBox", "0 0 100 100");
        svg.setAttribute("aria-hidden", "true");
        if (found !== null) {
            const group = found.parentNode.cloneNode(false);
            const use = found.cloneNode(true);
            use.setAttribute("x", "0");
            use.setAttribute("y", "0");
            group.append(use);
            svg.append(group);
        }
        return svg;
    }

    return { init, draw, highlight, calm, icon, focusSquare: (name) => buttons.get(name).focus() };
})();
