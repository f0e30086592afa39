// The faster one of two mirrors is taken. That there was an answer is noted, but only after it was unpacked.
import { createServer, get } from "node:http";
import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";

const unpack = promisify(gunzip);

function mirror(delay) {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end(gzipSync("version 7")), delay); // FIRST
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

function download(server, onEnd) {
  get({ port: server.address().port, host: "127.0.0.1", agent: false }, (response) => {
    const chunks = [];
    response.on("data", (chunk) => chunks.push(chunk));
    response.on("end", () => onEnd(Buffer.concat(chunks)));
  });
}

function fastest(servers, callback) {
  let answered = false;
  for (const server of servers) {
    download(server, async (packed) => {
      if (answered) return;
      const text = await unpack(packed); // SECOND
      answered = true;
      callback(String(text));
    });
  }
}

const servers = await Promise.all([mirror(10), mirror(60)]);
let installed = 0;
fastest(servers, (text) => {
  installed++;
  console.log(`installing ${text}`);
  setTimeout(() => servers.forEach((server) => server.close()), 200);
});
process.on("exit", () => {
  if (installed !== 1) process.exitCode = 1;
});
