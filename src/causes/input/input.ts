import { basename } from "node:path";
import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import type { PassesOf } from "../../passes/folder-passes.ts";
import type { Pass } from "../../passes/pass.ts";
import { choosePasses, passesFor } from "../../passes/passes-for.ts";
import { brokenAssumptionsOf, type Claim, confirm, verdictOf } from "../../run/conclude.ts";
import { inSandbox, said, settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import { cautionFor, requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { Throttle } from "../../run/throttle.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import { executesCandidate } from "../../trial/executes-candidate.ts";
import type { Folder, FolderEntry } from "../../world/files/folder.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { bytesOf, type Content, emptied, isFolder, nothing, sizeOf } from "./content.ts";
import { checkParts, decomposing } from "./decompose.ts";
import { formatted } from "./format.ts";
import { inputWorld, type Setting } from "./input-world.ts";
import { finestUnit, type Inputs, readInputs, settingOf, testIdentity, unitsFor } from "./inputs.ts";
import { type Narrowed, type NarrowingEnd, narrow, type OnBest } from "./narrow.ts";
import {
  type OutputPaths,
  pathOfFurther,
  removeLeftovers,
  reserve,
  withdraw,
  writeResult,
  writeToFreeNames,
} from "./output-files.ts";
import { reduceWholeFolder } from "./reduce.ts";
import type { InputRequest } from "./request.ts";
import { type Conclusion, tell } from "./story.ts";

const runsCandidates =
  "The test runs the candidates themselves: programs cut up at random, with your rights. --sandbox keeps them from writing " +
  "outside their folder and from the network.";

/** How often the best result so far is put on disk, in milliseconds. */
const saveInterval = 500;

/** Finds the cause of a failure in an input. */
export async function findInInput(run: Run, request: InputRequest): Promise<Story> {
  const inputs = readInputs(request);
  const setting = settingOf(request);
  for (const each of setting.template.rewritten) run.note(`In the test, ${each}`);
  const caution = request.goal === "simplify" ? undefined : cautionFor(request.conditions.failure);
  if (caution) run.note(caution);
  if (request.decompose) checkParts(request, bytesOf(inputs.failing));
  const passes = await passesOf(request, inputs); // what cannot be done is told before any time is spent
  if (!request.conditions.sandbox && executesCandidate(setting.template, basename(request.failing)))
    run.note(runsCandidates);
  return tell(run, request, inputs, await conclude({ run, request, inputs, setting, passes }));
}

interface Task {
  readonly run: Run;
  readonly request: InputRequest;
  readonly inputs: Inputs;
  readonly setting: Setting;
  /** Undefined where the input is not made smaller by structure, or is a folder. */
  readonly passes: readonly Pass[] | undefined;
}

async function conclude(task: Task): Promise<Conclusion> {
  const { run, request, inputs, setting } = task;
  const units = unitsFor(request, inputs.failing);
  const refused: Omit<Conclusion, "verdict"> = {
    causes: [],
    minimal: false,
    assumptions: [],
    unit: finestUnit(request, inputs.failing),
  };
  const ends = await reproduce(run, () => settleInputEnds(task));
  if (isRefusal(ends)) return { ...refused, ...ends };
  if (run.conditions.reuse) run.reuse(testIdentity(request, setting));
  const first = { failing: inputs.failing, passing: inputs.passing ?? nothing };
  const paths = resumedOutput(run) ?? reserve(request, first, setting.mode);
  run.record.save("output.json", paths);
  if (request.goal === "simplify" && ends.other.outcome === "fail") return failsOnEverything(task, paths, refused);

  const saved = new Throttle<Narrowed>(saveInterval, (best) => saveIfPossible(paths, best, setting.mode));
  const end = await narrowInput(task, units, (best) => saved.offer(best));
  saved.cancel();
  for (const [i, cause] of end.causes.entries()) {
    if (i === 0) writeResult(paths, cause, setting.mode);
    else writeToFreeNames(pathOfFurther(paths, i + 1), cause, setting.mode);
  }
  if (request.goal === "find-passing" && end.complete && nothingPasses(ends, end.causes[0]!)) {
    withdraw(paths);
    const reason = `No part of ${basename(request.failing)} passes the test, not even nothing at all (${ends.other.ended}).\nName an input that passes with --passing, or simplify without --find-passing.`;
    return { ...refused, verdict: "not-reproduced", reason };
  }
  if (request.format && !run.stopped.aborted) await writeFormatted(task, paths, end.causes[0]!);
  const inconsistent = end.complete ? await confirm(run, claimsOf(setting, end.causes[0]!)) : [];
  return {
    ...end,
    verdict: verdictOf(run, end.complete),
    paths,
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, end.searches)],
    minimal: end.minimal && inconsistent.length === 0,
    unit: refused.unit,
  };
}

async function narrowInput(task: Task, units: readonly Unit[], onBest: OnBest): Promise<NarrowingEnd> {
  const { run, request, setting, inputs, passes } = task;
  const { failing, passing } = inputs;
  if (isFolder(failing)) {
    return reduceWholeFolder({ run, setting, onBest }, failing, await passesOfFiles(failing, request.passes));
  }
  return narrow({ run, setting, request, failing, passing: passing && bytesOf(passing), units, passes, onBest });
}

/** What is done to the input where it is made smaller by structure. */
async function passesOf(request: InputRequest, { failing }: Inputs): Promise<Pass[] | undefined> {
  if (isFolder(failing) || request.goal !== "simplify" || request.by !== "auto" || request.search !== "auto")
    return undefined;
  if (request.decompose) return decomposing(request);
  const known = await passesFor(failing, request.language ?? detectLanguage(request.failing, failing));
  const passes = choosePasses(known, request.passes);
  if (passes.length > 0) return passes;
  const names = known.map(({ name }) => name).join(", ");
  throw new UserError(`There is nothing to do: of the passes for this input, ${names}, none is left by --passes.`);
}

/** What is done to each file of a folder, by its language. */
async function passesOfFiles({ entries }: Folder, names: InputRequest["passes"]): Promise<PassesOf> {
  const passes = new Map<FolderEntry["path"], readonly Pass[]>();
  for (const { path, kind, bytes } of entries) {
    if (kind === "file") passes.set(path, choosePasses(await passesFor(bytes, detectLanguage(path, bytes)), names));
  }
  return ({ path }) => passes.get(path) ?? [];
}

/** Where an earlier session of the run has put its results, tidied up. */
function resumedOutput(run: Run): OutputPaths | undefined {
  const paths = run.record.load<OutputPaths>("output.json");
  if (paths) removeLeftovers(paths);
  return paths;
}

/** Both ends run, and the other one of the kind that the goal needs. */
async function settleInputEnds({ run, request, inputs, setting }: Task): Promise<EndsEvent> {
  const name = basename(request.failing);
  const otherName = request.passing === undefined ? "the empty input" : basename(request.passing);
  const ends = await settleEnds(run, {
    failing: { world: inputWorld(setting, inputs.failing), name },
    other: { world: inputWorld(setting, inputs.passing ?? emptied(inputs.failing)), name: otherName },
  });
  if (request.goal !== "isolate") return ends;
  return requirePassing(ends, {
    failing: name,
    other: otherName,
    advice: {
      fail:
        request.passing === undefined
          ? "Simplify instead, without --isolate."
          : "Name an input that passes, or try --find-passing.",
      unresolved: "Try --find-passing, which looks for the largest part of the failing input that passes.",
    },
  });
}

/** What cannot be written now, as on a full disk, may be at the end; the journal has all that was learned until then. */
function saveIfPossible(paths: OutputPaths, best: Narrowed, mode: number): void {
  try {
    writeResult(paths, best, mode);
  } catch {}
}

/** The largest passing part is taken to be the empty one where none is found, although that one does not pass. */
function nothingPasses({ other }: EndsEvent, { passing }: Narrowed): boolean {
  return other.outcome !== "pass" && passing !== undefined && sizeOf(passing) === 0;
}

function failsOnEverything(
  { run, request, setting, inputs }: Task,
  paths: OutputPaths,
  refused: Omit<Conclusion, "verdict">,
): Conclusion {
  const empty: Narrowed = {
    failing: emptied(inputs.failing),
    sources: () => [],
    ...(isFolder(inputs.failing) ? { parts: () => [] } : {}),
    unit: refused.unit,
    deltas: { total: 0, cause: 0 },
  };
  writeResult(paths, empty, setting.mode);
  const evidence = said(run.record.kept("other.txt") ?? "");
  const reason = `Your test fails on everything, even on the empty input (${run.ends?.other.ended}): nothing of ${basename(request.failing)} is needed.${evidence}${inSandbox(run)}`;
  return { ...refused, verdict: "found", reason, causes: [empty], minimal: true, paths };
}

/** Writes the result as the user's formatter has it, if it still fails so. */
async function writeFormatted({ run, request, setting }: Task, paths: OutputPaths, cause: Narrowed) {
  const text = formatted(bytesOf(cause.failing), request);
  const outcome = text && (await run.observe(inputWorld(setting, text))).outcome;
  if (outcome === "fail") writeResult(paths, { ...cause, failing: text! }, setting.mode);
  else {
    const why = text ? "does not fail in the same way any more" : "could not be formatted: the command failed";
    run.note(`--format: the result ${why}, so it is left as it was.`);
  }
}

function claimsOf(setting: Setting, { failing, passing }: Narrowed): Claim[] {
  const claim = (content: Content, outcome: Claim["outcome"], name: string) => [
    { world: inputWorld(setting, content), outcome, name },
  ];
  return [...claim(failing, "fail", "failing result"), ...(passing ? claim(passing, "pass", "passing result") : [])];
}
