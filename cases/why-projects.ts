import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "./root.ts";

/** A small project with one planted circumstance that makes its test fail. */
export interface WhyProject {
  readonly name: string;
  /** Its project, its scripts and its `case.json`. */
  readonly folder: string;
  readonly title: string;
  readonly test: readonly string[];
  /** Variables of the failing run only. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the passing run only. */
  readonly passingEnv: Readonly<Record<string, string>>;
  /** Whether `why` has seen the test pass before the circumstance was planted. */
  readonly rememberedGreen: boolean;
  /** The share of runs that fail; null: all. */
  readonly flaky: number | null;
  /** Commands that have to be there; `npm-registry` and `pypi` are the network. */
  readonly needs: readonly string[];
  readonly expect: Expectation;
}

export interface Expectation {
  readonly kind: string;
  /** Kinds that are true as well: a variable that holds the time zone is also a variable. */
  readonly alsoRight: readonly string[];
  /** All of them match the text of a right answer. */
  readonly names: readonly RegExp[];
  /** One of them matches the text of a wrong accusation. */
  readonly accuses: readonly RegExp[];
}

/** A project on disk whose test fails. */
export interface Planted {
  readonly path: string;
  /** Ends the processes that were started for it. */
  readonly end: () => void;
}

const folder = join(root, "cases", "why");

/** All of them, by name. */
export const whyProjects: readonly WhyProject[] = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, "case.json")))
  .sort()
  .map(readProject);

function readProject(name: string): WhyProject {
  const { expect, ...rest } = JSON.parse(readFileSync(join(folder, name, "case.json"), "utf8"));
  const patterns = (texts: readonly string[]) => texts.map((text) => new RegExp(withDates(text)));
  return {
    env: {},
    passingEnv: {},
    needs: [],
    ...rest,
    name,
    folder: join(folder, name),
    expect: {
      kind: expect.kind,
      alsoRight: expect.alsoRight ?? [],
      names: patterns(expect.names),
      accuses: patterns(expect.accuses),
    },
  };
}

/** Causes that are dates depend on today: `{6 days ago}` is a day, `{this month}` a month, both in UTC. */
function withDates(text: string): string {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return text
    .replace(/\{(\d+) days ago\}/g, (_, ago) => day(Number(ago)))
    .replaceAll("{this month}", day(0).slice(0, 7));
}

/** Copies a project below a folder, prepares it, calls `whenGreen` there while its test passes, and plants the circumstance. */
export async function plant(
  project: WhyProject,
  where: string,
  whenGreen?: (path: string) => Promise<void>,
): Promise<Planted> {
  // Without the first word: the path must not say what was planted.
  const path = join(where, project.name.replace(/^.*-/, ""));
  const pids = `${path}.pids`;
  const end = () => endProcesses(pids);
  copyProject(join(project.folder, "project"), path);
  try {
    await runScript(project, path, "prepare");
    await whenGreen?.(path);
    await runScript(project, path, "plant");
  } catch (error) {
    end();
    throw error;
  }
  return { path, end };
}

/**
 * The environment of the test: of this process only what programs need to run and to reach the network, since variables
 * of npm, of a test runner or of a shell decide some of the cases.
 */
export function environmentOf(project: WhyProject, state: "passing" | "failing"): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => keptVariables.test(name));
  return {
    ...Object.fromEntries(kept),
    LANG: "C.UTF-8",
    ...(state === "passing" ? project.passingEnv : project.env),
  };
}

const keptVariables =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|PYENV_ROOT|PIP_.*|npm_config_(registry|cache|userconfig)|.*_CERTS?|.*_CERT_(DIR|FILE)|.*_CA_BUNDLE|.*_proxy|.*_PROXY)$/;

/** What a script of the case is told beside: its own folder, and where it notes processes that are to be ended. */
export function scriptVariables(project: WhyProject, path: string): NodeJS.ProcessEnv {
  return { CASE_FOLDER: project.folder, CASE_TOOLS: folder, CASE_PIDS: `${path}.pids` };
}

function copyProject(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
  for (const each of readdirSync(to, { recursive: true, encoding: "utf8" }))
    if (basename(each) === "dot-gitignore") renameSync(join(to, each), join(to, dirname(each), ".gitignore"));
}

async function runScript(project: WhyProject, path: string, name: "prepare" | "plant"): Promise<void> {
  const script = join(project.folder, `${name}.sh`);
  if (!existsSync(script)) return;
  const env = { ...environmentOf(project, "passing"), ...scriptVariables(project, path) };
  const { status, output } = await run(["sh", "-e", script], path, env);
  if (status !== 0) throw new Error(`${project.name}: ${name}.sh ended with ${status}:\n${output}`);
}

export interface Ended {
  /** null: it was ended by a signal or after the time limit. */
  readonly status: number | null;
  readonly output: string;
}

const maxSeconds = 300;

/** Runs a command to its end. */
export function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const [program, ...words] = command as [string, ...string[]];
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(program, words, {
    cwd,
    env,
    stdio: [...stdio],
    timeout: maxSeconds * 1000,
    killSignal: "SIGKILL",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output }));
  });
}

function endProcesses(pids: string): void {
  if (!existsSync(pids)) return;
  for (const pid of readFileSync(pids, "utf8").split("\n").filter(Boolean)) spawnSync("kill", ["-KILL", pid]);
  rmSync(pids);
}
