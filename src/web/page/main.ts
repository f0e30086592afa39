import { markup } from "../../report/html/markup.ts";
import { readPlace } from "../steps/place-in-page.ts";
import { Client, messageOf, Refused } from "./client.ts";
import { find, show } from "./html.ts";
import { showList } from "./list-view.ts";
import { showEmbedded } from "./report-steps.ts";
import { RunView } from "./run-view.ts";

const embedded = document.getElementById("culprit-run");
if (embedded) showEmbedded(JSON.parse(embedded.textContent ?? ""));
else openPage(document.getElementById("page")!);

/** The page of a server: shows what its address names, and follows it. */
function openPage(root: HTMLElement): void {
  let stop = new AbortController();
  let view: RunView | undefined;
  let shownRun = "";
  const navigate = async () => {
    const { token, run, ...place } = readPlace(location.hash);
    if (token !== undefined) {
      keepToken(token);
      // The address stays free of it, so that it is neither copied nor seen over a shoulder.
      history.replaceState(null, "", location.hash.replace(/token=[^&]*&?/, ""));
    }
    const wantedRun = JSON.stringify(run ?? null);
    // A token is that of a server that was started anew.
    if (run && wantedRun === shownRun && view && token === undefined) return view.goTo({ run, ...place });
    stop.abort();
    stop = new AbortController();
    // Another place may be wanted before the server has answered.
    const { signal } = stop;
    shownRun = wantedRun;
    view = undefined;
    const client = new Client(keptToken());
    try {
      // Asked first, so that a wrong token leads to the form.
      await client.json("token");
      if (signal.aborted) return;
      if (!run) return showList(root, client, signal);
      view = new RunView(root, client, { run, ...place });
      await view.open(signal);
    } catch (error) {
      if (signal.aborted) return;
      view = undefined;
      const forget = () => (shownRun = "");
      if (error instanceof Refused && error.status === 401)
        askForToken(root, { isWrong: keptToken() !== "", onToken: navigate, forget });
      else show(root, markup`<p class="problem">${messageOf(error)}</p><p><a href="#">All runs</a></p>`);
    }
  };
  window.addEventListener("hashchange", () => void navigate());
  void navigate();
}

interface TokenForm {
  /** Whether there was one, and it was refused. */
  readonly isWrong: boolean;
  readonly onToken: () => void;
  readonly forget: () => void;
}

function askForToken(root: HTMLElement, { isWrong, onToken, forget }: TokenForm): void {
  show(
    root,
    markup`<h1>Which token?</h1><p>It is in the address that <code>culprit serve</code> printed, behind <code>#token=</code>.</p>
${isWrong && markup`<p class="problem" role="alert">That is not the token of this server.</p>\n`}<form class="controls"><label>Token <input type="password" name="token" autocomplete="off" required></label><button>Open</button></form>`,
  );
  find(root, "input").focus();
  find(root, "form").addEventListener("submit", (event) => {
    event.preventDefault();
    keepToken(find<HTMLInputElement>(root, "input").value.trim());
    forget();
    onToken();
  });
}

/** For this tab and this server only. A cookie would go to every server on this machine, whatever its port. */
function keepToken(token: string): void {
  sessionStorage.setItem("culprit-token", token);
}

function keptToken(): string {
  return sessionStorage.getItem("culprit-token") ?? "";
}
