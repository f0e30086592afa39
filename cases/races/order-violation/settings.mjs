// A server that reads its settings when it starts; nobody waits for that, as the first request comes later.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "settings-"));
writeFileSync(join(folder, "settings.json"), JSON.stringify({ greeting: "Good day", languages: ["en", "de"] }));
process.on("exit", () => rmSync(folder, { recursive: true }));

let settings;
async function loadSettings() {
  const text = await readFile(join(folder, "settings.json"), "utf8"); // SECOND
  settings = JSON.parse(text);
}

function handle(request, response) {
  const { searchParams } = new URL(request.url, "http://localhost");
  const name = searchParams.get("name") ?? "you";
  if (!settings) return response.writeHead(500).end("no settings");
  response.end(`${settings.greeting}, ${name}`);
}

function ask(port, path) {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, agent: false }, (response) => { // FIRST
      let text = "";
      response.setEncoding("utf8").on("data", (more) => {
        text += more;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    }).on("error", reject);
  });
}

loadSettings();
const server = createServer(handle).listen(0, "127.0.0.1", async () => { // FIRST
  const { status, text } = await ask(server.address().port, "/?name=Ann");
  console.log(status, text);
  server.close();
  if (status !== 200) process.exitCode = 1;
});
