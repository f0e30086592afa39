import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Outcome, outcomes } from "../../src/core/outcome.ts";
import { asking, outcomeOf } from "../../src/core/search.ts";
import { lookAhead } from "../../src/drive/look-ahead.ts";
import { replaySearch } from "../../src/drive/replay.ts";
import { sequential } from "../../src/drive/sequential.ts";
import type { Driver } from "../../src/drive/walk.ts";
import { type StopAnswer, stopName, type WalkedBack, type WalkStop, walkBack } from "../../src/search/walk-back.ts";
import { VirtualTime } from "../drive/virtual-time.ts";

/** Versions from the newest on, of which `start` fails, and what each shows with what is carried there. */
interface Line {
  readonly start: number;
  readonly oldest: number;
  readonly shows: (stop: WalkStop) => StopAnswer;
}

interface Asked {
  readonly stop: WalkStop;
  readonly answer: StopAnswer;
}

function walked({ start, oldest, shows }: Line): { found: WalkedBack; asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const steps = replaySearch(walkBack(start, oldest), shows);
  for (;;) {
    const step = steps.next();
    if (!step.done) asked.push({ stop: step.value.at.ask, answer: step.value.answer });
    else if (asking(step.value)) throw new Error("a version without an answer");
    else return { found: step.value.result, asked };
  }
}

/** One letter for each version: fails, passes, or ? for what cannot be judged. */
const letters: Readonly<Record<string, Outcome>> = { f: "fail", p: "pass", "?": "unresolved" };
const lineOf = (text: string): Line => ({
  start: 0,
  oldest: text.length - 1,
  shows: ({ version }) => letters[text[version]!]!,
});

/** Whatever is carried, a version shows the same. */
const plain: fc.Arbitrary<Line> = fc
  .array(fc.tuple(fc.constantFrom<Outcome>("fail", "fail", "unresolved", "unresolved", "pass"), fc.nat(40)), {
    maxLength: 8,
  })
  .map((stretches) => stretches.flatMap(([outcome, length]) => Array<Outcome>(length).fill(outcome)))
  .chain((outcomes) => fc.nat(5).map((start) => ({ start, outcomes })))
  .map(({ start, outcomes }) => ({
    start,
    oldest: start + outcomes.length,
    shows: ({ version }) => outcomes[version - start - 1]!,
  }));

/** What a version shows depends on what is carried there, from where and in which way: anything may happen. */
const carrying: fc.Arbitrary<Line> = fc
  .record({
    start: fc.nat(5),
    length: fc.nat(200),
    seed: fc.nat(),
    fails: fc.constantFrom(10, 40, 70, 95),
    passes: fc.constantFrom(0, 0, 1, 5),
    ways: fc.constantFrom(0, 1, 2, 3),
  })
  .map(({ start, length, seed, fails, passes, ways }) => ({
    start,
    oldest: start + length,
    shows: (stop) => {
      const dice = hash(`${seed} ${stopName(stop)}`);
      const outcome = dice % 100 < fails ? "fail" : dice % 100 < fails + passes ? "pass" : "unresolved";
      return ways === 0 ? outcome : { outcome, variants: 1 + (hash(`${seed} ${stop.version}`) % ways) };
    },
  }));

function hash(text: string): number {
  let sum = 2166136261;
  for (const char of text) sum = Math.imul(sum ^ char.codePointAt(0)!, 16777619);
  sum = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (sum ^ (sum >>> 13)) >>> 0;
}

const lines = fc.oneof(plain, carrying);
const waysOf = (answer: StopAnswer) => (typeof answer === "string" ? 1 : (answer.variants ?? 1));
const runs = { numRuns: 1000 };

describe("walking back", () => {
  test("comes to a version that fails, older than all others that did; those before it are where it came from", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { found, asked } = walked(line);
        const failed = asked.filter(({ answer }) => outcomeOf(answer) === "fail").map(({ stop }) => stop);
        const way: WalkStop[] = [];
        for (let stop: WalkStop | undefined = found.failing; stop; stop = stop.from) way.unshift(stop);
        expect(way).toEqual([{ version: line.start, variant: 0 }, ...failed]);
        expect(way.every(({ version }, i) => i === 0 || version > way[i - 1]!.version)).toBe(true);
      }),
      runs,
    );
  });

  test("ends at the first version that passes, at the oldest, or before one that cannot be judged", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { found, asked } = walked(line);
        const { failing, passing, masked } = found;
        const passed = asked.filter(({ answer }) => outcomeOf(answer) === "pass");
        if (passed.length > 0) {
          expect(passed).toEqual(asked.slice(-1));
          expect(found).toEqual({ failing, passing: passed[0]!.stop });
          expect(passing!.from).toBe(failing);
          expect(passing!.version).toBeGreaterThan(failing.version);
        } else if (masked === undefined) expect(found).toEqual({ failing: { ...failing, version: line.oldest } });
        else expect(found).toEqual({ failing, masked: failing.version + 1 });
      }),
      runs,
    );
  });

  test("calls a version masked only if it, and those 1, 3, 7, 15, 31 and 63 behind it, could not be judged in any way", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { found, asked } = walked(line);
        const { failing, masked } = found;
        if (masked === undefined) return;
        const behind = [0, 1, 3, 7, 15, 31, 63].map((hop) => masked + hop).filter((version) => version <= line.oldest);
        for (const version of behind) {
          const there = asked.filter(({ stop }) => stop.version === version && stop.from === failing);
          const { answer } = there.at(-1)!;
          expect(there.map(({ stop }) => stop.variant)).toEqual(Array.from({ length: waysOf(answer) }, (_, i) => i));
          expect(there.map(({ answer }) => outcomeOf(answer))).toEqual(there.map(() => "unresolved"));
        }
      }),
      runs,
    );
  });

  test("never asks the same twice, nor about what is not behind the oldest version that fails", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { asked } = walked(line);
        expect(new Set(asked.map(({ stop }) => stopName(stop))).size).toBe(asked.length);
        for (const { stop } of asked) {
          expect(stop.version).toBeGreaterThan(stop.from!.version);
          expect(stop.version).toBeLessThanOrEqual(line.oldest);
        }
      }),
      runs,
    );
  });

  test("is known by its stops: equal names are equal stops", () => {
    const stop: fc.Memo<WalkStop> = fc.memo((depth) =>
      fc.record(
        { version: fc.nat(12), variant: fc.nat(2), ...(depth > 1 ? { from: stop() } : {}) },
        { requiredKeys: ["version", "variant"] },
      ),
    );
    fc.assert(
      fc.property(stop(3), stop(3), (a, b) => {
        expect(stopName(a) === stopName(b)).toBe(JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b)));
      }),
      runs,
    );
  });

  test("steps over each stretch that cannot be judged if as many versions behind it fail, up to 63 of them", () => {
    const stretches = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 63 })), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(stretches, fc.nat(70), (parts, more) => {
        const failing = parts.map(([gap], i) => Math.max(gap, i === 0 ? 1 : parts[i - 1]![1]));
        const text = parts.map(([, length], i) => "f".repeat(failing[i]!) + "?".repeat(length)).join("");
        const line = lineOf(text + "f".repeat(parts.at(-1)![1] + more));
        const { found } = walked(line);
        expect(found).toEqual({ failing: { ...found.failing, version: line.oldest } });
      }),
      runs,
    );
  });
});

function inOrder({ version, variant, from }: WalkStop): unknown {
  return [version, variant, from && inOrder(from)];
}

describe("the number of versions that are tried", () => {
  test("is ⌈log2(n + 1)⌉ where all n older ones fail", () => {
    for (let n = 0; n <= 1030; n++) {
      expect(walked(lineOf("f".repeat(n + 1))).asked.length).toBe(Math.ceil(Math.log2(n + 1)));
    }
  });

  test("is at most 2⌊log2(d + 1)⌋ + 8 where d older ones fail and none behind can be judged", () => {
    let most = 0;
    for (let d = 0; d <= 300; d++) {
      for (const masked of [1, 2, 3, 10, 63, 64, 65, 1000]) {
        const { found, asked } = walked(lineOf("f".repeat(d + 1) + "?".repeat(masked)));
        expect(found).toMatchObject({ failing: { version: d }, masked: d + 1 });
        const bound = 2 * Math.floor(Math.log2(d + 1)) + 8;
        expect(asked.length).toBeLessThanOrEqual(bound);
        most = Math.max(most, asked.length - bound);
      }
    }
    expect(most).toBe(0);
  });

  test("grows by no more than the ways to carry things where nothing can be judged", () => {
    for (let d = 0; d <= 100; d++) {
      for (const ways of [1, 2, 3]) {
        const outcome = ({ version }: WalkStop) => (version <= d ? "fail" : "unresolved");
        const { asked } = walked({
          start: 0,
          oldest: 500,
          shows: (stop) => ({ outcome: outcome(stop), variants: ways }),
        });
        const log = Math.floor(Math.log2(d + 1));
        expect(asked.length).toBeLessThanOrEqual(log + ways * (log + 8));
      }
    }
  });

  test("is ⌊log2(d + 1)⌋ + 1 where d older ones fail and all behind pass", () => {
    for (let d = 0; d <= 300; d++) {
      const { found, asked } = walked(lineOf("f".repeat(d + 1) + "p".repeat(500)));
      expect(found.passing!.version).toBeGreaterThan(d);
      expect(asked.length).toBe(Math.floor(Math.log2(d + 1)) + 1);
    }
  });
});

describe("a walk", () => {
  test("is a function of the answers: what would be asked after others changes nothing", () => {
    fc.assert(
      fc.property(lines, (line) => {
        let search = walkBack(line.start, line.oldest);
        const names: string[] = [];
        while (asking(search)) {
          names.push(stopName(search.ask));
          const answer = line.shows(search.ask);
          for (const outcome of outcomes) search.after(outcome);
          search.after({ outcome: "unresolved", variants: 3 });
          search = search.after(answer);
        }
        const { found, asked } = walked(line);
        expect(names).toEqual(asked.map(({ stop }) => stopName(stop)));
        expect(search.result).toEqual(found);
      }),
    );
  });

  test("goes on from any prefix of its answers to the same end", () => {
    fc.assert(
      fc.property(lines, fc.nat(), (line, seed) => {
        const { found, asked } = walked(line);
        const count = seed % (asked.length + 1);
        const known = new Map(asked.slice(0, count).map(({ stop, answer }) => [stopName(stop), answer]));
        const fresh: string[] = [];
        const resumed = walked({
          ...line,
          shows: (stop) => {
            const answer = known.get(stopName(stop));
            if (answer === undefined) fresh.push(stopName(stop));
            return answer ?? line.shows(stop);
          },
        });
        expect(resumed.found).toEqual(found);
        expect(fresh).toEqual(asked.slice(count).map(({ stop }) => stopName(stop)));
      }),
    );
  });

  test("that is stopped has come to the oldest version that failed so far", () => {
    fc.assert(
      fc.property(lines, (line) => {
        let search = walkBack(line.start, line.oldest);
        let failing: WalkStop = { version: line.start, variant: 0 };
        while (asking(search)) {
          expect(search.best).toEqual({ failing });
          const answer = line.shows(search.ask);
          if (outcomeOf(answer) === "fail") failing = search.ask;
          search = search.after(answer);
        }
      }),
    );
  });

  test("is the same, by the same steps, however many versions are tried at once", async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 2, max: 16 }), fc.nat(), async (line, workers, seed) => {
        const plain = await driven(sequential, line);
        const ahead = await driven(lookAhead(workers), line, (stop) => 1 + (hash(`${seed} ${stopName(stop)}`) % 50));
        expect(ahead).toEqual(plain);
        expect(plain.found).toEqual(walked(line).found);
      }),
      { numRuns: 80 },
    );
  });
});

async function driven(driver: Driver, line: Line, duration: (stop: WalkStop) => number = () => 1) {
  const time = new VirtualTime();
  const steps: string[] = [];
  const end = await driver<WalkStop, WalkedBack, { outcome: Outcome; answer: StopAnswer }, StopAnswer>({
    search: walkBack(line.start, line.oldest),
    key: stopName,
    answer: ({ answer }) => answer,
    trial: (stop, signal) => {
      const answer = line.shows(stop);
      return time.trial(duration(stop), () => ({ outcome: outcomeOf(answer), answer }), signal);
    },
    onStep: ({ question, observation }) => steps.push(`${stopName(question)} ${observation.outcome}`),
  });
  return { found: asking(end) ? undefined : end.result, steps };
}

describe("the tests come in this order", () => {
  const transcript = (line: Line) => {
    const { found, asked } = walked(line);
    const end = found.passing ? `passes: ${found.passing.version}` : `masked: ${found.masked ?? "none"}`;
    const tests = asked.map(({ stop, answer }) => {
      const way = stop.variant > 0 ? `, way ${stop.variant}` : "";
      return `${stop.version} from ${stop.from!.version}${way}: ${outcomeOf(answer)}`;
    });
    return [...tests, `fails: ${found.failing.version}, ${end}`];
  };

  test("where the failure is hidden at the end", () => {
    expect(transcript(lineOf(`${"f".repeat(6)}${"?".repeat(9)}`))).toEqual([
      "1 from 0: fail",
      "3 from 1: fail",
      "7 from 3: unresolved",
      "5 from 3: fail",
      "6 from 5: unresolved",
      "7 from 5: unresolved",
      "9 from 5: unresolved",
      "13 from 5: unresolved",
      "14 from 5: unresolved",
      "fails: 5, masked: 6",
    ]);
  });

  test("where a stretch in between cannot be judged, and a version behind it passes", () => {
    expect(transcript(lineOf("fff?????ffffffp"))).toEqual([
      "1 from 0: fail",
      "3 from 1: unresolved",
      "2 from 1: fail",
      "3 from 2: unresolved",
      "4 from 2: unresolved",
      "6 from 2: unresolved",
      "10 from 2: fail",
      "11 from 10: fail",
      "13 from 11: fail",
      "14 from 13: pass",
      "fails: 13, passes: 14",
    ]);
  });

  test("where more can be carried from nearby, and in another way", () => {
    const shows = ({ version, from, variant: way }: WalkStop): StopAnswer => {
      if (version < 5) return "fail";
      if (version === 5) return from!.version === 4 ? "fail" : "unresolved";
      return way === 1 && version === 6 ? "fail" : { outcome: "unresolved", variants: 2 };
    };
    expect(transcript({ start: 0, oldest: 8, shows })).toEqual([
      "1 from 0: fail",
      "3 from 1: fail",
      "7 from 3: unresolved",
      "7 from 3, way 1: unresolved",
      "5 from 3: unresolved",
      "4 from 3: fail",
      "5 from 4: fail",
      "6 from 5: unresolved",
      "6 from 5, way 1: fail",
      "8 from 6: unresolved",
      "8 from 6, way 1: unresolved",
      "7 from 6: unresolved",
      "7 from 6, way 1: unresolved",
      "fails: 6, masked: 7",
    ]);
  });
});
