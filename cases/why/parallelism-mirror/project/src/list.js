"use strict";

const { createHash } = require("node:crypto");
const { readdir, readFile } = require("node:fs/promises");
const { join, relative } = require("node:path");

/** The files below a folder, with a hash of each. */
async function list(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const hash = createHash("sha1").update(await readFile(path)).digest("hex");
    files.set(relative(folder, path), hash);
  }
  return files;
}

module.exports = { list };
