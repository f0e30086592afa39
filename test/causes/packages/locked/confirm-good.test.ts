import { expect, test } from "vitest";
import { confirmGood, withCompleted } from "../../../../src/causes/packages/locked/confirm-good.ts";
import type { LockedContext } from "../../../../src/versions/packages/locked/locked-context.ts";

test("what a manager completed is taken under both names of a file, and nothing else", () => {
  const files = new Map([
    ...[["go.new.mod", "mod"] as const, ["go.mod", "mod"] as const],
    ...[["go.sum", "sum"] as const, ["other", "text"] as const],
  ]);
  const left = (path: string) => ({ "go.mod": "more", "go.new.mod": "mod", other: "spoiled" })[path];
  expect(Object.fromEntries(withCompleted(files, ["go.mod", "go.sum"], left))).toEqual({
    ...{ "go.new.mod": "more", "go.mod": "more", "go.sum": "sum", other: "text" },
  });
});

/** Confirms with a manager that makes of each text the next one. */
async function confirmWith(next: (text: string) => string, outcome: "pass" | "fail" = "pass") {
  const seen: string[] = [];
  const watchedWorld = (files: ReadonlyMap<string, string>) => {
    const text = files.get("lock")!;
    seen.push(text);
    return { world: { content: text, make: () => expect.fail("it is not made") }, left: () => next(text) };
  };
  const observe = async () => ({ outcome, ended: "so" });
  const run: unknown = { conditions: {}, stopped: new AbortController().signal, observe };
  const manager: unknown = { name: "made", completes: ["lock"] };
  const context = { run, manager } as LockedContext;
  const { files, broken } = await confirmGood(context, { watchedWorld }, new Map([["lock", "a"]]));
  return { seen, text: files.get("lock"), broken: broken.map((each) => each.seen) };
}

test("a lockfile that stays as it is, is run once", async () => {
  expect(await confirmWith((text) => text)).toEqual({ seen: ["a"], text: "a", broken: [] });
});

test("a lockfile that was completed has to do as it is", async () => {
  expect(await confirmWith(() => "b")).toEqual({ seen: ["a", "b"], text: "b", broken: [] });
});

test("a lockfile that changes each time is not confirmed", async () => {
  const { broken } = await confirmWith((text) => `${text}+`);
  expect(broken).toEqual(["made changes the good lockfile whenever it uses it."]);
});

test("with a lockfile that does not pass nothing is completed", async () => {
  const { seen, text, broken } = await confirmWith(() => "b", "fail");
  expect([seen, text, broken.length]).toEqual([["a"], "a", 1]);
});
