// Who asks for readable JSON gets it, by a setting of the server.
import { once } from "node:events";
import http from "node:http";
import express from "express";

const app = express();
const load = () => new Promise((resolve) => setTimeout(resolve, 5, { users: ["alice"] }));
app.get("/users", async (request, response) => {
  app.set("json spaces", request.query.pretty ? 2 : 0);
  response.json(await load());
});
const server = http.createServer(app);
await once(server.listen(0, "127.0.0.1"), "listening");

async function ask(query, ms) {
  await new Promise((resolve) => setTimeout(resolve, ms));
  const [response] = await once(http.get({ port: server.address().port, path: `/users${query}`, agent: false }), "response");
  return (await response.toArray()).join("");
}

const [pretty, plain] = await Promise.all([ask("?pretty=1", 1), ask("", 20)]);
server.close();
if (!pretty.includes("\n") || plain.includes("\n")) throw new Error(`the answers are ${pretty} and ${plain}`);
