import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceFrom, recordEnvironment } from "../../../../src/causes/why/surroundings/environment-record.ts";

const names = ["TZ", "LANG", "CI", "TOKEN", "SHOP_KEY", "DATABASE_URL"];
const environments = fc.dictionary(fc.constantFrom(...names), fc.string({ minLength: 1, maxLength: 12 }), {
  maxKeys: 4,
});

test("what is set as it was makes both the same, but for values that are not known", () => {
  fc.assert(
    fc.property(environments, environments, (then, now) => {
      const record = recordEnvironment(then);
      const { known, unset, ...rest } = differenceFrom(record, now);
      const unknown = [...rest.unknown, ...unset];
      const restored = Object.fromEntries(
        Object.entries({ ...now, ...known }).filter(([name, value]) => value !== undefined && !unknown.includes(name)),
      );
      const expected = Object.fromEntries(Object.entries(then).filter(([name]) => !unknown.includes(name)));
      expect(restored).toEqual(expected);
      for (const name of unknown) expect(then[name]).not.toBe(now[name]);
    }),
    { numRuns: 40 },
  );
});

test("values that may be secret are not in it", () => {
  const record = recordEnvironment({ TOKEN: "abc123", TZ: "UTC", _: "/usr/bin/node" });
  expect(record.values).toEqual({ TZ: "UTC" });
  expect(Object.keys(record.hashes)).toEqual(["TOKEN"]);
  expect(JSON.stringify(record)).not.toContain("abc123");
  expect(differenceFrom(record, { TOKEN: "abc123", TZ: "UTC", _: "/bin/sh" })).toEqual({
    known: {},
    unknown: [],
    unset: [],
  });
});
