import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executableFile } from "../src/trial/command/program-file.ts";
import { expressions } from "./expressions.ts";
import { markedLines } from "./marked-lines.ts";
import { root } from "./root.ts";

/** A program that fails on one input and passes on another; the line of its defect is marked in it. */
export interface Stateful {
  readonly name: string;
  readonly language: "C" | "C++" | "Go" | "Java" | "JavaScript" | "Python" | "TypeScript";
  /** The folder of its sources in `states`, if it is not that of its name. */
  readonly folder?: string;
  /** Its sources there, if they are not all that there are. */
  readonly sources?: readonly string[];
  readonly build?: readonly string[];
  /** Commands without which it is left out. */
  readonly needs?: readonly string[];
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  /** A script that is given the output and `$CULPRIT_STATUS`. */
  readonly test: string;
  /** Inputs that are made, not kept. */
  readonly inputs?: Readonly<Record<string, string>>;
}

const python = process.env.PYTHON ?? "python3";

const byStatus = (failing: string) =>
  `case $CULPRIT_STATUS in "exit 0") exit 0 ;; ${failing}) exit 1 ;; *) exit 125 ;; esac`;
const exits = byStatus('"exit 1"');
/** Some bring their own. */
const asKept = "sh ./test.sh";

/** As in the lecture: a 0 that nobody gave is the failure, and only what was given passes. */
const sorted = 'read -r output; case "$output " in *" 0 "*) exit 1 ;; "Output: 7 8 9 "*) exit 0 ;; *) exit 125 ;; esac';
const sorting = { folder: "sort", test: sorted };

const between = (words: readonly string[], [pass, fail]: readonly [string[], string[]]) => ({
  pass: [...words, ...pass],
  fail: [...words, ...fail],
});
const numbers = [
  ["7", "8", "9"],
  ["11", "14"],
] as [string[], string[]];
const inputs = (ending: string) => [[`pass.${ending}`], [`fail.${ending}`]] as [string[], string[]];

const compiledC = (source: string) => ["cc", "-g", "-O0", "-o", "program", source];
const compiledCpp = (source: string) => ["c++", "-std=c++17", "-g", "-O0", "-o", "program", source];
const types = ["--types", "node", "--typeRoots", join(root, "node_modules", "@types")];
const compiledTs = (source: string) => {
  const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--sourceMap", "--outDir", "built"];
  return [join(root, "node_modules", ".bin", "tsc"), ...options, ...types, source];
};

/** The program of the lecture. */
const inAllLanguages: readonly Stateful[] = [
  {
    ...sorting,
    name: "sample.c",
    language: "C",
    sources: ["sample.c"],
    build: compiledC("sample.c"),
    ...between(["./program"], numbers),
  },
  {
    ...sorting,
    name: "sample.py",
    language: "Python",
    sources: ["sample.py"],
    ...between([python, "sample.py"], numbers),
  },
  {
    ...sorting,
    name: "sample.js",
    language: "JavaScript",
    sources: ["sample.js"],
    ...between(["node", "sample.js"], numbers),
  },
  {
    ...sorting,
    name: "sample.ts",
    language: "TypeScript",
    sources: ["sample.ts"],
    build: compiledTs("sample.ts"),
    ...between(["node", "built/sample.js"], numbers),
  },
  {
    ...sorting,
    name: "sample.go",
    language: "Go",
    sources: ["sample.go"],
    needs: ["go", "dlv"],
    build: ["go", "build", "-gcflags=all=-N -l", "-o", "program", "sample.go"],
    ...between(["./program"], numbers),
  },
  {
    ...sorting,
    name: "Sample.java",
    language: "Java",
    sources: ["Sample.java"],
    needs: ["java", "javac"],
    build: ["javac", "-g", "-d", "built", "Sample.java"],
    ...between(["java", "-cp", "built", "Sample"], numbers),
  },
];

/** In the languages that can be run here. */
export const sorts: readonly Stateful[] = inAllLanguages.filter(({ needs = [] }) =>
  needs.every((command) => executableFile(command, root) !== undefined),
);

/** Programs that somebody could have written, with a defect that shows with some inputs only. */
export const programs: readonly Stateful[] = [
  {
    name: "exprc",
    language: "C",
    build: compiledC("exprc.c"),
    ...between(["./program"], inputs("txt")),
    test: byStatus("SIGABRT"),
    inputs: {
      "pass.txt": expressions("(rate + base) * (rate + gain)"),
      "fail.txt": expressions("(rate + base) * (rate + base)"),
    },
  },
  {
    name: "inventory",
    language: "C",
    build: compiledC("inventory.c"),
    ...between(["./program"], inputs("txt")),
    test: exits,
  },
  {
    name: "workshop",
    language: "C",
    build: compiledC("workshop.c"),
    ...between(["./program"], inputs("txt")),
    test: asKept,
  },
  { name: "lz", language: "C", build: compiledC("lz.c"), ...between(["./program"], inputs("txt")), test: exits },
  {
    name: "route",
    language: "C++",
    build: compiledCpp("route.cpp"),
    ...between(["./program"], inputs("txt")),
    test: exits,
  },
  { name: "invoice", language: "Python", ...between([python, "invoice.py"], inputs("json")), test: exits },
  { name: "spreadsheet", language: "Python", ...between([python, "spreadsheet.py"], inputs("txt")), test: exits },
  {
    name: "layout",
    language: "Python",
    pass: [python, "layout.py", "pass.txt", "35"],
    fail: [python, "layout.py", "fail.txt", "35"],
    test: `[ "$CULPRIT_STATUS" = "exit 0" ] || exit 125; awk 'length > 35 { wide = 1 } END { exit wide }'`,
  },
  ...["tidy", "payroll", "machine", "resolver"].map((name): Stateful => {
    return { name, language: "Python", ...between([python, `${name}.py`], inputs("txt")), test: asKept };
  }),
  { name: "cache", language: "TypeScript", build: compiledTs("main.ts"), ...inBuilt("txt"), test: exits },
  { name: "ledger", language: "TypeScript", build: compiledTs("main.ts"), ...inBuilt("txt"), test: exits },
  { name: "latencies", language: "TypeScript", build: compiledTs("main.ts"), ...inBuilt("txt"), test: asKept },
  {
    name: "template",
    language: "TypeScript",
    build: compiledTs("main.ts"),
    pass: ["node", "built/main.js", "pass.html", "data.json"],
    fail: ["node", "built/main.js", "fail.html", "data.json"],
    test: `cancel=$(grep '>Cancel<'); case $cancel in *'"button plain"'*) exit 0 ;; *'"button strong"'*) exit 1 ;; *) exit 125 ;; esac`,
  },
  { name: "jobs", language: "JavaScript", ...between(["node", "jobs.cjs"], inputs("ini")), test: exits },
  { name: "markdown", language: "JavaScript", ...between(["node", "markdown.mjs"], inputs("md")), test: exits },
];

function inBuilt(ending: string) {
  return between(["node", "built/main.js"], inputs(ending));
}

const sourceFolder = ({ name, folder = name }: Stateful) => join(root, "cases", "states", folder);

/** Its sources, by their names. */
export function sourcesOf(program: Stateful): readonly string[] {
  const all = readdirSync(sourceFolder(program)).filter((file) => /\.([cm]?js|ts|py|c|cpp|go|java)$/.test(file));
  return program.sources ?? all.sort();
}

/** Where its defect is, or in the lecture's program where the cause moves. */
export function defectOf(program: Stateful, mark: "DEFECT" | "MOVES" = "DEFECT"): Marked {
  for (const file of sourcesOf(program)) {
    const [line] = markedLines(join(sourceFolder(program), file), mark);
    if (line !== undefined) return { file, line };
  }
  throw new Error(`${program.name} has no ${mark}`);
}

interface Marked {
  readonly file: string;
  readonly line: number;
}

/** Puts it and its inputs into a folder. */
export function layOut(program: Stateful, folder: string): void {
  const { sources, inputs: made = {} } = program;
  const filter = (path: string) =>
    sources === undefined || path === from || sources.some((file) => path.endsWith(file));
  const from = sourceFolder(program);
  cpSync(from, folder, { recursive: true, filter });
  if (program.language === "TypeScript") writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const [name, content] of Object.entries(made)) writeFileSync(join(folder, name), content);
}
