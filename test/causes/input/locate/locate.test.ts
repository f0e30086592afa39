import { describe, expect, test } from "vitest";
import { joinFindings } from "../../../../src/causes/input/locate/locate.ts";

const suspects = [{ file: "x.py", line: 3 }];
const state = { verdict: "found", cause: [] } as unknown as NonNullable<Parameters<typeof joinFindings>[1]["state"]>;

describe("what changes of code and following the state showed", () => {
  test("is one finding; why no line was changed does not matter where the state names one", () => {
    const changed = { unnamed: "the program is written in Go", notes: [] };
    expect(joinFindings(changed, { state, suspects, notes: ["No code was changed."] })).toEqual({
      state,
      suspects,
      notes: ["No code was changed."],
    });
  });

  test("is what changes showed, where no variable is the cause", () => {
    const changed = { suspects, notes: ["None passes."] };
    expect(joinFindings(changed, { notes: ["No variable."] })).toEqual({
      suspects,
      notes: ["None passes.", "No variable."],
    });
    expect(joinFindings({ unnamed: "no change could be tried", notes: [] }, { notes: ["No variable."] })).toEqual({
      notes: ["No line of the program is named: no change could be tried.", "No variable."],
    });
  });

  test("has one reason where neither was possible", () => {
    const refusal = "The program could not be run: it has no debug information.";
    expect(joinFindings({ unnamed: "it has no debug information", notes: [] }, { refusal, notes: [] })).toEqual({
      notes: [`No line of the program is named. ${refusal}`],
    });
    expect(joinFindings({ suspects, notes: [] }, { refusal, notes: [] })).toEqual({
      suspects,
      notes: [`The state of the program was not followed. ${refusal}`],
    });
  });
});
