import { Draft } from "../../passes/draft.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import { runStage, testedSets } from "../../run/stage/stage.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { emptyFile } from "./content.ts";
import { cutStage } from "./cut-stage.ts";
import type { Narrowed, Narrowing, NarrowingEnd } from "./narrowing.ts";
import { reduceText } from "./reduce-text.ts";
import { type Structure, type StructureCut, structureOf } from "./structure.ts";

/** Narrows the causes in stages: first in coarse units, then what is left of each in finer ones, then by passes. */
export async function narrowText(narrowing: Narrowing): Promise<NarrowingEnd> {
  const structure = await structureOf(narrowing.request, narrowing);
  const stages = { narrowing, structure };
  let cut: CutEnd = { causes: [wholeInput(narrowing)], complete: true, searches: [] };
  for (const step of structure ? structureSteps(structure) : narrowing.units) {
    if (!cut.complete) break;
    const { causes, complete, searches } = await narrowCauses(stages, step, cut);
    cut = { causes, complete, searches: [...cut.searches, ...searches] };
  }
  if (!cut.complete || !narrowing.passes) return { ...cut, minimal: cut.complete };
  return { ...cut, ...(await reduceCauses(narrowing, cut.causes)) };
}

/** What one or more stages found. */
type CutEnd = Pick<NarrowingEnd, "causes" | "complete" | "searches">;

interface Stages {
  readonly narrowing: Narrowing;
  readonly structure: Structure | undefined;
}

/** What a stage cuts a cause into; undefined where that is not worth a stage. */
type Step = Unit | ((cause: Narrowed) => StructureCut | undefined);

function structureSteps({ cut, inside }: Structure): Step[] {
  return [() => cut, ({ edits }) => inside(edits!), "tokens", "characters"];
}

/** The input before the first test. */
function wholeInput({ request, failing, passing = emptyFile }: Narrowing): Narrowed {
  const whole = { failing, unit: "bytes" as const, deltas: { total: failing.length, cause: failing.length } };
  return request.goal === "simplify" ? { ...whole, sources: () => Draft.of(failing).sources() } : { ...whole, passing };
}

/** Runs one stage for each cause; the causes that it does not get to stay as they are. */
async function narrowCauses(stages: Stages, step: Step, { causes }: CutEnd): Promise<CutEnd> {
  const narrowed: Narrowed[] = [];
  const searches: SearchTaken[] = [];
  let complete = true;
  for (const [i, cause] of causes.entries()) {
    if (!complete || isNarrowEnough(stages, cause)) break;
    const by = typeof step === "string" ? step : step(cause);
    const end: CutEnd = by
      ? await runCutStage(stages, cause, { by, number: i + 1 })
      : { causes: [cause], complete, searches: [] };
    complete = end.complete;
    narrowed.push(...end.causes);
    searches.push(...end.searches);
  }
  return { causes: [...narrowed, ...causes.slice(narrowed.length)], complete, searches };
}

/** The largest passing part should be well-formed: finer pieces are tried only if structure leaves nothing that passes. */
function isNarrowEnough({ narrowing, structure }: Stages, { passing }: Narrowed): boolean {
  if (!structure || narrowing.request.goal !== "find-passing") return false;
  return Buffer.from(passing!).toString("latin1").trim() !== "";
}

interface StageChoice {
  readonly by: Unit | StructureCut;
  /** The number of the cause, from 1. */
  readonly number: number;
}

async function runCutStage(
  { narrowing, structure }: Stages,
  cause: Narrowed,
  { by, number }: StageChoice,
): Promise<CutEnd> {
  const { run, request, onBest } = narrowing;
  // Only the first stage looks for further causes.
  const isFirst = run.stages.length === 0;
  const stage = cutStage(narrowing, cause, {
    by,
    name: `${typeof by === "string" ? by : by.name}${number === 1 ? "" : ` of cause ${number}`}`,
    causes: isFirst ? request.causes : 1,
    isWellFormed: structure?.isWellFormed,
  });
  const end = await runStage(run, stage, {
    onBest: (best) => number === 1 && onBest(stage.narrowed(best)[0]!),
  });
  const { result, complete } = end;
  const causes = result ? stage.narrowed(result) : [];
  if (!isFirst && cause.edits && complete && end.answers.size === 0) {
    // There was nothing to test: the difference is as small as it gets, but is counted in the deltas that it was found by.
    const { unit, deltas } = cause;
    return { complete, causes: causes.map((same) => ({ ...same, unit, deltas })), searches: [] };
  }
  const { failing, passing = 0 } = result ? stage.sizes(result) : stage.start;
  const deltas = { total: stage.total, cause: failing - passing };
  run.stages.push({ name: stage.name, search: stage.searchName, deltas, needed: end.needed });
  const searches = result ? [{ tested: () => testedSets(stage.search, end), found: result[0]! }] : [];
  return { complete, causes, searches };
}

async function reduceCauses(
  narrowing: Narrowing,
  causes: readonly Narrowed[],
): Promise<Pick<NarrowingEnd, "causes" | "complete" | "minimal">> {
  const reduced: Narrowed[] = [];
  let [complete, minimal] = [true, true];
  for (const [i, cause] of causes.entries()) {
    const onBest = i === 0 ? narrowing.onBest : () => {};
    const end = await reduceText({ ...narrowing, onBest }, cause, narrowing.passes!);
    complete &&= end.complete;
    minimal &&= end.minimal;
    reduced.push(end.cause);
  }
  return { causes: reduced, complete, minimal: complete && minimal };
}
