// A database says once that it is ready. Who begins to listen after that waits for ever.
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "records-"));
for (const name of ["ann", "ben"]) writeFileSync(join(folder, `${name}.json`), JSON.stringify({ name }));
process.on("exit", () => rmSync(folder, { recursive: true }));

class Database extends EventEmitter {
  #records = new Map();

  async open() {
    const names = await readdir(folder);
    for (const name of names) {
      const record = JSON.parse(await readFile(join(folder, name), "utf8")); // FIRST
      this.#records.set(record.name, record);
    }
    this.emit("ready");
  }

  get(name) {
    return this.#records.get(name);
  }
}

async function loadTemplate() {
  const text = await readFile(new URL(import.meta.url), "utf8"); // SECOND
  return (record) => `${text.length > 0 ? "Dear" : ""} ${record.name}`;
}

const database = new Database();
database.open();
const template = await loadTemplate();
await once(database, "ready");
console.log(template(database.get("ann")));
