import type { Application } from "../../application/application.ts";
import { readConditions, readTest, reportingOptions, testingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import type { ClockFinding } from "./finding.ts";
import { readMoment } from "./read-moment.ts";
import type { ClockRequest } from "./request.ts";

export const clock: Application<ClockRequest, ClockFinding> = {
  name: "clock",
  usage: "culprit clock [options] OLD NEW -- TEST…",
  about: "an instant at which a test begins to fail: a certificate that expires, a hard-coded year",
  options: [...testingOptions, ...reportingOptions],
  example: [
    "The test passes at OLD and fails at NEW. Each is a date (2026-03-01, 2026-03-01T12:00:00Z), now, or a distance from now",
    "(-3months, +1year, -2weeks, -36h). @ZONE after it sets the time zone; where the zones differ, that is tried first. The",
    "test runs in the current folder under a false clock (libfaketime) that starts there and runs on.",
    "",
    "  culprit clock now +2years -- ./check-certificates.sh",
    "  culprit clock 2026-01-15@UTC 2026-02-15@Asia/Tokyo -- npm test",
  ].join("\n"),
  readRequest,
  inputs: () => [],
  find: async (run, request) => (await import("./find.ts")).findInClock(run, request),
  report: async () => (await import("./report.ts")).clockReport,
};

function readRequest(words: Words, cwd: string): ClockRequest {
  const [old, now, stray] = words.positionals;
  if (old === undefined || now === undefined || stray !== undefined)
    throw new UserError(`Name two instants: one at which the test passes, then one at which it fails. ${clock.usage}`);
  const present = Math.floor(Date.now() / 1000);
  const ends = { old: readMoment(old, present), new: readMoment(now, present) };
  if (ends.old.at === ends.new.at && ends.old.zone === ends.new.zone)
    throw new UserError(`${old} and ${now} are the same instant: there is no difference to search.`);
  return { cwd, test: readTest(words, "clock -3months now -- ./test.sh"), ...ends, conditions: readConditions(words) };
}
