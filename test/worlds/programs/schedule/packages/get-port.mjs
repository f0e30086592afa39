// Two tests, one soon after the other: each takes a free port, reads its page and starts its server.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http from "node:http";
import getPort from "get-port";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function serve(ms) {
  await pause(ms);
  const port = await getPort({ port: 20_000 + (process.pid % 10_000) });
  const page = await readFile(new URL(import.meta.url), "utf8");
  const server = http.createServer((_, response) => response.end(page));
  await once(server.listen(port), "listening");
  return server;
}

const servers = await Promise.all([serve(1), serve(20)]);
for (const server of servers) server.close();
