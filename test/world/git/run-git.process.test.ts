import { existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { runGit } from "../../../src/world/git/run-git.ts";

test.skipIf(!existsSync("/dev/full"))("a full disk is told as if we had written to it ourselves", () => {
  const full = openSync("/dev/full", "w");
  const onFullDisk = () => runGit(["version"], { stdio: ["ignore", full, "pipe"] });
  expect(onFullDisk).toThrow(expect.objectContaining({ code: "ENOSPC", syscall: "write" }));
});

test("any other failure of git is thrown as it is", () => {
  expect(() => runGit(["no-such-command"], {})).toThrow(expect.objectContaining({ status: 1 }));
});
