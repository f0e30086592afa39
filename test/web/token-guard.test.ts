import { expect, test } from "vitest";
import { TokenGuard } from "../../src/web/server/token-guard.ts";

const token = "a token that nobody knows";

function guarded() {
  let now = 0;
  const guard = new TokenGuard(token, () => now);
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { guard, wait };
}

test("the token lets in, and nothing else does", () => {
  const { guard } = guarded();
  expect(guard.check(token, "a")).toBe("right");
  for (const wrong of ["", token.slice(1), `${token} `, token.toUpperCase()])
    expect(guard.check(wrong, "a")).toBe("wrong");
});

test("of a thousand wrong tokens twenty are looked at", () => {
  const { guard } = guarded();
  const answers = Array.from({ length: 1000 }, (_, i) => guard.check(`guess ${i}`, "a"));
  expect(answers.filter((answer) => answer === "wrong")).toHaveLength(20);
  expect(guard.check(token, "a")).toBe("too many");
});

test("another address is not kept waiting", () => {
  const { guard } = guarded();
  for (let i = 0; i < 1000; i++) guard.check("wrong", "a");
  expect(guard.check(token, "b")).toBe("right");
});

test("after ten seconds an address may try again", () => {
  const { guard, wait } = guarded();
  for (let i = 0; i < 1000; i++) guard.check("wrong", "a");
  wait(9999);
  expect(guard.check(token, "a")).toBe("too many");
  wait(1);
  expect(guard.check(token, "a")).toBe("right");
});
