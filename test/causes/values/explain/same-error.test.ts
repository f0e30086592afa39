import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { expect, test } from "vitest";
import { errorIdentity, isSameError } from "../../../../src/causes/values/explain/engine/same-error.ts";

function errorOf(body: () => void): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const identityOf = (body: () => void) => errorIdentity(errorOf(body)).text;

const thrown = (message: string) => () => {
  throw new SyntaxError(message);
};

test("names and numbers in a message may vary", () => {
  expect(identityOf(thrown("unknown tag 'a' at 12"))).toBe(identityOf(thrown("unknown tag 'select' at 3")));
  expect(identityOf(thrown("unknown tag"))).not.toBe(identityOf(thrown("tag is not closed")));
});

test("errors of other classes, of other lines, and with other codes are others", () => {
  const fail = (error: Error) => () => {
    throw error;
  };
  const [a, b] = [new TypeError("x"), new RangeError("x")];
  expect(identityOf(fail(a))).not.toBe(identityOf(fail(b)));
  const read = (value: { x?: { y?: { z: number } } }) => () => void value.x!.y!.z;
  expect(identityOf(read({}))).not.toBe(identityOf(read({ x: {} })));
  const coded = (code: string) => Object.assign(new Error("x", { cause: code }), { code });
  expect(identityOf(fail(coded("ENOENT")))).not.toBe(identityOf(fail(coded("EACCES"))));
});

test("an assertion is known by its place, whatever it compares", () => {
  const equal = (a: unknown, b: unknown) => () => strictEqual(a, b);
  expect(identityOf(equal([1, 2], { a: 1 }))).toBe(identityOf(equal("x", "a long text\n with lines")));
  expect(identityOf(equal(1, 2))).not.toBe(identityOf(() => strictEqual(1, 2)));
  const vitest = (a: unknown, b: unknown) => () => expect(a).toEqual(b);
  expect(identityOf(vitest([1, 2], { a: 1 }))).toBe(identityOf(vitest("x", 2)));
  const both = (a: unknown) => () => (a === 1 ? deepStrictEqual(a, 2) : strictEqual(a, 2));
  expect(identityOf(both(1))).not.toBe(identityOf(both(3)));
});

test("the message of an assertion counts if somebody wrote it", () => {
  const check = (message: string) => () => ok(false, message);
  expect(identityOf(check("no price"))).not.toBe(identityOf(check("no name")));
  expect(identityOf(check("price 1 is missing"))).toBe(identityOf(check("price 22 is missing")));
});

test("a stack that overflows is the same one wherever it does", () => {
  const deep = (n: number): number => (n % 2 === 0 ? deep(n + 1) : deep(n + 2)) + 1;
  const other = (): number => other() + 1;
  expect(identityOf(() => deep(0))).toBe(identityOf(() => other()));
});

test("what is thrown need not be an error", () => {
  const fail = (value: unknown) => () => {
    throw value;
  };
  expect(identityOf(fail("code 12"))).toBe(identityOf(fail("code 7")));
  expect(identityOf(fail("code 12"))).not.toBe(identityOf(fail("no code")));
  expect(identityOf(fail(undefined))).not.toBe(identityOf(fail(null)));
});

test("an assertion must not find differences of another kind", () => {
  const roundTrip = (actual: unknown, expected: unknown) => errorOf(() => expect(actual).toEqual(expected));
  const original = errorIdentity(roundTrip({ list: [{ id: 7, at: " a " }] }, { list: [{ id: "007", at: "a" }] }));
  expect(isSameError(roundTrip({ list: [{ id: 8 }] }, { list: [{ id: "8" }] }), original)).toBe(true);
  expect(isSameError(roundTrip(["b"], ["c"]), original)).toBe(true);
  expect(isSameError(roundTrip({ list: "" }, { list: [] }), original)).toBe(false);
  expect(isSameError(roundTrip({ list: [] }, { list: [{}] }), original)).toBe(false);
  expect(isSameError(roundTrip(Number.NaN, 3), original)).toBe(false);
});

test("what an assertion compares may contain itself", () => {
  const list: unknown[] = [1];
  list.push(list);
  const compare = (value: unknown) => errorOf(() => strictEqual(value, 2));
  expect(isSameError(compare(list), errorIdentity(compare(list)))).toBe(true);
});
