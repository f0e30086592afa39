/** `npm run why-check [-- NAME…]`: checks the projects of `cases/why`, also those that need the network. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whyProjects } from "./why-projects.ts";
import { verify } from "./why-verify.ts";

const names = process.argv.slice(2);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-why-")));
try {
  for (const project of whyProjects.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const start = performance.now();
    const { failures, runs, wrong } = await verify(project, folder);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log([`${project.name}: ${failures} of ${runs} runs fail, ${seconds} s`, ...wrong].join("\n"));
    if (wrong.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
