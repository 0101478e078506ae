"use strict";
// Makes the elements of the page, and copies texts.
const El = (() => {
    /** An element with attributes and children. Functions are listeners; false, null and undefined are left out. */
    function h(tag, attributes = {}, ...children) {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes ?? {})) {
            if (value === false || value === null || value === undefined) {
                continue;
            }
            if (typeof value === "function") {
                element.addEventListener(name.slice(2), value);
            } else if (name === "value" || name === "checked" || name === "disabled") {
                element[name] = value;
            } else {
                element.setAttribute(name, value === true ? "" : value);
            }
        }
        element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
        return element;
    }

    /** A number of the module, as plain digits. */
    const number = (name, value) => h("b", { class: "number", "data-number": name }, String(value));

    /** A piece of a formula. */
    const code = (...children) => h("code", {}, ...children);

    const p = (...children) => h("p", {}, ...children);

    /** A button. `key` lets the focus find it again when the view is drawn anew. */
    const button = (text, onclick, attributes = {}) => h("button", { type: "button", onclick, ...attributes }, text);

    const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);

    /** A labelled list to choose from; `choices` are pairs of value and text. */
    function select(label, choices, value, onchange, attributes = {}) {
        const list = h("select", { onchange: () => onchange(list.value), ...attributes },
            choices.map(([key, text]) => h("option", { value: key }, text)));
        list.value = value;
        return field(label, list);
    }

    function checkbox(label, checked, onchange, attributes = {}) {
        const box = h("input", { type: "checkbox", checked, onchange: () => onchange(box.checked), ...attributes });
        return h("label", { class: "check" }, box, label);
    }

    /** Buttons of which one is pressed; `choices` are pairs of value and text. */
    function choice(label, choices, value, onchoose, key) {
        return h("div", { class: "choice", role: "group", "aria-label": label },
            choices.map(([id, text]) => button(text, () => onchoose(id), {
                "aria-pressed": String(id === value), "data-key": `${key}.${id}`, "data-choice": id,
            })));
    }

    /** Does `work`, and shows in `line` why it could not be done. */
    function attempt(line, work) {
        line.textContent = "";
        try {
            work();
        } catch (error) {
            line.textContent = faultText(error);
        }
    }

    /** Why a text is no FEN or PGN: the message, with the place if it does not say that. */
    function faultText(error) {
        const places = ["field", "line"].filter((key) => error[key] !== undefined && !error.message.includes(`${error[key]} field`) && !error.message.includes(`${key} `))
            .map((key) => `${key} ${error[key]}`);
        if (error.offset !== undefined && !error.message.includes(`byte ${error.offset}`)) {
            places.push(`byte ${error.offset}`);
        }
        return `${error.message}${places.length > 0 ? ` (${places.join(", ")})` : ""}`;
    }

    async function copy(text) {
        try {
            await navigator.clipboard.writeText(text);
            return true;
        } catch {
            // No clipboard without a secure context, or none allowed.
            const area = h("textarea", { class: "hidden-text", readonly: true, value: text });
            document.body.append(area);
            area.select();
            const done = document.execCommand("copy");
            area.remove();
            return done;
        }
    }

    /** 1234567 as "1 234 567", for people; tests read `data-number`. */
    const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");

    return { h, p, number, code, button, field, select, checkbox, choice, attempt, faultText, copy, grouped };
})();
