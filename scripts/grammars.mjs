// Takes of each grammar package what we ship, the .wasm and what grammar.json says of nodes, into dist/grammars. The packages
// run an install script and weigh up to 100 MB, so they are no dependencies: they are fetched once and cached.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { shapesOf } from "./shapes.mjs";
import { smallestTexts } from "./smallest-texts.mjs";

const root = join(import.meta.dirname, "..");
const cache = join(root, "node_modules/.cache/culprit-grammars");
const target = join(root, "dist/grammars");
const { languages } = await import(join(root, "dist/src/syntax/languages.js"));

mkdirSync(cache, { recursive: true });
fetchMissing();
mkdirSync(target, { recursive: true });
for (const language of languages) ship(language);

function fetchMissing() {
  const missing = [...new Set(languages.map((each) => each.package))].filter((name) => !existsSync(folderOf(name)));
  if (missing.length === 0) return;
  console.log(`Fetching ${missing.length} grammars …`);
  const work = mkdtempSync(join(cache, "fetching-"));
  try {
    const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", work, ...missing];
    execFileSync("npm", words, { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
    for (const archive of readdirSync(work)) unpack(join(work, archive));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Keeps of a package only the files that may be shipped. A folder appears in the cache when it is whole. */
function unpack(archive) {
  const folder = mkdtempSync(`${archive}-`);
  const wanted = ["*.wasm", "grammar.json", "package.json"];
  const words = ["-xzf", archive, "-C", folder, "--wildcards", "--no-anchored", ...wanted];
  execFileSync("tar", words, { stdio: ["ignore", "ignore", "pipe"] });
  for (const file of readdirSync(join(folder, "package")).filter((name) => name.endsWith(".wasm"))) {
    const path = join(folder, "package", file);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 })); // a tenth of the size
    rmSync(path);
  }
  const { name, version } = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8"));
  renameSync(join(folder, "package"), folderOf(`${name}@${version}`));
}

function ship({ name, package: from, grammar = name, folder = "" }) {
  const source = folderOf(from);
  const read = (file) => JSON.parse(readFileSync(join(source, folder, "src", file), "utf8"));
  const tables = gunzipSync(readFileSync(join(source, `tree-sitter-${grammar}.wasm.gz`)));
  writeFileSync(join(target, `${name}.wasm.gz`), gzipSync(asNow(tables), { level: 9 }));
  const rules = read("grammar.json");
  writeFileSync(join(target, `${name}.json`), JSON.stringify({ ...shapesOf(rules), smallest: smallestTexts(rules) }));
}

/**
 * A .wasm as web-tree-sitter loads it. Those of older compilers begin with a section "dylink", which says the same as
 * "dylink.0" does now: behind the magic number and the version, sizes, and how many libraries are needed (none).
 */
function asNow(wasm) {
  const name = "\x06dylink";
  if (wasm.toString("latin1", 10, 10 + name.length) !== name) return wasm;
  const end = 10 + wasm[9];
  const sizes = wasm.subarray(10 + name.length, end - 1);
  const section = Buffer.concat([Buffer.from("\x08dylink.0\x01"), Buffer.from([sizes.length]), sizes]);
  return Buffer.concat([wasm.subarray(0, 9), Buffer.from([section.length]), section, wasm.subarray(end)]);
}

function folderOf(name) {
  return join(cache, name.replaceAll("/", "+"));
}
