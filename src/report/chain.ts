import type { CauseEntry, CauseTransition, ChainLink, Finding } from "../core/finding.ts";
import type { Paint } from "./paint.ts";
import { count } from "./quantity.ts";
import { standIn, withStandIns } from "./stand-in.ts";

/** The causes from the beginning of the program on, one line for each place. */
export function chain({ chain: links, transitions = [] }: Finding, paint: Paint): string {
  if (!links || links.length === 0) return "";
  const width = Math.max(...links.map(({ place }) => place.length));
  const lines = [paint.bold("From the beginning on:"), ...links.map((link) => line(link, width, paint))];
  if (transitions.length > 0)
    lines.push("", paint.bold("The cause moves:"), ...transitions.map((each) => moved(each, paint)));
  return lines.join("\n");
}

function moved({ file, line, from, to }: CauseTransition, { dim }: Paint): string {
  const names = (cause: readonly CauseEntry[]) => cause.map(({ variable = "" }) => plain(variable)).join(", ");
  return `  ${dim(`${plain(file)}:${line}`)}  from ${names(from)} to ${names(to)}`;
}

function line({ place, cause, values }: ChainLink, width: number, { dim, green, red }: Paint): string {
  const shown = cause.map(
    ({ variable, old = "", new: now = "" }) =>
      `${plain(variable ?? "")} ${red(plain(now))} instead of ${green(plain(old))}`,
  );
  return `  ${dim(plain(place).padEnd(width))}  ${shown.join(", ")}${dim(`  (${count(values)} differ)`)}`;
}

function plain(text: string): string {
  return withStandIns(text).replace(/[\n\t]/g, standIn);
}
