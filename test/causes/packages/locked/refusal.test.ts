import { expect, test } from "vitest";
import { refusalIn } from "../../../../src/causes/packages/locked/refusal.ts";

test.each([
  [
    "of pip, what does not go together",
    `ERROR: Cannot install pad==1.0 and table==2.0 because these package versions have conflicting dependencies.

The conflict is caused by:
    The user requested pad==1.0
    table 2.0 depends on pad>=2

To fix this you could try to:
ERROR: ResolutionImpossible: for help visit https://pip.pypa.io/
`,
    "table 2.0 depends on pad>=2",
  ],
  [
    "of pip, what is missing",
    "INFO: pip is looking\nERROR: Could not find absent (from pad)\nERROR: No matching distribution found for absent.\nnotice\n",
    "Could not find absent (from pad); No matching distribution found for absent",
  ],
  ["the last lines of anything else", "one\n\n  two\nthree\nfour\n", "two; three; four"],
  ["that nothing was printed", "\n \n", "it prints no reason"],
  ["no password", "ERROR: https://ann:geheim@example.org/ is away\n", "https://***@example.org/ is away"],
])("of a refusal it cites %s", (_, output, cited) => {
  expect(refusalIn(output)).toBe(cited);
});
