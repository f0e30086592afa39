import { type Case, wrongIn } from "./case.ts";
import { wrongPair } from "./confirm.ts";
import { bytesOf, culpritInput } from "./culprit.ts";
import { definitions, keyboardLayout } from "./keyboard-layout.ts";

const presentation = `#!/bin/sh
# A presentation program that wants Alt+O for its menu of options and dies when the layout has taken it.
awk '
  { taken[$1] = $3 }
  END {
    if ("Alt+O" in taken) { print "present: assertion failed: menu key Alt+O is free" > "/dev/stderr"; exit 3 }
    print "slide 1"
  }
' "$1"
`;

/** The keyboard layout of 865 definitions, one of which makes a presentation program fail (Why Programs Fail, 13.1). */
export const keyboard: Case = {
  name: "keyboard",
  async *rows(workshop) {
    const script = workshop.script("present.sh", presentation);
    workshop.write("my.layout", keyboardLayout().join(""));
    workshop.write("fresh.layout", "");
    const argv = ["my.layout", "--passing", "fresh.layout", "--by", "lines"];
    const found = await culpritInput(workshop, argv, [script, "{}"]);
    const { tests, deltas, cause } = found.finding;
    const definition = bytesOf(cause).toString().trimEnd();
    const status = (input: Uint8Array) => workshop.statusOf(script, input);
    yield {
      experiment: "keyboard layout, isolate",
      deltas: deltas.total,
      found: definition,
      tests: tests.needed,
      published: "-",
      remark: "865 tests one by one",
      wrong: [
        ...wrongPair(
          found,
          (input) => status(input) === 3,
          (input) => status(input) === 0,
        ),
        ...wrongIn({
          [`there are ${definitions} definitions`]: deltas.total === definitions,
          "the cause is the definition of Alt+O": definition.startsWith("Alt+O = "),
          "ten tests are enough": tests.needed <= Math.ceil(Math.log2(definitions)),
        }),
      ],
    };
  },
};
