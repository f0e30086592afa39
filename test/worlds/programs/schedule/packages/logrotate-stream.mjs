// What was logged is read again when the log says that it has finished.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import openLog from "logrotate-stream";

const folder = mkdtempSync(join(tmpdir(), "logrotate-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const file = join(folder, "app.log");
const log = openLog({ file, size: "1m", keep: 3 });
log.end("started\n");
await once(log, "finish");

const logged = await readFile(file, "utf8");
if (logged !== "started\n") throw new Error(`${JSON.stringify(logged)} was logged`);
