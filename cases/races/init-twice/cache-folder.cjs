// A folder for the cache is made when the first file is stored. A second one at the same time finds it missing as well, and
// then there.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const base = fs.mkdtempSync(path.join(os.tmpdir(), "cache-"));
process.on("exit", () => fs.rmSync(base, { recursive: true }));

function ensureFolder(folder, callback) {
  fs.stat(folder, (missing) => { // FIRST
    if (!missing) return callback(null);
    fs.mkdir(folder, callback); // SECOND
  });
}

function store(key, value, callback) {
  const folder = path.join(base, key.slice(0, 2));
  ensureFolder(folder, (error) => {
    if (error) return callback(error);
    fs.writeFile(path.join(folder, key), value, callback);
  });
}

function report(error) {
  if (error) throw error;
}

setTimeout(() => store("abacus", "beads", report), 2);
setTimeout(() => store("abbey", "monks", report), 20); // FIRST
