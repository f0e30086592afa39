// A search field: the answer to an older question may come after that to a newer one, and is shown.
import { createServer } from "node:http";
import { get } from "node:http";

const server = createServer((request, response) => {
  const question = new URL(request.url, "http://x").searchParams.get("q");
  setTimeout(() => response.end(`results for ${question}`), question === "ca" ? 20 : 21); // FIRST, SECOND
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

let shown = "";
function ask(question) {
  return new Promise((resolve, reject) => {
    get({ port: server.address().port, host: "127.0.0.1", path: `/?q=${question}`, agent: false }, (response) => { // FIRST, SECOND
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        shown = text;
        resolve();
      });
    }).on("error", reject);
  });
}

await Promise.all([ask("ca"), ask("cat")]);
server.close();
console.log(shown);
if (shown !== "results for cat") process.exitCode = 1;
