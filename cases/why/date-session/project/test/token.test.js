import assert from "node:assert/strict";
import { test } from "node:test";
import { sign, verify } from "../src/token.js";

const claims = { aud: "notes", sub: "ada", exp: Math.floor(Date.now() / 1000) + 60 };

test("what is signed is verified", () => {
  assert.deepEqual(verify(sign(claims, "s"), { secret: "s", audience: "notes" }), claims);
});

test("a changed token does not count", () => {
  const [head, , tail] = sign(claims, "s").split(".");
  const other = Buffer.from(JSON.stringify({ ...claims, sub: "eve" })).toString("base64url");
  assert.equal(verify(`${head}.${other}.${tail}`, { secret: "s", audience: "notes" }), undefined);
});
