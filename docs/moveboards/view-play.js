"use strict";
const PlayView = { id: "play", title: "Play", options: () => ({ board: App.board() }), render: (container) => container.replaceChildren(El.p("This view is being written.")) };
