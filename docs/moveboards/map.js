"use strict";
// A picture of the packed table: one block of a canvas for each entry.
const TableMap = (() => {
    const { h } = El;
    const ROOKS = 64;

    const UNUSED = 255;

    /** Colours of the numbers of spans: none, one, two and so on. */
    const SPANS = { light: ["#ffffff", "#d5cbe8", "#a98bd6", "#7a3fc0", "#e0632f", "#b3261e"], dark: ["#0d0f12", "#3d3353", "#6c4fa0", "#a878f0", "#f0885f", "#ffd166"] };

    const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

    /** A colour for each reader: warm for rooks, cold for bishops, and changing with the square. */
    function readerColor(reader) {
        const square = reader & 63;
        const hue = reader < ROOKS ? 10 + (square & 7) * 7 : 170 + (square & 7) * 10;
        const light = 38 + (square >> 3) * 5;
        const f = (n) => {
            const k = (n + hue / 30) % 12;
            const a = 0.6 * Math.min(light / 100, 1 - light / 100);
            return Math.round(255 * (light / 100 - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
        };
        return [f(0), f(8), f(4)];
    }

    function create({ table, onPoint, onChoose }) {
        const size = table.readers.length;
        const canvas = h("canvas", {
            class: "map", tabindex: 0, role: "slider", "aria-label": "Entry of the packed table", "aria-valuemin": 0, "aria-valuemax": size - 1, "data-key": "map", "data-map": size,
        });
        let columns = 0;
        let state = { entry: 0, marked: null, color: "readers" };

        function paint(given) {
            state = { ...state, ...given };
            const width = canvas.parentNode?.clientWidth ?? 640;
            columns = Math.max(120, Math.min(400, Math.floor(width / 2)));
            const rows = Math.ceil(size / columns);
            canvas.width = columns;
            canvas.height = rows;
            const colors = SPANS[Theme.dark() ? "dark" : "light"].map(rgb);
            const readers = Array.from({ length: 128 }, (_, reader) => readerColor(reader));
            const context = canvas.getContext("2d");
            const image = context.createImageData(columns, rows);
            const ground = rgb(Theme.dark() ? "#191b1f" : "#fbfaf7");
            for (let index = 0; index < size; index += 1) {
                const reader = table.readers[index];
                let color = reader === UNUSED ? colors[0] : state.color === "spans" ? colors[Math.min(table.spans[index], colors.length - 1)] : readers[reader];
                if (state.marked !== null && !state.marked.has(index)) {
                    color = color.map((part, at) => Math.round(ground[at] + (part - ground[at]) * 0.22));
                }
                image.data.set([...color, 255], index * 4);
            }
            context.putImageData(image, 0, 0);
            cross(context);
            canvas.setAttribute("aria-valuenow", state.entry);
            canvas.setAttribute("aria-valuetext", `entry ${state.entry}`);
        }

        /** A frame around the chosen entry. */
        function cross(context) {
            const [x, y] = [state.entry % columns, Math.floor(state.entry / columns)];
            context.fillStyle = Theme.dark() ? "#ffffff" : "#000000";
            for (const [dx, dy, width, height] of [[-3, -3, 7, 1], [-3, 3, 7, 1], [-3, -3, 1, 7], [3, -3, 1, 7]]) {
                context.fillRect(x + dx, y + dy, width, height);
            }
        }

        function at(event) {
            const box = canvas.getBoundingClientRect();
            const x = Math.min(columns - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * columns)));
            const y = Math.max(0, Math.floor(((event.clientY - box.top) / box.height) * canvas.height));
            return Math.min(size - 1, y * columns + x);
        }

        canvas.addEventListener("pointermove", (event) => event.pointerType === "mouse" && onPoint(at(event)));
        canvas.addEventListener("pointerleave", () => onPoint(null));
        canvas.addEventListener("click", (event) => onChoose(at(event)));
        canvas.addEventListener("keydown", (event) => {
            const step = {
                ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, PageDown: columns * 16, PageUp: -columns * 16, Home: -size, End: size,
            }[event.key];
            if (step !== undefined) {
                event.preventDefault();
                onChoose(Math.max(0, Math.min(size - 1, state.entry + step)));
            }
        });
        return { canvas, paint };
    }

    function legend(color) {
        const colors = SPANS[Theme.dark() ? "dark" : "light"];
        const entry = (value, text) => h("span", {}, h("i", { style: `background: ${value}` }), text);
        if (color !== "spans") {
            return h("div", { class: "scale" }, entry(`rgb(${readerColor(35)})`, "read by a rook"), entry(`rgb(${readerColor(ROOKS + 35)})`, "read by a bishop"),
                entry(colors[0], "unused"), h("span", {}, "The shade changes with the square."));
        }
        const names = ["unused", "in 1 span", "2 spans", "3 spans", "4 spans", "5 or more"];
        return h("div", { class: "scale" }, colors.map((value, index) => entry(value, names[index])));
    }

    return { create, legend };
})();
