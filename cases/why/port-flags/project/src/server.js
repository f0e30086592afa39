import { createServer } from "node:http";
import * as defaults from "./defaults.js";

/** Serves flags; resolves when it listens. */
export async function serve(flags, { port = defaults.port, host = defaults.host } = {}) {
  const server = createServer((request, response) => {
    const { status, body } = answer(flags, new URL(request.url, "http://board"));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  for (let tried = 0; tried < defaults.maxPorts; tried++) {
    if (await listens(server, port + tried, host)) return server;
  }
  throw new Error(`no free port from ${port} on`);
}

function answer(flags, { pathname, searchParams }) {
  if (pathname === "/flags") return { status: 200, body: flags.names() };
  const match = /^\/flags\/([a-z0-9-]+)$/.exec(pathname);
  if (!match) return { status: 404, body: { error: "no such page" } };
  return { status: 200, body: { name: match[1], on: flags.isOn(match[1], searchParams.get("user") ?? "") } };
}

function listens(server, port, host) {
  return new Promise((resolve, reject) => {
    const failed = (error) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error));
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      resolve(true);
    });
  });
}
