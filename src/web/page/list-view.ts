import { markup } from "../../report/html/markup.ts";
import type { RunOverview, ServedRuns } from "../steps/overview.ts";
import { placeText } from "../steps/place-in-page.ts";
import type { Client } from "./client.ts";
import { follow } from "./follow.ts";
import { find, show } from "./html.ts";

/** All runs, the newest first, kept up to date until it is stopped. */
export function showList(root: HTMLElement, client: Client, stop: AbortSignal): void {
  document.title = "Runs · culprit";
  show(
    root,
    markup`<nav class="page-bar"><b>culprit</b><span class="state" role="status">Loading …</span></nav>
<h1>Runs</h1>
<div class="list"></div>`,
  );
  void follow(client, stop, {
    path: () => "events",
    onEvent: (name, data) => {
      if (name === "runs") update(find(root, ".list"), data as ServedRuns);
    },
    onState: (isConnected, problem) => {
      find(root, ".state").textContent = isConnected ? "Live" : (problem ?? "The connection is lost; trying again …");
    },
  });
}

/** Whoever is at a run by the keyboard stays there. */
function update(list: HTMLElement, runs: ServedRuns): void {
  const focused = list.contains(document.activeElement) && document.activeElement?.getAttribute("href");
  show(list, listOf(runs));
  if (focused) list.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus();
}

function listOf({ folders, runs, damaged }: ServedRuns) {
  return markup`${tableOf({ folders, runs, damaged })}${damaged.map((each) => markup`<p class="problem">${each}</p>`)}`;
}

function tableOf({ folders, runs, damaged }: ServedRuns) {
  if (runs.length === 0 && damaged.length > 0)
    return markup`<p class="soft">There are no runs here that can be read.</p>`;
  if (runs.length === 0)
    return markup`<p class="soft">No run was made in ${folders.map((each, i) => [i > 0 && ", ", markup`<code>${each}</code>`])} yet. Start one in a terminal: <code>culprit why -- npm test</code></p>`;
  return markup`<div class="table"><table class="runs">
<thead><tr><th>Run</th><th>Kind</th><th>Status</th><th>What</th><th class="time">Started (UTC)</th></tr></thead>
<tbody>${runs.map((run) => row(run, folders.length > 1))}</tbody>
</table></div>`;
}

function row({ id, folder, kind, status, headline, test, commands, cwd, started }: RunOverview, withFolder: boolean) {
  const line = commands?.failing ?? test;
  return markup`<tr><td><a href="${placeText({ run: { folder, id } })}">${id}</a></td><td>${kind}</td><td><span class="status ${status}">${status}</span></td><td class="what">${headline && markup`${headline}<br>`}${line && markup`<code class="soft">${line}</code>`}${withFolder && markup`<br><span class="soft">${cwd}</span>`}</td><td class="time">${started.slice(0, 19).replace("T", " ")}</td></tr>`;
}
