import { markup } from "../../report/html/markup.ts";
import { type DoubtedFinding, doubtsOf } from "../steps/doubts.ts";
import type { FindingView, RunOverview } from "../steps/overview.ts";
import { type PlaceInPage, placeText } from "../steps/place-in-page.ts";
import { RunModel } from "../steps/run-model.ts";
import type { Client } from "./client.ts";
import { follow } from "./follow.ts";
import { find, show } from "./html.ts";
import { headView, type LiveParts, liveView } from "./run-head.ts";
import { StepBrowser } from "./step-browser.ts";

/** One run: how far it is, its steps, and what it found. */
export class RunView {
  readonly #root: HTMLElement;
  readonly #client: Client;
  readonly #path: string;
  readonly #place: PlaceInPage;
  readonly #next = { journal: 0, steps: 0 };
  #model = new RunModel();
  #browser: StepBrowser | undefined;
  #overview: RunOverview | undefined;
  #finding: DoubtedFinding | undefined;
  /** The finding that is on the page, by what it was made of. */
  #shownFinding = "";

  constructor(root: HTMLElement, client: Client, place: PlaceInPage) {
    this.#root = root;
    this.#client = client;
    this.#place = place;
    this.#path = `run/${place.run!.folder}/${encodeURIComponent(place.run!.id)}`;
  }

  /** Loads the run and keeps it up to date until it is stopped. */
  async open(stop: AbortSignal): Promise<void> {
    show(this.#root, frame);
    this.#root.addEventListener("click", (event) => void this.#onClick(event), { signal: stop });
    document.addEventListener("keydown", (event) => this.#isInSteps && this.#browser?.handleKey(event), {
      signal: stop,
    });
    this.showView(this.#place.view);
    await this.#load(stop);
    void follow(this.#client, stop, {
      path: () => `${this.#path}/events?journal=${this.#next.journal}&steps=${this.#next.steps}`,
      onEvent: (name, data) => this.#onEvent(name, data, stop),
      onState: (isConnected, problem) => this.#say(isConnected ? this.#stateText() : (problem ?? lost)),
    });
  }

  goTo(step: number): void {
    if (step !== this.#browser?.step) this.#browser?.goTo(step);
  }

  showView(view: PlaceInPage["view"]): void {
    for (const name of ["steps", "finding"]) {
      const isShown = name === (view ?? "steps");
      find(this.#root, `.view-${name}`).hidden = !isShown;
      find(this.#root, `[data-view="${name}"]`).setAttribute("aria-pressed", `${isShown}`);
    }
  }

  get #isInSteps(): boolean {
    return !find(this.#root, ".view-steps").hidden;
  }

  async #load(stop: AbortSignal): Promise<void> {
    this.#model = new RunModel();
    this.#browser = new StepBrowser(find(this.#root, ".browser"), this.#model, {
      context: () => this.#context(),
      onStep: (step) => history.replaceState(null, "", placeText({ ...this.#place, step })),
      link: (step) => `${location.origin}/${placeText({ run: this.#place.run!, step })}`,
      withPlot: true,
    });
    this.#take(await this.#client.json<RunOverview>(this.#path));
    for (const file of ["journal", "steps"] as const) {
      for (this.#next[file] = 0; !stop.aborted; ) {
        const { text, next } = await this.#client.part(`${this.#path}/${file}?${file}=${this.#next[file]}`);
        if (text === "") break;
        this.#next[file] = next;
        await this.#feedInSlices(file, text, stop);
      }
    }
    this.#refresh();
    if (this.#place.step !== undefined) this.#browser.goTo(this.#place.step);
  }

  /** A long log takes a while to go through: the page stays usable meanwhile. */
  async #feedInSlices(file: "journal" | "steps", text: string, stop: AbortSignal): Promise<void> {
    for (let at = 0; at < text.length && !stop.aborted; at += slice) {
      this.#feed(file, text.slice(at, at + slice));
      if (text.length <= slice) return;
      this.#say(`Loading: ${this.#model.steps.count.toLocaleString("en")} steps …`);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  #feed(file: "journal" | "steps", text: string): void {
    (file === "journal" ? this.#model.journal : this.#model.log).add(text);
  }

  #onEvent(name: string, data: unknown, stop: AbortSignal): void {
    if (name === "journal" || name === "steps") {
      const { text, next } = data as { text: string; next: number };
      this.#next[name] = next;
      this.#feed(name, text);
      this.#refresh();
    }
    if (name === "overview") this.#take(data as RunOverview);
    // The journal was cut, so what was read of it no longer holds.
    if (name === "cut") void this.#load(stop);
    if (name === "gone") this.#say("The record of this run was removed.");
  }

  #take(overview: RunOverview): void {
    this.#overview = overview;
    document.title = `${overview.headline || overview.id} · culprit`;
    show(find(this.#root, ".head"), headView(overview));
    this.#showControls(overview);
    this.#refresh();
    void this.#loadFinding(overview);
  }

  #refresh(): void {
    if (this.#overview) show(find(this.#root, ".live"), liveView(this.#liveParts(this.#overview)));
    this.#browser?.update();
    this.#say(this.#stateText());
    this.#showDoubts();
  }

  #liveParts(overview: RunOverview): LiveParts {
    return { model: this.#model, overview };
  }

  #showControls({ status, canResume }: RunOverview): void {
    find<HTMLButtonElement>(this.#root, '[data-act="stop"]').hidden = status !== "running";
    find(this.#root, ".resume").hidden = !canResume;
    find(this.#root, '[data-act="resume"]').textContent = status === "running" ? "Stop and go on with this" : "Resume";
  }

  async #loadFinding({ hasFinding, status, headline }: RunOverview): Promise<void> {
    const version = `${hasFinding} ${status} ${headline}`;
    if (version === this.#shownFinding) return;
    this.#shownFinding = version;
    const { html, finding } = hasFinding ? await this.#client.json<FindingView>(`${this.#path}/finding`) : {};
    this.#finding = finding;
    // It is made by the code of the report, which escapes what is not its own.
    find(this.#root, ".view-finding").innerHTML = html ?? noFinding.html;
    this.#showDoubts();
  }

  #doubts(): string[] {
    return this.#finding ? doubtsOf(this.#finding, this.#model.trials.repeated) : [];
  }

  #showDoubts(): void {
    const doubts = this.#doubts();
    const place = find(this.#root, ".doubting");
    place.hidden = doubts.length === 0;
    if (doubts.length > 0)
      show(
        place,
        markup`<h2>What would disprove this answer</h2><ul class="doubts">${doubts.map((each) => markup`<li>${each}</li>`)}</ul>`,
      );
  }

  #context() {
    const { id, test = "", kind = "", headline, rerun } = this.#overview ?? { id: this.#place.run!.id };
    return { id, test, kind, headline, doubts: this.#doubts(), ...(rerun ? { rerun } : {}) };
  }

  #stateText(): string {
    const { journal, log } = this.#model;
    if (journal.isDamaged || log.isDamaged)
      return `The record is damaged: what comes after ${journal.count} trials and ${log.count} steps cannot be read.`;
    return this.#overview?.status === "running" ? "Live" : "";
  }

  #say(text: string): void {
    const place = find(this.#root, ".state");
    if (place.textContent !== text) place.textContent = text;
  }

  async #onClick(event: Event): Promise<void> {
    const button = (event.target as Element).closest<HTMLElement>("[data-view], .controls [data-act]");
    if (!button) return;
    const { view, act } = button.dataset;
    if (view !== undefined) {
      const chosen = view === "finding" ? "finding" : undefined;
      const { view: _, ...place } = this.#place;
      history.replaceState(null, "", placeText({ ...place, ...(chosen ? { view: chosen } : {}) }));
      this.showView(chosen);
      return;
    }
    const value = (name: string) => find<HTMLInputElement>(this.#root, `[name="${name}"]`).value.trim();
    const limits = {
      ...(value("budget") === "" ? {} : { budget: value("budget") }),
      ...(value("max-tests") === "" ? {} : { maxTests: Number(value("max-tests")) }),
    };
    await this.#control(act === "stop" ? "stop" : "resume", act === "stop" ? {} : limits);
  }

  async #control(what: "stop" | "resume", limits: object): Promise<void> {
    const problem = find(this.#root, ".control-problem");
    problem.hidden = true;
    try {
      await this.#client.post(`${this.#path}/${what}`, limits);
    } catch (error) {
      problem.textContent = (error as Error).message;
      problem.hidden = false;
    }
  }
}

/** Characters of a file that are read at once. */
const slice = 200_000;

const lost = "The connection is lost; trying again …";
const noFinding = markup`<p class="soft">This run has no finding yet that this version of culprit can show.</p>`;

const frame = markup`<nav class="page-bar"><a href="#">All runs</a><span class="state" role="status">Loading …</span></nav>
<header class="head"></header>
<section class="live" aria-label="Progress"></section>
<p class="controls"><button type="button" data-act="stop" hidden>Stop</button>
<span class="resume controls" hidden><label>Budget <input type="text" name="budget" placeholder="10m" size="6"></label>
<label>Tests at most <input type="number" name="max-tests" min="1" size="6"></label>
<button type="button" data-act="resume">Resume</button></span></p>
<p class="problem control-problem" role="alert" hidden></p>
<p class="choice" role="group" aria-label="View"><button type="button" data-view="steps">Steps</button><button type="button" data-view="finding">Finding</button></p>
<div class="view-steps"><section class="step-through browser" aria-label="Step through the search"></section>
<section class="doubting" hidden></section></div>
<div class="view-finding" hidden></div>`;
