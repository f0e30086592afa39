require("node:test").test("does nothing", () => {});
