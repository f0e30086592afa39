// Imports point one way: a file may import from its own folder's layer or from those below it. Run by `npm run lint`.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** From the bottom up; folders in one row may import from each other and from every row above in this list. */
const layers = [
  ["core"],
  ["search"],
  ["drive", "trial", "world", "syntax"],
  ["run", "passes"],
  ["versions"],
  ["causes", "report"],
  ["cli", "index.ts", "schedule.ts", "state.ts"],
];
/** What a page in a browser can load: no Node module may be imported there. */
const browserSafe = ["core", "search", "drive", "report"];
/** Applications do not know each other; what two of them need moves down a layer. */
const strangers = "causes";

const root = join(import.meta.dirname, "..", "src");
const layerOf = (folder) => layers.findIndex((row) => row.includes(folder));
const problems = [];

for (const file of listFiles(root)) {
  const path = relative(root, file);
  const folder = path.split("/")[0];
  if (layerOf(folder) === -1) problems.push(`${path}: the folder ${folder} is in no layer`);
  for (const target of importsOf(readFileSync(file, "utf8"))) {
    if (!target.startsWith(".")) {
      if (browserSafe.includes(folder) && target.startsWith("node:")) problems.push(`${path} imports ${target}`);
      continue;
    }
    const to = relative(root, join(dirname(file), target)).split("/");
    if (layerOf(to[0]) > layerOf(folder)) problems.push(`${path} imports ${to.join("/")}, which is above it`);
    if (folder === strangers && to[0] === strangers && to[1] !== path.split("/")[1]) {
      problems.push(`${path} imports another application, ${to.join("/")}`);
    }
  }
}

if (problems.length > 0) {
  console.error(`Imports that point the wrong way:\n${problems.map((each) => `  ${each}`).join("\n")}`);
  process.exit(1);
}

function importsOf(source) {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]);
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}
