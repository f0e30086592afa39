import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../src/cli/commands.ts";
import { commandsPage } from "../src/cli/help.ts";

test("docs/commands.md is made from the commands", () => {
  const path = join(import.meta.dirname, "../docs/commands.md");
  const made = commandsPage(commands);
  if (process.env.UPDATE_DOCS) writeFileSync(path, made);
  expect(readFileSync(path, "utf8")).toBe(made);
});
