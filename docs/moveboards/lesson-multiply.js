"use strict";
// The multiplication of a classic magic, step by step, and the table of the square, to which its index leads.
const MultiplyLesson = (() => {
    const { h, p, number, code, button } = El;
    const { row, grid } = Bits;
    /** How many milliseconds a step stands while the steps play by themselves. */
    const PACE = 1100;
    /** The step that each lookup shows, the table that it has, and what plays. */
    const at = new Map();
    const tables = new Map();
    let playing = null;
    let timer = 0;

    /** The colour of a blocker and of its copy. */
    const hue = (index, count) => `oklch(${Theme.dark() ? "80% 0.13" : "44% 0.13"} ${Math.round((index * 360) / count + 25)})`;

    /** What a step says, in one sentence. Steps are the row of blockers, one for each copy, and the shift. */
    function told(data, step) {
        const { steps, shift } = data;
        if (step === 0) {
            return steps.length === 0 ? "There is no blocker, so nothing is added, and the sum is 0."
                : `There ${steps.length === 1 ? "is 1 blocker" : `are ${steps.length} blockers`}: each is a bit of the number, and adds a copy of the factor to the sum.`;
        }
        if (step > steps.length) {
            return `The sum is the product. Shifting it by ${shift} to the right leaves its ${64 - shift} highest bits, which are the index ${data.index}.`;
        }
        const { square, by, carry } = steps[step - 1];
        const carries = Bits.squares(carry).length;
        return `The blocker on ${square} is bit ${by}: the factor is shifted by ${by} to the left and added. ${carries === 0 ? "Nothing is carried."
            : `A one is carried into ${carries === 1 ? "1 bit, which is" : `${carries} bits, which are`} underlined.`}`;
    }

    /** The rows of a step. */
    function rows(data, step) {
        const { steps, shift } = data;
        const done = step > steps.length;
        const zero = "0".repeat(16);
        const sum = step === 0 ? zero : steps[Math.min(step, steps.length) - 1]?.sum ?? zero;
        return [
            Bits.ends(),
            row({
                name: "blockers", set: data.blockers, caption: "blockers", kind: "blockers", repeat: true,
                hues: Object.fromEntries(steps.map((one, index) => [one.square, hue(index, steps.length)])),
            }),
            row({ name: "classic.factor", set: data.factor, caption: "factor", repeat: true }),
            h("div", { class: "copies" }, steps.map((one, index) => row({
                name: `copy.${one.square}`, set: one.copy, caption: `factor << ${one.by} (${one.square})`, hue: hue(index, steps.length), repeat: true,
                state: index + 1 === step ? "current" : index < step ? "added" : "waiting",
            }))),
            row({
                name: "sum", set: sum, caption: done ? "product" : "sum so far", kind: "index", repeat: true, top: done ? 64 - shift : 0,
                carry: step > 0 && !done ? steps[step - 1].carry : undefined,
            }),
            done ? h("p", { class: "slide" }, h("span", { class: "slid" }, [...data.index.toString(2).padStart(64 - shift, "0")].map((bit) => h("i", { class: bit === "1" ? "on" : "" }, bit))),
                " in binary is the index ", number("multiply.index", data.index), ".") : null,
        ];
    }

    function stop() {
        clearInterval(timer);
        playing = null;
    }

    /** The multiplication of a lookup; `key` tells the two of a queen apart. */
    function multiplication(lookup, square, key) {
        const data = App.chess.lessons.multiplication(lookup.slider, square, lookup.blockers);
        const last = data.steps.length + 1;
        const box = h("div", { class: "multiply", "data-multiply": lookup.slider, "data-steps": last });
        const current = () => Math.min(at.get(key) ?? 0, last);
        const go = (step) => {
            at.set(key, Math.max(0, Math.min(last, step)));
            draw();
        };
        function play() {
            const mine = {};
            stop();
            if (current() === last) {
                go(0);
            }
            playing = mine;
            mine.key = key;
            timer = setInterval(() => {
                if (playing !== mine || !box.isConnected) {
                    stop();
                    return;
                }
                if (current() + 1 >= last) {
                    stop();
                }
                go(current() + 1);
            }, PACE);
            draw();
        }
        const control = (text, work, key_, disabled) => button(text, () => { stop(); work(); }, { "data-key": `${key_}.${key}`, "data-go": key_, disabled });
        function draw() {
            const step = current();
            const focused = document.activeElement?.dataset?.key;
            const slider = h("input", { type: "range", min: 0, max: last, value: String(step), "aria-label": "Step of the multiplication", "data-key": `step.${key}`, "data-range": true,
                oninput: () => { stop(); go(Number(slider.value)); } });
            box.dataset.step = step;
            box.replaceChildren(
                h("div", { class: "stepper" },
                    control("Start", () => go(0), "first", step === 0), control("Back", () => go(step - 1), "back", step === 0),
                    button(playing?.key === key ? "Pause" : "Play", () => { if (playing?.key === key) { stop(); draw(); } else { play(); } }, { "data-key": `play.${key}`, "data-go": "play", class: "primary" }),
                    control("Step", () => go(step + 1), "next", step === last), control("End", () => go(last), "last", step === last), slider),
                h("p", { class: "told", role: "status", "data-told": true }, h("b", {}, `${step} of ${last}. `), told(data, step)),
                ...rows(data, step).filter((one) => one !== null));
            if (focused?.endsWith(`.${key}`) && !box.contains(document.activeElement)) {
                (box.querySelector(`[data-key="${focused}"]:not(:disabled)`) ?? slider).focus({ preventScroll: true });
            }
        }
        draw();
        return box;
    }

    /** The whole table of the square; the entry of the index is framed. */
    function table(lookup, square) {
        const name = `${lookup.slider}@${square}`;
        if (!tables.has(name)) {
            tables.clear();
            tables.set(name, App.chess.lessons.squareTable(lookup.slider, square));
        }
        const { attacks, entries } = tables.get(name);
        const { index } = lookup.classic;
        const columns = entries.length > 1024 ? 64 : entries.length > 256 ? 32 : 16;
        const size = entries.length > 1024 ? 10 : entries.length > 256 ? 14 : 20;
        const height = entries.length / columns;
        const canvas = h("canvas", {
            class: "tablecells", width: columns * size, height: height * size, tabindex: 0, role: "slider", "aria-label": `Entries of the table of the ${lookup.slider} on ${square}`,
            "aria-valuemin": 0, "aria-valuemax": entries.length - 1, "data-key": `cells.${lookup.slider}`, "data-cells": entries.length, "data-index": index,
        });
        const panel = h("div", { class: "cellpanel", "data-cell-panel": true });
        let shown = index;

        function paint() {
            const context = canvas.getContext("2d");
            entries.forEach((entry, place) => {
                const [x, y] = [(place % columns) * size, Math.floor(place / columns) * size];
                const number_ = entry.attacks;
                // Neighbouring numbers get colours far apart.
                context.fillStyle = number_ === null ? (Theme.dark() ? "#24272c" : "#ece8df") : `hsl(${(number_ * 137.5) % 360} ${45 + (number_ % 3) * 14}% ${(Theme.dark() ? 44 : 52) + (number_ % 5) * 6}%)`;
                context.fillRect(x, y, size - 1, size - 1);
            });
            // The frame of the index is black and white, to be seen on every colour.
            for (const [place, color, width] of [[shown, Theme.dark() ? "#b78cf0" : "#7a3fc0", 3], [index, "#000000", 6], [index, "#ffffff", 2]]) {
                context.strokeStyle = color;
                context.lineWidth = width;
                context.strokeRect((place % columns) * size + 0.5, Math.floor(place / columns) * size + 0.5, size - 2, size - 2);
            }
            canvas.setAttribute("aria-valuenow", shown);
            canvas.setAttribute("aria-valuetext", `entry ${shown}${shown === index ? ", the one of the index" : ""}`);
        }

        function show(place) {
            shown = place;
            paint();
            const { sets, attacks: number_ } = entries[place];
            const some = sets.slice(0, 4);
            panel.replaceChildren(
                h("p", {}, "Entry ", number("cell.index", place), place === index ? " is the one of the index. " : ". ",
                    number_ === null ? "No set of blockers leads there." : [number("cell.sets", sets.length), sets.length === 1 ? " set of blockers leads" : " sets of blockers lead", " there",
                        some.length < sets.length ? `, ${some.length} of them are shown.` : "."]),
                number_ === null ? "" : Bits.figures(
                    some.map((set, number__) => grid({ name: `cell.${number__}`, set, caption: "blockers", kind: "blockers", mark: square, repeat: true })),
                    Bits.sign("→"), grid({ name: "cell.attacks", set: attacks[number_], caption: "attacks", kind: "attacks", mark: square, repeat: true })));
        }

        const under = (event) => {
            const box = canvas.getBoundingClientRect();
            const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map((part) => Math.min(0.9999, Math.max(0, part)));
            return Math.floor(y * height) * columns + Math.floor(x * columns);
        };
        canvas.addEventListener("pointermove", (event) => { const place = under(event); if (place !== shown) { show(place); } });
        canvas.addEventListener("pointerdown", (event) => show(under(event)));
        canvas.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show(index));
        canvas.addEventListener("keydown", (event) => {
            const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -entries.length, End: entries.length }[event.key];
            if (move !== undefined) {
                event.preventDefault();
                show(Math.max(0, Math.min(entries.length - 1, shown + move)));
            }
        });
        show(index);
        const unused = entries.filter((entry) => entry.attacks === null).length;
        return h("div", { class: "squaretable" },
            p("This is the whole table of the square: ", number("cells.entries", entries.length), " entries, each with a set of attacks. Entries of one colour have the same attacks, of which there are ",
                number("cells.attacks", attacks.length), ". The framed entry is the one of the index. ", unused > 0 ? `${unused} grey entries are never read. ` : "",
                "Point at or touch an entry to see which blockers lead there."),
            canvas, panel);
    }

    /** The steps from the blockers to the entry of the table. */
    function draw(lookup, square, key) {
        const { classic } = lookup;
        return h("div", { class: "form", "data-form": "classic" }, h("h5", {}, "Classic magic: one table for each square"),
            p("Each set of blockers becomes a small number: the index of its attacks in a table. A multiplication by a ", h("dfn", {}, "magic factor"),
                ", which was found by trial, moves the blockers' bits to the top of the product. A shift to the right, written ", code(">>"), ", leaves only those top bits, and these are the ", h("dfn", {}, "index"), `. The mask has ${64 - classic.shift} squares, so ${64 - classic.shift} bits are enough: the shift is 64 - ${64 - classic.shift} = ${classic.shift}.`),
            h("p", { class: "formula" }, code("index = (blockers * factor) >> ", number("classic.shift", classic.shift))),
            h("h6", {}, "The multiplication, written out"),
            p("Multiplying by a number is adding: one copy of the factor for each bit, shifted to the left, which is written ", code("<<"), ", to that bit's place. Bits above bit 63 are lost. Carries do no harm, since the factor was tried with every set of blockers, carries and all."),
            multiplication(lookup, square, key),
            h("h6", {}, "In short"),
            row({ name: "classic.factor", set: classic.factor, caption: "factor" }),
            row({ name: "classic.product", set: classic.product, caption: "product", top: 64 - classic.shift, kind: "index" }),
            p("The marked bits say ", number("classic.index", classic.index), ". That is the index into the attack table of this square, which has ",
                number("classic.entries", classic.entries), " entries."),
            h("h6", {}, "The table"), table(lookup, square));
    }

    return { draw, leave: stop };
})();
