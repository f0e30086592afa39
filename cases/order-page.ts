import { below, type Random, random } from "../bench/random.ts";

/** As many lines as the page had on which Mozilla crashed. */
const pageLines = 896;

/** The form of a seed exchange: tables of seeds, and three lists to choose from. Always the same text. */
export function orderPage(): string {
  const next = random(24735);
  const lists = [
    list("region", 9, ["coast", "delta", "fen", "heath", "moor", "ridge", "steppe", "upland", "valley"]),
    list("season", 4, ["spring", "summer", "autumn", "winter"]),
    list("soil", 6, ["chalk", "clay", "loam", "peat", "sand", "silt"]),
  ];
  const fixed = head.length + foot.length + lists.flat().length;
  const rows = pageLines - fixed;
  const body = lists.flatMap((each, i) => [...seeds(share(rows, i), next), ...each]);
  return `${[...head, ...body, ...seeds(share(rows, lists.length), next), ...foot].join("\n")}\n`;
}

/** The lines of the i-th of four parts. */
function share(rows: number, i: number): number {
  return Math.floor((rows * (i + 1)) / 4) - Math.floor((rows * i) / 4);
}

const head = [
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">',
  "<HTML>",
  "<HEAD>",
  "<TITLE>Seed exchange: order form</TITLE>",
  "<STYLE>",
  "td { padding: 2px }",
  "</STYLE>",
  "</HEAD>",
  "<BODY BGCOLOR=white>",
  "<H1>Seed exchange</H1>",
  '<FORM METHOD=POST ACTION="order.cgi">',
  "<!-- The numbers are those of the catalogue. -->",
  "<TABLE BORDER=1>",
];

const foot = [
  "</TABLE>",
  '<INPUT TYPE=submit VALUE="Order">',
  "</FORM>",
  '<P>Questions? <A HREF="mailto:seeds@example.org">Write to us</A>.',
  "</BODY>",
  "</HTML>",
];

function list(name: string, size: number, choices: readonly string[]): string[] {
  return [
    "<TR><TD VALIGN=top>",
    `<SELECT NAME="${name}" MULTIPLE SIZE=${size}>`,
    ...choices.map((choice) => `<OPTION VALUE="${choice}">${choice}`),
    "</SELECT>",
    "</TD></TR>",
  ];
}

const plants = ["bean", "beet", "cress", "dill", "kale", "leek", "lovage", "mallow", "parsnip", "sorrel", "squash"];
const kinds = ["black", "curled", "dwarf", "early", "golden", "late", "red", "sweet", "wild", "winter"];

function* seeds(count: number, next: Random): Generator<string> {
  for (let i = 0; i < count; i++) yield row(next);
}

function row(next: Random): string {
  const seed = `${pick(kinds, next)} ${pick(plants, next)}`;
  const price = `${below(9, next)}.${10 + below(90, next)}`;
  const layouts = [
    `<TR><TD>${seed}</TD><TD ALIGN=right>${price}</TD><TD><INPUT NAME="n${below(1000, next)}" SIZE=3></TD></TR>`,
    `<TR><TD COLSPAN=2><B>${seed}</B></TD><TD>sold out</TD></TR>`,
    `<TR><TD><A HREF="seed.cgi?id=${below(1e4, next)}">${seed}</A></TD><TD ALIGN=right>${price}</TD></TR>`,
    `<!-- ${seed}: from ${1990 + below(10, next)} -->`,
  ];
  return pick(layouts, next);
}

function pick<T>(from: readonly T[], next: Random): T {
  return from[below(from.length, next)]!;
}
