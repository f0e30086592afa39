// Imports point one way: a file may import from its own folder's layer or from those below it; what runs inside the user's
// program stands apart; and no file imports itself through others. Run by `npm run lint`.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** From the bottom up; folders in one row may import from each other and from every row above in this list. */
const layers = [
  ["core"],
  ["search"],
  ["drive", "trial", "world", "syntax"],
  ["run", "passes", "report", "engine"],
  ["application", "settings", "versions", "lines", "suites"],
  ["causes"],
  ["web", "ci"],
  ["mcp"],
  ["cli", "explain.ts", "explain-required.ts", "index.ts", "schedule.ts", "state.ts", "vitest-reporter.ts"],
];
/** The one file that knows all applications. */
const registry = "src/causes/applications.ts";
/** What a page in a browser can load: no Node module may be imported there. */
const browserSafe = [
  /^src\/(core|search|drive|report)\//,
  /^src\/web\/(page|steps)\//,
  /^src\/(causes\/[\w-]+|versions|lines)\/(finding|report)\.ts$/,
  /^src\/(causes\/[\w-]+|lines)\/presentation\//,
];
/** What the tool may import from the runtimes: how to talk to one, and how to start it. */
const faces = [/^runtimes\/protocol\//, /^runtimes\/[\w-]+\/launch\.ts$/, /^runtimes\/schedule-events\/test-body\//];
/** Imports that close a cycle and are still to be removed. */
const pendingCycles = [];

const root = join(import.meta.dirname, "..");
const layerOf = (folder) => layers.findIndex((row) => row.includes(folder));

const files = [...listFiles("src"), ...listFiles("runtimes")];
const wrongImports = files.flatMap((file) => [
  ...unknownLayer(file),
  ...importsOf(file).flatMap((target) => wrongImport(file, target)),
]);
const graph = new Map(files.map((file) => [file, importedFiles(file)]));

report("Imports that point the wrong way", wrongImports);
report("Imports in a cycle", findCycles(graph));
report(
  "Imports that are gone: remove them from pendingCycles",
  pendingCycles.filter(([file, imported]) => !graph.get(file)?.includes(imported)).map(([file]) => file),
);

function report(title, problems) {
  if (problems.length === 0) return;
  console.error(`${title}:\n${problems.map((each) => `  ${each}`).join("\n")}`);
  process.exitCode = 1;
}

function unknownLayer(file) {
  const [top, folder] = file.split("/");
  return top === "src" && layerOf(folder) === -1 ? [`${file}: the folder ${folder} is in no layer`] : [];
}

function wrongImport(file, target) {
  const [top, folder, application] = file.split("/");
  if (!target.startsWith(".")) {
    const isNode = target.startsWith("node:");
    return isNode && browserSafe.some((part) => part.test(file)) ? [`${file} imports ${target}`] : [];
  }
  const path = join(dirname(file), target);
  const [otherTop, otherFolder, otherApplication] = path.split("/");
  if (top === "runtimes" && otherTop === "src") return [`${file} imports ${path}: a runtime never imports the tool`];
  if (top === "src" && otherTop === "runtimes")
    return faces.some((face) => face.test(path)) ? [] : [`${file} imports ${path}, which is inside a runtime`];
  if (top === "runtimes") return [];
  if (layerOf(otherFolder) > layerOf(folder)) return [`${file} imports ${path}, which is above it`];
  // Applications do not know each other; what two of them need moves down a layer.
  if (folder === "causes" && file !== registry && otherFolder === "causes" && application !== otherApplication)
    return [`${file} imports another application, ${path}`];
  return [];
}

/** Walks the imports depth first. An import of a file that the walk came through closes a cycle. */
function findCycles(graph) {
  const cycles = [];
  const visited = new Set();
  const path = [];
  const visit = (file) => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (visited.has(file)) return;
    visited.add(file);
    path.push(file);
    for (const imported of graph.get(file) ?? []) if (!isPending(file, imported)) visit(imported);
    path.pop();
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

function isPending(file, imported) {
  return pendingCycles.some(([from, to]) => from === file && to === imported);
}

function importedFiles(file) {
  return importsOf(file)
    .filter((target) => target.startsWith("."))
    .map((target) => join(dirname(file), target));
}

function importsOf(file) {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]);
}

function listFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => relative(root, join(root, folder, name)));
}
