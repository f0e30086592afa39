import { type Markup, markup } from "../../report/html/markup.ts";
import type { RunOverview } from "../steps/overview.ts";
import { type Client, messageOf } from "./client.ts";
import { find, show } from "./html.ts";

/** The question of a run that waits for an answer, with the candidate and three buttons. */
export class QuestionView {
  readonly #root: HTMLElement;
  readonly #client: Client;
  readonly #path: string;
  #shown = "";

  constructor(root: HTMLElement, client: Client, path: string) {
    this.#root = root;
    this.#client = client;
    this.#path = path;
  }

  update({ question }: Pick<RunOverview, "question">): void {
    const place = find(this.#root, ".question");
    place.hidden = question === undefined;
    // Whoever has a finger on a button does not want it replaced.
    if (question && question.id !== this.#shown) show(place, questionView(question));
    this.#shown = question?.id ?? "";
  }

  /** Sends an answer. It can be given again if it did not arrive. */
  async answer(judgement: string): Promise<void> {
    // Of this question: the next one may come while the answer is on its way.
    const buttons = this.#root.querySelectorAll<HTMLButtonElement>("[data-judgement]");
    const problem = find(this.#root, ".question-problem");
    const disable = (isDisabled: boolean) => {
      for (const button of buttons) button.disabled = isDisabled;
    };
    disable(true);
    problem.textContent = "";
    try {
      await this.#client.post(`${this.#path}/answer`, { id: this.#shown, judgement });
    } catch (error) {
      problem.textContent = messageOf(error);
      disable(false);
    }
  }
}

function questionView({ path, text, ended, output }: NonNullable<RunOverview["question"]>): Markup {
  return markup`<h2>Does this one fail?</h2>
<p class="soft">${path ?? "What the test shows"} · the test: ${ended}</p>
${text !== undefined && markup`<pre tabindex="0">${text === "" ? "(empty)" : text}</pre>`}
${output !== "" && output.trim() !== text?.trim() && markup`<p class="soft">It printed:</p><pre tabindex="0">${output}</pre>`}
<p class="controls"><button type="button" data-judgement="fails">Fails</button><button type="button" data-judgement="passes">Passes</button><button type="button" data-judgement="cannot tell">Cannot tell</button></p>
<p class="question-problem" role="alert"></p>`;
}
