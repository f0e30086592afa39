import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nativeWorkshop, segmentsOf } from "./native-program.ts";

let shop: Awaited<ReturnType<typeof nativeWorkshop>>;
beforeAll(async () => {
  shop = await nativeWorkshop();
});
afterAll(() => shop.close());

const fixedAddresses = spawnSync("setarch", ["-R", "true"]).status === 0;

test.each(["clock", "random", ...(fixedAddresses ? ["address"] : [])])("%s: is the same in every run", async (what) => {
  const program = await shop.build("outside.c");
  const first = shop.execute(program, [], [what]);
  expect(first.exit).toBe(0);
  expect(first.log).not.toMatch(/^unc/m);
  for (let i = 0; i < 5; i++) expect(shop.execute(program, [], [what])).toEqual(first);
});

test.each([
  ["urandom", ["/dev/urandom"]],
  ["network", ["network"]],
  ["input", ["fork", "input"]],
  ["spawn", ["child process"]],
  ["popen", ["child process"]],
  ["exec", ["exec"]],
  ["clone", ["child process"]],
  ["alarm", ["timer"]],
  ["timerfd", ["timer"]],
  ["inotify", ["file watch"]],
  ["rusage", ["processor time"]],
  ["io_uring", ["io_uring"]],
])("%s: is said to be not controlled, once, and the run goes on", async (what, said) => {
  const program = await shop.build("outside.c");
  const { exit, log } = shop.execute(program, [], [what, what]);
  expect(exit).toBe(0);
  expect([...log.matchAll(/^unc (.*)$/gm)].map(([, each]) => each)).toEqual(said);
  // What another program does in its place is not known.
  if (what === "exec") expect(log).toMatch(/^run 1 \d+ \S+!becomes_another_program\n$/m);
  else expect(log).toMatch(/^end exit 0\n$/m);
});

test("who waits for a child process does so after all others have done what they can", async () => {
  const program = await shop.build("outside.c");
  const run = shop.execute(program, [], ["helped", "helped"]);
  expect(run.exit).toBe(0);
  expect(shop.execute(program, segmentsOf(run.log), ["helped", "helped"])).toEqual(run);
});
