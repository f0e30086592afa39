import fc from "fast-check";
import { expect, test } from "vitest";
import { dependentsFirst, waysTo } from "../../../../src/world/packages/managers/requirement-graph.ts";

/** Of keys 0 to 9, each may require greater ones. */
const graphs = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 4 }), { minLength: 10, maxLength: 10 }).map((drawn) => ({
  roots: ["0", "1"],
  needs: (key: string) => drawn[Number(key)]!.filter((each) => each > Number(key)).map(String),
}));

test("a package comes before what it requires, and each comes once", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const order = dependentsFirst(graph);
      expect(new Set(order)).toEqual(new Set(waysTo(graph).keys()));
      expect(new Set(order).size).toBe(order.length);
      for (const [i, key] of order.entries())
        for (const needed of graph.needs(key)) expect(order.indexOf(needed)).toBeGreaterThan(i);
    }),
  );
});

test("a way leads from what the project requires to what requires the package", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      for (const [key, way] of waysTo(graph)) {
        const all = [...way, key];
        expect(graph.roots).toContain(all[0]);
        for (const [i, each] of way.entries()) expect(graph.needs(each)).toContain(all[i + 1]);
      }
    }),
  );
});

test("packages that require each other are ordered, too", () => {
  const needs: Readonly<Record<string, readonly string[]>> = { a: ["b"], b: ["a", "c"], c: [] };
  expect(dependentsFirst({ roots: ["a"], needs: (key) => needs[key]! })).toEqual(["a", "b", "c"]);
});
