import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import type { FileServer } from "../tools/file-server.ts";
import { addCrates, serveCargoRegistry, yankAll } from "./cargo-registry.ts";
import { environment, type Folder, newFolder } from "./culprit.ts";
import { commit } from "./npm-project.ts";

const run = promisify(execFile);

const plain = { code: "" };
const table = { code: "", requires: { pad: "1" } };
const before = { "pad@1.1.2": plain, "table@2.0.0": table, "colour@1.0.0": plain, "units@0.4.0": plain };
const after = { "pad@1.2.0": plain, "table@2.1.0": table, "colour@1.0.1": plain, "units@0.4.1": plain };

/** The new pad is bad. What cargo has not fetched is missing here. */
const check = "cargo fetch --quiet --locked --offline && ! grep -A1 '\"pad\"' Cargo.lock | grep 1.2.0";

const servers: FileServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

function addMember(folder: Folder, name: string, dependencies: string): void {
  mkdirSync(join(folder.path, name, "src"), { recursive: true });
  folder.write(`${name}/src/lib.rs`, "");
  const about = `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;
  folder.write(`${name}/Cargo.toml`, `${about}\n[dependencies]\n${dependencies}`);
}

/** A workspace of which the last commit upgraded everything; the old pad was yanked. */
async function upgraded(): Promise<{ folder: Folder; server: FileServer; variables: NodeJS.ProcessEnv }> {
  const [folder, registry] = [newFolder(), newFolder().path];
  const server = await serveCargoRegistry(folder, registry, before);
  servers.push(server);
  const variables = { CARGO_NET_RETRY: "0", ...emptyCache() };
  const cargo = (...words: string[]) =>
    run("cargo", ["--quiet", ...words], { cwd: folder.path, env: { ...environment(), ...variables } });
  folder.write("Cargo.toml", '[workspace]\nmembers = ["app", "web"]\nresolver = "2"\n');
  addMember(folder, "app", 'web = { path = "../web" }\ncolour = "1"\n');
  addMember(folder, "web", 'table = "2"\nunits = "0.4"\n');
  await cargo("generate-lockfile");
  await cargo("fetch");
  commit(folder, "as it was");
  yankAll(registry, "pad");
  addCrates(registry, after);
  await cargo("update");
  await cargo("fetch");
  commit(folder, "upgrade everything");
  return { folder, server, variables };
}

const emptyCache = () => ({ CARGO_HOME: newFolder().path });

describe("a workspace of cargo", skippedBecause(missing("cargo")), () => {
  test("what was fetched before is enough; without it, or with another checksum, cargo's words are shown", async () => {
    const { folder, server, variables } = await upgraded();
    const packages = (more: NodeJS.ProcessEnv) =>
      folder.start(["packages", "HEAD~1", "--json", "--", "sh", "-c", check], { ...variables, ...more }).ended;
    const lock = folder.read("Cargo.lock");
    folder.write("Cargo.lock", lock.replace(/("colour"[\s\S]*?checksum = ").{10}/, "$1aaaaaaaaaa"));
    const changed = await packages(emptyCache());
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringMatching(/checksum .*colour/)]);
    expect(changed.stderr).toContain("cargo cannot install the packages of the working tree");
    folder.write("Cargo.lock", lock);
    await server.close();
    const found = await packages({});
    expect([found.code, found.json.cause], found.stderr).toMatchObject([0, [{ package: "pad" }]]);
    const away = await packages(emptyCache());
    expect([away.code, away.stderr]).toEqual([
      1,
      expect.stringContaining("cargo cannot install the packages of HEAD~1"),
    ]);
    expect(away.stderr).toMatch(/[Cc]ould(?: not|n't) connect/);
  });
});
