import { asking, bestOf } from "../../../../core/search.ts";
import { sequential } from "../../../../drive/sequential.ts";
import type { TrialResult } from "../../../../drive/walk.ts";
import { toFixedPoint } from "../../../../passes/fixed-point.ts";
import { detectLanguage } from "../../../../syntax/detect.ts";
import { isText } from "../../../../world/text/text.ts";
import { reduce } from "../../reduce.ts";
import type { InputContent } from "../body-failure.ts";
import type { Trials } from "./trials.ts";
import { ValueDraft } from "./value/value-draft.ts";
import { valuePasses } from "./value/value-passes.ts";

/** The smallest failing input that was found. */
export interface SimplifiedInput {
  readonly content: unknown;
  /** Proved: without any single one of `pieces` it does not fail like this. */
  readonly minimal: boolean;
  readonly pieces: Pieces;
}

export type Pieces = "character" | "byte" | "item, property or character";

/** Makes an input that fails as small as possible while it fails in the same way. */
export async function simplifyInput(
  input: InputContent,
  trials: Trials,
  language: string | undefined,
): Promise<SimplifiedInput> {
  if (input.kind === "value" || (input.kind === "text" && !isReducible(input.content)))
    return simplifyValue(input.content, trials, input.kind === "text" ? "character" : "item, property or character");
  const { kind, content } = input;
  const name = language ?? languageOf(input);
  if (kind === "text") {
    const { failing, minimal } = await reduce(content, asTest<string>(trials), {
      language: name,
      signal: trials.signal,
    });
    return { content: failing, minimal, pieces: "character" };
  }
  const { failing, minimal } = await reduce(content, asTest<Uint8Array>(trials), {
    language: name,
    signal: trials.signal,
  });
  return { content: failing, minimal, pieces: isText(content) ? "character" : "byte" };
}

/** Whether the text is the same after it was made bytes. */
function isReducible(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text);
}

export function languageOf(input: InputContent): string {
  const bytes = Buffer.from(input.content as string | Uint8Array);
  return detectLanguage(input.kind === "bytes" ? (input.path ?? "") : "", bytes);
}

/** The whole input has failed already. */
function asTest<V>({ outcomeOf }: Trials) {
  let isWhole = true;
  return async (candidate: V) => {
    if (!isWhole) return outcomeOf(candidate);
    isWhole = false;
    return "fail";
  };
}

async function simplifyValue(value: unknown, trials: Trials, pieces: Pieces): Promise<SimplifiedInput> {
  const whole = new ValueDraft(() => value);
  const end = await sequential<ValueDraft, ValueDraft, TrialResult>({
    search: toFixedPoint(whole, valuePasses),
    key: ({ content }) => content,
    trial: async (draft) => ({ outcome: await trials.outcomeOf(draft.value) }),
    stop: trials.signal,
  });
  return { content: (bestOf(end) ?? whole).value, minimal: !asking(end), pieces };
}
