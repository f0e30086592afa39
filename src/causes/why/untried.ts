import { existsSync } from "node:fs";
import { join } from "node:path";
import { untriedSince } from "./green/since-green.ts";
import type { Started } from "./started.ts";
import { toolVersions } from "./surroundings/tool-versions.ts";

/** What may decide, but could not be tried here, as sentences: for the user to know if nothing else decides. */
export async function untriedHere(started: Started): Promise<string[]> {
  const { since, repository } = started;
  const hasVersions = since !== undefined || repository?.resolveCommit("HEAD") !== undefined;
  return [
    ...(hasVersions ? [] : ["An earlier version: there is no commit here, and no run that passed is remembered."]),
    ...(repository && existsSync(join(repository.root, ".gitmodules"))
      ? ["Other versions of submodules: they stayed as they are."]
      : []),
    ...networkTrouble(started),
    ...(since ? untriedSince(since, await toolVersions()) : []),
  ];
}

const trouble =
  /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|fetch failed|Name or service not known|Temporary failure in name resolution|Connection refused|Network is unreachable)\b/;

/** In a network of its own a test that needs another machine fails, too. */
function networkTrouble({ failing, first }: Started): string[] {
  const printed = [failing.execution, first.execution]
    .map(({ output }) => `${output.stderr}\n${output.stdout}`)
    .join("\n");
  const seen = trouble.exec(printed)?.[0];
  return seen === undefined
    ? []
    : [`Other machines: the test prints ${seen}, so it may need one that it does not reach.`];
}
