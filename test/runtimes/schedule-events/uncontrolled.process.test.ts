import { expect, test } from "vitest";
import { controlled } from "./event-programs.ts";

test("what is not controlled is logged once", async () => {
  const { log } = await controlled(["node", "worker.mjs"]);
  expect(log.match(/^unc .*/gm)).toEqual(["unc worker", "unc child process"]);
  const other = await controlled(["node", "uncontrolled.mjs"]);
  const logged = other.log.match(/^unc .*/gm)?.map((line) => line.slice(4));
  expect(logged).toEqual(["fs.watch", "signal", "message port", "random bytes", "network", "standard input"]);
  const addon = await controlled(["node", "-e", "try { process.dlopen({ exports: {} }, 'none.node') } catch {}"]);
  expect(addon.log.match(/^unc .*/gm)).toEqual(["unc native addon"]);
});
