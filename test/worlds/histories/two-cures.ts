import { FastImport, type Made } from "./fast-import.ts";
import type { History } from "./history.ts";
import type { Tree } from "./program.ts";

/** A history whose one mask has two cures in the same commit, one of which leads nowhere. */
export interface TwoCures extends History {
  /** The root, the version before the culprit and the one before the cure, each with that cure: all show the failure. */
  readonly deadEnd: readonly string[];
}

interface Times {
  readonly versions: number;
  readonly culprit: number;
  /** When lib/ledger.js is added. */
  readonly ledger: number;
  readonly cured: number;
}

/**
 * Prices cannot be looked up from the root on. The curing commit repairs that in lib/prices.js; and it makes app.js take
 * its total from lib/ledger.js, which needs no prices, and was copied from lib/totals.js after the defect came. So either
 * brings the failure back, but whoever carries the ledger carries the defect. It comes with the cure (and then takes a
 * file and a line, where the repair is one place) or before it (and then is one line, where the repair is two places).
 */
export function twoCures(folder: string, { ledger }: { readonly ledger: "with the cure" | "before it" }): TwoCures {
  const times = { versions: 48, culprit: 17, ledger: ledger === "before it" ? 26 : 34, cured: 34 };
  const repository = new FastImport();
  const line: Made[] = [];
  for (let i = 0; i < times.versions; i++) {
    line.push(repository.commit(line.slice(-1), subjectOf(i, times), treeAt(i, times, {})));
  }
  const upon = (i: number, cures: Cures, name: string) => {
    const made = repository.commit([line[i]!], `cure for ${i}`, treeAt(i, times, cures));
    repository.name(`refs/truth/${name}`, made);
    return made;
  };
  const right = [times.culprit - 1, times.culprit].map((i) => upon(i, { repaired: true }, `repaired-${i}`));
  const ends = [0, times.culprit - 1, times.cured - 1].map((i) => upon(i, { viaLedger: true }, `dead-end-${i}`));
  repository.name("refs/heads/main", line.at(-1)!);
  const id = repository.into(folder);
  const at = (i: number) => id(line[i]!);
  return {
    folder,
    test: ["node", "check.js"],
    versions: times.versions,
    failure: "the total is wrong",
    culprit: { commit: at(times.culprit), subject: subjectOf(times.culprit, times) },
    before: at(times.culprit - 1),
    masks: [{ kind: "exception", since: undefined, cured: at(times.cured), alone: at(times.cured - 1) }],
    stretches: [],
    cures: { before: [id(right[0]!)], culprit: [id(right[1]!)] },
    deadEnd: ends.map(id),
  };
}

function subjectOf(i: number, { culprit, ledger, cured }: Times): string {
  if (i === 0) return "first version";
  if (i === culprit) return "totals: ten pieces are many too";
  if (i === cured) return "prices: look them up; app: the total is the ledger's";
  if (i === ledger) return "ledger: totals that need no prices";
  return ["readme: more", "totals: another helper", "prices: say more", "totals: say more"][i % 4]!;
}

interface Cures {
  readonly repaired?: boolean;
  readonly viaLedger?: boolean;
}

function treeAt(i: number, times: Times, { repaired = false, viaLedger = false }: Cures): Tree {
  const cured = i >= times.cured;
  const files: [string, string][] = [
    ["README.md", `# Orders\n\n${numbered(i, 0, (n) => `Note ${n}: orders have several lines.\n`)}`],
    ["app.js", appText(cured || viaLedger ? "ledger" : "totals")],
    ["check.js", check],
    ["lib/prices.js", pricesText(i, cured || repaired ? "right" : times.ledger < times.cured ? "two" : "one")],
    ["lib/totals.js", totalsText(i, i >= times.culprit)],
  ];
  return new Map(i >= times.ledger || viaLedger ? [...files, ["lib/ledger.js", ledger]] : files);
}

/** Something for every fourth version up to this one. */
function numbered(i: number, rest: number, text: (n: number) => string): string {
  return Array.from({ length: i + 1 }, (_, n) => (n % 4 === rest ? text(n) : "")).join("");
}

const latest = (i: number, rest: number) => i - ((i - rest + 4) % 4);

function appText(from: string): string {
  return `"use strict";\n\nconst { totalOf } = require("./lib/${from}.js");\n\nexports.totalOf = totalOf;\n`;
}

const check = `const app = require("./app.js");

const orders = [
  { name: "pen", pieces: 3 },
  { name: "ink", pieces: 10 },
  { name: "paper", pieces: 12 },
];
const total = app.totalOf(orders);
if (Number.isNaN(total)) throw new TypeError("the total is no number");
if (total !== 5238) throw new Error("the total is wrong");
`;

/** Prices that are looked up where they are not: in one place, or in one and there is nothing to be found either. */
function pricesText(i: number, state: "right" | "one" | "two"): string {
  const price = (cents: number) => (state === "two" ? `${cents}` : `{ cents: ${cents} }`);
  return `"use strict";

// What one piece costs.
const prices = {
  pen: ${price(120)},
  ink: ${price(450)},
  paper: ${price(35)},
};

// The names that have a price, as of note ${latest(i, 2)}.
function names() {
  return Object.keys(prices).sort();
}

// The price of one piece.
function priceOf(name) {
  const price = prices[name];
  return price${state === "right" ? "" : ".net"}.cents;
}

module.exports = { names, priceOf };
`;
}

function totalsText(i: number, defect: boolean): string {
  return `"use strict";

const { priceOf } = require("./prices.js");

// What orders cost, as of note ${latest(i, 3)}.
function totalOf(orders) {
  let total = 0;
  for (const { name, pieces } of orders) {
    const price = priceOf(name) * pieces;
    const many = pieces ${defect ? ">=" : ">"} 10;
    total += many ? Math.round(price * 0.9) : price;
  }
  return total;
}

${numbered(i, 1, (n) => `function helper${n}(value) {\n  return value > ${n} ? value - ${n} : 0;\n}\n\n`)}module.exports = { totalOf };
`;
}

const ledger = `"use strict";

// A ledger knows what everything costs.
const costs = new Map([
  ["pen", 120],
  ["ink", 450],
  ["paper", 35],
]);

function totalOf(orders) {
  let total = 0;
  for (const { name, pieces } of orders) {
    const price = costs.get(name) * pieces;
    const many = pieces >= 10;
    total += many ? Math.round(price * 0.9) : price;
  }
  return total;
}

module.exports = { totalOf };
`;
