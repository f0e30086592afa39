import type { Outcome } from "../../src/core/outcome.ts";
import type { Execution } from "../../src/trial/process/execution.ts";
import type { Placed } from "../../src/world/changes/version-diff.ts";
import { blobId } from "../../src/world/git/repository.ts";
import type { Item, Version } from "../../src/world/tree/version.ts";
import { below, type Random, random, sample } from "../random.ts";

/** How many changes there are, and in how many functions, files and folders they stand: the shape of the GDB story. */
const shape = { changes: 8721, functions: 2160, files: 390, folders: 16 };

/** Where what a change needs stands: in its function, its file, its folder. */
const near = { function: 0.6, file: 0.3 };

/** A version that passes and one that fails, and a compiler and a test for all in between. */
export interface Regression {
  readonly old: Version;
  readonly new: Version;
  /** The numbers of the changes that the failure needs, in the order of the files. */
  readonly needed: readonly number[];
  readonly run: (placed: readonly Placed[]) => { readonly outcome: Outcome; readonly execution: Execution };
}

interface Place {
  readonly folder: number;
  readonly file: number;
  readonly fn: number;
}

/** Each change makes a name known and uses one that another change makes known; without that it does not build. */
export function regression(seed: number, count: number): Regression {
  const next = random(seed);
  const places = placesOf(next);
  const uses = places.map((_, i) => neighbour(places, i, next));
  const needed = sample(count, places.length, next);
  const old = version("old", places, (i) => `  int a${i} = ${i % 97};`);
  const now = version("new", places, (i) => `  int v${i} = v${uses[i]} + ${i % 97};`);
  return { old, new: now, needed, run: (placed) => run(placed, needed) };
}

/** Every place from 0 on has a function of its own or shares that of the place before it. */
function placesOf(next: Random): Place[] {
  const starts = (count: number, among: number) =>
    new Set([0, ...sample(count - 1, among - 1, next).map((i) => i + 1)]);
  const functions = starts(shape.functions, shape.changes);
  const files = starts(shape.files, shape.functions);
  const folders = starts(shape.folders, shape.files);
  let [folder, file, fn] = [-1, -1, -1];
  return Array.from({ length: shape.changes }, (_, i) => {
    if (functions.has(i) && files.has(++fn) && folders.has(++file)) folder++;
    return { folder, file, fn };
  });
}

function neighbour(places: readonly Place[], i: number, next: Random): number {
  const dice = next();
  const scope = dice < near.function ? "fn" : dice < near.function + near.file ? "file" : "folder";
  let [first, last] = [i, i];
  while (places[first - 1]?.[scope] === places[i]![scope]) first--;
  while (places[last + 1]?.[scope] === places[i]![scope]) last++;
  return first + below(last - first + 1, next);
}

function version(name: string, places: readonly Place[], line: (i: number) => string): Version {
  const texts = new Map<string, string[]>();
  places.forEach(({ folder, file, fn }, i) => {
    const path = `folder${String(folder).padStart(2, "0")}/file${String(file).padStart(3, "0")}.c`;
    const lines = texts.get(path) ?? [];
    texts.set(path, lines);
    if (places[i - 1]?.fn !== fn) lines.push(`int f${fn}(int x) {`);
    lines.push(line(i), "  x++;");
    if (places[i + 1]?.fn !== fn) lines.push("  return x;", "}", "");
  });
  const items = new Map([...texts].map(([path, lines]): [string, Item] => [path, itemOf(lines.join("\n"))]));
  return { name, items, checkOut: () => {} };
}

function itemOf(text: string): Item {
  const bytes = Buffer.from(text);
  return { kind: "file", executable: false, id: blobId(bytes), bytes: () => bytes };
}

/** Builds and tests: complains of every name that is used and not known, as a compiler that is told to go on does. */
function run(placed: readonly Placed[], needed: readonly number[]): ReturnType<Regression["run"]> {
  const known = new Set<string>();
  const used: { readonly name: string; readonly place: string }[] = [];
  for (const { path, item } of placed) {
    const lines = Buffer.from(item!.bytes()).toString("utf8").split("\n");
    lines.forEach((line, i) => {
      const [, name, other] = /^ {2}int (v\d+) = (v\d+)/.exec(line) ?? [];
      if (name === undefined || other === undefined) return;
      known.add(name);
      used.push({ name: other, place: `${path}:${i + 1}` });
    });
  }
  const errors = used.filter(({ name }) => !known.has(name));
  const stderr = errors.map(({ name, place }) => `${place}: error: '${name}' undeclared`).join("\n");
  const fails = errors.length === 0 && needed.every((i) => known.has(`v${i}`));
  const outcome = errors.length > 0 ? "unresolved" : fails ? "fail" : "pass";
  const output = { stdout: "", stderr, dropped: 0 };
  const execution: Execution = { exit: 1, signal: undefined, timedOut: false, milliseconds: 0, output };
  return { outcome, execution };
}
