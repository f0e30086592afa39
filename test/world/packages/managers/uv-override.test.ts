import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { withOverride } from "../../../../src/world/packages/managers/python/uv-override.ts";

const pin = '"pad==1.0"';

test.each([
  ["no table of uv's", '[project]\nname = "app"\n', ["pad==1.0"]],
  ["a table", "[tool.uv]\nno-index = true\n\n[tool.ruff]\nfix = true\n", ["pad==1.0"]],
  ["a table with a comment behind its name", "[tool.uv] # how uv installs\nno-index = true\n", ["pad==1.0"]],
  ["spaces in its name, and lines that end as on Windows", "[ tool.uv ]\r\nno-index = true\r\n", ["pad==1.0"]],
  [
    "overrides already",
    '[tool.uv] # ours\noverride-dependencies = [\n  "dates==3",\n]\n[tool.x]\na = 1\n',
    ["pad==1.0", "dates==3"],
  ],
  ["only tables below", '[tool.uv.sources]\nlib = { path = "lib" }\n', ["pad==1.0"]],
])("a pin is added to a pyproject.toml with %s", (_, text, overrides) => {
  const edited = parse(withOverride(text, pin)) as { tool: { uv: Record<string, unknown> } };
  expect(edited.tool.uv["override-dependencies"]).toEqual(overrides);
  const before = parse(text) as { tool?: { uv?: object } };
  expect(edited).toMatchObject({
    ...before,
    tool: { ...before.tool, uv: { ...before.tool?.uv, "override-dependencies": overrides } },
  });
});
