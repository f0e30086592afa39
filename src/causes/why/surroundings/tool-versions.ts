import { execFile } from "node:child_process";

/** Programs that tests depend on, and the word that makes them print their version. */
const tools: readonly (readonly [name: string, word: string])[] = [
  ["node", "--version"],
  ["npm", "--version"],
  ["python3", "--version"],
  ["python", "--version"],
  ["gcc", "-dumpfullversion"],
  ["clang", "-dumpversion"],
  ["make", "--version"],
  ["java", "-version"],
  ["go", "version"],
  ["rustc", "--version"],
  ["ruby", "--version"],
  ["git", "--version"],
];

export type ToolVersions = Readonly<Record<string, string>>;

/** The versions of what is installed. The user's own programs are not asked: one that knows no `--version` would really run. */
export async function toolVersions(): Promise<ToolVersions> {
  const found = await Promise.all(tools.map(async ([name, word]) => [name, await versionOf(name, word)] as const));
  return Object.fromEntries(found.flatMap(([name, version]) => (version === undefined ? [] : [[name, version]])));
}

/** Some start a machine of their own before they answer. */
const timeout = 10_000;

function versionOf(name: string, word: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(name, [word], { timeout, encoding: "utf8" }, (error, stdout, stderr) => {
      const line = (stdout.trim() || stderr.trim()).split("\n")[0]?.trim() ?? "";
      resolve(error || line === "" ? undefined : line.slice(0, 100));
    }).stdin?.end();
  });
}
