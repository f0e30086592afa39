// Makes a repository out of the published versions of an npm package, one commit and one tag each, and packs it into a
// bundle that tests can clone:
//
//   node scripts/history-bundle.mjs semver 3.0.0..5.5.0 --files semver.js,bin,package.json,LICENSE,range.bnf
//
// Versions are named one by one in their order, or as a range, which leaves prereleases out. Without --files everything
// is kept that was published. The commits are the same whoever makes them and wherever: their dates are those of the
// files in the archives, because a registry that mirrors another answers with the days of its own copies.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const home = join(import.meta.dirname, "../test/worlds/programs/history");

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string" }, output: { type: "string" } },
});
const [name, ...named] = positionals;
if (named.length === 0) {
  console.error("history-bundle: name a package and its versions: semver 3.0.0..5.5.0");
  process.exit(2);
}
const output = values.output ?? join(home, `${name.replace(/^@/, "").replace("/", "-")}.bundle`);

const work = mkdtempSync(join(tmpdir(), "history-bundle-"));
try {
  const versions = named.flatMap((each) => (each.includes("..") ? publishedWithin(each) : [each]));
  const repository = newRepository(join(work, "repository"));
  console.log(`Fetching ${versions.length} versions of ${name} …`);
  const archives = fetchAll(versions);
  let date = 0;
  for (const version of versions) {
    const folder = unpack(archives.get(version));
    date = Math.max(date + 1, newest(folder));
    replaceFiles(repository, folder);
    commit(repository, version, date);
  }
  bundle(repository, output);
  console.log(`${output}: ${versions.length} versions, ${Math.ceil(statSync(output).size / 1000)} kB`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The registry lists versions by their precedence. */
function publishedWithin(range) {
  const [first, last] = range.split("..");
  const releases = JSON.parse(npm("view", name, "versions", "--json")).filter((each) => !each.includes("-"));
  const [from, to] = [releases.indexOf(first), releases.indexOf(last)];
  if (from < 0 || to < from) throw new Error(`${range} is no range of published versions of ${name}`);
  return releases.slice(from, to + 1);
}

function fetchAll(versions) {
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", work];
  const packed = JSON.parse(npm(...words, ...versions.map((each) => `${name}@${each}`)));
  return new Map(packed.map(({ version, filename }) => [version, join(work, filename)]));
}

function unpack(archive) {
  const folder = mkdtempSync(join(work, "version-"));
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
  return folder;
}

/** When the last file of a version was written, in seconds. (Since 2018 npm puts the same day in 1985 on every file.) */
function newest(folder) {
  const files = readdirSync(folder, { recursive: true }).map((each) => statSync(join(folder, each)));
  return Math.max(...files.filter((each) => each.isFile()).map((each) => Math.floor(each.mtimeMs / 1000)));
}

function newRepository(path) {
  mkdirSync(path);
  git(path, "init", "--quiet", "--initial-branch=main");
  return path;
}

function replaceFiles(repository, folder) {
  for (const each of readdirSync(repository)) {
    if (each !== ".git") rmSync(join(repository, each), { recursive: true });
  }
  const wanted = values.files?.split(",") ?? readdirSync(folder);
  for (const each of wanted.filter((file) => existsSync(join(folder, file)))) {
    mkdirSync(dirname(join(repository, each)), { recursive: true });
    cpSync(join(folder, each), join(repository, each), { recursive: true });
  }
}

function commit(repository, version, date) {
  git(repository, "add", "--all", "--force");
  const when = `@${date} +0000`;
  const env = { GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
  run("git", ["commit", "--quiet", "--allow-empty", "--message", version], { cwd: repository, env });
  git(repository, "tag", `v${version}`);
}

/** One thread, so that the packing is the same each time. */
function bundle(repository, file) {
  mkdirSync(dirname(file), { recursive: true });
  git(repository, "-c", "pack.threads=1", "-c", "pack.window=250", "repack", "-a", "-d", "-f", "--quiet");
  git(repository, "-c", "pack.threads=1", "bundle", "create", "--quiet", file, "HEAD", "--branches", "--tags");
}

function npm(...words) {
  return run("npm", ["--loglevel=error", ...words], { cwd: work });
}

function git(cwd, ...words) {
  return run("git", words, { cwd });
}

/** The user's own settings of git must not show in the commits. */
function run(command, words, { cwd, env }) {
  const who = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((each) => [
      [`GIT_${each}_NAME`, name],
      [`GIT_${each}_EMAIL`, `${name}@example.com`],
    ]),
  );
  const settings = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", TZ: "UTC" };
  return execFileSync(command, words, {
    cwd,
    env: { ...process.env, ...settings, ...who, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
}
