import { type Case, wrongIn } from "./case.ts";
import { culpritChanges } from "./culprit.ts";
import { writeDebuggers } from "./debugger-sources.ts";

/** The front end: it reads what the debugger answers, and expects it to begin as it always did. */
const frontEnd = `#!/bin/sh
reply=$(./debugger show args) || exit 125
case $reply in "Arguments "*) ;; *) echo "front end: error: cannot read the reply: $reply" >&2; exit 1 ;; esac
`;

const note =
  "debugger: GDB and DDD rebuilt small, with as many changes as there were, each of which needs another one to compile (gcc, make).";

/** A front end that no longer understands its debugger: which of 8,721 changes is it? */
export const debuggers: Case = {
  name: "debugger",
  async *rows(workshop) {
    writeDebuggers(workshop.path);
    const test = workshop.script("front-end.sh", frontEnd);
    const build = ["--build", "make -s -k -j2"];
    const finding = await culpritChanges(workshop, ["old", "new", ...build], [test]);
    const [cause] = finding.cause;
    yield {
      experiment: "debugger and front end, changes",
      deltas: finding.deltas.total,
      found: `${cause?.file}:${cause?.line}`,
      tests: finding.tests.needed,
      published: "97",
      note,
      wrong: wrongIn({
        "there are 8,721 changes": finding.deltas.total === 8721,
        "the help text is the cause": finding.cause.length === 1 && /argument list/.test(cause?.text ?? ""),
        "it takes no more tests than published": finding.tests.needed <= 97,
        "it is proved minimal": finding.minimal,
      }),
    };
  },
};
