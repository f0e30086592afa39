import fc from "fast-check";
import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { growingScopes } from "../../../src/versions/changes/deciding-scope.ts";

/** Scopes around each of nine changes of a file, the widest first. */
const chains = ["a", "a", "ab", "abc", "abc", "abd", "e", "e", ""];

const depth = (i: number, j: number) => {
  const [a, b] = [chains[i]!, chains[j]!];
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
};

test("scopes grow from the narrowest around a change to the whole file", () => {
  const scopes = growingScopes(DeltaSet.range(0, 9), DeltaSet.of(3), depth);
  expect(scopes.map(String)).toEqual(["3-4", "2-5", "0-5", "0-8"]);
});

test("each scope contains the cause and all narrower scopes, and the last one is the file", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(8), { minLength: 1 }), (numbers) => {
      const cause = DeltaSet.of(...numbers);
      const scopes = growingScopes(DeltaSet.range(0, 9), cause, depth);
      for (const [i, scope] of scopes.entries()) {
        expect(scope.contains(cause)).toBe(true);
        if (i > 0) expect(scope.contains(scopes[i - 1]!)).toBe(true);
      }
      expect(scopes.at(-1)!.size).toBe(9);
    }),
  );
});
