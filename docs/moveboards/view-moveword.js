"use strict";
const MoveWordView = { id: "word", title: "Move word", options: () => ({ board: App.board() }), render: (container) => container.replaceChildren(El.p("This view is being written.")) };
