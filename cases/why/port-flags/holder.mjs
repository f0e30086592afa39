// node holder.mjs PORT: the web server of somebody else.
import { createServer } from "node:http";

createServer((_, response) => {
  response.writeHead(404, { "content-type": "text/html" });
  response.end("<h1>Not here</h1>");
}).listen(Number(process.argv[2]), "127.0.0.1");
