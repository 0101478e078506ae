// Runs tests/bare, compiled to WebAssembly: node wasm.mjs FILE.wasm [wrong]
//
// Its checks and four counts of leaves are tests; the last line counts them as Rust's tests are counted. With `wrong`, other
// counts are expected, which must fail.
import { readFileSync } from "node:fs";

// Source: https://www.chessprogramming.org/Perft_Results
const LEAVES = [20n, 400n, 8902n, process.argv[3] === "wrong" ? 197282n : 197281n];

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const program = new WebAssembly.Instance(module, {}).exports;
let [passed, failed] = [0, 0];

function test(name, run) {
    let fault;
    try {
        fault = run();
    } catch (error) {
        fault = String(error);
    }
    console.log(`test ${name} ... ${fault === undefined ? "ok" : `FAILED: ${fault}`}`);
    fault === undefined ? passed++ : failed++;
}

test("the program's own checks", () => {
    const code = program.main();
    return code === 0 ? undefined : `exit code ${code}`;
});
LEAVES.forEach((expected, index) => test(`perft ${index + 1}`, () => {
    const leaves = program.leaves(index + 1);
    return leaves === expected ? undefined : `${leaves} and not ${expected}`;
}));
console.log(`test result: ${failed === 0 ? "ok" : "FAILED"}. ${passed} passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out`);
process.exit(failed === 0 ? 0 : 1);
