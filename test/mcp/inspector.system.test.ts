import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environment, program, selectFolder } from "../cli/culprit.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient } from "../tools/npm-client.ts";

/** It brings 120 packages and asks for a newer Node than ours, so it is no dependency. */
const { bin, missing } = fetchClient("@modelcontextprotocol/inspector@2.12.0");
const inspector = join(bin, "mcp-inspector");

test("the official inspector accepts the tools and finds a cause with them", skippedBecause(missing), () => {
  const { path } = selectFolder();
  const inspect = (...words: string[]) => {
    const all = [inspector, "--cli", process.execPath, program, "mcp", "--method", ...words];
    return JSON.parse(execFileSync(process.execPath, all, { cwd: path, encoding: "utf8", env: environment() }));
  };
  expect(inspect("tools/list", "--strict").tools.map(({ name }: { name: string }) => name)).toEqual([
    ...["why", "start", "status", "result", "replay", "cancel"],
  ]);
  const given = ["command=input", 'args=["bug.html"]', 'test=["./printer.sh","{}"]', "wait=50"];
  for (const era of ["legacy", "modern"]) {
    const words = ["--tool-name", "start", "--tool-arg", ...given];
    const { content, structuredContent } = inspect("tools/call", "--protocol-era", era, ...words);
    expect(structuredContent).toMatchObject({ status: "found", headline: "Fails because of <SELECT>" });
    const { contents } = inspect("resources/read", "--uri", content[1].uri);
    expect(contents[0].text).toBe("<SELECT>");
  }
});
