// Uses most of what passes the gate, and says what came of it.
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, pbkdf2, randomBytes, webcrypto } from "node:crypto";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import fs from "node:fs";
import fsp from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { scheduler, setImmediate as soon, setInterval as every, setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createGunzip, createGzip, gunzipSync, gzip } from "node:zlib";

const folder = fs.mkdtempSync(join(tmpdir(), "everything-"));
const path = (name) => join(folder, name);
const began = Date.now();

// Timers
console.log(await sleep(200, "slept"), await soon("soon"), await promisify(setTimeout)(5, "promisified"));
let ticks = 0;
for await (const value of every(10, "tick")) if (++ticks === 3) { console.log(value, ticks); break; }
await scheduler.wait(50);
await scheduler.yield();
const cancelled = setTimeout(() => console.log("never"), 1);
clearTimeout(+cancelled);
const abort = new AbortController();
const aborted = sleep(1000, "", { signal: abort.signal }).catch((error) => console.log(error.name, error.code));
abort.abort();
await aborted;
setTimeout(() => console.log("never either"), 60_000).unref();
await new Promise((resolve) => {
  let count = 0;
  const timer = setInterval(() => {
    if (++count === 3) { clearInterval(timer); resolve(); }
  }, 50);
});
console.log("time passed:", Date.now() - began >= 400);

// Files
await fsp.writeFile(path("a"), "alpha\nbeta\n".repeat(20_000));
await fsp.appendFile(path("a"), "gamma\n");
await new Promise((resolve) => fs.appendFile(path("a"), "delta\n", resolve));
console.log((await fsp.readFile(path("a"), "utf8")).length, (await promisify(fs.readFile)(path("a"))).length);
console.log(await new Promise((resolve) => fs.readFile(path("missing"), (error) => resolve(error.message.replace(folder, "")))));
console.log(await fsp.readFile(path("missing")).catch((error) => error.code));
console.log(await new Promise((resolve) => fs.exists(path("a"), resolve)), await promisify(fs.exists)(path("missing")));
const handle = await fsp.open(path("b"), "w+");
await handle.writeFile("one two three");
console.log((await handle.read(Buffer.alloc(3), 0, 3, 4)).buffer.toString(), (await handle.stat()).size);
await handle.close();
const { bytesRead } = await promisify(fs.read)(fs.openSync(path("b"), "r"), Buffer.alloc(100), 0, 100, 0);
console.log(bytesRead);
await fsp.mkdir(path("d/e/f"), { recursive: true });
await fsp.cp(path("b"), path("d/e/f/b"));
await fsp.copyFile(path("b"), path("d/c"));
const names = [];
for await (const entry of await fsp.opendir(path("d"))) names.push(entry.name);
console.log(names.sort().join(), (await fsp.readdir(path("d"), { recursive: true })).sort().join());
await fsp.rm(path("d"), { recursive: true });
await fsp.rm(path("d"), { recursive: true, force: true });
console.log(fs.existsSync(path("d")), await fsp.rm(path("d")).catch((error) => error.code));
try { fs.stat(1n, () => {}); } catch (error) { console.log(error.code); }
try { fs.readFile("x"); } catch (error) { console.log(error.code); }

// Streams and compression
await pipeline(fs.createReadStream(path("a")), createGzip(), fs.createWriteStream(path("a.gz")));
console.log(gunzipSync(fs.readFileSync(path("a.gz"))).length);
let upper = 0;
await pipeline(fs.createReadStream(path("a.gz")), createGunzip(), new Transform({
  transform(chunk, _, done) { upper += chunk.length; setImmediate(done); },
}));
console.log(upper);
let lines = 0;
for await (const _ of createInterface({ input: fs.createReadStream(path("a")) })) lines++;
console.log(lines, (await promisify(gzip)("text")).length > 0);

// Cryptography and names
console.log((await promisify(pbkdf2)("a", "b", 10, 8, "sha1")).toString("hex"), (await promisify(randomBytes)(4)).length);
console.log(Buffer.from(await webcrypto.subtle.digest("SHA-256", Buffer.from("x"))).equals(createHash("sha256").update("x").digest()));
console.log((await lookup("127.0.0.1")).address);

// Contexts
const storage = new AsyncLocalStorage();
await Promise.all(["a", "b"].map((name) => storage.run(name, async () => {
  await sleep(3);
  await fsp.stat("/");
  setImmediate(() => console.log("context", storage.getStore()));
})));
await soon();
console.log("outside", storage.getStore());

// Sockets
const echo = net.createServer((socket) => socket.pipe(socket)).listen(0);
await once(echo, "listening");
const socket = net.connect(echo.address().port);
socket.end("x".repeat(300_000));
let echoed = 0;
for await (const chunk of socket) echoed += chunk.length;
echo.close();
await once(echo, "close");
console.log("echoed", echoed, socket.remoteAddress !== "");
const refused = net.connect(1, "127.0.0.1");
console.log(await once(refused, "error").then(([error]) => error.code));

// http, with and without connections that are kept
const server = http.createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  await sleep(20);
  if (request.url === "/slow") return;
  response.setHeader("content-type", "text/plain");
  response.end(`${request.method} ${request.url} ${Buffer.concat(parts).length}`);
}).listen(0);
await once(server, "listening");
const address = `http://localhost:${server.address().port}`;
console.log(await (await fetch(`${address}/one`)).text());
console.log(await (await fetch(`${address}/two`, { method: "POST", body: "y".repeat(200_000) })).text());
console.log(await fetch(`${address}/slow`, { signal: AbortSignal.timeout(50) }).catch((error) => error.name));
for (const agent of [false, new http.Agent({ keepAlive: true })]) {
  for (const name of ["three", "four"]) {
    const text = await new Promise((resolve, reject) => {
      http.get(`${address}/${name}`, { agent }, (response) => {
        let all = "";
        response.on("data", (part) => { all += part; });
        response.on("end", () => resolve(all));
      }).on("error", reject);
    });
    console.log(text);
  }
}
const impatient = http.get(`${address}/slow`, { timeout: 100 });
impatient.on("timeout", () => impatient.destroy(new Error("gave up")));
console.log(await once(impatient, "error").then(([error]) => error.message));
server.closeAllConnections();
server.close();
await once(server, "close");
await fsp.rm(folder, { recursive: true });
console.log("all done");
