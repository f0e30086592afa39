// node replace.cjs FILE OLD NEW: replaces the one place where a text stands.
const { readFileSync, writeFileSync } = require("node:fs");
const [file, old, now] = process.argv.slice(2);
const parts = readFileSync(file, "utf8").split(old);
if (parts.length !== 2) throw new Error(`${file}: ${parts.length - 1} places with ${old}`);
writeFileSync(file, parts.join(now));
