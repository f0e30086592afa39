import type { Program } from "./program.ts";

/** A line of config/settings.txt. */
export interface Setting {
  readonly name: string;
  readonly value: number;
  readonly comment: string;
}

/** The settings without which build.sh gives up. */
const needed = "scale depth margin";

/** build.sh, what it reads, and the list of what it makes: shell alone, as it is run before each test. */
export function buildFiles({ settings, flaws, built }: Program): [path: string, text: string][] {
  const flaw = (setting: string) => flaws.find(({ kind, place }) => kind === "build" && place === setting)?.variant;
  const lines = settings.flatMap(({ name, value, comment }) => {
    const variant = flaw(name);
    if (variant === undefined) return [`# ${comment}`, `${name} = ${value}`, ""];
    return variant % 2 === 0 ? [`# ${comment}`, `${name} = = ${value}`, ""] : [];
  });
  const text = lines.join("\n");
  return [["config/settings.txt", text], ...(built ? scripts(flaw("build.sh") !== undefined) : [])];
}

/** What is in build/settings.js after build.sh, or nothing if that fails. */
export function buildResult(program: Program): string | undefined {
  const text = buildFiles(program)[0]![1];
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const set = lines.map((line) => /^([a-z]+) = (\d+)$/.exec(line));
  const has = (name: string) => set.some((match) => match?.[1] === name);
  if (program.flaws.some(({ kind, place }) => kind === "build" && place === "build.sh")) return undefined;
  if (set.includes(null) || !needed.split(" ").every(has)) return undefined;
  return `module.exports = {${set.map((match) => `${match![1]}: ${match![2]}`).join(", ")}};`;
}

function scripts(broken: boolean): [string, string][] {
  const from = broken ? "config/setings.txt" : "config/settings.txt";
  const script = `#!/bin/sh
# Makes build/settings.js of the settings.
set -e
mkdir -p build
if grep -nvE '^(#.*|[a-z]+ = [0-9]+)?$' config/settings.txt; then
  echo "build.sh: error: config/settings.txt is malformed" >&2
  exit 1
fi
for name in ${needed}; do
  if ! grep -q "^$name = " config/settings.txt; then
    echo "build.sh: error: $name is not set" >&2
    exit 1
  fi
done
{
  echo "module.exports = {"
  sed -nE 's/^([a-z]+) = ([0-9]+)$/  \\1: \\2,/p' ${from}
  echo "};"
} > build/settings.js
`;
  return [
    ["build.sh", script],
    [".gitignore", "build/\n"],
  ];
}
