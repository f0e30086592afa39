// node scripts/make-fixtures.js [YYYY-MM-DD]: tokens for the tests, valid until that day.
import { writeFileSync } from "node:fs";
import { sign } from "../src/token.js";

const day = process.argv[2] ?? new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
const until = Date.parse(`${day}T00:00:00Z`) / 1000;
const claims = { iss: "gatehouse", aud: "notes", exp: until };
const tokens = {
  reader: sign({ ...claims, sub: "ada", role: "reader" }, "fixture-secret"),
  editor: sign({ ...claims, sub: "bo", role: "editor" }, "fixture-secret"),
  stranger: sign({ ...claims, sub: "eve", role: "admin" }, "another-secret"),
  elsewhere: sign({ ...claims, aud: "billing", sub: "ada", role: "admin" }, "fixture-secret"),
};
writeFileSync(new URL("../test/fixtures/tokens.json", import.meta.url), `${JSON.stringify(tokens, null, 2)}\n`);
