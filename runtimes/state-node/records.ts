import { closeSync, openSync, writeSync } from "node:fs";
import type { Told } from "./mission.ts";

/** A list on disk that grows line by line, so that it is there however the program ends. */
export class Records {
  #file: number | undefined;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  add(record: object): void {
    this.#file ??= openSync(this.#path, "a");
    writeSync(this.#file, `${JSON.stringify(record)}\n`);
  }
}

/**
 * What is told to the driver. A command may start several processes: the first that reaches the place is the program, and the
 * others run as if nobody were looking.
 */
export class Report {
  readonly #path: string;
  #claimed: boolean | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get claimed(): boolean {
    return this.#claimed === true;
  }

  /** Whether this process is the one, from now on. */
  claim(): boolean {
    this.#claimed ??= this.#create();
    return this.#claimed;
  }

  tell(told: Told): void {
    const file = openSync(this.#path, "a");
    writeSync(file, `${JSON.stringify(told)}\n`);
    closeSync(file);
  }

  #create(): boolean {
    try {
      closeSync(openSync(this.#path, "ax"));
    } catch {
      return false;
    }
    this.tell({ what: "reached" });
    return true;
  }
}
