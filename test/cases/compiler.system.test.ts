import { describe, expect, test } from "vitest";
import { compilable, compiles, compiling, crashes, crashing, edited } from "../../cases/compiler.ts";
import { newFolder } from "../cli/culprit.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";

const narrowing = Buffer.from("void f(__fp16 *to, double x) { *to = x; }");

const noCrash = crashes(narrowing) ? undefined : "this clang does not crash on the published program, as clang 14 does";

describe("the program that crashes clang", skippedBecause(noCrash), () => {
  test("is as long as the published one, and compiles after eight edits", () => {
    expect(Math.abs(crashing.length - 755)).toBeLessThan(10);
    expect(crashes(crashing)).toBe(true);
    expect(compiles(compilable)).toBe(true);
    expect(crashes(Buffer.from("void f(float *to, double x) { *to = x; }"))).toBe(false);
    expect(crashes(Buffer.from("void f(__fp16 *to, double x) { *to = x }"))).toBe(false);
  });

  test.each([
    { how: [], enough: 40 },
    { how: ["--by", "tokens"], enough: 8 },
  ])("isolated with $how: the type alone, in at most $enough tests", async ({ how, enough }) => {
    const folder = newFolder();
    folder.write("crashes.c", crashing);
    folder.write("compiles.c", compilable);
    const argv = ["input", "crashes.c", "--passing", "compiles.c", ...how, "--output", "pair", "--json", "--"];
    const { json } = await folder.culprit(...argv, ...compiling);
    const [failing, passing] = ["failing", "passing"].map((end) => Buffer.from(folder.read(`pair/crashes.${end}.c`)));
    expect(crashes(failing!)).toBe(true);
    expect(compiles(passing!)).toBe(true);
    expect(edited(passing!, failing!)).toBe("float to __fp16");
    expect(json.tests.needed).toBeLessThanOrEqual(enough);
  });

  test("simplified, of its kind: the one statement that narrows a number", async () => {
    const folder = newFolder();
    const lines = [
      "int calls;",
      "void narrow(__fp16 *to, double from)",
      "{",
      "  calls++;",
      "  *to = from * 2.0;",
      "}",
      "",
    ];
    folder.write("narrow.c", lines.join("\n"));
    const { json } = await folder.culprit("input", "narrow.c", "--output", "min.c", "--json", "--", ...compiling);
    expect(folder.read("min.c")).toMatch(/^\w\(__fp16\*(\w),(\w)\)\{\*\1=\2;\}\n?$/);
    expect(json).toMatchObject({ verdict: "found", minimal: true });
    expect(json.tests.needed).toBeLessThanOrEqual(300);
  });
});
