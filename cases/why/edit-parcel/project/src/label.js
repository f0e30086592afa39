import { needsCustoms, zoneOf } from "./zones.js";

const width = 32;

/** The lines that are printed on a label. */
export function labelOf({ to, name, street, city, service = "standard" }) {
  const lines = [name, street, `${to.toUpperCase()}-${city}`];
  if (needsCustoms(to)) lines.push("CN22 / CN23");
  lines.push(`${service.toUpperCase()} ZONE ${zoneOf(to)}`);
  return lines.map((line) => line.slice(0, width));
}

/** The label in a frame, for printers of text. */
export function framed(lines) {
  const bar = `+${"-".repeat(width + 2)}+`;
  return [bar, ...lines.map((line) => `| ${line.padEnd(width)} |`), bar].join("\n");
}
