import { expect, test } from "vitest";
import type { StateRun } from "../../../../src/causes/state/state-run.ts";
import { noCauseText, noValueNotes, unseenText } from "../../../../src/causes/state/story/no-cause.ts";

const at = (name: string) => {
  const place = { function: name, hit: 1 };
  return { passing: place, failing: place };
};

const stateRun = {
  request: { at: [], cwd: "/project", test: [], maxPlaces: 100, language: "python" },
  criterion: { test: [], fail: { status: "exit 0" } },
  stderr: { pass: "", fail: "" },
} as unknown as StateRun;
const same = { at: at("sort"), reason: "both runs have the same values there", values: 0 };
const harmless = { at: at("print"), reason: "2 values differ there, and with …", values: 2 };
const missed = { at: at("end"), reason: "neither run reaches it" };
const unclear = { at: at("end"), reason: "it neither passes nor fails", tried: true as const };
const whole = { commonMoments: 20, cutShort: false };

test("places that were compared are not called incomparable", () => {
  expect(noCauseText(stateRun, { skipped: [missed], withoutCause: [same] }).split("\n")).toEqual([
    "There is no cause at the named places at which the two runs could be compared.",
    "No cause at sort: both runs have the same values there.",
    "Not comparable at end: neither run reaches it.",
  ]);
});

test.each([
  [{ skipped: [], withoutCause: [same] }, "There is no cause at any of the named places."],
  [{ skipped: [missed], withoutCause: [] }, "The two runs could not be compared at any of the named places."],
  [
    { skipped: [], withoutCause: [], whole: { commonMoments: 0, cutShort: false } },
    "The main code of the two runs has no line and no call in common; what it calls was not compared.",
  ],
  [{ skipped: [missed], withoutCause: [], whole }, "The two runs could not be compared: one place was tried."],
  [
    { skipped: [missed], withoutCause: [same], whole },
    "The two runs have the same values wherever they were compared, at one place.",
  ],
  [
    { skipped: [unclear], withoutCause: [same, harmless], whole },
    "With values of the failing run, the passing run did not fail anywhere: they were tried at 2 places.",
  ],
])("the first sentence says what was seen: %#", (places, sentence) => {
  expect(noCauseText(stateRun, places).split("\n")[0]).toBe(sentence);
});

test("after values were tried in vain, the text says what to do next", () => {
  const lines = noCauseText(stateRun, { skipped: [], withoutCause: [harmless], whole });
  expect(lines).toMatch(/^Use --at to name a place .* or --max-places to try more\.$/m);
  expect(lines).toMatch(/^Add a test after -- that knows what is wrong/m);
  const limited = noCauseText(stateRun, { skipped: [], withoutCause: [harmless], whole: { ...whole, cutShort: true } });
  expect(limited).toMatch(/^The limit is 100 places; use --max-places for more\.$/m);
});

test("about runs of which nothing was seen, what is in the way is named", () => {
  const both = [{ which: "pass" as const }, { which: "fail" as const }];
  expect(unseenText(stateRun, both, [])).toContain(
    "the two runs were not seen to execute a Python file under /project.",
  );
  const obstacle = "none of the program's own code was run; code given to -c cannot be traced";
  expect(unseenText(stateRun, [{ which: "fail", obstacle }], [])).toBe(
    `There is nothing to inspect in the failing run: ${obstacle}.`,
  );
});

test("beside changes of code, one sentence says why no value is the cause", () => {
  const reason = noCauseText(stateRun, { skipped: [missed], withoutCause: [same], whole });
  expect(noValueNotes({ reason })).toEqual([
    "No value was found to be the cause. The two runs have the same values wherever they were compared, at one place.",
  ]);
  expect(noValueNotes({})).toEqual(["So far, no value was found to be the cause."]);
  expect(noValueNotes(undefined)).toEqual([]);
});
