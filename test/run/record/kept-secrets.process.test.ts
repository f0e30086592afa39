import { expect, onTestFinished, test } from "vitest";
import { RunRecord } from "../../../src/run/record/record.ts";
import { secretsInRecord } from "../../../src/run/record/secrets-in-record.ts";
import { Run } from "../../../src/run/run.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("secrets in what a run keeps and saves beside its journal are known to who shows it later", () => {
  const cwd = temporaryFolder("kept-secrets");
  const conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 } as const;
  const record = RunRecord.create(cwd, { kind: "input", version: "0", request: { cwd, test: ["t"], conditions } });
  const environment = { SHOP_TOKEN: 'pa"ss\\word-1', OTHER_TOKEN: "in-first-run-2", UNSEEN_TOKEN: "never-printed-3" };
  const run = new Run(record, conditions, { environments: [environment] });
  onTestFinished(() => run.close());
  record.keep("failing.txt", `out ${environment.SHOP_TOKEN}`);
  record.save("first-run.json", { stdout: environment.OTHER_TOKEN });
  expect(secretsInRecord(record).map(({ name }) => name)).toEqual(["SHOP_TOKEN", "OTHER_TOKEN"]);
});
