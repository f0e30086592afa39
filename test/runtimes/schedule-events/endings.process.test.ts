import { expect, test } from "vitest";
import { controlled, events } from "./event-programs.ts";

test("a program that does not end is ended by the limit", async () => {
  const ran = await controlled(["node", "endless.mjs"], "limit 1000\n");
  expect(ran).toMatchObject({ code: 124, errors: "culprit: still running after 1000 steps\n" });
  expect(events(ran.log).length).toBe(1000);
  expect(ran.log).toMatch(/end limit\n$/);
});

test("two ends of a connection that wait for each other for ever are a deadlock", async () => {
  const ran = await controlled(["node", "hung-socket.mjs"]);
  expect(ran.code).toBe(123);
  expect(ran.errors).toMatch(/^culprit: deadlock\n/);
  expect(ran.log).toMatch(/wait 0\.1 socket - - hung-socket\.mjs:5:3\nend deadlock\n$/);
});
