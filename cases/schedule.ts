import { copyFileSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { AnyFinding } from "../test/any-finding.ts";
import { type Case, type Row, wrongIn } from "./case.ts";
import { culpritSchedule } from "./culprit.ts";
import { markedLines } from "./marked-lines.ts";
import { type Racy, races } from "./races.ts";
import { literally } from "./raytracer.ts";
import type { Workshop } from "./workshop.ts";

/** The classic bugs of concurrent programs, several of each kind, in programs that fail only sometimes. */
export const schedule: Case = {
  name: "schedule",
  async *rows(workshop) {
    yield* literally(workshop);
    let hits = 0;
    for (const [i, race] of races.entries()) {
      const row = await rowOf(workshop, race);
      if (row.wrong.length === 0) hits++;
      const isLast = i === races.length - 1;
      yield isLast ? { ...row, note: `Of ${races.length} races, the right lines are named in ${hits}.` } : row;
    }
  },
};

async function rowOf(workshop: Workshop, race: Racy): Promise<Row> {
  const file = basename(race.path);
  const folder = join(workshop.path, `${race.kind}-${file}`.replaceAll(" ", "-"));
  mkdirSync(folder);
  copyFileSync(race.path, join(folder, file));
  const finding = await culpritSchedule(workshop, folder, { file, options: race.options });
  const { verdict, minimal, cause, deltas, tests } = finding;
  const found = cause[0]?.text ?? verdict;
  const wrong = wrongIn({
    [`a cause was found in ${file}, and confirmed`]: verdict === "found" && minimal,
    [`the right lines of ${file} are named`]: namesRightLines(race, finding),
  });
  return {
    experiment: `${race.kind}: ${file}`,
    deltas: deltas.total,
    found: found.length > 80 ? `${found.slice(0, 79)}…` : found,
    tests: tests.needed,
    published: "-",
    remark: wrong.length === 0 ? "hit" : "missed",
    wrong,
  };
}

function namesRightLines({ path }: Racy, { cause, notes = [], by }: AnyFinding): boolean {
  const [text = ""] = cause.map((entry) => entry.text ?? "");
  const lines = (named: string) => [...named.matchAll(/\S+?:(\d+)\b/g)].map(([, line]) => Number(line));
  if (by === "swaps") {
    const [first = "", second = ""] = text.split(" runs before ");
    const has = (mark: "FIRST" | "SECOND", named: string) =>
      lines(named).some((line) => markedLines(path, mark).has(line));
    return has("FIRST", first) && has("SECOND", second);
  }
  const here = markedLines(path, "HERE");
  const waits = notes.flatMap((note) => /waits for (?!the end of|a message).* at \S+?:(\d+)\b/.exec(note)?.[1] ?? []);
  if (waits.length > 1) return waits.every((line) => here.has(Number(line)));
  // What runs meanwhile is told too; what counts is where a lane has to be interrupted, or from where it goes on too late.
  const [, early] = /continues from (.*)$/.exec(text) ?? [];
  return lines(early ?? text.split(" while ")[0]!).some((line) => here.has(line));
}
