export { ChessError, loadMoves as load, loadMovesSync as loadSync } from "./node.js";
