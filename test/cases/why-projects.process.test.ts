import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { type WhyProject, whyProjects } from "../../cases/why-projects.ts";
import { verify } from "../../cases/why-verify.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";

const network = ["npm-registry", "pypi"];
const local = whyProjects.filter(({ needs }) => !needs.some((need) => network.includes(need)));

for (const project of local)
  test(`${project.name}: ${project.title}`, skippedBecause(obstacle(project)), async () => {
    expect(await verify(project, temporaryFolder("why"))).toMatchObject({ wrong: [] });
  });

function obstacle({ needs, test: [program = ""] }: WhyProject): string | undefined {
  return [program, ...needs].map((need) => (need === "pytest" ? missingPytest() : missing(need))).find(Boolean);
}

function missingPytest(): string | undefined {
  return spawnSync("python3", ["-m", "pytest", "--version"]).status === 0 ? undefined : "pytest is not installed";
}
