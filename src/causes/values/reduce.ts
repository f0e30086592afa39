import type { Outcome } from "../../core/outcome.ts";
import { asking, bestOf } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import { lookAhead } from "../../drive/look-ahead.ts";
import { sequential } from "../../drive/sequential.ts";
import type { TrialResult } from "../../drive/walk.ts";
import { Draft } from "../../passes/draft.ts";
import { toFixedPoint } from "../../passes/fixed-point.ts";
import { type Pass, proofOf } from "../../passes/pass.ts";
import { byStructure, choosePasses, passesFor } from "../../passes/passes-for.ts";
import { Syntax } from "../../passes/syntax.ts";
import { languageNames } from "../../syntax/detect.ts";
import { type ByteRange, rangeTree } from "../../syntax/ranges.ts";
import type { FindOptions } from "./find.ts";
import { asOutcome, type Test } from "./test.ts";

export interface ReduceOptions extends Omit<FindOptions, "by"> {
  /** The language of the text: `json`, `c`, `xml`, …; `text` (default) fits any. */
  readonly language?: string;
  /** The only passes to run, by name; or, each after a minus, those not to run. */
  readonly passes?: readonly string[];
  /** Instead of a language: your own function to the parts that may be left out, side by side or nested, as ranges of bytes. */
  readonly decompose?: (bytes: Uint8Array) => Iterable<ByteRange>;
}

export interface Reduced<V> {
  readonly failing: V;
  readonly tests: number;
  /** Proved: no single character (or part, or other unit of the passes) can be left out. */
  readonly minimal: boolean;
}

/** Makes a failing text smaller, guided by its structure, until nothing more can be left out. */
export async function reduce<V extends string | Uint8Array>(
  text: V,
  test: Test<V extends string ? string : Uint8Array>,
  options: ReduceOptions = {},
): Promise<Reduced<V extends string ? string : Uint8Array>> {
  type Text = V extends string ? string : Uint8Array;
  const { jobs = 1, maxTests = Number.POSITIVE_INFINITY, signal } = options;
  const asText = (bytes: Uint8Array) => (typeof text === "string" ? Buffer.from(bytes).toString() : bytes) as Text;
  const never = signal ?? new AbortController().signal;
  const outcomes = new Map<string, Outcome>();
  const trial = async (draft: Draft, signal: AbortSignal): Promise<TrialResult> => {
    const outcome = outcomes.get(draft.content) ?? asOutcome(await test(asText(draft.bytes), signal));
    return { outcome };
  };
  const whole = Draft.of(Buffer.from(text));
  const { outcome } = await trial(whole, never);
  if (outcome !== "fail")
    throw new UserError(`The text does not fail (${outcome}), so there is nothing to explain.`, 1);
  outcomes.set(whole.content, outcome);
  const passes = await passesOf(whole.bytes, options);
  const driver = jobs === 1 ? sequential : lookAhead(jobs);
  const end = await driver<Draft, Draft, TrialResult>({
    search: toFixedPoint(whole, passes),
    key: ({ key }) => key,
    trial,
    onStep: ({ question, observation }) => outcomes.set(question.content, observation.outcome),
    mayContinue: () => outcomes.size - 1 < maxTests,
    stop: signal,
  });
  const { bytes } = bestOf(end) ?? whole;
  return { failing: asText(bytes), tests: outcomes.size - 1, minimal: !asking(end) && proofOf(passes) !== undefined };
}

async function passesOf(bytes: Uint8Array, { language = "text", passes, decompose }: ReduceOptions): Promise<Pass[]> {
  if (decompose) return byStructure(new Syntax((text) => rangeTree(decompose(text), text.length)));
  if (!languageNames.includes(language))
    throw new UserError(`There is no language ${language}; choose one of ${languageNames.join(", ")}.`);
  return choosePasses(await passesFor(bytes, language), passes);
}
