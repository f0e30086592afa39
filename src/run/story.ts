import type { Finding, OtherFailure, StageSummary, StepRow, Story, TestCounts, Verdict } from "../core/finding.ts";
import { unresolvedOutcomes } from "../search/assumptions.ts";
import { describeFailure } from "../trial/failure.ts";
import type { Conclusion } from "./conclusion.ts";
import { unconfirmed } from "./confirm.ts";
import type { EndsEvent } from "./record/events.ts";
import type { RunRequest } from "./request.ts";
import type { Run } from "./run.ts";

/** The fields of a finding that the run itself fills in. */
type KnownToRun = "kind" | "tests" | "run" | "seconds" | "failure" | "otherFailures" | "stages";
/** The fields that are empty unless an application fills them in. */
type MaybeEmpty = "cause" | "causes" | "files" | "notes";

/** What an application adds to a finding. */
export type FindingDetails<F extends Finding = Finding> = Omit<F, KnownToRun | keyof Conclusion | MaybeEmpty> &
  Partial<Pick<Finding, MaybeEmpty>>;

/** What an application adds to a story. */
export interface StoryParts<F extends Finding = Finding>
  extends Partial<Pick<Story, "excerpts" | "comparison" | "linesOf">> {
  readonly conclusion: Conclusion;
  readonly details: FindingDetails<F>;
}

/** What a story needs to know of a run. */
export interface FinishedRun extends Pick<Run, "record" | "seconds"> {
  readonly counts: { readonly snapshot: TestCounts };
  readonly otherFailures: { readonly all: readonly OtherFailure[] };
  readonly stages: readonly StageSummary[];
  readonly steps: readonly StepRow[];
  readonly ends: Pick<EndsEvent, "failure" | "printed"> | undefined;
  readonly engine?: { readonly remarks?: readonly string[] } | undefined;
  readonly stopped?: AbortSignal;
}

/** Everything that the reports need to know about a run. */
export function storyOf<F extends Finding = Finding>(
  run: FinishedRun,
  { test }: RunRequest,
  { conclusion, details, excerpts = [], comparison, linesOf }: StoryParts<F>,
): Story<F> {
  const { header } = run.record;
  const { reason, minimal, assumptions } = conclusion;
  const { notes: own = [], ...rest } = details;
  const notes = [...own, ...(run.engine?.remarks ?? [])];
  const others = run.otherFailures.all;
  const tests = run.counts.snapshot;
  const finding = {
    kind: header.kind,
    verdict: verdictOf(conclusion, run.stopped),
    cause: [],
    causes: [],
    files: {},
    ...rest,
    minimal,
    // More tests may have been run since.
    assumptions: assumptions.flatMap((each) => (each.assumption === "resolved" ? unresolvedOutcomes(tests) : [each])),
    stages: run.stages,
    tests,
    run: header.run,
    seconds: Math.round(run.seconds * 100) / 100,
    ...(notes.length > 0 ? { notes } : {}),
    ...(run.ends ? { failure: describeFailure(run.ends.failure, run.ends.printed) } : {}),
    ...(others.length > 0 ? { otherFailures: others } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
  return {
    // TypeScript cannot see that an unknown finding without some fields, together with these fields, is that finding.
    finding: finding as unknown as F,
    excerpts,
    ...(comparison ? { comparison } : {}),
    ...(linesOf ? { linesOf } : {}),
    steps: run.steps,
    test,
    started: header.started,
    version: header.version,
  };
}

/** What was not confirmed because the run was stopped is not its end. */
function verdictOf({ verdict, assumptions }: Conclusion, stopped: AbortSignal | undefined): Verdict {
  const isUnconfirmed = assumptions.some(({ seen }) => seen === unconfirmed.seen);
  return verdict === "found" && isUnconfirmed && stopped?.aborted ? stopped.reason : verdict;
}
