import type { RunOverview } from "../steps/overview.ts";
import { type Client, messageOf } from "./client.ts";
import { find } from "./html.ts";

type Act = "stop" | "resume";

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
    const isRunning = status === "running";
    const stop = this.#button("stop");
    stop.hidden = !isRunning;
    if (!isRunning) setStopping(stop, false);
    find(this.#root, ".resume").hidden = !canResume;
    this.#button("resume").textContent = isRunning ? "Stop and go on with this" : "Resume";
  }

  /** Sends it once, however often the button is clicked meanwhile; returns whether it was done. */
  async act(what: Act): Promise<boolean> {
    const [button, stop] = [this.#button(what), this.#button("stop")];
    const problem = find(this.#root, ".control-problem");
    problem.hidden = true;
    if (what === "stop") setStopping(stop, true);
    else button.disabled = true;
    try {
      await this.#client.post(`${this.#path}/${what}`, what === "stop" ? {} : this.#limits());
    } catch (error) {
      problem.textContent = messageOf(error);
      problem.hidden = false;
      setStopping(stop, false);
      return false;
    } finally {
      if (what === "resume") button.disabled = false;
    }
    // Another process works on the run now.
    if (what === "resume") setStopping(stop, false);
    return true;
  }

  #button(what: Act): HTMLButtonElement {
    return find<HTMLButtonElement>(this.#root, `[data-act="${what}"]`);
  }

  #limits(): object {
    const value = (name: string) => find<HTMLInputElement>(this.#root, `[name="${name}"]`).value.trim();
    return {
      ...(value("budget") === "" ? {} : { budget: value("budget") }),
      ...(value("max-tests") === "" ? {} : { maxTests: Number(value("max-tests")) }),
    };
  }
}

/** A run takes a moment to write its result after it was told to stop. */
function setStopping(stop: HTMLButtonElement, isStopping: boolean): void {
  stop.disabled = isStopping;
  stop.textContent = isStopping ? "Stopping …" : "Stop";
}
