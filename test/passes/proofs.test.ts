import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking, bestOf } from "../../src/core/search.ts";
import { sequential } from "../../src/drive/sequential.ts";
import type { TrialResult } from "../../src/drive/walk.ts";
import { Draft } from "../../src/passes/draft.ts";
import { toFixedPoint } from "../../src/passes/fixed-point.ts";
import { type Pass, proofOf } from "../../src/passes/pass.ts";
import { choosePasses, passesFor } from "../../src/passes/passes-for.ts";
import { Pieces } from "../../src/world/text/pieces.ts";

const pieces = (...some: string[]) =>
  fc.array(fc.constantFrom(...some), { maxLength: 14 }).map((words) => words.join(""));
const texts = {
  text: pieces("ab", " ", "\n", "(", ")", "x", "12"),
  json: fc.json({ maxDepth: 2 }),
  csv: pieces("a", ",", "\n", "bc"),
};
const choices = [
  ...[undefined, ["lines"], ["tokens"], ["characters"], ["bytes"]],
  ...[["structure"], ["structure", "lines"], ["-characters"]],
];
const cases = Object.entries(texts).flatMap(([language, any]) => choices.map((names) => ({ language, any, names })));

test.each(cases)("whatever the outcomes, what the passes prove is so: $language, $names", async (each) => {
  await fc.assert(
    fc.asyncProperty(each.any, fc.integer(), async (text, seed) => {
      const start = Draft.of(Buffer.from(text));
      const outcomeOf = anyOutcomes(start, seed);
      const passes = choosePasses(await passesFor(start.bytes, each.language), each.names);
      const end = await sequential<Draft, Draft, TrialResult>({
        search: toFixedPoint(start, passes),
        key: ({ content }) => content,
        trial: async (draft) => ({ outcome: outcomeOf(draft) }),
      });
      const result = bestOf(end) ?? start;
      expect(outcomeOf(result)).toBe("fail");
      for (const smaller of withoutOne(result, passes))
        expect(outcomeOf(smaller), String(smaller.bytes)).not.toBe("fail");
    }),
  );
});

/** Outcomes that have nothing to do with each other. */
function anyOutcomes(whole: Draft, seed: number): (draft: Draft) => Outcome {
  return ({ bytes }) => {
    if (Buffer.compare(bytes, whole.bytes) === 0) return "fail";
    const hash = bytes.reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, seed);
    return (["fail", "pass", "unresolved"] as const)[Math.abs(hash) % 3]!;
  };
}

/** The text without any single one of the pieces that are proved to be needed. */
function withoutOne(result: Draft, passes: readonly Pass[]): Draft[] {
  const proof = proofOf(passes);
  if (proof === "parts") return questionsOf(passes.find(({ proves }) => proves === "parts")!, result);
  if (proof === undefined || proof === "files") return [];
  const pieces = new Pieces(result.bytes, proof);
  return Array.from(pieces.all, (n) => Draft.of(pieces.compose(pieces.all.minus(pieces.all.slice(n, n + 1)))));
}

/** What a pass asks where nothing can go. */
function questionsOf(pass: Pass, draft: Draft): Draft[] {
  const questions: Draft[] = [];
  for (let search = pass.begin(draft); search && asking(search); search = search.after("pass"))
    questions.push(search.ask);
  // An item without any text, as in an empty line of CSV, can be left out without a difference.
  return questions.filter(({ content }) => content !== draft.content);
}
