"use strict";

const { copyFile, mkdir, rm } = require("node:fs/promises");
const { dirname, join } = require("node:path");
const { list } = require("./list.js");
const { plan } = require("./plan.js");

/** Makes a folder like another; what was done. */
async function mirror(from, to) {
  await mkdir(to, { recursive: true });
  const todo = plan(await list(from), await list(to));
  for (const name of todo.copy) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await copyFile(join(from, name), join(to, name));
  }
  for (const name of todo.remove) await rm(join(to, name));
  return todo;
}

module.exports = { mirror };
