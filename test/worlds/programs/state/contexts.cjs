const { readFileSync } = require("node:fs");
const vm = require("node:vm");
const context = vm.createContext({ console, input: process.argv[2] });
const inner = `${__dirname}/inner.cjs`;
vm.runInContext(readFileSync(inner, "utf8"), context, { filename: inner });
