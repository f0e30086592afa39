import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { missing, skippedBecause } from "../../../tiers/skipped-because.ts";

const script = fileURLToPath(new URL("../../../../src/world/packages/managers/python/place.py", import.meta.url));

/** What fetch.py leaves for a distribution with these files, by their paths in `site` or `bin`. */
function writeDistribution(shared: string, line: string, files: Readonly<Record<string, Uint8Array>>): string {
  const folder = join(shared, "dists", "data-1.0-0");
  const listed: Record<string, [string, number, number][]> = { site: [], bin: [], data: [] };
  for (const [path, bytes] of Object.entries(files)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    const [kind, ...rest] = path.split("/");
    listed[kind!]!.push([rest.join("/"), bytes.length, Number(statSync(place, { bigint: true }).mtimeNs)]);
  }
  const write = (path: string, value: unknown) => writeFileSync(join(shared, path), JSON.stringify(value));
  mkdirSync(join(shared, "pins"), { recursive: true });
  write("dists/data-1.0-0.json", listed);
  write("base.json", {});
  write("project.json", { paths: [], known: false });
  write(join("pins", createHash("sha1").update(line).digest("hex")), "data-1.0-0");
  return folder;
}

test(
  "a test that writes to an installed file, however large, changes no other environment",
  skippedBecause(missing("python3")),
  () => {
    const [shared, kept] = [temporaryFolder("shared"), temporaryFolder("kept")];
    const large = Buffer.alloc(1_200_000, "a");
    const store = writeDistribution(shared, "data==1.0", { "site/data.db": large, "bin/tool": large });
    const list = join(kept, "requirements.txt");
    writeFileSync(list, "data==1.0\n");
    const place = () => execFileSync("python3", ["-E", "-S", "-B", script, shared, kept, list]);
    place();
    const [version] = execFileSync("ls", [join(kept, "venv/lib")], { encoding: "utf8" }).split("\n");
    const installed = [join(kept, "venv/lib", version!, "site-packages/data.db"), join(kept, "venv/bin/tool")];
    for (const file of installed) {
      expect(readFileSync(file).equals(large)).toBe(true);
      appendFileSync(file, "b");
    }
    for (const path of ["site/data.db", "bin/tool"]) expect(readFileSync(join(store, path)).equals(large)).toBe(true);
    place();
    expect(readFileSync(installed[0]!).equals(large)).toBe(true);
  },
);
