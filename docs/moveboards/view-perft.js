"use strict";
const PerftView = { id: "perft", title: "Perft", options: () => ({ board: App.board() }), render: (container) => container.replaceChildren(El.p("This view is being written.")) };
