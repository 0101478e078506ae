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
