import { markup } from "../../report/html/markup.ts";
import { type DoubtedFinding, doubtsOf, type RepeatedRuns } from "../steps/doubts.ts";
import type { FindingView, RunOverview } from "../steps/overview.ts";
import type { Client } from "./client.ts";
import { find, show } from "./html.ts";

/** What a run found, and what would disprove it. */
export class RunFinding {
  readonly #root: HTMLElement;
  readonly #client: Client;
  readonly #path: string;
  #finding: DoubtedFinding | undefined;
  /** The finding that is on the page, by what it was made of. */
  #shown = "";

  constructor(root: HTMLElement, client: Client, path: string) {
    this.#root = root;
    this.#client = client;
    this.#path = path;
  }

  /** Loads the finding if it is not the one that is shown; returns whether it has changed. */
  async load({ hasFinding, status, headline }: RunOverview): Promise<boolean> {
    const version = `${hasFinding} ${status} ${headline}`;
    if (version === this.#shown) return false;
    this.#shown = version;
    const place = find(this.#root, ".view-finding");
    const { html, finding } = hasFinding ? await this.#request() : {};
    // Another one was asked for meanwhile.
    if (version !== this.#shown) return false;
    this.#finding = finding;
    // It is made by the code of the report, which escapes what is not its own.
    place.innerHTML = html ?? noFinding.html;
    return true;
  }

  /** What the server has; if it does not answer, it is asked again with the next news of the run. */
  async #request(): Promise<FindingView> {
    try {
      return await this.#client.json<FindingView>(`${this.#path}/finding`);
    } catch {
      this.#shown = "";
      return {};
    }
  }

  doubts(repeated: RepeatedRuns | undefined): string[] {
    return this.#finding ? doubtsOf(this.#finding, repeated) : [];
  }

  showDoubts(repeated: RepeatedRuns | undefined): void {
    const doubts = this.doubts(repeated);
    const place = find(this.#root, ".doubting");
    place.hidden = doubts.length === 0;
    if (doubts.length > 0)
      show(
        place,
        markup`<h2>What would disprove this answer</h2><ul class="doubts">${doubts.map((each) => markup`<li>${each}</li>`)}</ul>`,
      );
  }
}

const noFinding = markup`<p class="soft">This run has no finding yet that this version of culprit can show.</p>`;
