"use strict";

const { mkdir, mkdtemp, rm, writeFile } = require("node:fs/promises");
const { dirname, join } = require("node:path");

const root = join(__dirname, "..", ".scratch");

/** An empty folder for one test. */
async function scratch() {
  await mkdir(root, { recursive: true });
  return mkdtemp(join(root, "test-"));
}

/** Writes files, given as an object of names and contents. */
async function fill(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** Many small files. */
function many(count) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index % 10}/${index}.txt`, `file ${index}`]));
}

const remove = (folder) => rm(folder, { recursive: true, force: true });

module.exports = { scratch, fill, many, remove };
