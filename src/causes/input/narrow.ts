import type { DeltaSet } from "../../core/delta-set.ts";
import { Draft } from "../../passes/draft.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { causes } from "../../search/causes.ts";
import { causeIn, searchFor, searchNameFor, setSizes } from "../../search/goal.ts";
import { skipping } from "../../search/skipping.ts";
import type { TextEdits } from "../../world/text/edits.ts";
import { Pieces, type Unit } from "../../world/text/pieces.ts";
import { editsBetween, refine } from "../../world/text/text-edits.ts";
import { bytesOf, sizeOf } from "./content.ts";
import { inputWorld } from "./input-world.ts";
import type { Narrowed, Narrowing, NarrowingEnd } from "./narrowing.ts";
import { reduce } from "./reduce.ts";
import { type Cut, type Structure, type StructureCut, structureOf } from "./structure.ts";

/** What a stage's search gives: a failing set, and a passing one inside it where a pair is sought. */
type Found = FoundSets;

/** Narrows the cause in stages: first in the coarsest units, and what is left of it in ever finer ones. */
export async function narrow(narrowing: Narrowing): Promise<NarrowingEnd> {
  const { stages } = narrowing.run;
  const searches: SearchTaken[] = [];
  let [complete, minimal] = [true, true];
  let found: Narrowed[] = [whole(narrowing)];
  const structure = await structureOf(narrowing.request, narrowing);
  for (const step of structure ? byStructure(structure) : narrowing.units) {
    const finer: Narrowed[] = [];
    for (const [i, cause] of found.entries()) {
      if (!complete || (structure && isNearEnough(narrowing, cause))) break;
      const by = typeof step === "string" ? step : step(cause);
      if (by === undefined) {
        finer.push(cause);
        continue;
      }
      const first = stages.length === 0;
      const stage = cutStage(narrowing, cause, {
        by,
        name: `${typeof by === "string" ? by : by.name}${i === 0 ? "" : ` of cause ${i + 1}`}`,
        several: first,
        isWellFormed: structure?.isWellFormed,
      });
      const end = await runStage(narrowing.run, stage, {
        onBest: (best) => i === 0 && narrowing.onBest(stage.narrowed(best)[0]!),
      });
      complete &&= end.complete;
      if (!first && cause.edits && end.complete && end.answers.size === 0) {
        // There was nothing to search: the difference as small as it gets, but of the deltas that it was found by.
        const { unit, deltas } = cause;
        finer.push(...stage.narrowed(end.result!).map((same) => ({ ...same, unit, deltas })));
        continue;
      }
      const { failing, passing = 0 } = end.result ? stage.sizes(end.result) : stage.start;
      const deltas = { total: stage.total, cause: failing - passing };
      stages.push({ name: stage.name, search: stage.searchName, deltas, needed: end.needed });
      if (end.result) {
        finer.push(...stage.narrowed(end.result));
        searches.push({ tested: () => testedSets(stage.search, end), found: end.result[0]! });
      }
    }
    found = [...finer, ...found.slice(finer.length)];
  }
  if (complete && narrowing.passes) {
    for (const [i, cause] of found.entries()) {
      const end = await reduce(narrowing, cause, narrowing.passes, i === 0);
      complete &&= end.complete;
      minimal &&= end.minimal;
      found[i] = end.cause;
    }
  }
  return { causes: found, complete, minimal: complete && minimal, searches };
}

/** Before the first test. */
function whole({ request, failing, passing }: Narrowing): Narrowed {
  const start = { failing, unit: "bytes" as const, deltas: { total: failing.length, cause: failing.length } };
  if (request.goal === "simplify") return { ...start, sources: () => Draft.of(failing).sources() };
  return { ...start, passing: passing ?? new Uint8Array() };
}

/** What is cut by structure is nearly always well-formed: in larger texts it is not worth looking. */
const largestChecked = 100_000;

/** So many bytes of candidates may be found to be ill-formed in a stage: some seconds' work. */
const mostParsed = 20_000_000;

/** What a stage cuts a difference into, if that is worth one. */
type Step = Unit | ((cause: Narrowed) => StructureCut | undefined);

function byStructure({ cut, inside }: Structure): Step[] {
  return [() => cut, ({ edits }) => inside(edits!), "tokens", "characters"];
}

/** The largest passing part is to be well-formed: it is sought in finer pieces only if there is none on structure. */
function isNearEnough({ request }: Narrowing, { passing }: Narrowed): boolean {
  return request.goal === "find-passing" && Buffer.from(passing!).toString("latin1").trim() !== "";
}

interface StageChoice {
  readonly by: Unit | StructureCut;
  readonly name: string;
  /** The first stage looks for further causes as well. */
  readonly several: boolean;
  /** What is not so need not be tested. */
  readonly isWellFormed?: ((bytes: Uint8Array) => boolean) | undefined;
}

function cutStage({ setting, request, passing }: Narrowing, cause: Narrowed, choice: StageChoice) {
  const { by, name, several, isWellFormed } = choice;
  const [structure, unit] = typeof by === "string" ? [undefined, by] : [by, by.unit];
  const pieces = structure || cause.edits || passing ? undefined : new Pieces(bytesOf(cause.failing), by as Unit);
  const cut: Cut = structure ?? pieces ?? pieceEdits(cause, passing!, by as Unit);
  const searchName = searchNameFor(request.goal, request.search);
  const everything = causes(cut.all, {
    search: structure?.search ?? searchFor(request.goal, request.search),
    causeOf: causeIn,
    count: several ? request.causes : 1,
  });
  const size = sizeOf(cause.failing);
  const worthwhile = !structure || size <= largestChecked;
  const answerWithoutTest = (set: DeltaSet) => (isWellFormed!(cut.compose(set)) ? undefined : ("unresolved" as const));
  const most = Math.ceil(mostParsed / (size + 1));
  const search = isWellFormed && worthwhile ? skipping(everything, answerWithoutTest, most) : everything;
  const total = cut.all.size;
  const narrowed = (found: readonly Found[]): Narrowed[] =>
    found.map(({ failing, passing }) => {
      const deltas = { total, cause: failing.size - (passing?.size ?? 0) };
      if (passing === undefined) {
        const gone = () => pieces!.marks(cut.all.minus(failing)).map(([start, end]) => ({ start, end }));
        const left = Draft.of(bytesOf(cause.failing), cause.sources!()).with(
          { pass: unit, left: "" },
          failing.key,
          gone,
        );
        return { failing: left.bytes, sources: () => left.sources(), unit, deltas };
      }
      const edits = cut.between(passing, failing);
      return {
        failing: cut.compose(failing),
        passing: cut.compose(passing),
        edits,
        unit,
        deltas,
      };
    });
  const difference = stageOf({
    name,
    search,
    total,
    world: (set: DeltaSet) => inputWorld(setting, cut.compose(set)),
    start: request.goal === "simplify" ? { failing: total } : { failing: total, passing: 0 },
    sizes: (found: readonly Found[]) => setSizes(found.at(-1)!),
  });
  return { ...difference, unit, name, searchName, narrowed };
}

function pieceEdits({ edits, failing }: Narrowed, passing: Uint8Array, unit: Unit): TextEdits {
  return edits ? refine(edits, unit) : editsBetween(passing, bytesOf(failing), unit);
}
