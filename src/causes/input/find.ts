import { basename } from "node:path";
import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import type { PassesOf } from "../../passes/folder-passes.ts";
import type { Pass } from "../../passes/pass.ts";
import { choosePasses, passesFor } from "../../passes/passes-for.ts";
import { pairClaims } from "../../run/confirm.ts";
import { inSandbox, lastOutput, NotReproduced } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import { type Investigation, type InvestigationEnd, investigate, type SearchEnd } from "../../run/investigate.ts";
import { cautionFor, type PassingAdvice } from "../../run/passing-end.ts";
import type { Run } from "../../run/run.ts";
import { Throttle } from "../../run/throttle.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import { executesCandidate } from "../../trial/executes-candidate.ts";
import type { Folder, FolderEntry } from "../../world/files/folder.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { bytesOf, type Content, emptied, isFolder, nothing, sizeOf } from "./content.ts";
import { checkParts, decomposing } from "./decompose.ts";
import { formatted } from "./format.ts";
import type { InputResult, InputSearch } from "./input-search.ts";
import { inputWorld } from "./input-world.ts";
import { finestUnit, type Inputs, readInputs, settingOf, testIdentity, unitsFor } from "./inputs.ts";
import { narrow } from "./narrow.ts";
import type { Narrowed, NarrowingEnd, OnBest } from "./narrowing.ts";
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
import { inputStory } from "./story.ts";

const runsCandidates =
  "The test runs the candidates themselves: programs cut up at random, with your permissions. --sandbox keeps them from " +
  "writing outside their folder and from the network.";

/** How often the best result so far is put on disk, in milliseconds. */
const saveInterval = 500;

/** Finds the cause of a failure in an input. */
export async function findInInput(run: Run, request: InputRequest): Promise<Story> {
  const inputs = readInputs(request);
  const setting = settingOf(request);
  for (const each of setting.template.rewritten) run.note(`In the test, ${each}`);
  const caution = request.goal === "find-passing" ? cautionFor(request.conditions.failure) : undefined;
  if (caution) run.note(caution);
  if (request.decompose) checkParts(request, bytesOf(inputs.failing));
  const passes = await passesOf(request, inputs); // what cannot be done is refused before any time is spent
  if (!request.conditions.sandbox && executesCandidate(setting.template, basename(request.failing)))
    run.note(runsCandidates);
  const search: InputSearch = { run, request, inputs, setting, passes };
  return inputStory(search, await investigate(run, investigationOf(search)));
}

function investigationOf(search: InputSearch): Investigation<InputResult> {
  const { request, inputs, setting } = search;
  const { failing, passing, goal } = request;
  const other = passing === undefined ? "the empty input" : basename(passing);
  return {
    ends: {
      failing: { world: inputWorld(setting, inputs.failing), name: basename(failing) },
      other: { world: inputWorld(setting, inputs.passing ?? emptied(inputs.failing)), name: other },
    },
    needsPassing: goal === "isolate" ? adviceFor(request) : undefined,
    testIdentity: () => testIdentity(request, setting),
    concludeEarly: (ends) =>
      goal === "simplify" && ends.other.outcome === "fail" ? failsOnEverything(search, ends) : undefined,
    search: (ends) => searchInput(search, ends),
    claims: ({ causes: [first] }) => pairClaims<Content>(first!, (content) => inputWorld(setting, content)),
  };
}

function adviceFor({ passing }: InputRequest): PassingAdvice {
  return {
    fail:
      passing === undefined
        ? "Simplify instead, without --isolate."
        : "Name an input that passes, or try --find-passing.",
    unresolved: "Try --find-passing, which looks for the largest part of the failing input that passes.",
  };
}

async function searchInput(search: InputSearch, ends: EndsEvent): Promise<SearchEnd<InputResult>> {
  const { run, request, inputs, setting } = search;
  const paths = outputPaths(search);
  const saved = new Throttle<Narrowed>(saveInterval, (best) => saveIfPossible(paths, best, setting.mode));
  const end = await narrowInput(search, unitsFor(request, inputs.failing), (best) => saved.offer(best));
  saved.cancel();
  for (const [i, cause] of end.causes.entries()) {
    if (i === 0) writeResult(paths, cause, setting.mode);
    else writeToFreeNames(pathOfFurther(paths, i + 1), cause, setting.mode);
  }
  if (request.goal === "find-passing" && end.complete && nothingPasses(ends, end.causes[0]!)) {
    withdraw(paths);
    throw new NotReproduced(
      `No part of ${basename(request.failing)} passes the test, not even the empty input (${ends.other.ended}).\nName an input that passes with --passing, or simplify without --find-passing.`,
    );
  }
  if (request.format && !run.stopped.aborted) await writeFormatted(search, paths, end.causes[0]!);
  return { ...end, result: { causes: end.causes, paths } };
}

/** Where the results go: as in an earlier session of the run, or to names reserved now. */
function outputPaths({ run, request, inputs, setting }: InputSearch): OutputPaths {
  const first = { failing: inputs.failing, passing: inputs.passing ?? nothing };
  const paths = resumedOutput(run) ?? reserve(request, first, setting.mode);
  run.record.save("output.json", paths);
  return paths;
}

async function narrowInput(search: InputSearch, units: readonly Unit[], onBest: OnBest): Promise<NarrowingEnd> {
  const { run, request, setting, inputs, passes } = search;
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
  throw new UserError(`There is nothing to do: --passes leaves none of the passes for this input (${names}).`);
}

/** What is done to each file of a folder, by its language. */
async function passesOfFiles({ entries }: Folder, names: InputRequest["passes"]): Promise<PassesOf> {
  const passes = new Map<FolderEntry["path"], readonly Pass[]>();
  for (const { path, kind, bytes } of entries) {
    if (kind === "file") passes.set(path, choosePasses(await passesFor(bytes, detectLanguage(path, bytes)), names));
  }
  return ({ path }) => passes.get(path) ?? [];
}

/** Where an earlier session of the run put its results; removes what it left half written. */
function resumedOutput(run: Run): OutputPaths | undefined {
  const paths = run.record.load<OutputPaths>("output.json");
  if (paths) removeLeftovers(paths);
  return paths;
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

function failsOnEverything(search: InputSearch, { other }: EndsEvent): InvestigationEnd<InputResult> {
  const { run, request, setting, inputs } = search;
  const paths = outputPaths(search);
  const empty: Narrowed = {
    failing: emptied(inputs.failing),
    sources: () => [],
    ...(isFolder(inputs.failing) ? { parts: () => [] } : {}),
    unit: finestUnit(request, inputs.failing),
    deltas: { total: 0, cause: 0 },
  };
  writeResult(paths, empty, setting.mode);
  const evidence = lastOutput(run.record.kept("other.txt") ?? "");
  const reason = `Your test fails on everything, even on the empty input (${other.ended}): nothing of ${basename(request.failing)} is needed.${evidence}${inSandbox(run)}`;
  return { verdict: "found", reason, result: { causes: [empty], paths }, minimal: true, assumptions: [] };
}

/** Writes the result as the user's formatter has it, if it still fails so. */
async function writeFormatted({ run, request, setting }: InputSearch, paths: OutputPaths, cause: Narrowed) {
  const text = formatted(bytesOf(cause.failing), request);
  const outcome = text && (await run.observe(inputWorld(setting, text))).outcome;
  if (outcome === "fail") writeResult(paths, { ...cause, failing: text! }, setting.mode);
  else {
    const why = text ? "no longer fails in the same way" : "could not be formatted: the command failed";
    run.note(`--format: the result ${why}, so it is left as it was.`);
  }
}
