import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Case, type Row, wrongIn } from "./case.ts";
import { culpritSchedule } from "./culprit.ts";
import { root } from "./root.ts";
import type { Workshop } from "./workshop.ts";

/** A program that fails under some schedules, and what is to be named. */
interface Racy {
  readonly bug: string;
  readonly file: string;
  readonly names: RegExp;
}

const programs: readonly Racy[] = [
  { bug: "lost update, threads", file: "lost-update.c", names: /1\.\d is interrupted .*lost-update\.c:(?:9|10)\b/ },
  { bug: "check then act, threads", file: "check-then-act.c", names: /is interrupted .*check-then-act\.c:1[4-7]\b/ },
  { bug: "double-checked init, threads", file: "double-checked.c", names: /is interrupted .*double-checked\.c:1\d\b/ },
  { bug: "missed signal, threads", file: "missed-signal.c", names: /1 is interrupted .*missed-signal\.c:20\b/ },
  {
    bug: "order violation, threads",
    file: "order-violation.c",
    names: /before 1 goes on from order-violation\.c:17\b/,
  },
  { bug: "ABBA deadlock, threads", file: "abba.c", names: /runs abba\.c:\d+ → abba\.c:9\b/ },
  {
    bug: ".htpasswd of the lecture, events",
    file: "htpasswd.mjs",
    names: /htpasswd\.mjs:13:\d+ runs before fs\.\w+ htpasswd\.mjs:14/,
  },
  { bug: "init twice, events", file: "init-twice.mjs", names: /runs before .*init-twice\.mjs:8\b/ },
  {
    bug: "double callback, events",
    file: "double-callback.cjs",
    names: /timeout double-callback\.cjs:5\b.* runs before/,
  },
  {
    bug: "stale response, events",
    file: "stale-response.mjs",
    names: /(net\.\w+|timeout) stale-response\.mjs:7:\d+ runs before net\./,
  },
  {
    bug: "close before open, events",
    file: "close-before-open.mjs",
    names: /timeout close-before-open\.mjs:10\b.* runs before/,
  },
];

/** The classic bugs of concurrent programs, each in one that fails only sometimes. */
export const schedule: Case = {
  name: "schedule",
  async *rows(workshop) {
    for (const each of programs) yield await rowOf(workshop, each);
  },
};

async function rowOf(workshop: Workshop, { bug, file, names }: Racy): Promise<Row> {
  const folder = join(workshop.path, file);
  mkdirSync(folder);
  copyFileSync(join(root, "test", "worlds", "programs", "schedule", file), join(folder, file));
  const { verdict, minimal, cause, deltas, tests } = await culpritSchedule(workshop, folder, file);
  const found = cause[0]?.text ?? verdict;
  return {
    experiment: bug,
    deltas: deltas.total,
    found: found.length > 70 ? `${found.slice(0, 69)}…` : found,
    tests: tests.needed,
    published: "-",
    wrong: wrongIn({
      [`a cause was found in ${file}, and confirmed`]: verdict === "found" && minimal,
      [`the right lines of ${file} are named`]: cause.some(({ text = "" }) => names.test(text)),
    }),
  };
}
