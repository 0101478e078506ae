"use strict";
const TableView = { id: "table", title: "Table", options: () => ({ board: App.board() }), render: (container) => container.replaceChildren(El.p("This view is being written.")) };
