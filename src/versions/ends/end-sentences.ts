import { listText } from "../../core/list-text.ts";
import type { Outcome } from "../../core/outcome.ts";
import { questionAdvice } from "../../trial/asks-for-input.ts";
import { isBuildFailure, isUnjudged } from "../../trial/failure.ts";
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
  /** What may have been built and does not matter: the old version came out the same without it. */
  readonly unused: readonly string[];
  /** What may have been built and does matter. */
  readonly used?: UsedFiles | undefined;
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
  const { old, seen, unused, used } = about;
  const alike = used
    ? `, with ${listed(used.paths)} as in your folder`
    : unused.length > 0
      ? `, with and without ${listed(unused)}, which no version contains`
      : "";
  const first =
    seen.outcome === "fail"
      ? `The test fails on ${old} in the same way as on ${about.new} (${shown(about.failing)})${alike}.`
      : `The test does not pass on ${old}${alike}: ${outcomeText(seen)}. On ${about.new}: ${shown(about.failing)}.`;
  return [first, ...(used ? [usedFilesText(used)] : []), ...reservations(about), nextStep(about)].join("\n");
}

/** What else may be the reason, because a tree is not all that the user's folder is. */
function reservations({ old, seen, lockfiles, caveats, obstacle, isInPlace, missing }: OldSeen): string[] {
  const packages =
    `${listed(lockfiles)} ${lockfiles.length === 1 ? "differs" : "differ"}, and ${old} was tested with the packages that are ` +
    `installed here: they may be the reason. --build '${installCommand(lockfiles[0] ?? "")}' installs what each candidate asks for.`;
  const elsewhere =
    `Tests ran in copies of your folder (${obstacle}). A program that has the absolute path of your folder built in, such as ` +
    "an editable Python install, still reads your files.";
  const inPlace =
    "If the test talks to a container, server or build daemon that was already running, that sees your folder instead of the " +
    "candidate: try --copy.";
  const lacking = `${listed(missing)} ${missing.length === 1 ? "was" : "were"} not copied: the test may need ${missing.length === 1 ? "it" : "them"}.`;
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
    : "Name a version on which it passes. If it lacks a file that the test needs, such as the test itself, --keep FILE puts yours there. " +
        "--build CMD separates build failures from test failures, --failure any accepts any failure.";
}

/** Files that no version contains, and how a version came out without them: not as with them, but it did not pass. */
export interface UsedFiles {
  readonly paths: readonly string[];
  readonly without: EndSeen;
}

/** A test may need such files as they are (a `.env`), or they may be built (`dist`): only the user knows. */
export function usedFilesText({ paths, without }: UsedFiles): string {
  const [it, was] = paths.length === 1 ? ["it", "it was"] : ["them", "they were"];
  return (
    `The test uses ${listed(paths)}, which no version contains: without ${it}, ${outcomeText(without)}.\n` +
    `If ${was} built from the sources, ${was} perhaps built from another version: name the command that builds ${it}, --build CMD.`
  );
}

/** A version that does not pass with some files that no version contains, and passes without them. */
export interface DecidingFiles {
  readonly name: string;
  readonly paths: readonly string[];
  readonly with: EndSeen;
}

/** Nothing else is known then. */
export function decidingFilesText({ name, paths, with: there }: DecidingFiles): string {
  const [it, they] = paths.length === 1 ? ["it", "It"] : ["them", "They"];
  return [
    `On ${name} the outcome depends on ${listed(paths)}, which no version contains: with ${it}, ${outcomeText(there)}; without ${it}, it passes.`,
    `${they} may have been built from another version, so ${name} itself was not really tested.`,
    `Name the command that builds ${it}: --build CMD.`,
  ].join("\n");
}

/** For a run that builds: it goes on without what was built here before. */
export function builtFilesNote(name: string, paths: readonly string[]): string {
  const it = paths.length === 1 ? "it" : "them";
  return `On ${name} the outcome depends on ${listed(paths)}, which no version contains: from now on every tree starts without ${it}.`;
}

/** As in: in your folder, it fails (exit 1). */
export function outcomeText(seen: EndSeen): string {
  if (seen.outcome === "pass") return "it passes";
  return `${seen.outcome === "fail" ? "it fails" : unresolvedVerb(seen.ended)} (${shown(seen)})`;
}

function unresolvedVerb(ended: string): string {
  if (isBuildFailure(ended)) return "it does not build";
  return isUnjudged(ended) ? "it cannot be judged" : "it fails in another way";
}

/** How the test came out in the user's folder and in culprit's tree of the same version. */
export interface PlacesDiffer {
  readonly name: string;
  readonly inFolder: EndSeen;
  readonly inTree: EndSeen;
}

export function placesDiffer({ name, inFolder, inTree }: PlacesDiffer): string {
  return [
    `The test gives different results in your folder and in culprit's tree of ${name}: in your folder, ${outcomeText(inFolder)}; in the tree, ${outcomeText(inTree)}.`,
    "The tree has the same files, newly written, over your folder. A flaky test does this, and one that depends on file times.",
    "Try --build CMD to rebuild first, or --repeat auto if the test is flaky.",
  ].join("\n");
}

export function shown({ ended, outputLine }: EndSeen): string {
  return outputLine === undefined ? ended : `${ended}: ${outputLine.trim()}`;
}

const maxListed = 3;

function listed(names: readonly string[]): string {
  return listText(names, { max: maxListed });
}
