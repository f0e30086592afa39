// Imports point one way: a file may import from its own folder's layer or from those below it; what runs inside the user's
// program stands apart. Run by `npm run lint`.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** From the bottom up; folders in one row may import from each other and from every row above in this list. */
const layers = [
  ["core"],
  ["search"],
  ["drive", "trial", "world", "syntax"],
  ["run", "passes", "report"],
  ["application", "settings", "versions"],
  ["causes"],
  ["cli", "index.ts", "schedule.ts", "state.ts"],
];
/** The one file that knows all applications. */
const registry = "src/causes/applications.ts";
/** What a page in a browser can load: no Node module may be imported there. */
const browserSafe = ["core", "search", "drive", "report"];
/** What the tool may import from the runtimes: how to talk to one, and how to start it. */
const faces = [/^runtimes\/protocol\//, /^runtimes\/[\w-]+\/launch\.ts$/, /^runtimes\/schedule-events\/in-process\//];
/** Imports between the tool and the runtimes that are still to go. */
const pending = [
  "src/core/count-while.ts",
  "src/core/command-line.ts",
  "src/core/reason.ts",
  "src/core/near-word.ts",
  "runtimes/schedule-events/real.ts",
  "runtimes/schedule-events/where.ts",
];

const root = join(import.meta.dirname, "..");
const layerOf = (folder) => layers.findIndex((row) => row.includes(folder));

const problems = [...listFiles("src"), ...listFiles("runtimes")].flatMap((file) => [
  ...unknownLayer(file),
  ...importsOf(file).flatMap((target) => wrongImport(file, target)),
]);

if (problems.length > 0) {
  console.error(`Imports that point the wrong way:\n${problems.map((each) => `  ${each}`).join("\n")}`);
  process.exit(1);
}

function unknownLayer(file) {
  const [top, folder] = file.split("/");
  return top === "src" && layerOf(folder) === -1 ? [`${file}: the folder ${folder} is in no layer`] : [];
}

function wrongImport(file, target) {
  const [top, folder, application] = file.split("/");
  if (!target.startsWith(".")) {
    const isNode = target.startsWith("node:");
    return isNode && top === "src" && browserSafe.includes(folder) ? [`${file} imports ${target}`] : [];
  }
  const path = join(dirname(file), target);
  const [otherTop, otherFolder, otherApplication] = path.split("/");
  if (pending.includes(path)) return [];
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

function importsOf(file) {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]);
}

function listFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => relative(root, join(root, folder, name)));
}
