import { commandLine } from "../../core/command-line.ts";
import type { Finding, Story } from "../../core/finding.ts";
import type { Run } from "../../run/run.ts";
import { storyOf } from "../../run/story.ts";
import type { Capture } from "./against/capture.ts";
import { leastShare } from "./diagnosis/confidence.ts";
import type { Isolated } from "./experiment.ts";
import type { FailingTest } from "./failing-test.ts";
import type { WhyFinding } from "./finding.ts";
import type { FirstRun } from "./first-run.ts";
import type { Inquiry } from "./inquiry.ts";
import type { Kind } from "./kind.ts";
import type { WhyRequest } from "./request.ts";

/** What was found out. Empty: nothing that was tried decides. */
export interface Answer {
  readonly decides?: Kind;
  /** The experiment that showed it, as in "in a clean copy". */
  readonly decidedBy?: string;
  /** What a search of `why` itself found. */
  readonly isolated?: Isolated;
  /** What another command of culprit found. */
  readonly story?: Story;
  /** Why that could not isolate it further. */
  readonly refusal?: string;
  /** The command that found it, or goes on. */
  readonly command?: string;
  /** What to type to see it pass, and fail. */
  readonly commands?: { readonly passing?: string; readonly failing?: string };
  /** What the next steps will cost: it stopped before them. */
  readonly plan?: string;
  /** Sentences that are worth knowing. */
  readonly notes?: readonly string[];
}

/** What became of a run. */
interface WhyResult {
  readonly answer: Answer;
  readonly inquiry: Inquiry;
  readonly failing: FailingTest;
  /** What could not be tried here, as sentences. */
  readonly untried: readonly string[];
}

export function whyStory(
  run: Run,
  request: WhyRequest,
  { answer, inquiry, failing, untried }: WhyResult,
): Story<WhyFinding> {
  const { decides, isolated, story, command } = answer;
  const finding = story?.finding;
  const isStopped = run.stopped.aborted;
  const isAnswered = decides !== undefined && (!isStopped || finding !== undefined || isolated !== undefined);
  const sentence = isolated?.sentence ?? (decides && !finding ? decidedSentence(answer) : undefined);
  const whole = storyOf<WhyFinding>(run, request, {
    ...(story ? partsOf(story) : {}),
    conclusion: {
      verdict: isAnswered ? "found" : isStopped ? run.stopped.reason : "not-reproduced",
      minimal: finding?.minimal ?? isolated?.isProved ?? false,
      assumptions: [],
      ...reasonOf(answer, inquiry, isStopped),
    },
    details: {
      goal: finding?.goal ?? "isolate",
      search: finding?.search ?? "experiments",
      by: finding?.by ?? isolated?.by ?? "experiments",
      deltas: finding?.deltas ?? { total: isolated?.total ?? 0, cause: isolated?.items.length ?? 0 },
      cause: finding?.cause ?? isolated?.entries ?? isolated?.items.map((text) => ({ text })) ?? [],
      files: finding?.files ?? patchFile(run, isolated),
      ...(finding?.patches ? { patches: finding.patches } : {}),
      tried: inquiry.tried,
      ...(untried.length > 0 ? { untried } : {}),
      ...(decides ? { decides } : {}),
      ...(sentence === undefined ? {} : { answer: sentence }),
      ...(failing.id === undefined ? {} : { test: failing.id }),
      ...(finding ? { finding } : {}),
      ...(command === undefined ? {} : { command }),
      ...((answer.commands ?? isolated?.commands) ? { commands: answer.commands ?? isolated!.commands! } : {}),
      notes: [
        ...aboutOthers(failing),
        ...(answer.notes ?? []),
        ...(answer.refusal === undefined ? [] : [answer.refusal]),
      ],
    },
  });
  return withoutExperiments(whole, story, inquiry);
}

/** What reports draw on besides the finding. */
function partsOf({ excerpts, comparison, linesOf }: Story): Pick<Story, "excerpts" | "comparison" | "linesOf"> {
  return { excerpts, ...(comparison ? { comparison } : {}), ...(linesOf ? { linesOf } : {}) };
}

/** Experiments narrow nothing down: the steps that are shown are those of the search that isolated the cause. */
function withoutExperiments(
  whole: Story<WhyFinding>,
  inner: Story | undefined,
  { stages }: Inquiry,
): Story<WhyFinding> {
  const isSearch = ({ stage }: { readonly stage: string }) => !stages.has(stage);
  return {
    ...whole,
    steps: inner?.steps ?? whole.steps.filter(isSearch),
    finding: {
      ...whole.finding,
      stages: inner?.finding.stages ?? whole.finding.stages.filter(({ name }) => !stages.has(name)),
    },
  };
}

/** The patch that a search of `why` itself has written. */
function patchFile(run: Run, isolated: Isolated | undefined): Finding["files"] {
  return isolated?.entries ? { cause: run.record.prepareOutputPath("cause.patch") } : {};
}

function decidedSentence({ decidedBy }: Answer): string {
  return `It fails here, and passes ${decidedBy}`;
}

function reasonOf({ decides, decidedBy, plan }: Answer, inquiry: Inquiry, isStopped: boolean): { reason?: string } {
  if (plan !== undefined) return { reason: plan };
  if (isStopped)
    return decides ? { reason: `It passes ${decidedBy}; which part of that decides is not known yet.` } : {};
  return decides ? {} : { reason: nothingDecides(inquiry) };
}

function nothingDecides({ tried }: Inquiry): string {
  if (tried.some(({ outcome }) => outcome === "pass")) return "Nothing that was tried decides alone.";
  const seen = tried.every(({ outcome }) => outcome === "fail")
    ? "It fails whatever was tried"
    : "It passes with nothing that was tried";
  return `${seen}, so the cause is probably in what stayed the same, such as the code itself.`;
}

function aboutOthers({ id, alike, others }: FailingTest): string[] {
  if (id === undefined || alike + others === 0) return [];
  const parts = [
    ...(alike > 0 ? [`${alike} with an error like it`] : []),
    ...(others > 0 ? [`${others} with other errors`] : []),
  ];
  return [`It is about ${id}. More tests fail: ${parts.join(", ")}.`];
}

/** The run was stopped before the test had ended once. */
export function stoppedStory(run: Run, request: WhyRequest): Story<WhyFinding> {
  return storyOf<WhyFinding>(run, request, {
    conclusion: { verdict: run.stopped.reason, minimal: false, assumptions: [] },
    details: { ...nothingSearched, tried: [] },
  });
}

const nothingSearched = {
  goal: "isolate",
  search: "experiments",
  by: "experiments",
  deltas: { total: 0, cause: 0 },
} as const;

/** The test passes here, every time. */
export function passesStory(
  run: Run,
  request: WhyRequest,
  { runs }: FirstRun,
  isRemembered: boolean,
): Story<WhyFinding> {
  const often = runs === 1 ? "once" : `${runs} times`;
  const remembered = isRemembered ? " If it fails later, culprit why will compare with how things are now." : "";
  return storyOf<WhyFinding>(run, request, {
    conclusion: {
      verdict: "not-reproduced",
      minimal: false,
      assumptions: [],
      reason: `It was run ${often}${runs > 1 ? `, so it passes in at least ${leastShare(runs)} % of all runs (95 % confidence)` : ""}.${remembered}`,
    },
    details: {
      ...nothingSearched,
      tried: [{ how: "here", outcome: "pass", runs, failed: 0, seconds: 0 }],
    },
  });
}

/** It comes out as on the other machine. */
export function sameStory(
  run: Run,
  request: WhyRequest,
  { outcome, ended, isSameFailure }: Pick<Capture, "outcome" | "ended"> & { readonly isSameFailure: boolean },
): Story<WhyFinding> {
  const how = outcome === "fail" ? "fails here, too" : "passes here, too";
  const seen = isSameFailure ? `as there (${ended})` : `but otherwise than there (${ended})`;
  const next = outcome === "fail" ? ` To find out why: culprit why -- ${commandLine(request.test)}` : "";
  return storyOf<WhyFinding>(run, request, {
    conclusion: {
      verdict: "not-reproduced",
      minimal: false,
      assumptions: [],
      reason: `It ${how}, ${seen}, so there is nothing to isolate between the two machines.${next}`,
    },
    details: {
      ...nothingSearched,
      tried: ["here", "there"].map((how) => ({
        how,
        outcome,
        runs: 1,
        failed: outcome === "fail" ? 1 : 0,
        seconds: 0,
      })),
    },
  });
}
