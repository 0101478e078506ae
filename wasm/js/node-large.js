export { ChessError, loadLarge as load, loadSync } from "./node.js";
