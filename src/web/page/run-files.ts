import type { AppendedFile } from "../../run/record/file-sizes.ts";
import { RunModel } from "../steps/run-model.ts";
import type { Client } from "./client.ts";

/** In the order in which they are read: steps name trials of the journal. */
const files: readonly AppendedFile[] = ["journal", "steps"];

/** Characters of a file that are taken in at once. */
const slice = 200_000;

/** The model of a run, and how far its two files were read for it. */
export class RunFiles {
  readonly model = new RunModel();
  readonly #client: Client;
  readonly #path: string;
  readonly #next: Record<AppendedFile, number> = { journal: 0, steps: 0 };

  constructor(client: Client, path: string) {
    this.#client = client;
    this.#path = path;
  }

  /** Where the events begin that are still to come. */
  get eventsPath(): string {
    return `${this.#path}/events?journal=${this.#next.journal}&steps=${this.#next.steps}`;
  }

  /** Reads both files as they are now. */
  async readAll(stop: AbortSignal, onPart: () => void): Promise<void> {
    for (const file of files) {
      while (!stop.aborted) {
        const { text, next } = await this.#client.part(`${this.#path}/${file}?${file}=${this.#next[file]}`);
        if (text === "") break;
        this.#next[file] = next;
        await this.#addInSlices(file, text, { stop, onPart });
      }
    }
  }

  /** Takes in what was appended to a file, which ends at `next`. */
  append(file: AppendedFile, { text, next }: { readonly text: string; readonly next: number }): void {
    this.#next[file] = next;
    this.#add(file, text);
  }

  /** A long log takes a while to go through: the page stays usable meanwhile. */
  async #addInSlices(
    file: AppendedFile,
    text: string,
    { stop, onPart }: { readonly stop: AbortSignal; readonly onPart: () => void },
  ): Promise<void> {
    for (let at = 0; at < text.length && !stop.aborted; at += slice) {
      this.#add(file, text.slice(at, at + slice));
      if (text.length <= slice) return;
      onPart();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  #add(file: AppendedFile, text: string): void {
    (file === "journal" ? this.model.journal : this.model.log).add(text);
  }
}
