import { below, type Random, random } from "../random.ts";

/** Two versions of a file that no person wrote. */
export interface GeneratedPair {
  readonly path: string;
  readonly old: Uint8Array;
  readonly new: Uint8Array;
}

/** What generated files look like, by name. */
export const shapes: Readonly<Record<string, (bytes: number) => GeneratedPair>> = {
  "many functions": (bytes) => pair("functions.js", bytes, { unit: functionText, join: "\n", around: ["", "\n"] }),
  "one bundle": (bytes) =>
    pair("bundle.js", bytes, {
      unit: (i, made) => functionText(i, made).replace(/^/gm, "  "),
      join: "\n",
      around: ["(function () {\n", "\n})();\n"],
    }),
  "minified, one line": (bytes) =>
    pair("app.min.js", bytes, { unit: minified, join: "", around: ["!function(){", "}();"] }),
  "minified, all names new": (bytes) =>
    pair("app.min.js", bytes, { unit: renamed, join: "", around: ["!function(){", "}();"] }),
  "moved to the right": (bytes) => {
    const { old, new: now } = pair("lib.js", bytes, { unit: functionText, join: "\n", around: ["", "\n"] });
    const moved = Buffer.from(now).toString().replace(/^/gm, "  ");
    return { path: "lib.js", old, new: Buffer.from(`(function () {\n${moved}\n})();\n`) };
  },
  "JSON data": (bytes) => pair("data.json", bytes, { unit: record, join: ",\n", around: ["[\n", "\n]\n"] }),
  "text, all of it new": (bytes) => pair("words.txt", bytes, { unit: words, join: "\n", around: ["", "\n"] }),
};

interface Shape {
  readonly unit: (i: number, made: Made) => string;
  readonly join: string;
  readonly around: readonly [string, string];
}

interface Made {
  readonly next: Random;
  /** In the new version, and this unit is changed. */
  readonly changed: boolean;
  readonly isNew: boolean;
}

/** Share of the units that differ. */
const changedShare = 0.9;

function pair(path: string, bytes: number, { unit, join, around: [before, behind] }: Shape): GeneratedPair {
  const [old, now]: [string[], string[]] = [[], []];
  const choose = random(0);
  for (let [i, size] = [0, 0]; size < bytes; i++) {
    const changed = choose() < changedShare;
    old.push(unit(i, { next: random(i), changed: false, isNew: false }));
    now.push(unit(i, { next: random(i), changed, isNew: true }));
    size += now.at(-1)!.length + join.length;
  }
  const text = (units: readonly string[]) => Buffer.from(`${before}${units.join(join)}${behind}`);
  return { path, old: text(old), new: text(now) };
}

function functionText(i: number, { next, changed }: Made): string {
  const n = below(1000, next);
  return [
    `function step${i}(value, options) {`,
    `  const scaled = value * ${n} + ${i % 97};`,
    `  if (scaled > ${changed ? n + 1 : n}) return step${below(i + 1, next)}(scaled - 1, options);`,
    `  return options.limit - scaled;`,
    "}",
  ].join("\n");
}

function minified(i: number, { next, changed }: Made): string {
  const n = below(1000, next);
  return `function f${i}(e,t){var r=e*${n};return r>${changed ? n + 1 : n}?f${below(i + 1, next)}(r-1,t):t.limit-r}`;
}

/** A minifier that met one more name has given all others new ones. */
function renamed(i: number, { next, isNew }: Made): string {
  const name = (n: number) => (isNew ? `g${(n + 1).toString(36)}` : `g${n.toString(36)}`);
  const [e, t, r] = isNew ? ["t", "r", "n"] : ["e", "t", "r"];
  const n = below(1000, next);
  return `function ${name(i)}(${e},${t}){var ${r}=${e}*${n};return ${r}>${n}?${name(below(i + 1, next))}(${r}-1,${t}):${t}.limit-${r}}`;
}

function record(i: number, { next, changed }: Made): string {
  const n = below(1e6, next);
  return `  { "id": ${i}, "name": "item ${n}", "price": ${changed ? n + 1 : n}, "tags": ["a${n % 7}", "b${n % 11}"] }`;
}

function words(i: number, { next, isNew }: Made): string {
  return Array.from({ length: 8 }, () => `${isNew ? "new" : "old"}${below(1e6, next)}`).join(` ${i % 10} `);
}
