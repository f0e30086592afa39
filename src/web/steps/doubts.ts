import type { Finding } from "../../core/finding.ts";
import { count, counted } from "../../report/quantity.ts";

/** What the journal shows about repeated runs. */
export interface RepeatedRuns {
  /** How often each candidate was run at most. */
  readonly repeat: number;
  /** How often those that failed were run, in all, and how many they are. */
  readonly runsOfFailing: number;
  readonly failing: number;
}

/** What of a finding can be doubted. */
export interface DoubtedFinding
  extends Pick<Finding, "assumptions" | "otherFailures" | "verdict" | "minimal" | "goal" | "deltas"> {
  /** A person said how each test came out. */
  readonly isAsked: boolean;
}

/** What would disprove an answer, as sentences: what was seen that contradicts it, and what to try. */
export function doubtsOf(finding: DoubtedFinding, repeated: RepeatedRuns | undefined): string[] {
  return [
    ...finding.assumptions.map(({ seen }) => seen),
    ...otherFailures(finding),
    ...(repeated ? [repeats(repeated, finding)] : []),
    ...claims(finding),
  ];
}

/** Maximum number of other failures that are named. */
const maxNamed = 5;

function otherFailures({ otherFailures = [] }: DoubtedFinding): string[] {
  const [first, ...others] = otherFailures;
  if (!first) return [];
  if (others.length === 0)
    return [
      `${counted(first.count, "candidates")} failed in another way (${first.failure}) and did not count as failing. If that is the same defect, the answer may be too large.`,
    ];
  const candidates = otherFailures.reduce((sum, each) => sum + each.count, 0);
  const named = otherFailures.slice(0, maxNamed).map(({ failure, count: times }) => `${failure} (${count(times)})`);
  const left = otherFailures.length - named.length;
  return [
    `${counted(candidates, "candidates")} failed in ${count(otherFailures.length)} other ways and did not count as failing: ${named.join("; ")}${left > 0 ? `; and ${count(left)} more` : ""}. If one of these is the same defect, the answer may be too large.`,
  ];
}

function repeats({ repeat, runsOfFailing, failing }: RepeatedRuns, { isAsked }: DoubtedFinding): string {
  if (isAsked) return "Most outcomes are single answers of a person: one that is wrong is enough for a wrong result.";
  if (repeat === 1)
    return "Most outcomes are those of a single run. If the test is flaky, one wrong outcome is enough for a wrong answer: --repeat auto finds out how often to run it.";
  const rate = runsOfFailing === 0 ? 0 : failing / runsOfFailing;
  const missed = (1 - rate) ** repeat;
  const chance = missed < 0.001 ? "less than 0.1 %" : `about ${(100 * missed).toFixed(1)} %`;
  return `Each candidate was run up to ${count(repeat)} times, until it failed. Those that failed did so in ${count(failing)} of ${count(runsOfFailing)} runs, so one that fails is taken for passing with a probability of ${chance}.`;
}

function claims({ verdict, minimal, goal, deltas }: DoubtedFinding): string[] {
  if (verdict !== "found" || deltas.cause === 0) return [];
  const proof = minimal
    ? goal === "isolate"
      ? "It is wrong if the passing half fails, or the failing half passes, when it is run again."
      : "It is wrong if what was found passes when it is run again, or if it fails with any one part left out."
    : "It is not proved minimal: a smaller answer may exist.";
  return [proof];
}
