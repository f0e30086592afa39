import type { RunOverview } from "../steps/overview.ts";
import type { Client } from "./client.ts";
import { find } from "./html.ts";

/** The buttons that stop and resume a run. */
export class RunControls {
  readonly #root: HTMLElement;
  readonly #client: Client;
  readonly #path: string;

  constructor(root: HTMLElement, client: Client, path: string) {
    this.#root = root;
    this.#client = client;
    this.#path = path;
  }

  /** Offers what can be done with the run now. */
  update({ status, canResume }: RunOverview): void {
    find<HTMLButtonElement>(this.#root, '[data-act="stop"]').hidden = status !== "running";
    find(this.#root, ".resume").hidden = !canResume;
    find(this.#root, '[data-act="resume"]').textContent = status === "running" ? "Stop and go on with this" : "Resume";
  }

  async act(what: "stop" | "resume"): Promise<void> {
    const problem = find(this.#root, ".control-problem");
    problem.hidden = true;
    try {
      await this.#client.post(`${this.#path}/${what}`, what === "stop" ? {} : this.#limits());
    } catch (error) {
      problem.textContent = (error as Error).message;
      problem.hidden = false;
    }
  }

  #limits(): object {
    const value = (name: string) => find<HTMLInputElement>(this.#root, `[name="${name}"]`).value.trim();
    return {
      ...(value("budget") === "" ? {} : { budget: value("budget") }),
      ...(value("max-tests") === "" ? {} : { maxTests: Number(value("max-tests")) }),
    };
  }
}
