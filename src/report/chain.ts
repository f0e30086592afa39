import type { ChainLink, Finding } from "../core/finding.ts";
import type { Paint } from "./paint.ts";
import { count } from "./quantity.ts";
import { standIn, withStandIns } from "./stand-in.ts";

/** The causes from the beginning of the program on, one line for each place. */
export function chain({ chain: links }: Finding, paint: Paint): string {
  if (!links || links.length === 0) return "";
  const width = Math.max(...links.map(({ place }) => place.length));
  return [paint.bold("From the beginning on:"), ...links.map((link) => line(link, width, paint))].join("\n");
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
