import { expect, test } from "vitest";
import { isAbsent, type Missing, missedText } from "../../../../src/causes/state/capture/unreached-place.ts";

const run = (side: Missing["side"], said: string, timedOut = false): Missing => ({
  side,
  run: { said: `a warning of its own\nculprit: ${said}\n`, timedOut },
});
const place = { function: "sort", hit: 1 };

test.each([
  [["sort is not in the program"], ["sort is not in the program"], /^there is no such place in what was loaded/],
  [["srt is not in the program; did you mean sort?"], ["srt is not in the program"], /; did you mean sort\?$/],
  [["sort was not reached"], ["sort was not reached"], /^neither run comes there: name a place that both come to$/],
  [["sort was not reached"], [], /^only the failing run comes there: name a place/],
  [["sort is not in the program"], [], /^only the failing run comes there: name a place/],
  [[], ["sort was not reached"], /^only the passing run comes there: name a place/],
  [["sort#3 was reached 1 time"], [], /^the passing run comes there only once: name/],
  [["sort#3 was reached 2 times"], ["sort#3 was reached 2 times"], /^both runs come there only 2 times$/],
  [
    ["sort#3 was reached 2 times"],
    ["sort#3 was not reached"],
    /only 2 times, and the failing run does not come there$/,
  ],
  [["gdb was killed (SIGKILL)"], [], /^the passing run does not come there \(gdb was killed \(SIGKILL\)\): name/],
])("%j and %j", (passing, failing, says) => {
  const missing = [
    ...passing.map((said) => run("passing", said)),
    ...failing.map((said) => run("failing", said)),
  ] as unknown as readonly [Missing, Missing];
  const text = missedText(place, missing);
  expect(text).toMatch(says);
  expect(isAbsent(text)).toBe(/no such place|did you mean/.test(says.source));
});

test("a run that does not come to its place in time may be given more", () => {
  expect(missedText(place, [run("failing", "", true)])).toBe(
    "the failing run does not come there in time (--timeout gives it more)",
  );
});
