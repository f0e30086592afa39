import { join } from "node:path";
import { expect, test } from "vitest";
import { execute } from "../execute.ts";
import { LinesProgram } from "./lines-program.ts";

const site = join(import.meta.dirname, "../../../runtimes/lines-python/site");

/** The texts of all sites and changes of module.py, as in Python 3.8, which cannot write syntax trees. */
const textsOf38 = `
import ast, json, sys
sys.path.insert(0, ${JSON.stringify(site)})
if hasattr(ast, "unparse"):
    del ast.unparse
from culprit_lines.source import Source
texts = {}
for each in Source.read("module.py").sites.values():
    entry = each.entry()
    texts.setdefault(entry["text"], {}).update((change["id"], change.get("text")) for change in entry["changes"])
print(json.dumps(texts))
`;

async function textsOf(code: string): Promise<Record<string, Record<string, string>>> {
  const { folder } = new LinesProgram({ "module.py": code, "texts.py": textsOf38 });
  const { output } = await execute(["python3", "texts.py"], { cwd: folder, environment: {}, timeout: 60_000 });
  return JSON.parse(output);
}

test("Python 3.8 writes changes as code too, with brackets only where they are needed", async () => {
  const texts = await textsOf(`
def f(é, b, *more):
    é += b * (é - 1)
    if é < b - 1 and not more:
        return max(é, b, key=abs)
    return [é, (b or é) + 2 ** b]
`);
  expect(texts["é < b - 1"]).toMatchObject({ LtE: "é <= b - 1" });
  expect(texts["é < b - 1 and not more"]).toMatchObject({ Or: "é < b - 1 or not more" });
  expect(texts["max(é, b, key=abs)"]).toMatchObject({ swap0: "max(b, é, key=abs)", argument0: "é" });
  expect(texts["b * (é - 1)"]).toMatchObject({ Div: "b / (é - 1)", right: "é - 1", "+1": "b * (é - 1) + 1" });
  expect(texts["é - 1"]).toMatchObject({ swap: "1 - é", Add: "é + 1", left: "é" });
  expect(texts["(b or é) + 2 ** b"]).toMatchObject({ Sub: "(b or é) - 2 ** b" });
  expect(texts["é += b * (é - 1)"]).toMatchObject({ Sub: "é -= b * (é - 1)", "assign-b-é": "b = é; é += b * (é - 1)" });
  expect(texts.é).toMatchObject({ "name:b": "b", "+1": "é + 1", rest: "é[1:]", init: "é[:-1]" });
});

test("Python 3.8 writes code of several lines without its comments", async () => {
  const texts = await textsOf("x = min(  # the smaller\n    [3,\n     4], key=lambda a: a + \\\n    1)\n");
  const [call] = Object.keys(texts).filter((each) => each.startsWith("min"));
  expect(call).toBe("min( [3, 4], key=lambda a: a + 1)");
  expect(texts[call!]).toMatchObject({ max: "max([3, 4], key=lambda a: a + 1)" });
});
