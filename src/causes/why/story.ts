import type { Finding, Story } from "../../core/finding.ts";
import type { Run } from "../../run/run.ts";
import { storyOf } from "../../run/story.ts";
import type { Isolated } from "./experiment.ts";
import type { FailingTest } from "./failing-test.ts";
import type { WhyFinding } from "./finding.ts";
import type { FirstRun } from "./first-run.ts";
import { isHarmless } from "./harmless-variables.ts";
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
  /** Sentences that are worth knowing. */
  readonly notes?: readonly string[];
}

interface Outcome {
  readonly answer: Answer;
  readonly inquiry: Inquiry;
  readonly failing: FailingTest;
  readonly first: FirstRun;
}

export function whyStory(run: Run, request: WhyRequest, { answer, inquiry, failing }: Outcome): Story<WhyFinding> {
  const { decides, isolated, story, command } = answer;
  const finding = story && withoutSecrets(story.finding);
  const isStopped = run.stopped.aborted;
  const sentence = isolated?.sentence ?? (decides && !finding ? decidedSentence(answer) : undefined);
  return storyOf<WhyFinding>(run, request, {
    conclusion: {
      verdict: decides ? "found" : isStopped ? run.stopped.reason : "not-reproduced",
      minimal: finding?.minimal ?? isolated?.isProved ?? false,
      assumptions: [],
      ...(decides || isStopped ? {} : { reason: nothingDecides(inquiry) }),
    },
    details: {
      goal: finding?.goal ?? "isolate",
      search: finding?.search ?? "experiments",
      by: finding?.by ?? isolated?.by ?? "experiments",
      deltas: finding?.deltas ?? { total: isolated?.total ?? inquiry.tried.length, cause: isolated?.items.length ?? 1 },
      cause: finding?.cause ?? isolated?.items.map((text) => ({ text })) ?? [],
      files: finding?.files ?? {},
      tried: inquiry.tried,
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
}

function decidedSentence({ decidedBy }: Answer): string {
  return `It fails here, and passes ${decidedBy}`;
}

function nothingDecides(inquiry: Inquiry): string {
  const passed = inquiry.tried.filter(({ outcome }) => outcome === "pass");
  return passed.length === 0
    ? "It fails whatever was tried, so the cause is probably in what stayed the same: the code itself."
    : "Nothing that was tried decides alone.";
}

function aboutOthers({ id, alike, others }: FailingTest): string[] {
  if (id === undefined || alike + others === 0) return [];
  const parts = [
    ...(alike > 0 ? [`${alike} more fail in the same way`] : []),
    ...(others > 0 ? [`${others} in other ways`] : []),
  ];
  return [`It is about ${id}; ${parts.join(", ")}.`];
}

/** Values of variables are shown only if they are known to be harmless; the files that they were read from are gone. */
function withoutSecrets(finding: Finding): Finding {
  if (finding.kind !== "env") return finding;
  const hide = (cause: Finding["cause"]): Finding["cause"] =>
    cause.map(({ file: _, line: _2, ...entry }) => {
      const { variable = "", old, new: now } = entry;
      if (isHarmless(variable)) return entry;
      const text = now === undefined ? `unset ${variable}` : `${variable}=…`;
      return { ...entry, text, ...(old === undefined ? {} : { old: "…" }), ...(now === undefined ? {} : { new: "…" }) };
    });
  return { ...finding, cause: hide(finding.cause), causes: finding.causes.map(hide) };
}

/** The test passes here, every time. */
export function passesStory(run: Run, request: WhyRequest, { runs }: FirstRun): Story<WhyFinding> {
  const often = runs === 1 ? "once" : `${runs} times`;
  return storyOf<WhyFinding>(run, request, {
    conclusion: {
      verdict: "not-reproduced",
      minimal: false,
      assumptions: [],
      reason: `It was run ${often}.`,
    },
    details: {
      goal: "isolate",
      search: "experiments",
      by: "experiments",
      deltas: { total: 0, cause: 0 },
      tried: [{ how: "here", outcome: "pass", runs, failed: 0, seconds: 0 }],
    },
  });
}
