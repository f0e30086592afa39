import { expect, test } from "vitest";
import { type Pair, searchMoments } from "../../../src/causes/clock/search.ts";
import type { Outcome } from "../../../src/core/outcome.ts";
import { asking } from "../../../src/core/search.ts";
import type { Moment } from "../../../src/world/clock/moment.ts";

/** What the search finds, and how many tests it takes. */
function found(ends: Pair, outcome: (moment: Moment) => Outcome): Pair & { readonly tests: number } {
  let search = searchMoments(ends);
  let tests = 0;
  for (; asking(search); tests++) search = search.after(outcome(search.ask));
  return { ...search.result, tests };
}

const day = 86_400;
const [berlin, tokyo] = ["Europe/Berlin", "Asia/Tokyo"];

test("halves down to one second", () => {
  const outcome = ({ at }: Moment) => (at >= 777 ? "fail" : "pass");
  const pair = found({ passing: { at: 0 }, failing: { at: day } }, outcome);
  expect(pair).toEqual({ passing: { at: 776 }, failing: { at: 777 }, tests: 17 });
});

test("works backwards too: a test that fails before an instant", () => {
  const outcome = ({ at }: Moment) => (at < 777 ? "fail" : "pass");
  expect(found({ passing: { at: day }, failing: { at: 0 } }, outcome)).toMatchObject({
    passing: { at: 777 },
    failing: { at: 776 },
  });
});

const ends = { passing: { at: 0, zone: berlin }, failing: { at: day, zone: tokyo } };

test("stops where the zone alone decides", () => {
  const outcome = ({ zone }: Moment) => (zone === tokyo ? "fail" : "pass");
  const pair = found(ends, outcome);
  expect(pair).toEqual({ passing: ends.passing, failing: { at: 0, zone: tokyo }, tests: 1 });
});

test("goes on in the zone of the failing end where the zone alone does not decide", () => {
  const outcome = ({ at }: Moment) => (at >= 777 ? "fail" : "pass");
  expect(found(ends, outcome)).toMatchObject({
    passing: { at: 776, zone: tokyo },
    failing: { at: 777, zone: tokyo },
  });
});

test("tries the other way round where the old instant cannot be judged in the new zone", () => {
  const early = (late: Outcome) => (moment: Moment) =>
    moment.zone === tokyo ? "unresolved" : moment.at === day ? late : moment.at >= 777 ? "fail" : "pass";
  expect(found(ends, early("pass"))).toMatchObject({ passing: { at: day, zone: berlin }, failing: ends.failing });
  expect(found(ends, early("fail"))).toMatchObject({
    passing: { at: 776, zone: berlin },
    failing: { at: 777, zone: berlin },
  });
  expect(found(ends, early("unresolved"))).toEqual({ ...ends, tests: 2 });
});
