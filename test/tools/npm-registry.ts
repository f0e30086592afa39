import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Source } from "../cli/npm-project.ts";

interface Published {
  readonly name: string;
  readonly version: string;
  readonly manifest: object;
  readonly tarball: Buffer;
}

/** A registry with packages of a test, on this machine. */
export class NpmRegistry {
  readonly #server: Server;
  readonly #published: Published[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  /** With a token, it answers only those that have it. */
  static async start(token?: string): Promise<NpmRegistry> {
    const server = createServer();
    const registry = new NpmRegistry(server);
    server.on("request", (request, response) => {
      if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
        response.writeHead(401).end("{}");
        return;
      }
      const answer = registry.#answer(decodeURIComponent(new URL(request.url!, registry.url).pathname));
      response.statusCode = answer === undefined ? 404 : 200;
      response.setHeader("content-type", Buffer.isBuffer(answer) ? "application/octet-stream" : "application/json");
      response.end(answer ?? "{}");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Packages by `name@version`. */
  publish(sources: Readonly<Record<string, Source>>): void {
    for (const [id, { files, ...about }] of Object.entries(sources)) {
      const at = id.lastIndexOf("@");
      const [name, version] = [id.slice(0, at), id.slice(at + 1)];
      const manifest = { name, version, ...about, ...(about.scripts?.install && { hasInstallScript: true }) };
      this.#published.push({ name, version, manifest, tarball: pack(manifest, files) });
    }
  }

  /** As if it had never been published. */
  unpublish(name: string, version: string): void {
    const at = this.#published.findIndex((each) => each.name === name && each.version === version);
    this.#published.splice(at, 1);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }

  #answer(path: string): string | Buffer | undefined {
    const [name, file] = path.slice(1).split("/-/");
    const all = this.#published.filter((each) => each.name === name);
    if (file !== undefined) return all.find(({ version }) => file.endsWith(`-${version}.tgz`))?.tarball;
    if (all.length === 0) return undefined;
    const versions = all.map(({ name, version, manifest, tarball }) => {
      const hash = (kind: string, encoding: "base64" | "hex") => createHash(kind).update(tarball).digest(encoding);
      const dist = {
        tarball: `${this.url}${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz`,
        integrity: `sha512-${hash("sha512", "base64")}`,
        shasum: hash("sha1", "hex"),
      };
      return [version, { ...manifest, dist }] as const;
    });
    const time = Object.fromEntries(all.map(({ version }) => [version, "2020-01-01T00:00:00.000Z"]));
    const latest = all.at(-1)!.version;
    return JSON.stringify({ name, "dist-tags": { latest }, versions: Object.fromEntries(versions), time });
  }
}

function pack(manifest: object, files: Source["files"]): Buffer {
  const place = mkdtempSync(join(tmpdir(), "culprit-pack-"));
  try {
    for (const [path, text] of Object.entries({ "package.json": JSON.stringify(manifest), ...files })) {
      mkdirSync(dirname(join(place, "package", path)), { recursive: true });
      writeFileSync(join(place, "package", path), text);
    }
    return execFileSync("tar", ["-cz", "-C", place, "package"]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
