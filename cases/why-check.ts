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
    const wrong = await verify(project, folder);
    console.log(
      `${project.name}: ${wrong.length === 0 ? "right" : "WRONG"} (${Math.round((performance.now() - start) / 1000)} s)`,
    );
    for (const sentence of wrong) console.log(`  ${sentence}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
