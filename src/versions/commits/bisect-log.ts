import type { Outcome } from "../../core/outcome.ts";
import type { Search } from "../../core/search.ts";
import { replaySearch } from "../../drive/replay.ts";
import type { Introduction } from "../../search/bisect.ts";
import type { Repository } from "../../world/git/repository.ts";
import type { VersionEnds } from "../context.ts";
import type { CommitGraph } from "./commit-graph.ts";

/** A search among commits, and what it was told. */
export interface CommitsSearched {
  readonly graph: CommitGraph;
  readonly skipped: ReadonlySet<number>;
  readonly search: Search<number, Introduction>;
  /** The outcomes by the number of the commit. */
  readonly answers: ReadonlyMap<string, Outcome>;
  readonly ends: VersionEnds;
}

/** How git calls an outcome. */
type Term = "good" | "bad" | "skip";

const terms: Readonly<Record<Outcome, Term>> = { pass: "good", fail: "bad", unresolved: "skip" };

/** The search as `git bisect log` would print it, for `git bisect replay`, which comes to the same commit. */
export function bisectLog(repository: Repository, searched: CommitsSearched): string {
  const { graph, skipped, ends } = searched;
  const steps: [Term, string][] = [
    ...(ends.failing.commit ? [["bad", ends.failing.commit] as [Term, string]] : []),
    ["good", ends.passing.commit!],
    ...[...skipped].map((number): [Term, string] => ["skip", graph.commits[number]!]),
    ...judgedIn(searched),
  ];
  const first = firstBad(searched);
  const name = names(
    repository,
    steps.map(([, commit]) => commit),
  );
  const lines = steps.flatMap(([term, commit]) => [`# ${term}: ${name(commit)}`, `git bisect ${term} ${commit}`]);
  // Git quotes the options in its log, and ignores those that are not quoted when it replays one.
  const start = graph.firstParent ? "git bisect start '--first-parent'" : "git bisect start";
  return `${[start, ...lines, ...(first ? [`# first bad commit: ${name(first)}`] : [])].join("\n")}\n`;
}

/** The commits in the order of the search. What git would take for a contradiction is left out. */
function judgedIn({ graph, search, answers }: CommitsSearched): [Term, string][] {
  const steps = [...replaySearch(search, (number) => answers.get(`${number}`))];
  const last = steps.findLast(({ at, answer }) => answer === "fail" && isSuspect(at))?.at.ask;
  return steps.flatMap(({ at, answer }): [Term, string][] => {
    const commit = graph.commits[at.ask];
    if (commit === undefined) return [];
    if (answer === "fail" && !(isSuspect(at) && descends(graph, at.ask, last!))) return [];
    return [[terms[answer], commit]];
  });
}

function isSuspect({ ask, best }: { readonly ask: number; readonly best: Introduction | undefined }): boolean {
  return best?.suspects.includes(ask) ?? true;
}

/** Whether a version descends from another one, or is that one. */
function descends(graph: CommitGraph, version: number, from: number): boolean {
  const [seen, waiting] = [new Set<number>(), [version]];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (each === from) return true;
    if (each < from || seen.has(each)) continue;
    seen.add(each);
    waiting.push(...graph.parents(each));
  }
  return false;
}

/** The commit that was found, if it is one. */
function firstBad({ graph, search, answers }: CommitsSearched): string | undefined {
  const steps = replaySearch(search, (number) => answers.get(`${number}`));
  let step = steps.next();
  while (!step.done) step = steps.next();
  const end = step.value;
  return "result" in end && end.result.suspects.length === 1 ? graph.commits[end.result.failing] : undefined;
}

/** Names commits as git does in its log. */
function names(repository: Repository, commits: readonly string[]): (commit: string) => string {
  const input = [...new Set(commits)].map((commit) => `${commit}\n`).join("");
  const lines = repository.text(["log", "--no-walk", "--format=%H %s", "--stdin"], { input }).split("\n");
  const subjects = new Map(lines.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
  return (commit) => `[${commit}] ${subjects.get(commit) ?? ""}`;
}
