import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { Retrying } from "../../src/engine/calls/retry.ts";

const never = new AbortController().signal;

function retryingFor(milliseconds: number) {
  const notes: string[] = [];
  const note = (sentence: string) => notes.push(sentence);
  return { retrying: new Retrying({ url: "grpc://host", milliseconds, advice: "Go on later.", note }), notes };
}

const fault = () => Promise.reject(new ConnectError("lost", Code.NotFound));

test("a call that alone always fails runs out of patience, though others succeed", async () => {
  const { retrying, notes } = retryingFor(50);
  const others = async () => {
    await retrying.until(never, async () => 1);
    return fault();
  };
  await expect(retrying.until(never, others)).rejects.toThrow("has had problems for 0 s (lost). Go on later.");
  expect(notes).toEqual(["The engine grpc://host has a problem (lost); trying again."]);
});

test("a call that takes longer than the patience may fail twice, if others succeed", async () => {
  const { retrying } = retryingFor(1);
  const attempt = async (nth: number) => {
    await retrying.until(never, async () => 1);
    if (nth < 2) return fault();
    return "well";
  };
  expect(await retrying.until(never, attempt)).toBe("well");
});

test("an engine on which nothing succeeds is given up", async () => {
  const { retrying, notes } = retryingFor(50);
  const calls = await Promise.allSettled([1, 2, 3].map(() => retrying.until(never, fault)));
  for (const call of calls)
    expect(String("reason" in call && call.reason)).toContain("has had problems for 0 s (lost)");
  expect(notes).toEqual(["The engine grpc://host has a problem (lost); trying again."]);
});

test("it works again when no call fails any more", async () => {
  const { retrying, notes } = retryingFor(60_000);
  const failOnce = (nth: number) => (nth === 0 ? fault() : Promise.resolve(nth));
  expect(await Promise.all([retrying.until(never, failOnce), retrying.until(never, failOnce)])).toEqual([1, 1]);
  expect(notes).toEqual(["The engine grpc://host has a problem (lost); trying again.", "The engine works again."]);
});

test("it does not work again because a call is refused", async () => {
  const { retrying, notes } = retryingFor(60_000);
  const refusedLater = async (nth: number) => {
    await retrying.until(never, async () => 1);
    return nth === 0 ? fault() : Promise.reject(new ConnectError("no", Code.PermissionDenied));
  };
  await expect(retrying.until(never, refusedLater)).rejects.toThrow("refuses");
  expect(notes).toEqual(["The engine grpc://host has a problem (lost); trying again."]);
});
