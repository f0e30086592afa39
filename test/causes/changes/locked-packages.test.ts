import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { ChangesContext } from "../../../src/causes/changes/context.ts";
import { differingLocked } from "../../../src/causes/changes/locked-packages.ts";
import type { VersionPair } from "../../../src/versions/worlds/version-pair.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeVersion } from "../../versions/made-version.ts";

const conditions = {} as ChangesContext["request"]["conditions"];

/** What differs between two versions of a folder that is in no repository. */
function differing(old: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) {
  const home = temporaryFolder("locked");
  const pair = {
    ...{ old: madeVersion(old, { name: "OLD" }), new: madeVersion(now, { name: "NEW", root: home }) },
    ...{ home: undefined, repository: undefined, isPinned: () => false },
  } as unknown as VersionPair;
  return { home, pair, packages: differingLocked(pair, { cwd: home })! };
}

const merged = "<<<<<<< HEAD\na==1\n=======\na==2\n>>>>>>> other\n";

test.each([
  ["requirements.txt", "a==1\n"],
  ["pnpm-lock.yaml", "lockfileVersion: '9.0'\n"],
])("%s that git could not merge is refused, with the line", async (lockfile, text) => {
  const { pair, packages } = differing({ [lockfile]: text }, { [lockfile]: merged });
  const context = { run: {}, pair, request: { conditions } } as unknown as ChangesContext;
  expect(await packages.install(context, "")).toMatch(`${lockfile} of NEW has the marks of a merge in line 1`);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const environment = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pyvenv.cfg"), "");
};

test("an environment that is active counts as installed, wherever it is", () => {
  vi.stubEnv("VIRTUAL_ENV", "");
  const { packages } = differing({ "uv.lock": "1" }, { "uv.lock": "2" });
  expect(packages.areInstalledHere()).toBe(false);
  const elsewhere = temporaryFolder("active");
  vi.stubEnv("VIRTUAL_ENV", elsewhere);
  expect(packages.areInstalledHere()).toBe(false);
  environment(elsewhere);
  expect(packages.areInstalledHere()).toBe(true);
});

test.each([".venv", "venv"])("so does %s in the project", (name) => {
  vi.stubEnv("VIRTUAL_ENV", "");
  const { home, packages } = differing({ "requirements.txt": "a==1" }, { "requirements.txt": "a==2" });
  environment(join(home, name));
  expect(packages.areInstalledHere()).toBe(true);
});
