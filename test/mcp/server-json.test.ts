import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, "../..", name), "utf8"));

test("server.json and package.json say the same, as the registry of servers demands", () => {
  const { name, version, mcpName } = read("package.json");
  const server = read("server.json");
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] });
  expect(server.description.length).toBeLessThanOrEqual(100);
});
