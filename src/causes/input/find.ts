import { basename } from "node:path";
import type { PairFollower } from "../../application/pair-follower.ts";
import type { Story } from "../../core/finding.ts";
import { pairClaims } from "../../run/confirm.ts";
import { lastOutput, placeHint } from "../../run/ends/end-messages.ts";
import { NotReproduced } from "../../run/ends/ends.ts";
import { cautionFor, type PassingAdvice } from "../../run/ends/passing-end.ts";
import { type Investigation, type InvestigationEnd, investigate, type SearchEnd } from "../../run/investigate.ts";
import type { EndsEvent } from "../../run/record/events.ts";
import type { Run } from "../../run/run.ts";
import { Throttle } from "../../run/stage/throttle.ts";
import { executesCandidate } from "../../trial/command/executes-candidate.ts";
import { emptyFile, emptyLike, fileBytes, type InputContent, isFolder, sizeOf } from "./content.ts";
import { checkDecompose } from "./decompose.ts";
import type { InputFinding } from "./finding.ts";
import { formatText } from "./format.ts";
import { filePasses, folderPasses } from "./input-passes.ts";
import type { InputResult, InputSearch } from "./input-search.ts";
import { inputWorld } from "./input-world.ts";
import { finestUnit, inputSetting, inputTestIdentity, readInputs, unitsFor } from "./inputs.ts";
import { locateDefect } from "./locate/locate.ts";
import { NearInputs } from "./locate/near-inputs.ts";
import { testedProgram } from "./locate/tested-program.ts";
import { narrowText } from "./narrow-text.ts";
import type { Narrowed, NarrowingEnd, OnBest } from "./narrowing.ts";
import {
  furtherPaths,
  type OutputPaths,
  removeLeftovers,
  removeResult,
  reserveOutput,
  writeResult,
  writeToFreeNames,
} from "./output-files.ts";
import { reduceFolder } from "./reduce-folder.ts";
import type { InputRequest } from "./request.ts";
import { inputStory } from "./story.ts";

const runsCandidates =
  "The test runs the candidates themselves: programs cut up at random, with your permissions. --sandbox keeps them from " +
  "writing outside their folder and from the network.";

/** How often the best result so far is written to disk, in milliseconds. */
const saveInterval = 500;

/** Finds the cause of a failure in an input. */
export async function findInInput(
  run: Run,
  request: InputRequest,
  follower: () => Promise<PairFollower>,
): Promise<Story<InputFinding>> {
  const inputs = readInputs(request);
  const setting = inputSetting(request);
  for (const rewritten of setting.template.rewritten) run.note(`In the test, ${rewritten}`);
  const caution = request.goal === "find-passing" ? cautionFor(request.conditions.failure) : undefined;
  if (caution) run.note(caution);
  if (request.decompose) checkDecompose(request, fileBytes(inputs.failing));
  const passes = await filePasses(request, inputs.failing);
  if (!request.conditions.sandbox && executesCandidate(setting.template, basename(request.failing)))
    run.note(runsCandidates);
  const search: InputSearch = { run, request, inputs, setting, passes };
  return request.locate
    ? findWithLine(search, follower)
    : inputStory(search, await investigate(run, investigationOf(search)));
}

/** Finds the cause in the input, and then the line of the program; the search meets the inputs that tell lines apart. */
async function findWithLine(search: InputSearch, follower: () => Promise<PairFollower>): Promise<Story<InputFinding>> {
  const { run, setting } = search;
  const program = testedProgram(setting);
  // A search may take long: say now what has to be different.
  if ("reason" in program) run.note(`--locate: ${program.reason}.`);
  const near = new NearInputs();
  run.onTrial = (world, observation) => near.add(world, observation);
  const end = await investigate(run, investigationOf(search));
  return inputStory(search, end, await locateDefect(search, { near, end, follower }));
}

function investigationOf(search: InputSearch): Investigation<InputResult> {
  const { request, inputs, setting } = search;
  const { failing, passing, goal } = request;
  const other = passing === undefined ? "the empty input" : basename(passing);
  return {
    ends: {
      failing: { world: inputWorld(setting, inputs.failing), name: basename(failing) },
      other: { world: inputWorld(setting, inputs.passing ?? emptyLike(inputs.failing)), name: other },
    },
    needsPassing: goal === "isolate" ? adviceFor(request) : undefined,
    testIdentity: () => inputTestIdentity(request, setting),
    concludeEarly: (ends) =>
      goal === "simplify" && ends.other.outcome === "fail" ? failsOnEverything(search, ends) : undefined,
    search: (ends) => searchInput(search, ends),
    claims: ({ causes: [first] }) => pairClaims<InputContent>(first!, (content) => inputWorld(setting, content)),
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

function failsOnEverything(search: InputSearch, { other }: EndsEvent): InvestigationEnd<InputResult> {
  const { run, request, setting, inputs } = search;
  const paths = outputPaths(search);
  const empty: Narrowed = {
    failing: emptyLike(inputs.failing),
    sources: () => [],
    ...(isFolder(inputs.failing) ? { remainingFiles: () => [] } : {}),
    unit: finestUnit(request, inputs.failing),
    deltas: { total: 0, cause: 0 },
  };
  writeResult(paths, empty, setting.mode);
  const evidence = lastOutput(run.record.kept("other.txt") ?? "");
  const reason = `Your test also fails on the empty input (${other.ended}), so nothing of ${basename(request.failing)} is needed.${evidence}${placeHint(run)}`;
  return { verdict: "found", reason, result: { causes: [empty], paths }, minimal: true, assumptions: [] };
}

async function searchInput(search: InputSearch, ends: EndsEvent): Promise<SearchEnd<InputResult>> {
  const { run, request, setting } = search;
  const paths = outputPaths(search);
  const saved = new Throttle<Narrowed>(saveInterval, (best) => saveIfPossible(paths, best, setting.mode));
  const end = await narrowInput(search, (best) => saved.offer(best));
  saved.cancel();
  for (const [i, cause] of end.causes.entries()) {
    if (i === 0) writeResult(paths, cause, setting.mode);
    else writeToFreeNames(furtherPaths(paths, i + 1), cause, setting.mode);
  }
  if (request.goal === "find-passing" && end.complete && nothingPasses(ends, end.causes[0]!)) {
    removeResult(paths);
    throw new NotReproduced(
      `No part of ${basename(request.failing)} passes the test, not even the empty input (${ends.other.ended}).\nName an input that passes with --passing, or simplify without --find-passing.`,
    );
  }
  if (request.format && !run.stopped.aborted) await writeFormatted(search, paths, end.causes[0]!);
  return { ...end, result: { causes: end.causes, paths } };
}

/** Where the results go: the same names as in an earlier session of the run, or names reserved now. */
function outputPaths({ run, request, inputs, setting }: InputSearch): OutputPaths {
  const earlier = run.record.load<OutputPaths>("output.json");
  if (earlier) removeLeftovers(earlier);
  const first = { failing: inputs.failing, passing: inputs.passing ?? emptyFile };
  const paths = earlier ?? reserveOutput(request, first, setting.mode);
  run.record.save("output.json", paths);
  return paths;
}

/** A result that cannot be written now, as on a full disk, may be written at the end; the journal has what it takes. */
function saveIfPossible(paths: OutputPaths, best: Narrowed, mode: number): void {
  try {
    writeResult(paths, best, mode);
  } catch {}
}

async function narrowInput(
  { run, request, setting, inputs, passes }: InputSearch,
  onBest: OnBest,
): Promise<NarrowingEnd> {
  const { failing, passing } = inputs;
  if (isFolder(failing))
    return reduceFolder({ run, setting, onBest }, failing, await folderPasses(failing, request.passes));
  const units = unitsFor(request, failing);
  return narrowText({ run, setting, request, failing, passing: passing && fileBytes(passing), units, passes, onBest });
}

/** Where no part passes, the search ends at the empty input, although that does not pass either. */
function nothingPasses({ other }: EndsEvent, { passing }: Narrowed): boolean {
  return other.outcome !== "pass" && passing !== undefined && sizeOf(passing) === 0;
}

/** Writes the result as the user's formatter prints it, if it still fails in that form. */
async function writeFormatted({ run, request, setting }: InputSearch, paths: OutputPaths, cause: Narrowed) {
  const text = formatText(fileBytes(cause.failing), request);
  const outcome = text && (await run.observe(inputWorld(setting, text))).outcome;
  if (outcome === "fail") writeResult(paths, { ...cause, failing: text! }, setting.mode);
  else {
    const why = text ? "no longer fails in the same way" : "could not be formatted: the command failed";
    run.note(`--format: the result ${why}, so it is left as it was.`);
  }
}
