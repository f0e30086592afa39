import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A server for the files of a folder, on this machine; of a folder there, `index.html`. */
export interface FileServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** With a login such as `ann:secret`, it answers only those that have it. */
export async function serveFiles(folder: string, login?: string): Promise<FileServer> {
  const authorized = login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}`;
  const server = createServer((request, response) => {
    if (authorized !== undefined && request.headers.authorization !== authorized) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="files"' }).end();
      return;
    }
    const path = decodeURIComponent(request.url!.replace(/[?#].*/, "")).replace(/\/$/, "/index.html");
    try {
      const bytes = readFileSync(join(folder, path));
      response.setHeader("content-type", path.endsWith(".html") ? "text/html" : "application/octet-stream");
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
