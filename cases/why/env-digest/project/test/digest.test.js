import assert from "node:assert/strict";
import { test } from "node:test";
import { createDigest } from "../src/index.js";

function collect(overrides) {
  const mails = [];
  const transport = { send: async (mail) => void mails.push(mail) };
  return { mails, digest: createDigest({ transport, ...overrides }) };
}

test("one mail for each reader", async () => {
  const { digest, mails } = collect();
  digest.add({ reader: "ada", topic: "build", text: "71 is green" });
  digest.add({ reader: "bo", topic: "build", text: "71 is green" });
  assert.equal(digest.waiting, 2);
  assert.equal(await digest.flush(), 2);
  assert.deepEqual(mails.map(({ to }) => to), ["ada", "bo"]);
  assert.equal(digest.waiting, 0);
});

test("the subject says how much there is to read", async () => {
  const { digest, mails } = collect();
  for (const text of ["opened", "reviewed", "merged"]) digest.add({ reader: "ada", topic: "pr 12", text });
  digest.add({ reader: "ada", topic: "build", text: "72 is red" });
  await digest.flush();
  assert.equal(mails[0].subject, "What happened (4)");
});

test("a long digest is cut", async () => {
  const { digest, mails } = collect({ maxItems: 2 });
  for (const topic of ["a", "b", "c", "d"]) digest.add({ reader: "ada", topic, text: "news" });
  await digest.flush();
  assert.match(mails[0].text, /… and 2 more$/);
});

test("quiet topics are left out", async () => {
  const { digest } = collect({ quietTopics: ["noise"] });
  digest.add({ reader: "ada", topic: "noise", text: "…" });
  assert.equal(digest.waiting, 0);
});
