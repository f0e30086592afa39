import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { type Rerun, readTranscript, rerun, writeTranscript } from "./transcript.ts";

const folder = join(import.meta.dirname, "transcripts");

describe.each(readdirSync(folder))("%s", (name) => {
  const path = join(folder, name);
  const { head, body } = readTranscript(readFileSync(path, "utf8"));
  const again = rerun(head);

  test("everything fails and nothing passes, as every search may assume", () => {
    expect(again.predicate(again.all)).toBe("fail");
    expect(again.predicate(DeltaSet.empty)).toBe("pass");
  });

  test("what was found is a cause, and minimal", () => {
    expect(again.found.length).toBeGreaterThan(0);
    if (again.search === "ddmax") isLargest(again);
    else if (again.search === "dd") isMinimalDifference(again);
    else isOneMinimal(again);
  });

  test("the tests come in the order of the transcript (UPDATE_TRANSCRIPTS=1 writes it anew)", () => {
    if (process.env.UPDATE_TRANSCRIPTS) writeFileSync(path, writeTranscript({ head, body: again.body }));
    else expect(again.body).toBe(body);
  });
});

/** Fails, and leaving out any one delta makes the failure go away. */
function isOneMinimal({ found, predicate }: Rerun): void {
  for (const { failing } of found) {
    expect(predicate(failing)).toBe("fail");
    for (const n of failing) expect(predicate(failing.minus(DeltaSet.of(n)))).not.toBe("fail");
  }
}

/** Passes, and no delta can be added without losing that. */
function isLargest({ found, predicate, all }: Rerun): void {
  const passing = found[0]!.passing!;
  expect(predicate(passing)).toBe("pass");
  for (const n of all.minus(passing)) expect(predicate(passing.union(DeltaSet.of(n)))).not.toBe("pass");
}

/** One fails, the other passes, and no single delta between them can be moved with a clear outcome. */
function isMinimalDifference({ found, predicate }: Rerun): void {
  const { failing, passing } = found[0]!;
  expect([predicate(failing), predicate(passing!)]).toEqual(["fail", "pass"]);
  const difference = failing.minus(passing!);
  if (difference.size === 1) return;
  for (const delta of Array.from(difference, (n) => DeltaSet.of(n))) {
    expect([predicate(failing.minus(delta)), predicate(passing!.union(delta))]).toEqual(["unresolved", "unresolved"]);
  }
}
