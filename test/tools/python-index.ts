import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FileServer, serveFiles } from "./file-server.ts";
import { type CompiledSource, writeSdist } from "./sdist.ts";
import { type FixtureWheel, writeWheels } from "./wheels.ts";

export interface PythonIndex extends FileServer {
  /** What installers have to be given. */
  readonly simple: string;
  /** By the names of files. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Withdraws a file: installers take it only where it is asked for exactly. */
  readonly yank: (name: string, file: string) => void;
  /** Removes a file, as if it had never been published. */
  readonly unpublish: (name: string, file: string) => void;
}

export interface PublishedFiles {
  readonly wheels: readonly FixtureWheel[];
  readonly sources: readonly CompiledSource[];
  /** A name and a password, as in `ann:secret`: nobody else gets anything. */
  readonly login?: string | undefined;
}

/** Serves an index of packages from a folder, as PEP 503 describes it. */
export async function servePythonIndex(
  folder: string,
  { wheels, sources, login }: PublishedFiles,
): Promise<PythonIndex> {
  const files = join(folder, "files");
  writeWheels(files, wheels);
  for (const source of sources) writeSdist(files, source);
  const hashes = new Map<string, string>();
  for (const name of readdirSync(files)) {
    const hash = createHash("sha256")
      .update(readFileSync(join(files, name)))
      .digest("hex");
    hashes.set(name, hash);
  }
  for (const name of new Set([...wheels, ...sources].map((each) => each.name))) {
    const links = [...hashes]
      .filter(([file]) => file.startsWith(`${name}-`))
      .map(([file, hash]) => `<a href="../../files/${file}#sha256=${hash}">${file}</a>\n`);
    mkdirSync(join(folder, "simple", name), { recursive: true });
    writeFileSync(join(folder, "simple", name, "index.html"), `<!DOCTYPE html>\n${links.join("")}`);
  }
  const server = await serveFiles(folder, login);
  const yank = (name: string, file: string) => {
    const page = join(folder, "simple", name, "index.html");
    writeFileSync(page, readFileSync(page, "utf8").replace(`>${file}<`, ` data-yanked="">${file}<`));
  };
  const unpublish = (name: string, file: string) => {
    const page = join(folder, "simple", name, "index.html");
    const kept = readFileSync(page, "utf8")
      .split("\n")
      .filter((line) => !line.includes(`>${file}<`));
    writeFileSync(page, kept.join("\n"));
    rmSync(join(files, file));
  };
  return { ...server, unpublish, simple: `${server.url}/simple`, hashes, yank };
}
