import type { FunctionOutline } from "../scripts/outline.ts";
import type { OwnFiles } from "../scripts/own-files.ts";
import type { Script } from "../scripts/script.ts";
import { type OwnSite, ownSites } from "./call-stack.ts";

/** The frames of the program's own functions on the stack. */
export class OwnStack {
  readonly #own: OwnFiles;
  readonly #scripts = new Map<string, Script[]>();

  constructor(own: OwnFiles) {
    this.#own = own;
  }

  addScript(script: Script): void {
    this.#scripts.set(script.path, [...(this.#scripts.get(script.path) ?? []), script]);
  }

  /** Innermost first. */
  frames(): OwnSite[] {
    const isOwn = ({ path, point }: OwnSite) => this.#scripts.get(path)?.some((script) => script.isOwn(point));
    return ownSites(this.#own).filter(isOwn);
  }

  isIn({ path, point }: OwnSite, isMeant: (called: FunctionOutline) => boolean): boolean {
    return this.#scripts.get(path)?.some((script) => isMeant(script.functionAt(point))) === true;
  }
}
