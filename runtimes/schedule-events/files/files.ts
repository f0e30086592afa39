import fs, { promises } from "node:fs";
import { controlCallback, controlPromise } from "../operations/controlled-operation.ts";
import { wrap } from "../replacements/replace.ts";
import { logUncontrolled } from "../scheduler/uncontrolled.ts";
import { followFileChanges } from "./file-changes.ts";
import { useVirtualFileTimes } from "./file-times.ts";
import { controlFolders } from "./folders.ts";
import { controlRemoval } from "./removal.ts";
import { keepSitesInTicks } from "./tick-sites.ts";
import { controlWholeFiles } from "./whole-files.ts";

/** Node implements these by other functions of `fs`, each of which is controlled. */
const composedByNode = new Set(["writeFile", "appendFile", "exists", "realpath"]);
/** These are implemented by other functions here. */
const composedHere = new Set(["readFile", "rm", "opendir"]);
/** Functions of fs/promises that are implemented by others, by Node or here; and `watch`, which is not controlled. */
const notOneStep = new Set(["readFile", "writeFile", "appendFile", "rm", "watch", "glob", "opendir"]);

/** Controls all asynchronous functions of fs, fs/promises and FileHandle. If one does several things, each is an event. */
export function controlFiles(): void {
  const { rm } = promises;
  useVirtualFileTimes();
  followFileChanges();
  keepSitesInTicks();
  for (const name of Object.keys(fs).filter((each) => `${each}Sync` in fs)) {
    if (!composedByNode.has(name) && !composedHere.has(name)) controlCallback(fs, name, `fs.${name}`);
  }
  for (const [name, value] of Object.entries(promises)) {
    if (typeof value === "function" && !notOneStep.has(name)) controlPromise(promises, name, `fs.${name}`);
  }
  controlWholeFiles();
  controlRemoval(rm);
  controlFolders();
  for (const name of ["watch", "watchFile"]) {
    wrap(fs, name, (watch) => (...args) => {
      logUncontrolled(`fs.${name}`);
      return watch(...args);
    });
  }
  wrap(promises, "watch", (watch) => (...args) => {
    logUncontrolled("fs.watch");
    return watch(...args);
  });
}
