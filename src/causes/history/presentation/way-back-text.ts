import { count, counted } from "../../../report/quantity.ts";
import { onOneLine } from "../../../report/terminal/one-line.ts";
import type { Paint } from "../../../report/terminal/paint.ts";
import type { CureEntry, HistoryFinding, HistoryWalk, WayBack } from "../finding.ts";

/** The way back over the versions: what each walk met, and the patches that let the next one continue. */
export function wayBackText({ history }: HistoryFinding, paint: Paint): string {
  if (!history || history.walks.length === 0) return "";
  const { walks, versions } = history;
  const lines = walks.flatMap((walk) => walkLines(history, walk, paint));
  return [
    paint.bold(`The way back, over ${counted(versions, "versions")}:`),
    ...lines,
    ...checkouts(history, paint),
  ].join("\n");
}

function walkLines(history: WayBack, walk: HistoryWalk, paint: Paint): string[] {
  const { start, failing, passing, masked, carried } = walk;
  const patches = withPatches(carried);
  const range = start === failing ? count(start) : `${count(start)}–${count(failing)}`;
  const way = history.branches.length > 1 ? paint.dim(` (way ${walk.branch})`) : "";
  const lines = [row(range, paint.red("✘"), `fails${patches}${seenNote(history, walk)}${way}`)];
  if (passing !== undefined) return [...lines, row(count(passing), paint.green("✔"), `passes${patches}`)];
  if (masked === undefined) return [...lines, row("", paint.yellow("·"), endOf(history, walk))];
  const shows = onOneLine(
    history.seen.findLast((each) => each.walk === walk.number && each.version === masked)?.shows ?? "",
  );
  lines.push(row(count(masked), paint.yellow("?"), shows));
  const cures = history.cures.filter((cure) => cure.version === masked && !carried.includes(cure.number));
  return [...lines, ...cures.map((cure) => row("", " ", paint.dim(cureText(cure))))];
}

/** A walk takes ever larger steps, and says nothing about the versions that it steps over. */
function seenNote({ seen }: WayBack, { number, start, failing }: HistoryWalk): string {
  const failed = seen.filter(({ walk, outcome }) => walk === number && outcome === "fail");
  const versions = new Set([start, ...failed.map(({ version }) => version)]);
  const inRange = [...versions].filter((version) => version >= start && version <= failing).length;
  const all = failing - start + 1;
  return inRange >= all ? "" : ` (seen in ${count(inRange)} of ${count(all)})`;
}

function endOf({ versions }: WayBack, { failing, number }: HistoryWalk): string {
  return failing === versions - 1 ? "no version is older" : `walk ${number} was stopped here`;
}

/** What a patch is made of. */
export function cureText({ number, changes, commit, author, date, subject, file }: CureEntry): string {
  const by = [author, date].filter((part) => part !== undefined).join(", ");
  const words = [commit?.slice(0, 10), by, subject].map((part) => onOneLine(part ?? ""));
  const of = commit === undefined ? "" : ` of ${words[0]} ${words[1]}: ${words[2]}`;
  return `patch ${number}: ${counted(changes, "changes")}${of}${file === undefined ? "" : " (carried to the end)"}`;
}

export function withPatches(numbers: readonly number[]): string {
  if (numbers.length === 0) return "";
  return ` with ${numbers.length === 1 ? "patch" : "patches"} ${numbers.join(", ")}`;
}

function row(versions: string, mark: string, text: string): string {
  return `  ${versions.padStart(11)}  ${mark} ${text}`;
}

/** The commands that check out the two versions. */
function checkouts({ passing, failing }: WayBack, { dim }: Paint): string[] {
  if (!passing || !failing) return [];
  return ["", `  ${dim("passes")}  ${passing.command}`, `  ${dim("fails")}   ${failing.command}`];
}
