import { commandLine } from "../../core/command-line.ts";
import { counted } from "../../report/quantity.ts";
import { lastOutput } from "../../run/ends/end-messages.ts";
import { howItEnded } from "../../trial/failure.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { otherTests, testsBefore } from "./suite.ts";
import type { VictimSearch } from "./victim-search.ts";

/** Why no other test was found to decide how one ends, as sentences for the user. */

export function failsAlone({ victim, suite, request }: VictimSearch): string {
  const onlyOne =
    suite.tests.length === 1
      ? " No other test ran: to look for one that it needs, give the command of the whole suite, and --failing."
      : "";
  return (
    `${victim.id} fails alone in the same way, so other tests do not make it fail.${onlyOne}\n` +
    `To find out what does: culprit why -- ${commandLine(request.test)}`
  );
}

export function failsAloneOtherwise({ victim }: VictimSearch, alone: Execution): string {
  return `${victim.id} fails alone too, but in another way (${howItEnded(alone)}).${lastOutput(alone.output.stderr)}`;
}

export function neverFails({ victim, suite }: VictimSearch): string {
  const before = testsBefore(suite, victim).length;
  const all = otherTests(suite, victim).length;
  const afterAll = all > before ? `, after all ${counted(all, "other tests")}` : "";
  const reversed = all > 1 ? ", after these in reverse order" : "";
  return `${victim.id} passes after the ${counted(before, "tests")} before it${afterAll}${reversed}, and passes alone.`;
}

export function notUnderControl({ victim, suite, request }: VictimSearch): string {
  const because = suite.isParallel
    ? "In your run tests ran at the same time: that may be what makes it fail."
    : "So their order alone does not make it fail: it may be flaky.";
  return (
    `${victim.id} fails in the suite, but passes after the same tests in the same order, one at a time. ${because}\n` +
    `To find out: culprit why -- ${commandLine(request.test)}`
  );
}
