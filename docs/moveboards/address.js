"use strict";
// Light or dark: what the system prefers, until the switch is used.
const Theme = (() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const button = document.getElementById("theme");
    let chosen = null;
    let changed = () => {};
    try {
        chosen = localStorage.getItem("moveboards.theme");
    } catch {
        // Storage is not allowed. The switch works until the page is left.
    }

    const dark = () => (chosen === null ? system.matches : chosen === "dark");

    function show() {
        document.documentElement.dataset.theme = dark() ? "dark" : "light";
        button.setAttribute("aria-pressed", String(dark()));
        changed();
    }

    button.addEventListener("click", () => {
        chosen = dark() ? "light" : "dark";
        try {
            localStorage.setItem("moveboards.theme", chosen);
        } catch {
            // See above.
        }
        show();
    });
    system.addEventListener("change", show);
    show();

    return { dark, onChange: (listener) => { changed = listener; } };
})();

// The state of the page in the hash of its address.
const Address = (() => {
    const KEYS = [
        "view", "fen", "square", "piece", "form", "bits", "bottom", "lines", "danger", "move", "slider", "entry", "color", "part",
        "white", "black", "elo", "time", "start", "moves", "depth",
    ];

    /** What the values of some keys look like; what the others mean, the views and the module find out. */
    const FORMS = {
        square: /^[a-h][1-8]$/, piece: /^[KQRBNPkqrbnp]$/, bits: /^(msb|lsb)$/, bottom: /^[wb]$/, lines: /^1$/, danger: /^1$/, part: /^1$/,
        move: /^[a-h][1-8][a-h][1-8][nbrq]?$/, slider: /^(rook|bishop)$/, entry: /^\d+$/, color: /^(readers|spans)$/,
        white: /^(you|random|engine)$/, black: /^(you|random|engine)$/, elo: /^\d+$/, time: /^\d+$/, depth: /^[1-6]$/,
    };

    /** The parts of the hash that no address of this page has. */
    function wrong() {
        const given = [...new URLSearchParams(location.hash.replace(/^#/, ""))];
        return given.filter(([key, value]) => !KEYS.includes(key) || (value !== "" && FORMS[key]?.test(value) === false)).map(([key, value]) => `${key}=${value}`);
    }

    /** What the hash says; keys that are missing or wrong are null. */
    function read() {
        const given = new URLSearchParams(location.hash.replace(/^#/, ""));
        for (const [key, form] of Object.entries(FORMS)) {
            if (!form.test(given.get(key) ?? "")) {
                given.delete(key);
            }
        }
        const state = {};
        for (const key of KEYS) {
            const value = given.get(key);
            state[key] = value === null || value === "" ? null : value;
        }
        for (const key of ["fen", "start"]) {
            state[key] = state[key]?.replaceAll("_", " ") ?? null;
        }
        return state;
    }

    function hash(state) {
        const parts = [];
        for (const key of KEYS) {
            const value = state[key];
            if (value !== null && value !== undefined && value !== "") {
                parts.push(`${key}=${encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%20", "_").replaceAll("%2C", ",")}`);
            }
        }
        return `#${parts.join("&")}`;
    }

    /** Writes the state; with `push`, the browser's Back button restores the previous state. `kept` is what an address has no room for. */
    function write(state, push, kept = null) {
        const target = hash(state);
        if (target === location.hash && kept === (history.state ?? null)) {
            return;
        }
        try {
            history[push ? "pushState" : "replaceState"](kept, "", target);
        } catch {
            // Some browsers refuse this for files, or if it happens very often. The page works without.
        }
    }

    const link = (state) => location.href.replace(/#.*$/s, "") + hash(state);

    return { read, wrong, write, link };
})();
