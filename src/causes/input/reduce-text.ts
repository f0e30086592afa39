import { Draft } from "../../passes/draft.ts";
import { toFixedPoint } from "../../passes/fixed-point.ts";
import { type Pass, type Proof, proofOf } from "../../passes/pass.ts";
import type { ByteRange } from "../../syntax/ranges.ts";
import { Pieces } from "../../world/text/pieces.ts";
import { isText } from "../../world/text/text.ts";
import { fileBytes } from "./content.ts";
import { inputWorld } from "./input-world.ts";
import type { Narrowed, Narrowing, NarrowingEnd } from "./narrowing.ts";
import { type ReductionEnd, runReduction } from "./reduction.ts";

/** Makes a failing text smaller by passes, until none of them finds anything more. */
export async function reduceText(
  { run, setting, failing, onBest }: Narrowing,
  cause: Narrowed,
  passes: readonly Pass[],
): Promise<ReductionEnd & Pick<NarrowingEnd, "minimal">> {
  const start = Draft.of(fileBytes(cause.failing), cause.sources!());
  const original = Draft.of(failing);
  const proof = proofOf(passes);
  const unit = textUnit(failing, proof);
  const count = pieceCounter(original, unit, passes);
  const total = count(original);
  const end = await runReduction(run, {
    start,
    search: toFixedPoint(start, passes),
    world: ({ bytes }) => inputWorld(setting, bytes),
    total: failing.length,
    narrowed: (draft) => ({
      failing: draft.bytes,
      sources: () => draft.sources(),
      unit,
      deltas: { total, cause: count(draft) },
    }),
    onBest,
    text: ({ bytes }) => bytes,
  });
  return { ...end, minimal: end.complete && proof !== undefined };
}

type TextUnit = Exclude<Proof, "files">;

/** The unit to count a text in: what the result is minimal in, if anything. */
function textUnit(failing: Uint8Array, proof: Proof | undefined): TextUnit {
  if (proof !== undefined && proof !== "files") return proof;
  return isText(failing) ? "characters" : "bytes";
}

function pieceCounter(original: Draft, unit: TextUnit, passes: readonly Pass[]): (draft: Draft) => number {
  if (unit !== "parts") return ({ bytes }) => new Pieces(bytes, unit).count;
  const { parts } = passes.find(({ proves }) => proves === "parts")!;
  const all = parts!(original);
  return (draft) => all.filter(isLeftIn(draft)).length;
}

/** Whether a draft still has some bytes of a range of the original. */
function isLeftIn(draft: Draft): (range: ByteRange) => boolean {
  const sources = draft.sources();
  return ([start, end]) => sources.some(({ from, old }) => from < end && start < from + old);
}
