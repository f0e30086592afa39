import { expect, test } from "vitest";
import { checkoutCommands } from "../../../src/causes/history/checkout-commands.ts";

const series = { trees: ["tree"], cures: [] };
const passing = { series, commit: "1234567890abcdef" };
const failing = { series, commit: "fedcba0987654321" };
const here = { cwd: "/home/ada/app/src", root: "/home/ada/app" };

test("both versions are the passing commit; the failing one has the patch of the cause", () => {
  expect(checkoutCommands(here, { passing, failing, cause: "cause.patch" })).toEqual({
    passing: { commit: passing.commit, command: "git worktree add --detach ../../app-passes 1234567890ab" },
    failing: {
      commit: failing.commit,
      command:
        "git worktree add --detach ../../app-fails 1234567890ab && " +
        "git -C ../../app-fails apply --whitespace=nowarn cause.patch",
    },
  });
});

test("carried patches are applied first, and paths are quoted; the working tree has no commit", () => {
  const answer = { passing, failing: { series, commit: undefined }, cause: "the cause.patch", carried: "my patches" };
  expect(checkoutCommands(here, answer)).toEqual({
    passing: {
      commit: passing.commit,
      command:
        "git worktree add --detach ../../app-passes 1234567890ab && " +
        "git -C ../../app-passes am --quiet --keep-cr --whitespace=nowarn 'my patches'/*.patch",
    },
    failing: {
      command:
        "git worktree add --detach ../../app-fails 1234567890ab && " +
        "git -C ../../app-fails am --quiet --keep-cr --whitespace=nowarn 'my patches'/*.patch && " +
        "git -C ../../app-fails apply --whitespace=nowarn 'the cause.patch'",
    },
  });
});
