import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { DeltaSet, isolate, simplify, throwing, UserError } from "../../src/index.ts";

describe("simplify", () => {
  test("a text, by characters that are never cut", async () => {
    const { failing, tests, minimal } = await simplify('<SELECT NAME="𝄞" SIZE=7>', (text) =>
      /<SELECT[^>]*>/.test(text),
    );
    expect(failing).toBe("<SELECT>");
    expect(minimal).toBe(true);
    expect(tests).toBeLessThan(30);
    expect((await simplify("a𝄞b", (text) => text.includes("\ud834"))).failing).toBe("𝄞");
  });

  test("a list, with a test that takes its time, several at once, with the result of one at a time", async () => {
    const list = Array.from({ length: 100 }, (_, i) => ({ id: i }));
    const slow = async (items: readonly { id: number }[]) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [13, 57].every((id) => items.some((item) => item.id === id));
    };
    const one = await simplify(list, slow);
    const eight = await simplify(list, slow, { jobs: 8 });
    expect(eight.failing.map(({ id }) => id)).toEqual([13, 57]);
    expect(eight).toEqual(one);
    expectTypeOf(eight.failing).toEqualTypeOf<{ id: number }[]>();
  });

  test("bytes, and lines of bytes", async () => {
    const bytes = Buffer.from("one\ntwo\nthree\n");
    const byBytes = await simplify(bytes, (part) => Buffer.from(part).includes("hr"));
    expect(Buffer.from(byBytes.failing).toString()).toBe("hr");
    const byLines = await simplify(bytes, (part) => Buffer.from(part).includes("hr"), { by: "lines" });
    expect(Buffer.from(byLines.failing).toString()).toBe("three\n");
    expect((await simplify("one\ntwo\nthree", (text) => text.includes("hr"), { by: "lines" })).failing).toBe("three");
  });

  test("code that throws is a test, and only the error meant counts", async () => {
    const parse = throwing((text: string) => {
      if (text.length % 3 === 1) throw new RangeError("odd length");
      if (text.includes("x")) throw new TypeError("no x allowed");
    }, TypeError);
    expect((await simplify("abcdexfgh", parse)).failing).toContain("x");
    expect(
      (
        await simplify(
          "abcdexfgh",
          throwing((text: string) => JSON.parse(`"${text}`), /Unterminated/),
        )
      ).failing,
    ).toBe("");
  });

  test("what does not fail, or fails with nothing at all, is told apart", async () => {
    await expect(simplify("abc", () => false)).rejects.toThrow(UserError);
    expect(await simplify([1, 2, 3], () => true)).toMatchObject({ failing: [], tests: 0, minimal: true });
    await expect(simplify("abc", () => true, { search: "nonsense" })).rejects.toThrow("nonsense");
  });

  test("an error that the test itself throws is passed on", async () => {
    const broken = simplify("abcdef", (text) => {
      if (text.length === 3) throw new Error("cannot connect");
      return text.includes("f");
    });
    await expect(broken).rejects.toThrow("cannot connect");
  });

  test("ends at its budget or when told, with the best so far", async () => {
    const list = Array.from({ length: 1000 }, (_, i) => i);
    const fails = (items: readonly number[]) => [5, 500, 900].every((n) => items.includes(n));
    const bounded = await simplify(list, fails, { maxTests: 7 });
    expect(bounded).toMatchObject({ tests: 7, minimal: false });
    expect(fails(bounded.failing)).toBe(true);
    const stop = new AbortController();
    let tests = 0;
    const interrupting = (items: readonly number[]) => {
      if (++tests === 9) stop.abort();
      return fails(items);
    };
    const stopped = await simplify(list, interrupting, { signal: stop.signal });
    expect(stopped.minimal).toBe(false);
  });

  test("says which assumption it saw broken", async () => {
    const either = (items: readonly number[]) =>
      [
        [2, 8],
        [3, 6],
      ].some((pair) => pair.every((n) => items.includes(n)));
    const { assumptions } = await simplify([1, 2, 3, 4, 5, 6, 7, 8], either, { search: "interference" });
    expect(assumptions.map(({ assumption }) => assumption)).toEqual(["unambiguous"]);
    const hidden = (items: readonly number[]) => items.includes(1) && (!items.includes(2) || items.includes(6));
    const masked = await simplify([1, 2, 3, 4, 5, 6], hidden);
    expect(masked.assumptions.map(({ assumption }) => assumption)).toContain("monotone");
    const strict = await simplify("((ab))", (text) =>
      text.split("(").length === text.split(")").length ? text.includes("a") : "unresolved",
    );
    expect(strict.assumptions.map(({ assumption }) => assumption)).toContain("resolved");
  });

  test("a monotone world with one cause breaks no assumption", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 5 }), async (needed) => {
        const list = Array.from({ length: 61 }, (_, i) => i);
        const { failing, assumptions } = await simplify(list, (items) => needed.every((n) => items.includes(n)));
        expect(failing).toEqual(needed.toSorted((a, b) => a - b));
        expect(assumptions).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("isolate", () => {
  test("gives a passing and a failing value and what distinguishes them", async () => {
    const line = '<SELECT NAME="priority" MULTIPLE SIZE=7>';
    const found = await isolate(line, (text) => /<SELECT[^>]*>/.test(text));
    expect(found).toMatchObject({ failing: line, passing: line.slice(1), difference: "<", tests: 5, minimal: true });
    expect(found.deltas.equals(DeltaSet.of(0))).toBe(true);
  });

  test("needs an end that passes", async () => {
    await expect(isolate("abc", (text) => (text === "" ? "unresolved" : text.includes("b")))).rejects.toThrow("passes");
  });
});
