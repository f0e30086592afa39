import fs, { promises } from "node:fs";
import { seeFileChanges } from "./file-changes.ts";
import { tellFileTimes } from "./file-times.ts";
import { gateFolders } from "./folders.ts";
import { uncontrolled } from "./outside.ts";
import { gateRemoval } from "./removal.ts";
import { gateCallback, gatePromise, wrap } from "./replace.ts";
import { placeStreams } from "./streams.ts";
import { gateWholeFiles } from "./whole-files.ts";

/** Node makes these of other functions of `fs`, which pass the gate one by one. */
const composed = new Set(["writeFile", "appendFile", "exists", "realpath"]);
/** These are made of other functions here. */
const decomposed = new Set(["readFile", "rm", "opendir"]);
/** Of fs/promises, those that are made of others, by Node or here, and the one that is not controlled. */
const notOneStep = new Set(["readFile", "writeFile", "appendFile", "rm", "watch", "glob", "opendir"]);

/** All asynchronous functions of fs, fs/promises and FileHandle pass the gate; those that do several things, one by one. */
export function gateFiles(): void {
  const { rm } = promises;
  tellFileTimes();
  seeFileChanges();
  placeStreams();
  for (const name of Object.keys(fs).filter((each) => `${each}Sync` in fs)) {
    if (!composed.has(name) && !decomposed.has(name)) gateCallback(fs, name, `fs.${name}`);
  }
  for (const [name, value] of Object.entries(promises)) {
    if (typeof value === "function" && !notOneStep.has(name)) gatePromise(promises, name, `fs.${name}`);
  }
  gateWholeFiles();
  gateRemoval(rm);
  gateFolders();
  for (const name of ["watch", "watchFile"]) {
    wrap(fs, name, (watch) => (...args) => {
      uncontrolled(`fs.${name}`);
      return watch(...args);
    });
  }
  wrap(promises, "watch", (watch) => (...args) => {
    uncontrolled("fs.watch");
    return watch(...args);
  });
}
