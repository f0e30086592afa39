import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readNote, slugOf, writeNote } from "./note.js";
import { Queue } from "./queue.js";

/** Notes in a folder. */
export class Store {
  #folder;
  #queue = new Queue();
  #saves = 0;

  constructor(folder) {
    this.#folder = folder;
  }

  /** Saves a note; what was saved last is what is kept. */
  save(note) {
    const name = slugOf(note.title);
    return this.#queue.run(name, () => this.#replace(name, writeNote(note)));
  }

  async load(title) {
    return readNote(await readFile(this.#pathOf(slugOf(title)), "utf8"));
  }

  async remove(title) {
    await this.#queue.run(slugOf(title), () => rm(this.#pathOf(slugOf(title)), { force: true }));
  }

  /** All notes, in the order of their names. */
  async all() {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(".note")).sort();
    return Promise.all(names.map(async (name) => readNote(await readFile(join(this.#folder, name), "utf8"))));
  }

  /** A reader sees the old file or the new one, never a part. */
  async #replace(name, text) {
    await mkdir(this.#folder, { recursive: true });
    const temporary = join(this.#folder, `${name}.${++this.#saves}.tmp`);
    await writeFile(temporary, text);
    await rename(temporary, this.#pathOf(name));
  }

  #pathOf(name) {
    return join(this.#folder, `${name}.note`);
  }
}
