import { table } from "../table.ts";
import { judgeLeak } from "./judge.ts";
import type { Victim } from "./project.ts";
import type { Answer } from "./tools.ts";

/** One test, explained with what is known. */
export interface Result {
  readonly project: string;
  readonly isPython: boolean;
  readonly victim: Victim;
  /** What the tools are told: the failing order, the test's name, or only what runs the suite, in which it fails. */
  readonly known: "order" | "name" | "suite";
  /** The number of tests among which the others are looked for. */
  readonly before: number;
  /** Why it was not run. */
  readonly obstacle?: string;
  readonly culprit?: Answer;
  /** By detect-test-pollution; undefined: it is not for this language. */
  readonly other?: Answer | undefined;
  /** Starts of a linear scan; undefined: it finds none. */
  readonly linear?: number | undefined;
  /** By culprit, with what leaks. */
  readonly leak?: Answer;
}

export function reportOf(results: readonly Result[], missing: readonly string[]): string {
  const run = results.filter(({ obstacle }) => obstacle === undefined);
  const python = run.filter(({ isPython }) => isPython);
  const others = run.filter(({ isPython }) => !isPython);
  const notRun = results.flatMap(({ project, victim, obstacle }) =>
    obstacle ? [`${project} ${victim.test}: ${obstacle}`] : [],
  );
  return [
    ...section("Python", python),
    ...section("JavaScript", others),
    ...leakSection(run.filter(({ leak }) => leak !== undefined)),
    ...(python.length === 0 ? [] : [barOf(python)]),
    `Not there: ${missing.length === 0 ? "nothing" : `${missing.length}`}`,
    ...[...missing, ...notRun].map((each) => `- ${each}`),
  ].join("\n");
}

const head = ["", "told", "tests", "culprit", "starts", "s", "detect-test-pollution", "starts", "s", "linear"];

function section(title: string, results: readonly Result[]): string[] {
  if (results.length === 0) return [];
  const right = results.filter(({ culprit }) => culprit?.verdict === "right").length;
  return [`\n## ${title}: ${right} of ${results.length} right\n`, table(head, results.map(rowOf)), ""];
}

function rowOf({ project, victim, known, before, culprit, other, linear }: Result): string[] {
  return [
    `${project} ${shortName(victim)}`,
    known,
    String(before),
    ...cellsOf(culprit),
    ...cellsOf(other),
    linear === undefined ? "-" : String(linear),
  ];
}

function cellsOf(answer: Answer | undefined): string[] {
  return answer ? [answer.verdict, String(answer.starts), answer.seconds.toFixed(1)] : ["", "", ""];
}

const maxName = 44;

function shortName({ test }: Victim): string {
  const name = test.split(/::| › /).at(-1)!;
  return name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name;
}

function leakSection(results: readonly Result[]): string[] {
  if (results.length === 0) return [];
  const verdicts = results.map(({ victim, leak }) => judgeLeak(victim, leak?.leak));
  const rows = results.map(({ project, victim, leak }, i) => [
    `${project} ${shortName(victim)}`,
    verdicts[i]!,
    String(leak?.starts),
    leak!.seconds.toFixed(1),
    (leak?.leak ?? []).map(leakText).join("; "),
  ]);
  const right = verdicts.filter((each) => each === "right").length;
  const judged = verdicts.filter((each) => each !== "not judged").length;
  return [`## What leaks: ${right} of ${judged} named right\n`, table(["", "leak", "starts", "s", "named"], rows), ""];
}

function leakText({ name, since, setBy }: NonNullable<Answer["leak"]>[number]): string {
  const line = since ?? setBy;
  return line ? `${name} (${line.file}:${line.line})` : name;
}

/** Every test that detect-test-pollution solves, in no more starts, and those that it cannot. */
function barOf(results: readonly Result[]): string {
  const solved = results.filter(({ other }) => other?.verdict === "right");
  const also = solved.filter(({ culprit }) => culprit?.verdict === "right");
  const asFew = also.filter(({ culprit, other }) => culprit!.starts <= other!.starts);
  const unsolved = results.filter(({ other }) => other?.verdict !== "right");
  const alone = unsolved.filter(({ culprit }) => culprit?.verdict === "right");
  const total = (some: readonly (Answer | undefined)[]) => some.reduce((sum, each) => sum + (each?.starts ?? 0), 0);
  return (
    `Of ${solved.length} that detect-test-pollution solves, culprit solves ${also.length}, ${asFew.length} of them in no more starts ` +
    `(${total(solved.map(({ culprit }) => culprit))} against ${total(solved.map(({ other }) => other))} in all); ` +
    `of ${unsolved.length} that it does not, ${alone.length}.`
  );
}
