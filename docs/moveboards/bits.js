"use strict";
// Draws 64-bit sets: as a grid of 8 by 8 squares, and as a row of 64 bits.
//
// Hooks for tests, on all of the page:
//   html[data-ready="true"]             the module is loaded and the first view is drawn
//   [data-name][data-set]               a set or a 64-bit number, 16 hexadecimal digits; data-name is a key of the module's answers,
//                                       such as "mask" or "classic.product". Its 64 cells have data-square, text 1 or 0 or
//                                       (in grids) only the class "on". A set that is drawn a second time has data-repeat instead
//                                       of data-name.
//   [data-number="classic.index"]       a number, plain digits
//   [data-lookup="rook"]                the lookup of a slider, around its sets and numbers; [data-moveboard="R@d4"] is around all
//   #boardbox [data-square]             the 64 buttons of the board
//   [data-uci]                          an item of the list of moves, or a row of the perft table (with [data-nodes])
//   [data-code="16-bit move word"]      the bit boxes of a move, [data-bit], highest first
//   [data-text="san"]                   a text of the module
//   [data-outcome], [data-claim]        how the game has ended, and which draw may be claimed; empty if none
//   [data-step="3"]                     the step that the multiplication shows; [data-steps] is the last one
//   [data-found="<factor>"]             the result of a search for a magic; [data-verified="true"] beside it
const Bits = (() => {
    const { h } = El;
    const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index & 7] + ((index >> 3) + 1));

    const bit = (set, index) => ((BigInt(`0x${set}`) >> BigInt(index)) & 1n) === 1n;
    const squares = (set) => {
        const bits = BigInt(`0x${set}`);
        return SQUARES.filter((_, index) => ((bits >> BigInt(index)) & 1n) === 1n);
    };

    /** The squares in the order of drawing, from the top left corner. */
    function order(bottom) {
        const list = [];
        for (let row = 7; row >= 0; row -= 1) {
            for (let column = 0; column < 8; column += 1) {
                list.push(row * 8 + column);
            }
        }
        return bottom === "b" ? list.reverse() : list;
    }

    let bottom = "w";
    let lowestFirst = false;

    /** Which side is at the bottom of grids that are drawn from now on, and whether rows begin with their lowest bit. */
    function turn(side, lowest) {
        bottom = side;
        lowestFirst = lowest;
    }

    const hex = (set) => h("span", { class: "hex" }, "0x", h("span", {}, set.slice(0, 8)), h("span", {}, set.slice(8)));

    /**
     * A grid with its caption. Hovered or focused, it shows its set on the board.
     * `kind` is a colour of style.css, `mark` the square of the piece, `of` a name that already has a grid.
     */
    function grid({ name, set, caption, kind = "plain", mark, repeat = false, toggles = false }) {
        const names = squares(set);
        const on = new Set(names);
        const cells = order(bottom).map((index) => {
            const square = SQUARES[index];
            const shade = ((index >> 3) + index) & 1 ? "light" : "dark";
            return h("i", {
                class: `${shade}${on.has(square) ? " on" : ""}${square === mark ? " mark" : ""}`, "data-square": square,
            });
        });
        const count = names.length === 1 ? "1 square" : `${names.length} squares`;
        return h("figure", {
            class: `bits kind-${kind}${toggles ? " toggles" : ""}`, tabindex: 0, "data-highlight": kind, "data-label": caption, "data-key": `grid.${name}.${repeat}`,
            title: toggles ? "Click a square to put a piece there, or to take it away" : false,
        },
        h("figcaption", {}, caption),
        h("div", {
            class: "grid", role: "img", "aria-label": `${caption}: ${names.length === 0 ? "empty" : `${count}: ${names.join(" ")}`}`,
            [repeat ? "data-repeat" : "data-name"]: name, "data-set": set,
        }, cells),
        hex(set));
    }

    /** Between two grids. */
    const sign = (text) => h("span", { class: "sign" }, text);

    /** Grids in a row. A sign stays with the grid after it. */
    const figures = (...children) => h("div", { class: "figures-row" }, children.flat().map((one, index, all) =>
        (one.className === "sign" ? null : all[index - 1]?.className === "sign" ? h("span", { class: "signed" }, all[index - 1], one) : one)));

    /**
     * 64 bits as eight bytes in one row; the `top` highest are marked, and those of the set `carry`. `hue` is a colour of its own, `hues`
     * those of bits by their squares. `repeat` says that the number has a row or grid already.
     */
    function row({ name, set, caption, top = 0, kind = "plain", carry, repeat = false, state = "", hue, hues }) {
        const numbers = Array.from({ length: 64 }, (_, index) => (lowestFirst ? index : 63 - index));
        const bytes = [];
        for (let start = 0; start < 64; start += 8) {
            bytes.push(h("span", { class: "byte" }, numbers.slice(start, start + 8).map((index) => {
                const on = bit(set, index);
                const marks = `${on ? "on" : ""}${64 - index <= top ? " high" : ""}${carry !== undefined && bit(carry, index) ? " carry" : ""}`;
                const color = on && hues?.[SQUARES[index]];
                return h("i", { class: marks, "data-square": SQUARES[index], "data-bit": index, style: color ? `background: ${color}` : false }, on ? "1" : "0");
            })));
        }
        return h("figure", { class: `row64 kind-${kind} ${state}`, style: hue === undefined ? false : `--kind: ${hue}` },
            h("figcaption", {}, caption, " ", hex(set)),
            h("div", { class: "bitrow", role: "img", "aria-label": `${typeof caption === "string" ? caption : name}: ${set}`, [repeat ? "data-repeat" : "data-name"]: name, "data-set": set }, bytes));
    }

    /** Which end of a number stands first in rows. */
    const ends = () => h("p", { class: "ends", "aria-hidden": "true" }, h("span", {}, lowestFirst ? "bit 0 (a1)" : "bit 63 (h8)"), h("span", {}, lowestFirst ? "bit 63 (h8)" : "bit 0 (a1)"));

    return { SQUARES, bit, squares, order, turn, grid, row, ends, sign, figures, hex };
})();
