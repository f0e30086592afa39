import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cases, columns } from "./packages-cases.ts";

const page = join(import.meta.dirname, "../../docs/package-managers.md");

/** The table as the page shows it. */
function tableOfCases(): string {
  const rows = cases.map(([text, cells]) => [
    text,
    ...columns.map((column) => {
      const cell = cells[column];
      return typeof cell === "string" ? cell : (cell.mark ?? "✔");
    }),
  ]);
  const lines = [["", ...columns], ["", ...columns].map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`.replace("|  |", "| |").replaceAll(" --- ", "---")).join("\n");
}

test("the page about package managers shows what is tried", () => {
  const text = readFileSync(page, "utf8");
  const [shown = ""] = /(?<=## What was tried\n\n[^|]*)\|[\s\S]*?(?=\n\n)/.exec(text) ?? [];
  if (process.env.UPDATE_DOCS) writeFileSync(page, text.replace(shown, tableOfCases));
  expect(shown).toBe(tableOfCases());
});

test("each case that is tried names a test that is there", () => {
  const lost = cases.flatMap(([, cells]) =>
    columns.flatMap((column) => {
      const cell = cells[column];
      if (typeof cell === "string") return [];
      const text = readFileSync(join(import.meta.dirname, cell.file), "utf8");
      return text.includes(`"${cell.test}`) ? [] : [`${column}: ${cell.test}`];
    }),
  );
  expect(lost).toEqual([]);
});
