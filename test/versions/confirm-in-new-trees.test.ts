import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import type { World } from "../../src/trial/laboratory.ts";
import { checkClaim, NewTreeChecks, type TreeClaim } from "../../src/versions/confirm-in-new-trees.ts";

const world: World = {
  content: "x",
  make: () => ({ argv: [], environment: {}, stdin: undefined, candidate: [] }),
};

/** A run whose tests come to these outcomes, one after the other. */
function runWith(...outcomes: Outcome[]) {
  let runs = 0;
  const observe = async () => {
    const outcome = outcomes[runs++]!;
    return { outcome, content: "x", ended: outcome === "fail" ? "exit 3" : "exit 0", milliseconds: 1, runs: 1 };
  };
  return { observe, runs: () => runs };
}

const claim = (expected: TreeClaim["expected"]): TreeClaim => ({ world, expected, name: "passing version" });

describe("a claim in new trees", () => {
  test("holds after one run", async () => {
    const run = runWith("fail");
    expect(await checkClaim(run, claim("fail"))).toEqual({ held: true, outcome: "fail" });
    expect(run.runs()).toBe(1);
    expect(await checkClaim(runWith("unresolved"), claim("not fail"))).toMatchObject({ held: true });
  });

  test("that does not hold in three of them is wrong: what earlier tests left may be why", async () => {
    const run = runWith("pass", "pass", "pass");
    const { held, outcome, broken } = await checkClaim(run, claim("fail"));
    expect({ held, outcome, runs: run.runs() }).toEqual({ held: false, outcome: "pass", runs: 3 });
    expect(broken!.seen).toMatch(
      /^The passing version did not fail when it was run again \(pass, exit 0\), in each of 3/,
    );
    const without = await checkClaim(runWith("fail", "fail", "fail"), claim("not fail"));
    expect(without.broken!.seen).toMatch(/^The passing version failed when it was run again \(fail, exit 3\)/);
  });

  test("on which they do not agree shows that the test is flaky, and nothing is blamed on earlier tests", async () => {
    const run = runWith("pass", "fail");
    const { held, outcome, broken } = await checkClaim(run, claim("fail"));
    expect({ held, outcome, runs: run.runs() }).toEqual({ held: false, outcome: undefined, runs: 2 });
    expect(broken!.seen).toMatch(
      /^The test is flaky: the passing version came out differently in new trees \(pass, fail\)/,
    );
    expect(broken!.seen).toContain("--repeat auto");
    expect(broken!.seen).not.toContain("left behind");
  });
});

describe("the checks of a search", () => {
  test("are made once for each claim, and show whether earlier tests may have misled it", async () => {
    const run = runWith("pass", "pass", "pass");
    const checks = new NewTreeChecks(run);
    expect(checks.isMisled).toBe(false);
    for (const _ of [1, 2]) expect(await checks.check(claim("fail"))).toMatchObject({ held: false, outcome: "pass" });
    expect(run.runs()).toBe(3);
    expect(checks.isMisled).toBe(true);
    expect(checks.broken).toHaveLength(1);
  });

  test("that show a flaky test blame no other test", async () => {
    const checks = new NewTreeChecks(runWith("pass", "fail"));
    await checks.check(claim("fail"));
    expect(checks.isMisled).toBe(false);
    expect(checks.broken).toHaveLength(1);
  });
});
