import { type Case, type Row, wrongIn } from "./case.ts";
import { wrongPair, wrongSimplified } from "./confirm.ts";
import { bytesOf, culpritInput } from "./culprit.ts";
import { shown } from "./shown.ts";
import type { Workshop } from "./workshop.ts";

const line = '<SELECT NAME="priority" MULTIPLE SIZE=7>';

const printer = `#!/bin/sh
# A printer that crashes when it is to print a SELECT tag, as Mozilla did (bug 24735).
grep -q '<SELECT[^>]*>' "$1" || exit 0
echo "printer: segmentation fault" >&2
exit 139
`;

/** The line of HTML on which Mozilla crashed when printing (Zeller, Why Programs Fail, examples 5.5 and 13.1). */
export const selectLine: Case = {
  name: "select",
  async *rows(workshop) {
    const test = [workshop.script("printer.sh", printer), "{}"];
    workshop.write("select.html", line);
    yield await simplified(workshop, test, "auto");
    yield await simplified(workshop, test, "ddmin");
    yield await isolated(workshop, test);
  },
};

async function simplified(workshop: Workshop, test: string[], search: string): Promise<Row> {
  const found = await culpritInput(workshop, ["select.html", "--by", "bytes", "--search", search], test);
  const { tests, deltas } = found.finding;
  return {
    experiment: `SELECT line, simplify with ${search}`,
    deltas: deltas.total,
    found: shown(found.failing),
    tests: tests.needed,
    published: "48",
    wrong: [
      ...wrongSimplified(found, (input) => workshop.statusOf(test[0]!, input) === 139),
      ...wrongIn({
        "<SELECT> is left": found.failing.equals(Buffer.from("<SELECT>")),
        "48 tests are enough": tests.needed <= 48,
      }),
    ],
  };
}

async function isolated(workshop: Workshop, test: string[]): Promise<Row> {
  const found = await culpritInput(workshop, ["select.html", "--by", "bytes", "--isolate"], test);
  const { tests, deltas, cause } = found.finding;
  const status = (input: Uint8Array) => workshop.statusOf(test[0]!, input);
  return {
    experiment: "SELECT line, isolate",
    deltas: deltas.total,
    found: shown(bytesOf(cause)),
    tests: tests.needed,
    published: "5",
    wrong: [
      ...wrongPair(
        found,
        (input) => status(input) === 139,
        (input) => status(input) === 0,
      ),
      ...wrongIn({ "the cause is <": bytesOf(cause).equals(Buffer.from("<")), "it takes 5 tests": tests.needed === 5 }),
    ],
  };
}
