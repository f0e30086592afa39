import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configSchema } from "../src/application/config/config-schema.ts";
import { takesSettings } from "../src/application/config/defaults.ts";
import { commandsWithSettings, loadAllCommands } from "../src/cli/commands.ts";
import { commandsPage } from "../src/cli/help.ts";

const root = join(import.meta.dirname, "..");

test("docs/commands.md is made from the commands", async () => {
  const path = join(root, "docs/commands.md");
  const made = commandsPage(await loadAllCommands());
  if (process.env.UPDATE_DOCS) writeFileSync(path, made);
  expect(readFileSync(path, "utf8")).toBe(made);
});

test("schema/config.json is made from the options", async () => {
  const path = join(root, "schema/config.json");
  const made = `${JSON.stringify(configSchema(await loadAllCommands()), null, 2)}\n`;
  if (process.env.UPDATE_DOCS) writeFileSync(path, made);
  expect(readFileSync(path, "utf8")).toBe(made);
});

test("a project may set something for the commands that have such options", async () => {
  const names = (await loadAllCommands()).filter(takesSettings).map(({ name }) => name);
  expect(names).toEqual(commandsWithSettings);
});

test.each(["docs/design.md", "CONTRIBUTING.md"])("%s names files that exist", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const named = [...text.matchAll(/`([\w./*-]+\.(?:ts|pl|mjs))`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(10);
  const files = ["src", "runtimes", "scripts", "test"].flatMap(listFiles);
  const exists = (path: string) => {
    const pattern = endsAs(path);
    return files.some((file) => pattern.test(file));
  };
  expect(named.filter((path) => !exists(path))).toEqual([]);
});

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);
}

/** Paths may be given from `src/` on, or by their last part; `*`, NAME and x stand for any name. */
function endsAs(path: string): RegExp {
  const escaped = path.replaceAll(".", "\\.").replace(/\*|NAME|^x(?=\\)/g, "[^/]*");
  return new RegExp(`(^|/)${escaped}$`);
}
