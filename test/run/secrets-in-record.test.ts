import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyPatch, patchBetween } from "../../src/core/text-patch.ts";
import { maskForRun, maskLines } from "../../src/run/record/mask-record.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import { SecretsSeen, secretsInRecord } from "../../src/run/record/secrets-in-record.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder("secrets");
const secret = 'pa"ss\\word-1';
const environment = { SHOP_TOKEN: secret, OTHER_TOKEN: "never-printed-2" };

function newRecord(): RunRecord {
  const conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 } as const;
  return RunRecord.create(folder, {
    kind: "input",
    version: "0",
    request: { cwd: folder, test: ["t"], conditions },
  });
}

test("a secret that comes into the files of a run is hidden where the environment does not have it", () => {
  const record = newRecord();
  const line = `${JSON.stringify({ event: "ends", printed: `bad ${secret}` })}\n`;
  new SecretsSeen(record, [environment]).look(line);
  expect(maskLines(record, line)).toBe(`${JSON.stringify({ event: "ends", printed: "bad <SHOP_TOKEN>" })}\n`);
  expect(maskForRun(record, { failure: secret })).toEqual({ failure: "<SHOP_TOKEN>" });
});

test("only such a secret is kept, and only its owner can read it", () => {
  const record = newRecord();
  const seen = new SecretsSeen(record, [environment]);
  seen.look("nothing");
  expect(secretsInRecord(record)).toEqual([]);
  seen.look(JSON.stringify(secret));
  expect(secretsInRecord(record)).toEqual([{ name: "SHOP_TOKEN", value: secret }]);
  expect(statSync(join(record.folder, "secrets.json")).mode & 0o777).toBe(0o600);
  new SecretsSeen(record, [environment]).look("never-printed-2");
  expect(secretsInRecord(record).map(({ name }) => name)).toEqual(["SHOP_TOKEN", "OTHER_TOKEN"]);
});

test("a file of secrets that somebody else made is no harm", () => {
  const record = newRecord();
  record.save("secrets.json", [
    { name: "A", value: "" },
    { name: "B" },
    null,
    { name: "C_TOKEN", value: "real-one-3" },
  ]);
  expect(maskForRun(record, "a real-one-3")).toBe("a <C_TOKEN>");
  record.save("secrets.json", "none");
  expect(maskForRun(record, "a real-one-3")).toBe("a real-one-3");
});

test("texts of steps are the same but for the secret", () => {
  const record = newRecord();
  new SecretsSeen(record, [environment]).look(JSON.stringify(secret));
  const bytes = (text: string) => Buffer.from(text, "latin1");
  const [whole, part] = [`first ${secret} then the rest of it`, `first ${secret} the rest`];
  const lines = [
    { from: 1, name: "lines", text: [whole] },
    { step: 1, outcome: "fail", text: patchBetween(bytes(whole), bytes(part)) },
  ];
  const masked = maskLines(record, lines.map((each) => JSON.stringify(each)).join("\n")).split("\n");
  const [base, step] = masked.map((each) => JSON.parse(each).text);
  const stars = "*".repeat(secret.length);
  expect(base).toEqual([`first ${stars} then the rest of it`]);
  expect(Buffer.from(applyPatch(bytes(base[0]), step)).toString()).toBe(`first ${stars} the rest`);
});
