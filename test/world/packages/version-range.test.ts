import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { isInRange } from "../../../src/world/packages/version-range.ts";

const versions =
  "0.0.0 0.0.1 0.0.3 0.1.0 0.1.5 0.2.0 1.0.0-0 1.0.0-beta.1 1.0.0-beta.2 1.0.0-rc.10 1.0.0 1.2.3-beta 1.2.3 1.2.3+build 1.2.4 " +
  "1.3.0 1.9.9 2.0.0-0 2.0.0-alpha 2.0.0 2.1.0 3.0.0 10.4.5";

const ranges = [
  ..."* x 1 1.x 1.* 1.2 1.2.x 1.2.3 =1.2.3 v1.2.3 ^1 ^1.x ^1.2 ^1.2.3 ^0 ^0.x ^0.0 ^0.0.0 ^0.1 ^0.0.3 ^0.1.5 ^*".split(
    " ",
  ),
  ..."~1 ~1.2 ~1.2.3 ~0.1.0 ~>1.2 ~x >1 >1.2 >1.2.3 >=1 >=1.2 >=1.2.3 <1 <1.2 <2 <2.0.0 <=1 <=1.2 <=1.2.3".split(" "),
  ..."<* >* >=* ^1.0.0-beta.1 >=1.0.0-beta.2 ~1.0.0-0 ^2.0.0-alpha 1.0.0-beta.1 <2.0.0-alpha".split(" "),
  ...["", "1 - 2", "1.2 - 1.3", "1.2.3 - 2.0.0", "^1.0.0 || ^2.0.0", ">=1.0.0 <2.0.0", ">= 1.0.0 < 2", "||1"],
  ...[">1.0.0-beta.1 <1.2.4", "latest", "git+ssh://host/a", "file:x.tgz", "user/repo"],
];

test("versions are in ranges as npm's own reader has it", () => {
  const npm = realpathSync(execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim());
  const semver = createRequire(npm)("semver");
  for (const range of ranges) {
    const expected = (version: string) =>
      semver.validRange(range) === null ? undefined : semver.satisfies(version, range);
    const all = versions.split(" ");
    expect([range, ...all.map((version) => isInRange(version, range))]).toEqual([range, ...all.map(expected)]);
  }
});

test("another name for a package is not part of its range", () => {
  expect(isInRange("1.3.0", "npm:other@^1.2.0")).toBe(true);
  expect(isInRange("1.3.0", "npm:@scope/other@~1.2.0")).toBe(false);
});
