// Checks of arguments: what is wrong is a TypeError whose message begins with the name of the argument. Texts and numbers that go into
// a request as text are checked by the module, in the same way.

/** Names of the squares, a1 to h8. */
export const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index & 7] + ((index >> 3) + 1));

const NUMBERS = new Map(SQUARES.map((name, index) => [name, index]));

/** A value as a message shows it. */
function shown(value) {
    switch (typeof value) {
        case "string": return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
        case "object": return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
        case "function": return "a function";
        case "bigint": return `${value}n`;
        default: return String(value);
    }
}

/** Throws the error of a wrong value. */
export function wrong(name, expected, value) {
    throw new TypeError(`${name}: ${expected} is expected, not ${shown(value)}`);
}

function textOf(name, value, expected) {
    return typeof value === "string" ? value : wrong(name, expected, value);
}

/** Each check takes the name of an argument and its value, and returns what the value stands for. */
export const check = {
    text: (name, value) => textOf(name, value, "a text"),

    /** A number that the module takes as one of 32 bits and whose range it checks: any other becomes the greatest, which it refuses. */
    natural: (name, value) => (check.number(name, value) === value >>> 0 ? value : 2 ** 32 - 1),

    flag: (name, value) => (typeof value === "boolean" ? value : wrong(name, "true or false", value)),

    /** The number of a square, by its name. */
    square(name, value) {
        const expected = "a square from a1 to h8";
        return NUMBERS.get(textOf(name, value, expected)) ?? wrong(name, expected, value);
    },

    squareName: (name, value) => SQUARES[check.square(name, value)],

    /** One of a few words or letters. */
    oneOf(name, value, choices) {
        const expected = `one of ${choices.join(" ")}`;
        return choices.includes(textOf(name, value, expected)) ? value : wrong(name, expected, value);
    },

    number: (name, value) => (typeof value === "number" ? value : wrong(name, "a number", value)),

    /** An object with some of these options and no others. */
    options(name, value, known) {
        if (typeof value !== "object" || value === null || Array.isArray(value)) {
            wrong(name, "an object", value);
        }
        const unknown = Object.keys(value).find((key) => !known.includes(key));
        if (unknown !== undefined) {
            throw new TypeError(`${name}: there is no ${shown(unknown)}, only ${known.join(", ")}`);
        }
        return value;
    },

};

/** Checks that games without PGN do not need, so that bundlers leave them out. */
export const checkMore = {
    /** A text that matches a pattern. */
    pattern(name, value, pattern, expected) {
        return pattern.test(textOf(name, value, expected)) ? value : wrong(name, expected, value);
    },

    /** The moves of a line, in SAN or UCI. */
    line: (name, value) =>
        checkMore.list(name, value, (name, move) => checkMore.pattern(name, move, /^[^\s=]\S*$/, "a move of SAN or UCI")).join(" "),

    /** A list, each of whose values is checked under its name. */
    list(name, value, one) {
        return Array.isArray(value) ? Array.from(value, (item, index) => one(`${name}[${index}]`, item)) : wrong(name, "an array", value);
    },

    /** A number in a range. */
    within: (name, value, least, most, expected) =>
        (check.number(name, value) >= least && value <= most ? value : wrong(name, expected, value)),

    integer: (name, value, least, most) =>
        (Number.isInteger(check.number(name, value)) ? checkMore.within(name, value, least, most, `an integer from ${least} to ${most}`)
            : wrong(name, "an integer", value)),

    /** A function, or nothing. */
    callback(name, value) {
        return value === undefined || typeof value === "function" ? value : wrong(name, "a function", value);
    },
};

/** Lines `name=value` of a request, for the options that are given. A line break in a value would begin another option. */
export const optionLines = (options, checks) => Object.entries(checks).filter(([name]) => options[name] !== undefined)
    .map(([name, of]) => `${name}=${of(name, options[name])}`.replace(/[\r\n]/g, " "));
