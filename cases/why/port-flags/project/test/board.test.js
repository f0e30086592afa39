import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createClient } from "../src/client.js";
import { Flags } from "../src/flags.js";
import { serve } from "../src/server.js";

let server;
before(async () => {
  const flags = new Flags();
  flags.set("dark", 1);
  flags.set("beta", 0);
  server = await serve(flags);
});
after(() => server.close());

test("a client sees the flags of the board", async () => {
  assert.deepEqual(await createClient().names(), ["beta", "dark"]);
});

test("a flag that is on", async () => {
  assert.equal(await createClient().isOn("dark", "ada"), true);
});

test("flags that are off or unknown", async () => {
  assert.equal(await createClient().isOn("beta", "ada"), false);
  assert.equal(await createClient().isOn("none", "ada"), false);
});
