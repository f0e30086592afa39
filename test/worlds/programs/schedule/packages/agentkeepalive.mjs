// A client asks a second time after about as long as its connection is kept open.
import { once } from "node:events";
import http from "node:http";
import Agent from "agentkeepalive";

const server = http.createServer((_, response) => response.end("hello"));
await once(server.listen(0, "127.0.0.1"), "listening");

const agent = new Agent({ keepAliveTimeout: 50 });
const { port } = server.address();

async function ask() {
  const request = http.get({ host: "127.0.0.1", port, agent });
  const [response] = await once(request, "response");
  const parts = await response.toArray();
  if (parts.join("") !== "hello") throw new Error(`the answer was ${parts.join("")}`);
}

await ask();
await new Promise((resolve) => setTimeout(resolve, 50));
await ask();
agent.destroy();
server.close();
