import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking, bestOf, type Search } from "../../src/core/search.ts";
import { lookAhead } from "../../src/drive/look-ahead.ts";
import { sequential } from "../../src/drive/sequential.ts";
import type { Driver, TrialResult } from "../../src/drive/walk.ts";
import { Draft } from "../../src/passes/draft.ts";
import { toFixedPoint } from "../../src/passes/fixed-point.ts";
import { passesFor } from "../../src/passes/passes-for.ts";
import { VirtualTime } from "../drive/virtual-time.ts";

interface World {
  readonly language: string;
  readonly text: string;
  readonly outcome: (text: string) => Outcome;
}

const worlds: Record<string, World> = {
  json: {
    language: "json",
    text: JSON.stringify(
      { name: "shop", deep: [{ a: [1, 2, { key: [true, null, "x"] }] }, [], {}], list: Array(40).fill({ b: 7 }) },
      null,
      2,
    ),
    outcome: (text) => {
      try {
        const value = JSON.stringify(JSON.parse(text));
        return value.includes('"key"') && value.includes("null") ? "fail" : "pass";
      } catch {
        return "unresolved";
      }
    },
  },
  c: {
    language: "c",
    text: `#include <stdio.h>
/* many */
${Array.from({ length: 30 }, (_, i) => `static int f${i}(int a, int b) { return a * ${i} + b; }`).join("\n")}
int main(void) {
  int x = f3(1, 2), y;
  for (int i = 0; i < 3; i++) { if (i > 1) { y = g(x); } else { x--; } }
  return 0;
}
`,
    outcome: (text) => {
      const balanced = count(text, "{") === count(text, "}") && count(text, "(") === count(text, ")");
      return !balanced ? "unresolved" : /\bg\(/.test(text) && text.includes("for") ? "fail" : "pass";
    },
  },
};

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

async function searchOf({ language, text }: World): Promise<Search<Draft, Draft>> {
  const bytes = Buffer.from(text);
  return toFixedPoint(Draft.of(bytes), await passesFor(bytes, language));
}

interface Driven {
  readonly result: string;
  readonly transcript: readonly string[];
}

async function drive(driver: Driver, world: World, known = new Map<string, Outcome>()): Promise<Driven> {
  const time = new VirtualTime();
  const transcript: string[] = [];
  const end = await driver<Draft, Draft, TrialResult>({
    search: await searchOf(world),
    key: (draft) => draft.content,
    trial: (draft, signal) => {
      const answer = () => {
        const outcome = known.get(draft.content) ?? world.outcome(Buffer.from(draft.bytes).toString());
        known.set(draft.content, outcome);
        return { outcome };
      };
      return time.trial(1 + (draft.size % 13), answer, signal);
    },
    onStep: ({ question, observation }) => transcript.push(`${question.content} ${observation.outcome}`),
  });
  expect(asking(end)).toBe(false);
  return { result: Buffer.from(bestOf(end)!.bytes).toString(), transcript };
}

describe.each(Object.entries(worlds))("passes to a fixed point on %s", (_, world) => {
  test("give a failing text, small, the same by every driver in the same steps", async () => {
    const plain = await drive(sequential, world);
    expect(world.outcome(plain.result)).toBe("fail");
    expect(plain.result.length).toBeLessThan(30);
    for (const workers of [1, 2, 7]) expect(await drive(lookAhead(workers), world)).toEqual(plain);
  });

  test("give the same when resumed with the outcomes of any part of the way", async () => {
    const known = new Map<string, Outcome>();
    const plain = await drive(sequential, world, known);
    for (const part of [0.1, 0.5, 0.9]) {
      const some = new Map([...known].slice(0, Math.floor(known.size * part)));
      expect(await drive(lookAhead(4), world, some)).toEqual(plain);
    }
  });

  test("have a best answer at every step that was seen to fail, and end where no pass finds more", async () => {
    const failed = new Set([Draft.of(Buffer.from(world.text)).content]);
    let search = await searchOf(world);
    while (asking(search)) {
      expect(failed.has(search.best!.content)).toBe(true);
      const outcome = world.outcome(Buffer.from(search.ask.bytes).toString());
      if (outcome === "fail") failed.add(search.ask.content);
      search = search.after(outcome);
    }
    const again = await drive(sequential, { ...world, text: Buffer.from(search.result.bytes).toString() });
    expect(again.result).toBe(Buffer.from(search.result.bytes).toString());
  });
});
