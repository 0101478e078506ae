// The browser of the tests: `CHROMIUM` names it, and `CHROMIUM_LIBRARIES` folders of libraries that only it is to see.

import { chromium } from "playwright-core";

export function launch() {
    const libraries = process.env.CHROMIUM_LIBRARIES;
    return chromium.launch({
        executablePath: process.env.CHROMIUM,
        args: ["--no-sandbox", "--disable-gpu"],
        env: libraries === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries },
    });
}
