import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusalOf } from "../../../../src/causes/packages/locked/refusal.ts";
import { DeltaSet } from "../../../../src/core/delta-set.ts";
import { placedFiles } from "../../../../src/versions/packages/locked/installation.ts";
import type { LockedContext } from "../../../../src/versions/packages/locked/locked-context.ts";
import type { InstallPlace } from "../../../../src/world/packages/managers/manager.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { madeVersion } from "../../../versions/made-version.ts";

/** What a manager with this command says of a candidate whose lockfile has the size of the set in it. */
async function refusal(
  installAnew: ((place: InstallPlace) => string) | undefined,
  stopped = new AbortController().signal,
) {
  const sharedFolder = temporaryFolder("refusal");
  const version = madeVersion({ "app.py": "" }, { checkOut: () => {} });
  const context: unknown = {
    ...{
      run: { sharedFolder, stopped },
      manager: { name: "made", ...(installAnew && { installAnew }) },
      home: sharedFolder,
    },
    sides: { new: { lockfile: "lock" }, project: { version, inside: "", home: undefined } },
  };
  const trees = {
    project: { base: version, placed: [] },
    placed: (set: DeltaSet) => placedFiles("", new Map([["lock", String(set.size)]])),
  };
  const words = await refusalOf(context as LockedContext, trees, DeltaSet.of(1, 2));
  expect(existsSync(join(sharedFolder, "packages/anew"))).toBe(false);
  return words;
}

test("a candidate is installed anew, and a refusal is cited", async () => {
  expect(await refusal(() => 'test "$(cat lock)" = 2')).toBeUndefined();
  expect(await refusal(() => "echo one; echo 'table 2.0 depends on pad>=2' >&2; exit 1")).toBe(
    "table 2.0 depends on pad>=2",
  );
  expect(await refusal(({ network }) => `echo ${network}; exit 1`)).toBe("true");
});

test("a manager that installs every candidate itself is not asked again, nor is any after the run was stopped", async () => {
  expect(await refusal(undefined)).toBeUndefined();
  expect(await refusal(() => "sleep 60; exit 1", AbortSignal.abort())).toBeUndefined();
});
