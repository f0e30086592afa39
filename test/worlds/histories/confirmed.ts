import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { Checkout, type Shown } from "./checkout.ts";
import type { History } from "./history.ts";

/** What is used here of what `culprit history --json` prints. */
export interface HistoryFinding {
  readonly verdict: string;
  readonly cause: readonly { readonly commit?: string; readonly file?: string; readonly line?: number }[];
  readonly files: {
    /** A patch. */
    readonly cause?: string;
    /** A folder of patches for `git am`; nothing where nothing was carried. */
    readonly carried?: string;
  };
  readonly history?: {
    readonly passing?: { readonly commit: string };
    readonly failing: { readonly commit: string };
  };
  readonly tests: { readonly needed: number };
}

export interface Confirmed {
  /** The cause is in the commit that brought the defect. */
  readonly commit: boolean;
  /** The passing version passes with what was carried to it. */
  readonly passes: boolean;
  /** With the cause too it fails as the newest version does. */
  readonly fails: boolean;
}

/** Whether a finding is right: seen in a fresh checkout, with git and the test alone. */
export function confirmed(history: History, { cause, files, history: found }: HistoryFinding): Confirmed {
  const { commit, within } = history.culprit;
  const named = cause[0]?.commit ?? "none";
  const [passing, failing] = shownBy(history, files, found?.passing?.commit);
  return {
    commit: commit.startsWith(named) || within?.startsWith(named) === true,
    passes: passing === "pass",
    fails: failing === "failure",
  };
}

/** What is shown with the carried patches, and with the cause on top; nothing from where a patch does not apply on. */
function shownBy(history: History, files: HistoryFinding["files"], passing: string | undefined): Shown[] {
  if (passing === undefined || files.cause === undefined) return [];
  const checkout = new Checkout(history);
  const shown: Shown[] = [];
  try {
    checkout.to(passing);
    if (files.carried !== undefined) checkout.git("am", "-q", ...patchesIn(resolve(history.folder, files.carried)));
    shown.push(checkout.shown());
    checkout.git("apply", resolve(history.folder, files.cause));
    shown.push(checkout.shown());
  } catch {
    // The patch that does not apply is the answer.
  } finally {
    checkout.remove();
  }
  return shown;
}

function patchesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".patch"));
  return names.sort().map((name) => resolve(folder, name));
}
