"use strict";

const { readdir, rmdir } = require("node:fs/promises");
const { join } = require("node:path");

/** Removes folders without files; how many there were. */
async function prune(folder, isTop = true) {
  let removed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removed += await prune(join(folder, entry.name), false);
  if (isTop || (await readdir(folder)).length > 0) return removed;
  await rmdir(folder);
  return removed + 1;
}

module.exports = { prune };
