import { listText } from "../../core/list-text.ts";
import type { Outcome } from "../../core/outcome.ts";
import { questionAdvice } from "../../trial/asks-for-input.ts";
import { installCommand } from "../../world/packages/lockfile-names.ts";

/** How an end came out: its outcome, how the test ended, and the line of output that shows why. */
export interface EndSeen {
  readonly outcome: Outcome;
  readonly ended: string;
  readonly outputLine?: string | undefined;
  /** What it seems to ask a person for. */
  readonly question?: string | undefined;
}

/** What is known about an old version that does not pass. */
export interface OldSeen {
  readonly old: string;
  readonly new: string;
  readonly seen: EndSeen;
  /** What the failing end showed. */
  readonly failing: EndSeen;
  /** What git ignores and may have been built: the old version came out the same without it. */
  readonly ignored: readonly string[];
  /** Lockfiles that differ, although every tree has the packages that are installed here. */
  readonly lockfiles: readonly string[];
  /** What both versions may lack or have in common, because of the kind of repository. */
  readonly caveats: readonly string[];
  /** Why trees are copies at another path; undefined: they are not. */
  readonly obstacle: string | undefined;
  /** Whether trees take the place of the user's folder. */
  readonly isInPlace: boolean;
  /** What is in the user's folder and in no tree. */
  readonly missing: readonly string[];
}

/** Why there is no passing version, as far as that was tested, and what to do next. */
export function oldDoesNotPass(about: OldSeen): string {
  const { old, seen, ignored } = about;
  const alike = ignored.length > 0 ? `, with and without ${listed(ignored)}, which git ignores` : "";
  const first =
    seen.outcome === "fail"
      ? `The test fails on ${old} in the same way as on ${about.new} (${shown(about.failing)})${alike}.`
      : `The test neither passes on ${old} nor fails as on ${about.new}${alike}: ${shown(seen)} instead of ${shown(about.failing)}.`;
  return [first, ...reservations(about), nextStep(about)].join("\n");
}

/** What else may be the reason, because a tree is not all that the user's folder is. */
function reservations({ old, seen, lockfiles, caveats, obstacle, isInPlace, missing }: OldSeen): string[] {
  const packages =
    `${listed(lockfiles)} ${lockfiles.length === 1 ? "differs" : "differ"}, and ${old} was tested with the packages that are ` +
    `installed here: they may be the reason. --build '${installCommand(lockfiles[0] ?? "")}' installs what each candidate asks for.`;
  const elsewhere =
    `The trees are copies at another path (${obstacle}): a program that knows your folder by its absolute path, such as an ` +
    "editable Python install, reads your files there, not the candidate's.";
  const inPlace =
    "Containers, servers and build daemons that were started outside of the test see your own folder, not the tree: if it uses " +
    "one, try --copy.";
  const lacking = `No tree has ${listed(missing)}: the test may need ${missing.length === 1 ? "it" : "them"}.`;
  return [
    ...(seen.question === undefined ? [] : [questionAdvice(seen.question).trim()]),
    ...caveats,
    ...(lockfiles.length > 0 ? [packages] : []),
    ...(obstacle === undefined ? (isInPlace ? [inPlace] : []) : [elsewhere]),
    ...(missing.length > 0 ? [lacking] : []),
  ];
}

function nextStep({ seen }: OldSeen): string {
  return seen.outcome === "fail"
    ? "Name an older version that passes, or let --find-good look for one; if none ever passed, try culprit history."
    : "Name a version on which it passes; --build CMD tells failed builds from failed tests, --failure any counts every failure as the same.";
}

/** Where files that git ignores decide, nothing else is known. */
export interface IgnoredDecide {
  readonly name: string;
  readonly paths: readonly string[];
  readonly with: EndSeen;
  readonly without: EndSeen;
}

export function ignoredFilesDecide({ name, paths, with: there, without }: IgnoredDecide): string {
  const [it, were] = paths.length === 1 ? ["it", "It was"] : ["them", "They were"];
  return [
    `On ${name} the outcome depends on ${listed(paths)}, which git ignores: with ${it}, ${outcomeText(there)}; without ${it}, ${outcomeText(without)}.`,
    `${were} perhaps built from another version than ${name}, so this says nothing about ${name} itself.`,
    `Name the command that builds ${it}: --build CMD.`,
  ].join("\n");
}

/** For a run that builds: it goes on without what was built here before. */
export function builtFilesNote(name: string, paths: readonly string[]): string {
  return `On ${name} the outcome depends on ${listed(paths)}, which git ignores: no tree has what lies here, only what --build makes.`;
}

/** As in: in your folder, it fails (exit 1). */
export function outcomeText(seen: EndSeen): string {
  const verb = { pass: "it passes", fail: "it fails", unresolved: "it fails in another way" }[seen.outcome];
  return seen.outcome === "pass" ? verb : `${verb} (${shown(seen)})`;
}

/** How the test came out in the user's folder and in culprit's tree of the same version. */
export interface PlacesDiffer {
  readonly name: string;
  readonly inFolder: EndSeen;
  readonly inTree: EndSeen;
}

export function placesDiffer({ name, inFolder, inTree }: PlacesDiffer): string {
  return [
    `The test comes out differently in your folder and in culprit's tree of ${name}: in your folder, ${outcomeText(inFolder)}; in the tree, ${outcomeText(inTree)}.`,
    "The tree has the same files, newly written, over your folder. A test that goes by the times of files, or that is flaky, would do this;",
    "--build CMD brings what is built up to date, --repeat auto runs each test more often.",
  ].join("\n");
}

export function shown({ ended, outputLine }: EndSeen): string {
  return outputLine === undefined ? ended : `${ended}: ${outputLine.trim()}`;
}

const maxListed = 3;

function listed(names: readonly string[]): string {
  return listText(names, { max: maxListed });
}
