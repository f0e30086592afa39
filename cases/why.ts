import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyFinding } from "../test/any-finding.ts";
import type { Case, Row } from "./case.ts";
import { root } from "./root.ts";
import { environmentOf, type Planted, plant, type WhyProject, whyProjects } from "./why-projects.ts";
import type { Workshop } from "./workshop.ts";

/** Small projects with one planted circumstance each: is the right kind named, and the right cause? */
export const why: Case = {
  name: "why",
  async *rows(workshop) {
    for (const project of whyProjects) yield await rowOf(workshop, project);
  },
};

async function rowOf(workshop: Workshop, project: WhyProject): Promise<Row> {
  const experiment = `${project.name}: ${project.expect.kind}`;
  const nothing = { experiment, deltas: 0, tests: 0, published: "-" };
  const remember = async (path: string) => void (await askWhy(workshop, project, path, "passing"));
  const planted = await plantIfPossible(project, join(workshop.path, project.name), remember);
  if (typeof planted === "string") return { ...nothing, found: `not run: ${planted}`, wrong: [] };
  try {
    const { finding, text, seconds } = await askWhy(workshop, project, planted.path, "failing");
    const judged = judge(project, finding, text);
    const found = `${finding?.decides ?? "nothing"}, ${judged}`;
    const remark = `${seconds.toFixed(1)} s`;
    return {
      ...nothing,
      found,
      tests: finding?.tests.run ?? 0,
      remark,
      wrong: judged === "accuses wrongly" ? [text.split("\n")[1] ?? ""] : [],
    };
  } finally {
    planted.end();
  }
}

/** A text says why not: something is not installed, or cannot be downloaded. */
async function plantIfPossible(
  project: WhyProject,
  folder: string,
  remember: (path: string) => Promise<void>,
): Promise<Planted | string> {
  const needed = project.needs.filter((name) => !/npm-registry|pypi/.test(name));
  const missing = needed.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing !== undefined) return `${missing} is not installed`;
  mkdirSync(folder);
  try {
    return await plant(project, folder, project.rememberedGreen ? remember : undefined);
  } catch (error) {
    return (error as Error).message.split("\n")[0]!;
  }
}

type Judgement = "right" | "right kind" | "not found" | "accuses wrongly";

/** A wrong accusation is worse than none. */
function judge({ expect }: WhyProject, finding: AnyFinding | undefined, text: string): Judgement {
  if (finding?.decides === undefined) return "not found";
  const answer = text.split("What was tried:")[0]!;
  const isRightKind = [expect.kind, ...expect.alsoRight].includes(finding.decides);
  const isNamed = expect.names.every((name) => name.test(answer));
  if (isRightKind && isNamed) return "right";
  if (expect.accuses.some((name) => name.test(answer)) || !isRightKind) return "accuses wrongly";
  return "right kind";
}

interface Asked {
  readonly finding: AnyFinding | undefined;
  /** What was printed. */
  readonly text: string;
  readonly seconds: number;
}

async function askWhy(
  { stopped }: Workshop,
  project: WhyProject,
  cwd: string,
  state: "passing" | "failing",
): Promise<Asked> {
  const begun = performance.now();
  const env = environmentOf(project, state);
  const program = join(root, "dist/src/cli/main.js");
  const run = (...words: string[]) =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [program, ...words], {
        cwd,
        env,
        signal: stopped,
        stdio: ["ignore", "pipe", "ignore"],
      });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
      child.on("error", () => resolve(output)).on("close", () => resolve(output));
    });
  const text = await run("why", "--quiet", "--", ...project.test);
  const seconds = (performance.now() - begun) / 1000;
  const json = await run("show", "last", "--json");
  return { text, seconds, finding: json.startsWith("{") ? (JSON.parse(json) as AnyFinding) : undefined };
}
