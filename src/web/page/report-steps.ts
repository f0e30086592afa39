import { markup } from "../../report/html/markup.ts";
import { damageOfRun, damageText } from "../steps/damage.ts";
import { doubtsOf } from "../steps/doubts.ts";
import type { EmbeddedRun } from "../steps/embedded-run.ts";
import { readPlace } from "../steps/place-in-page.ts";
import { RunModel } from "../steps/run-model.ts";
import { find, show } from "./html.ts";
import { PageAddress } from "./page-address.ts";
import { StepBrowser } from "./step-browser.ts";

/** Adds the steps to a report that carries them, without a server. */
export function showEmbedded({ facts, finding, cut, journal, steps }: EmbeddedRun): void {
  const model = new RunModel();
  model.journal.add(journal);
  model.log.add(steps);
  if (model.steps.count === 0) return;
  const section = document.createElement("section");
  section.className = "step-through";
  section.setAttribute("aria-label", "Step through the search");
  const damage = damageOfRun(model, { cut, isRunning: false });
  const doubts = doubtsOf(finding, damage.journal === undefined ? model.trials.repeated : undefined);
  const problem = damageText(damage);
  show(
    section,
    markup`<h2>Step through the search</h2>${problem !== undefined && markup`<p class="problem">${problem}</p>`}<div class="browser"></div>
<h2>What would disprove this answer</h2><ul class="doubts">${doubts.map((each) => markup`<li>${each}</li>`)}</ul>`,
  );
  find(document, "main").insertBefore(
    section,
    document.querySelector("section.steps") ?? document.querySelector("footer"),
  );
  const address = new PageAddress(readPlace(location.hash));
  // The address of a report that was just opened stays as it is.
  let isOpen = false;
  const browser = new StepBrowser(find(section, ".browser"), model, {
    context: () => ({ ...facts, doubts }),
    onStep: (step) => isOpen && address.set(step === undefined ? {} : { step }),
    link: (step) => `${location.href.replace(/#.*/, "")}#step=${step}`,
    withPlot: false,
  });
  browser.update();
  browser.goTo(address.place.step ?? 1);
  isOpen = true;
  window.addEventListener("hashchange", () => {
    address.follow(readPlace(location.hash));
    browser.goTo(address.place.step ?? 1);
  });
  document.addEventListener("keydown", (event) => browser.handleKey(event));
}
