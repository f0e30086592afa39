import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placesInRepository } from "../../../src/cli/output/places.ts";
import type { CauseEntry, Finding } from "../../../src/core/finding.ts";
import type { FindingReport } from "../../../src/report/finding-report.ts";
import { plainReport } from "../../../src/report/plain-report.ts";
import { changesReport } from "../../../src/versions/report.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { repository } from "../repository.ts";

/** A folder in a repository that has a lockfile at its top. */
function folderBelow(): string {
  const top = temporaryFolder("places");
  repository(top, { "yarn.lock": 'qs@^6.0.0:\n  version "6.7.0"\n\nms@^2.0.0:\n  version "2.1.3"\n' });
  const below = join(top, "packages", "shop");
  mkdirSync(below, { recursive: true });
  return below;
}

function places(cause: readonly CauseEntry[], report: FindingReport, cwd: string) {
  const named = cause.flatMap(({ file, line }) => (file === undefined ? [] : [{ file, ...(line ? { line } : {}) }]));
  return placesInRepository(named, { finding: { cause } as Partial<Finding> as Finding, report, cwd });
}

test("files of a folder below are named from the top of the repository on", () => {
  const cwd = folderBelow();
  const cause = [{ file: "price.js", line: 3 }, { file: join(cwd, "tax.js") }, { file: "/etc/hosts" }];
  expect(places(cause, plainReport, cwd)).toEqual([
    { file: "packages/shop/price.js", line: 3 },
    { file: "packages/shop/tax.js" },
    { file: "/etc/hosts" },
  ]);
});

test("files in versions are named so already", () => {
  expect(places([{ file: "packages/shop/price.js" }], changesReport, folderBelow())).toEqual([
    { file: "packages/shop/price.js" },
  ]);
});

test("a package is at its line in the nearest lockfile that has it", () => {
  const cwd = folderBelow();
  const cause = [{ file: "node_modules/ms", package: "ms", old: "2.0.0", new: "2.1.3" }];
  expect(places(cause, changesReport, cwd)).toEqual([{ file: "yarn.lock", line: 4 }]);
  writeFileSync(join(cwd, "package-lock.json"), '{\n "packages": {\n  "node_modules/ms": {\n   "version": "2.1.3"\n');
  expect(places(cause, changesReport, cwd)).toEqual([{ file: "packages/shop/package-lock.json", line: 3 }]);
});

test("a package that no lockfile has is nowhere in the repository", () => {
  const cause = [{ file: "node_modules/ms", package: "ms", old: "2.0.0" }];
  expect(places(cause, changesReport, folderBelow())).toEqual([]);
});

test("without a repository, files are named from the folder on", () => {
  const cwd = temporaryFolder("no repository");
  expect(places([{ file: "price.js" }], plainReport, cwd)).toEqual([{ file: "price.js" }]);
});
