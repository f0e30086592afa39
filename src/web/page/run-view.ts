import type { RunOverview } from "../steps/overview.ts";
import { type PlaceInPage, placeText } from "../steps/place-in-page.ts";
import type { RunModel } from "../steps/run-model.ts";
import type { Client } from "./client.ts";
import { follow } from "./follow.ts";
import { find, show } from "./html.ts";
import { QuestionView } from "./question-view.ts";
import { RunControls } from "./run-controls.ts";
import { RunFiles } from "./run-files.ts";
import { RunFinding } from "./run-finding.ts";
import { runFrame } from "./run-frame.ts";
import { headView, liveView } from "./run-head.ts";
import { StepBrowser } from "./step-browser.ts";

/** One run: how far it is, its steps, and what it found. */
export class RunView {
  readonly #root: HTMLElement;
  readonly #client: Client;
  readonly #path: string;
  readonly #place: PlaceInPage;
  readonly #controls: RunControls;
  readonly #finding: RunFinding;
  readonly #question: QuestionView;
  #files: RunFiles;
  #browser: StepBrowser | undefined;
  #overview: RunOverview | undefined;

  constructor(root: HTMLElement, client: Client, place: PlaceInPage) {
    this.#root = root;
    this.#client = client;
    this.#place = place;
    this.#path = `run/${place.run!.folder}/${encodeURIComponent(place.run!.id)}`;
    this.#controls = new RunControls(root, client, this.#path);
    this.#finding = new RunFinding(root, client, this.#path);
    this.#question = new QuestionView(root, client, this.#path);
    this.#files = new RunFiles(client, this.#path);
  }

  /** Loads the run and keeps it up to date until it is stopped. */
  async open(stop: AbortSignal): Promise<void> {
    show(this.#root, runFrame);
    this.#root.addEventListener("click", (event) => void this.#onClick(event), { signal: stop });
    document.addEventListener("keydown", (event) => this.#isInSteps && this.#browser?.handleKey(event), {
      signal: stop,
    });
    this.showView(this.#place.view);
    await this.#load(stop);
    void follow(this.#client, stop, {
      path: () => this.#files.eventsPath,
      onEvent: (name, data) => this.#onEvent(name, data),
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

  get #model(): RunModel {
    return this.#files.model;
  }

  /** Begins with nothing known of the run. */
  #reset(): void {
    this.#files = new RunFiles(this.#client, this.#path);
    this.#browser = new StepBrowser(find(this.#root, ".browser"), this.#model, {
      context: () => this.#context(),
      onStep: (step) => history.replaceState(null, "", placeText({ ...this.#place, step })),
      link: (step) => `${location.origin}/${placeText({ run: this.#place.run!, step })}`,
      withPlot: true,
    });
  }

  async #load(stop: AbortSignal): Promise<void> {
    this.#reset();
    this.#take(await this.#client.json<RunOverview>(this.#path));
    await this.#files.readAll(stop, () =>
      this.#say(`Loading: ${this.#model.steps.count.toLocaleString("en")} steps …`),
    );
    this.#refresh();
    if (this.#place.step !== undefined) this.goTo(this.#place.step);
  }

  #onEvent(name: string, data: unknown): void {
    if (name === "journal" || name === "steps") {
      this.#files.append(name, data as { text: string; next: number });
      this.#refresh();
    }
    if (name === "overview") this.#take(data as RunOverview);
    // A file was cut, so what was read no longer holds; all of it comes again.
    if (name === "cut") this.#reset();
    if (name === "gone") this.#say("The record of this run was removed.");
  }

  #take(overview: RunOverview): void {
    this.#overview = overview;
    document.title = `${overview.headline || overview.id} · culprit`;
    show(find(this.#root, ".head"), headView(overview));
    this.#controls.update(overview);
    this.#question.update(overview);
    this.#refresh();
    void this.#finding.load(overview).then((isNew) => isNew && this.#showDoubts());
  }

  #refresh(): void {
    if (this.#overview) show(find(this.#root, ".live"), liveView({ model: this.#model, overview: this.#overview }));
    this.#browser?.update();
    this.#say(this.#stateText());
    this.#showDoubts();
  }

  #showDoubts(): void {
    this.#finding.showDoubts(this.#model.trials.repeated);
  }

  #context() {
    const { id, test = "", kind = "", headline, rerun, cwd } = this.#overview ?? { id: this.#place.run!.id };
    const doubts = this.#finding.doubts(this.#model.trials.repeated);
    return { id, test, kind, headline, doubts, ...(rerun ? { rerun } : {}), ...(cwd === undefined ? {} : { cwd }) };
  }

  #stateText(): string {
    const { journal, log } = this.#model;
    const damaged = Object.entries({ "journal.jsonl": journal, "steps.jsonl": log }).filter(
      ([, file]) => file.isDamaged,
    );
    if (damaged.length > 0) {
      const places = damaged.map(([name, { count }]) => `line ${count + 1} of ${name}`);
      return `The record is damaged: nothing is read from ${places.join(" and ")} on.`;
    }
    return this.#overview?.status === "running" ? "Live" : "";
  }

  #say(text: string): void {
    const place = find(this.#root, ".state");
    if (place.textContent !== text) place.textContent = text;
  }

  async #onClick({ target }: Event): Promise<void> {
    const button = (target as Element).closest<HTMLElement>("[data-view], [data-judgement], .controls [data-act]");
    if (!button) return;
    const { view, act, judgement } = button.dataset;
    if (judgement !== undefined) return this.#question.answer(judgement);
    if (view === undefined) return this.#controls.act(act === "stop" ? "stop" : "resume");
    const chosen = view === "finding" ? "finding" : undefined;
    const { view: _, ...place } = this.#place;
    history.replaceState(null, "", placeText({ ...place, ...(chosen ? { view: chosen } : {}) }));
    this.showView(chosen);
  }
}

const lost = "The connection is lost; trying again …";
