import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bytecodeFolder } from "../../runtimes/shared/bytecode-folder.ts";

test("compiled modules are kept in the user's cache", () => {
  expect(bytecodeFolder({ XDG_CACHE_HOME: "/cache" })).toBe("/cache/culprit/python");
  for (const cache of [undefined, "", "relative"])
    expect(bytecodeFolder(cache === undefined ? {} : { XDG_CACHE_HOME: cache })).toBe(
      join(homedir(), ".cache/culprit/python"),
    );
});
