"use strict";
// The lesson of rooks, bishops and queens: mask, blockers, and four ways from the blockers to the attacks.
const SliderLesson = (() => {
    const { h, p, number, code } = El;
    const { grid, row, sign, figures } = Bits;
    const FORMS = [["classic", "Classic magic"], ["packed", "Packed magic"], ["pext", "PEXT"], ["hyperbola", "Hyperbola"], ["all", "All four"]];

    const step = (title, ...children) => h("li", { class: "step" }, h("h4", {}, title), ...children);
    const formula = (...children) => h("p", { class: "formula" }, ...children);

    function packed(lookup, mark) {
        const { magic: form } = lookup;
        return h("div", { class: "form", "data-form": "packed" }, h("h5", {}, "Packed magic: one table for all squares"),
            p("This project sets all ", h("dfn", {}, "irrelevant"), " squares, those outside the mask, instead of clearing them. The sign ", code("|"), " takes the bits that either number has. Then, as in the classic form, a multiplication by a factor moves the bits of the blockers to the top, and a shift to the right, ", code(">>"), ", leaves only those. ",
                `The shift is the same for every square: ${lookup.slider === "rook" ? "a rook in a corner has 12 squares in its mask, and 64 - 12 = 52" : "a bishop in the middle has 9 squares in its mask, and 64 - 9 = 55"}. `,
                "All squares share one packed attack table, and an ", h("dfn", {}, "offset"), " says where the part of this square begins."),
            formula(code("index = ((occupancy | irrelevant) * factor >> ", number("magic.shift", form.shift), ") + ", number("magic.offset", form.offset))),
            figures(
                grid({ name: "magic.irrelevant", set: form.irrelevant, caption: "irrelevant", kind: "mask", mark }),
                grid({ name: "magic.filled", set: form.filled, caption: "occupancy | irrelevant", kind: "blockers", mark })),
            row({ name: "magic.factor", set: form.factor, caption: "factor" }),
            row({ name: "magic.product", set: form.product, caption: "product", top: 64 - form.shift, kind: "index" }),
            p("The marked bits with the offset make the index ", number("magic.index", form.index), ". ",
                El.button("Show this entry in the table", () => App.update({ view: "table", entry: String(form.index), slider: lookup.slider, square: mark }, true), { class: "link" })));
    }

    function pext(lookup) {
        const { pext: form } = lookup;
        const squares = Bits.squares(lookup.mask).reverse();
        const blockers = new Set(Bits.squares(lookup.blockers));
        return h("div", { class: "form", "data-form": "pext" }, h("h5", {}, "PEXT: the bits are extracted"),
            p("The instruction PEXT takes the bits of the occupancy under the mask and packs them together. No factor is needed. ",
                "The highest square of the mask gives the highest bit. All squares share one table, in which the part of this square begins at an offset."),
            formula(code("index = pext(occupancy, mask) + ", number("pext.offset", form.offset))),
            h("div", { class: "extract", role: "img", "aria-label": `Blockers on the squares of the mask: ${[...blockers].join(" ") || "none"}` },
                squares.map((name) => h("span", { class: blockers.has(name) ? "on" : "" }, h("i", {}, blockers.has(name) ? "1" : "0"), h("small", {}, name)))),
            p("The extracted bits are the number ", number("pext.extracted", form.extracted), ". With the offset the index is ", number("pext.index", form.index), "."));
    }

    function hyperbola(lookup, mark) {
        return h("div", { class: "form", "data-form": "hyperbola" }, h("h5", {}, "Hyperbola: a subtraction for each line"),
            p("This form needs no large table. On each line, subtracting the slider from the pieces changes all bits up to the next piece above it. ",
                "The same with all bits reversed finds the next piece below it. The sign ", code("^"), " keeps what differs between both, and ", code("&"), " what of it lies on the line: the attacks."),
            lookup.hyperbola.map((line, index) => h("div", { class: "line", "data-line": index },
                formula(code("attacks = ((pieces - slider) ^ reverse(reverse(pieces) - reverse(slider))) & line")),
                index > 0 ? null : p("Here ", code("slider"), " is the bit of the piece's square, ", code("up"), " is the first difference, and ", code("down"), " is the second."),
                figures(
                    grid({ name: `hyperbola.${index}.line`, set: line.line, caption: "line", kind: "mask", mark }),
                    grid({ name: `hyperbola.${index}.pieces`, set: line.pieces, caption: "pieces on it", kind: "blockers", mark, toggles: true }),
                    grid({ name: `hyperbola.${index}.up`, set: line.up, caption: "up", kind: "index", mark }), sign("^"),
                    grid({ name: `hyperbola.${index}.down`, set: line.down, caption: "down", kind: "index", mark }), sign("&"),
                    grid({ name: `hyperbola.${index}.line`, set: line.line, caption: "line", kind: "mask", mark, repeat: true }), sign("="),
                    grid({ name: `hyperbola.${index}.attacks`, set: line.attacks, caption: "attacks", kind: "attacks", mark })))));
    }

    const DRAWN = { classic: MultiplyLesson.draw, packed, pext, hyperbola };

    /** The steps of one lookup. `form` is one of FORMS. */
    function lookup(data, one, form, choose, key) {
        const mark = data.square;
        const shown = form === "all" ? Object.keys(DRAWN) : [form];
        const results = { hyperbola: "Both lines together are the attacks. Nothing was read from a large table.", all: "All four forms end with the same attacks." };
        // The hyperbola takes the pieces on whole lines, and needs no mask.
        const masked = form !== "hyperbola";
        return h("section", { class: "lookup", "data-lookup": one.slider },
            h("h3", {}, `The lookup of a ${one.slider} on ${mark}`),
            h("ol", { class: "steps" },
                step("Rays on an empty board",
                    p(`A ray goes from the piece to the edge of the board. If no other piece is on the board, a ${one.slider} on ${mark} attacks all squares of its rays.`),
                    figures(grid({ name: "rays", set: one.rays, caption: "rays", kind: "rays", mark }))),
                masked ? step("The mask",
                    p("The ", h("dfn", {}, "mask"), " is the set of squares on which a piece matters. One on the last square of a ray has no square behind it to block, so the mask leaves these out: ",
                        `the fewer squares it has, the fewer sets of pieces there are to distinguish. Here it has ${Bits.squares(one.mask).length}, so there are 2 to the power of ${Bits.squares(one.mask).length} sets: ${one.classic.entries}.`),
                    figures(grid({ name: "mask", set: one.mask, caption: "mask", kind: "mask", mark }))) : null,
                masked ? step("The blockers",
                    p("The pieces on squares of the mask are the ", h("dfn", {}, "blockers"), ". Only they can stop the ", one.slider,
                        ". The sign ", code("&"), " keeps the bits that both numbers have. Click squares of the blockers to put pieces there or to take them away: everything below changes at once."),
                    formula(code("blockers = occupancy & mask")),
                    figures(
                        grid({ name: "occupancy", set: data.occupancy, caption: "occupancy", kind: "occupancy", mark, repeat: true, toggles: true }), sign("&"),
                        grid({ name: "mask", set: one.mask, caption: "mask", kind: "mask", mark, repeat: true }), sign("="),
                        grid({ name: "blockers", set: one.blockers, caption: "blockers", kind: "blockers", mark, toggles: true }))) : null,
                step(masked ? "From the blockers to an index" : "From the pieces on the lines to the attacks",
                    p("There are four ways to go on, of which the first is the best known."),
                    El.choice("Form of the lookup", FORMS, form, choose, `form.${key}`),
                    shown.map((name) => DRAWN[name](one, mark, key))),
                step(form === "hyperbola" ? "The attacks" : "The entry of the attack table",
                    p(results[form] ?? "All attacks were computed before and are in the table. Only this entry has to be read."),
                    figures(grid({ name: "attacks", set: one.attacks, caption: "attacks", kind: "attacks", mark })))));
    }

    /** The lesson of a slider; `data` is the module's moveboard. */
    function draw(data, form, choose) {
        const parts = data.lookups.map((one, index) => lookup(data, one, form, choose, index));
        if (data.lookups.length > 1) {
            const [first, second] = data.lookups;
            parts.push(h("section", { class: "lookup" }, h("h3", {}, "Both lookups together"),
                p("A queen moves like a rook and like a bishop. Her attacks are those of both: the sign ", code("|"), " takes the bits that either number has."),
                formula(code("queen = rook | bishop")),
                figures(
                    grid({ name: "rook.attacks", set: first.attacks, caption: `${first.slider} attacks`, kind: "attacks", mark: data.square, repeat: true }), sign("|"),
                    grid({ name: "bishop.attacks", set: second.attacks, caption: `${second.slider} attacks`, kind: "attacks", mark: data.square, repeat: true }))));
        }
        return parts;
    }

    return { FORMS, draw, step, formula };
})();

// Checks and pins of the side to move, and the danger squares of its king.
const SafetyLesson = (() => {
    const { h, p } = El;
    const { grid, figures } = Bits;

    const side = (safety) => (safety.turn === "w" ? "White" : "Black");

    /** What the board marks, which may be nothing. */
    const told = (safety) => `The board marks the lines of checks and pins against ${side(safety)}: ${safety.checks.length + safety.pins.length === 0 ? "there are none here" : `checks ${safety.checks.length}, pins ${safety.pins.length}`}.`;

    function lines(safety) {
        return h("section", { class: "lookup", "data-safety": "lines" }, h("h3", {}, `Checks and pins against ${side(safety)}`),
            p("A ", h("dfn", {}, "check"), " can be ended on its line: by a capture of the checking piece, or by a piece in between. A ",
                h("dfn", {}, "pin"), " is a line from a slider through one piece to the king. The pinned piece may move along this line only."),
            p(told(safety)),
            figures(
                safety.checks.map((check, index) => h("div", { class: "named" },
                    grid({ name: `checks.${index}.line`, set: check.line, caption: `check: ${check.piece} ${check.square}`, kind: "blockers", mark: safety.king }))),
                safety.pins.map((pin, index) => h("div", { class: "named" },
                    grid({ name: `pins.${index}.line`, set: pin.line, caption: `pin: ${pin.piece} ${pin.square} by ${pin.pinner} ${pin.pinner_square}`, kind: "index", mark: safety.king })))));
    }

    function danger(safety, repeat) {
        return h("section", { class: "lookup", "data-safety": "danger" }, h("h3", {}, "Danger squares"),
            p(`The king on ${safety.king} may not go to these squares. They are attacked by the other side if the king is taken off the board.`),
            figures(grid({ name: "danger", set: safety.danger, caption: "danger", kind: "danger", mark: safety.king, repeat })));
    }

    return { told, lines, danger };
})();
