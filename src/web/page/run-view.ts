import { type Damage, damageOfRun, damageText } from "../steps/damage.ts";
import type { RunOverview } from "../steps/overview.ts";
import { type PlaceInPage, placeText } from "../steps/place-in-page.ts";
import type { RunModel } from "../steps/run-model.ts";
import { type Client, messageOf } from "./client.ts";
import { follow } from "./follow.ts";
import { find, show } from "./html.ts";
import { PageAddress } from "./page-address.ts";
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
  readonly #run: NonNullable<PlaceInPage["run"]>;
  readonly #address: PageAddress;
  readonly #controls: RunControls;
  readonly #finding: RunFinding;
  readonly #question: QuestionView;
  #files: RunFiles;
  #browser: StepBrowser | undefined;
  #overview: RunOverview | undefined;
  #damage: Damage = {};
  #isLoading = true;
  /** Whether another view has taken its place. */
  #isLeft = false;
  /** The step that was shown before the files were cut, until it is there again. */
  #lostStep: number | undefined;

  constructor(root: HTMLElement, client: Client, place: PlaceInPage & Required<Pick<PlaceInPage, "run">>) {
    this.#root = root;
    this.#client = client;
    this.#run = place.run;
    this.#address = new PageAddress(place);
    this.#path = `run/${place.run.folder}/${encodeURIComponent(place.run.id)}`;
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
    stop.addEventListener("abort", () => {
      this.#isLeft = true;
      this.#address.stop();
    });
    this.#showView();
    await this.#load(stop);
    void follow(this.#client, stop, {
      path: () => this.#files.eventsPath,
      onEvent: (name, data) => this.#onEvent(name, data),
      onState: (isConnected, problem) => this.#say(isConnected ? this.#stateText() : (problem ?? lost)),
    });
  }

  /** Shows another place of the same run, which the address names now. */
  goTo(place: PlaceInPage): void {
    this.#address.follow(place);
    this.#showView();
    if (!this.#isLoading) this.#goToStep();
  }

  /** Goes to the step in the address; one without a step is that of the last one. */
  #goToStep(): void {
    this.#browser?.goTo(this.#address.place.step ?? Infinity);
  }

  #showView(): void {
    const shown = this.#address.place.view ?? "steps";
    for (const name of ["steps", "finding"]) {
      const isShown = name === shown;
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
      onStep: (step) => this.#setStep(step),
      link: (step) => `${location.origin}/${placeText({ run: this.#run, step })}`,
      withPlot: true,
    });
  }

  #setStep(step: number | undefined): void {
    this.#lostStep = undefined;
    const { step: _, ...place } = this.#address.place;
    this.#address.set({ ...place, ...(step === undefined ? {} : { step }) });
  }

  async #load(stop: AbortSignal): Promise<void> {
    this.#reset();
    const overview = await this.#client.json<RunOverview>(this.#path);
    // The reader may have gone elsewhere meanwhile.
    if (stop.aborted) return;
    this.#take(overview);
    await this.#files.readAll(stop, () =>
      this.#say(`Loading: ${this.#model.steps.count.toLocaleString("en")} steps …`),
    );
    if (stop.aborted) return;
    this.#refresh();
    this.#isLoading = false;
    if (this.#address.place.step !== undefined) this.#goToStep();
  }

  #onEvent(name: string, data: unknown): void {
    if (name === "journal" || name === "steps") {
      this.#files.append(name, data as { text: string; next: number });
      this.#refresh();
    }
    if (name === "overview") this.#take(data as RunOverview);
    if (name === "cut") this.#beginAnew();
    if (name === "gone") this.#say("The record of this run was removed.");
  }

  /** A file was cut, so what was read no longer holds; all of it comes again. */
  #beginAnew(): void {
    if (this.#browser && !this.#browser.isFollowing) this.#lostStep = this.#browser.step;
    this.#reset();
  }

  #take(overview: RunOverview): void {
    this.#overview = overview;
    document.title = `${overview.headline || overview.id} · culprit`;
    show(find(this.#root, ".head"), headView(overview));
    this.#controls.update(overview);
    this.#question.update(overview);
    this.#refresh();
    void this.#finding.load(overview).then((isNew) => isNew && !this.#isLeft && this.#showDoubts());
  }

  #refresh(): void {
    const overview = this.#overview;
    if (overview) {
      this.#damage = damageOfRun(this.#model, { cut: overview.cut, isRunning: overview.status === "running" });
      show(find(this.#root, ".live"), liveView({ model: this.#model, overview, damage: this.#damage }));
    }
    this.#browser?.update();
    if (!this.#isLoading) this.#keepStep();
    this.#say(this.#stateText());
    this.#showDoubts();
  }

  /** While the last step is shown, and others arrive, the address names none. */
  #keepStep(): void {
    const [browser, wanted] = [this.#browser!, this.#lostStep];
    if (wanted !== undefined && wanted <= this.#model.steps.count) browser.goTo(wanted);
    const { step } = this.#address.place;
    if (wanted === undefined && browser.isFollowing && step !== undefined && step !== browser.step)
      this.#setStep(undefined);
  }

  #showDoubts(): void {
    this.#finding.showDoubts(this.#repeated);
  }

  /** How often the tests of a run were run is known only from all of its journal. */
  get #repeated() {
    return this.#damage.journal === undefined ? this.#model.trials.repeated : undefined;
  }

  #context() {
    const doubts = this.#finding.doubts(this.#repeated);
    return { id: this.#run.id, test: "", kind: "", ...this.#overview, doubts };
  }

  #stateText(): string {
    return damageText(this.#damage) ?? (this.#overview?.status === "running" ? "Live" : "");
  }

  #say(text: string): void {
    const place = find(this.#root, ".state");
    if (place.textContent !== text) place.textContent = text;
  }

  async #onClick({ target }: Event): Promise<void> {
    // Links lead elsewhere.
    this.#address.flush();
    const button = (target as Element).closest<HTMLElement>("[data-view], [data-judgement], .controls [data-act]");
    if (!button) return;
    const { view, act, judgement } = button.dataset;
    if (judgement !== undefined) return this.#question.answer(judgement);
    if (act !== undefined) return this.#act(act === "stop" ? "stop" : "resume");
    const { view: _, ...place } = this.#address.place;
    this.#address.open({ ...place, ...(view === "finding" ? { view } : {}) });
    this.#showView();
  }

  async #act(what: "stop" | "resume"): Promise<void> {
    const isDone = await this.#controls.act(what);
    if (!isDone || what === "stop") return;
    // A run that has just been resumed must not be offered to be resumed.
    const loaded = await this.#client.json<RunOverview>(this.#path).catch(messageOf);
    if (this.#isLeft) return;
    // Without an answer, the state comes with the next event.
    if (typeof loaded === "string") this.#say(loaded);
    else this.#take(loaded);
  }
}

const lost = "The connection is lost; trying again …";
