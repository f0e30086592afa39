/**
 * Loaded by every Node process of a command (`--require` in NODE_OPTIONS). Versions of Node that are too old for the rest must be able
 * to load this file: a command may use them for other things than tests.
 */
if (Number.parseInt(process.versions.node, 10) >= 16) require("./take-over.js");
