import { readFileSync } from "node:fs";

/** The paths below a folder at which something else is mounted, from that folder on: an overlay would not show it. */
export function mountsBelow(folder: string, table: string = readFileSync("/proc/self/mountinfo", "utf8")): string[] {
  const points = table.split("\n").flatMap((line) => line.split(" ")[4] ?? []);
  return points.map(unescaped).flatMap((point) => {
    return point.startsWith(`${folder}/`) ? [point.slice(folder.length + 1)] : [];
  });
}

/** The kernel writes spaces, tabs, line ends and backslashes as octal numbers. */
function unescaped(point: string): string {
  return point.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
