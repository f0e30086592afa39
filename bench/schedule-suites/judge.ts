import type { ScheduleFinding } from "../../src/causes/schedule/finding.ts";

/**
 * The places of each thread that must not meet as they do, or that every schedule fails, so that none of them is the cause. A side is
 * a list of `FILE:LINE-LINE`, of `LINE-LINE` in any file, and of variables.
 */
export type Defect = readonly string[] | "every schedule";

export type Verdict = "right" | "near" | "wrong";

/**
 * Whether an answer names the defect. *right*: its first sentence names places of two sides; *near*: of one, or another sentence does.
 * What runs from one line to another of the same file names the lines in between. Where the program crashes is part of a sentence.
 */
export function judge({ cause, schedules, everyScheduleFails }: ScheduleFinding, defect: Defect): Verdict {
  if (defect === "every schedule") return everyScheduleFails ? "right" : "wrong";
  const crash = namesIn(schedules?.failing.crash?.place ?? "");
  const sentences = cause.map(({ text = "" }) => [...text.split(/ while | before /).map(namesIn), crash]);
  const sides = defect.map((side) => side.split(" ").map(nameOf));
  if (sentences[0] && namesTwoSides(sentences[0], sides)) return "right";
  return sides.some((side) => sentences.flat().some((part) => meet(part, side))) ? "near" : "wrong";
}

interface Lines {
  /** Empty: any file. */
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** Lines, or a variable. */
type Name = Lines | string;

/** Different parts of the sentence, each about one thread, name different sides. */
function namesTwoSides(parts: readonly (readonly Name[])[], sides: readonly (readonly Name[])[]): boolean {
  const sidesOf = parts.map((part) => sides.flatMap((side, i) => (meet(part, side) ? [i] : [])));
  return sidesOf.some((some, i) => sidesOf.slice(i + 1).some((others) => differ(some, others)));
}

function differ(some: readonly number[], others: readonly number[]): boolean {
  return some.some((one) => others.some((other) => one !== other));
}

function meet(some: readonly Name[], others: readonly Name[]): boolean {
  return some.some((one) => others.some((other) => isSame(one, other)));
}

function isSame(one: Name, other: Name): boolean {
  if (typeof one === "string" || typeof other === "string") return one === other;
  const isSameFile = one.file === "" || other.file === "" || one.file === other.file;
  return isSameFile && one.first <= other.last && other.first <= one.last;
}

/** Of a side of a defect. */
function nameOf(word: string): Name {
  const [, file = "", first, last = first] = /^(?:(.*):)?(\d+)(?:-(\d+))?$/.exec(word) ?? [];
  return first === undefined ? word : { file, first: Number(first), last: Number(last) };
}

/** Of a part of a sentence, such as `1.2 runs /home/app.c:3 → /home/app.c:7 (reads total)`. */
function namesIn(part: string): Name[] {
  const variables = [...part.matchAll(/\((?:[^()]* )?([^() ]+)\)/g)].flatMap(([, name = ""]) => name.split(/\W+/));
  const places = [...part.matchAll(/([^/ ]+):(\d+)(?: → (?:\S*\/)?([^/ ]+):(\d+))?/g)];
  const lines = places.flatMap(([, file = "", first, to, last]) => {
    const start = { file, first: Number(first), last: Number(first) };
    if (to === undefined) return [start];
    const end = { file: to, first: Number(last), last: Number(last) };
    return file === to && start.first <= end.last ? [{ ...start, last: end.last }] : [start, end];
  });
  return [...lines, ...variables];
}
