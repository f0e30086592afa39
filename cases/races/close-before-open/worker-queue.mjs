// A queue with a journal on disk. `close` closes the journal; that it is still being opened does not keep it from that.
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "journal-"));

class Journal {
  #file;
  #pending = [];

  async open() {
    const file = await open(join(folder, "journal"), "a"); // SECOND
    for (const line of this.#pending) await file.write(line); // SECOND
    this.#file = file;
  }

  async add(line) {
    if (this.#file) await this.#file.write(`${line}\n`);
    else this.#pending.push(`${line}\n`);
  }

  async close() {
    await this.#file.close();
  }
}

const journal = new Journal();
const opening = journal.open();
journal.add("started");
const closing = new Promise((resolve) => setTimeout(resolve, 25)).then(() => journal.close()); // FIRST
try {
  await Promise.all([opening, closing]);
} finally {
  await rm(folder, { recursive: true });
}
