import { DeltaSet } from "../../src/core/delta-set.ts";
import { pacedBy } from "../../src/run/stage/paced.ts";
import { changeSearch } from "../../src/versions/changes/explain-changes.ts";
import { changesBetween } from "../../src/world/changes/diff-versions.ts";
import { blobId } from "../../src/world/git/repository.ts";
import type { Version } from "../../src/world/tree/version.ts";
import { shapes } from "./generated.ts";
import type { Prepared } from "./preparing.ts";

/** Prepares one pair of files, in a process of its own, so that its peak of memory is known. */
const [shape, bytes] = process.argv.slice(2) as [string, string];
const { path, old, new: now } = shapes[shape]!(Number(bytes));

let [turned, pause] = [performance.now(), 0];
const turn = () => {
  pause = Math.max(pause, performance.now() - turned);
  turned = performance.now();
};
const turning = setInterval(turn, 1);
const { signal: stopped } = new AbortController();
const pace = pacedBy({ stopped, listener: { onNote: () => {}, onProgress: () => {} }, seconds: 0 });
const began = performance.now();
const changes = await changesBetween(version("old", old), version("new", now), () => false, pace);
await changeSearch(changes, "changes", { pace });
turn();
clearInterval(turning);
const seconds = (performance.now() - began) / 1000;

const third = DeltaSet.from(Array.from(changes.all).flatMap((i) => (i % 3 === 0 ? [[i, i + 1] as const] : [])));
const composing = performance.now();
changes.compose(third);
const candidate = performance.now() - composing;
const prepared: Prepared = {
  changes: changes.changes.length,
  seconds,
  pause,
  candidate,
  cpu: process.cpuUsage().user / 1e6,
  megabytes: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(prepared));

function version(name: string, bytes: Uint8Array): Version {
  const item = { kind: "file" as const, executable: false, id: blobId(bytes), bytes: () => bytes };
  return { name, items: new Map([[path, item]]), checkOut: () => {} };
}
