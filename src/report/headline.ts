import type { CauseEntry, Finding, Story } from "../core/finding.ts";
import { oldTextOfEntry, textOfEntry } from "./entry-text.ts";
import { isolating } from "./isolating.ts";
import { count, counted } from "./quantity.ts";

/** A sentence in parts: words, and code to be shown as such. */
export type Sentence = readonly (string | { readonly code: string })[];

/** Answers the user's question in one sentence. */
export function headline(story: Story): Sentence {
  const { verdict, deltas, by, cause, failure } = story.finding;
  const share = `${count(deltas.cause)} of ${count(deltas.total)} ${by}`;
  if (verdict === "not-reproduced")
    return [failure === undefined ? "No cause found: the failure was not reproduced" : "No cause found"];
  if (verdict !== "found" && failure === undefined)
    return ["Nothing is known yet: it ended before the failure was seen"];
  if (verdict !== "found" && deltas.total === 0)
    return ["Nothing is known yet but the failure: it ended before any difference was tested"];
  if (verdict !== "found" && story.finding.chain) return knownSoFar(story.finding, share);
  if (verdict !== "found")
    return [isolating(story) ? `The cause is among ${share}` : `The failure needs at most ${share}`];
  if (["changes", "history"].includes(story.finding.kind))
    return (onlyPackages(cause) && difference(cause)) || cameWith(cause);
  if (story.finding.schedules) return decided(story.finding);
  if (story.finding.chain) return dependsOn(story.finding);
  if (deltas.cause === 0) return ["The test fails on everything, even on nothing at all"];
  if (isolating(story)) return difference(cause) ?? [`What makes it fail: ${share}`];
  return remains(story.finding) ?? [`The failure needs ${share}`];
}

function onlyPackages(cause: Finding["cause"]): boolean {
  return cause.every((entry) => entry.package !== undefined);
}

/** What has to come in between, or before what. */
function decided({ cause, schedules, minimal, by }: Finding): Sentence {
  const [first] = cause;
  if (first?.text === undefined) return ["It fails under one schedule and passes under another"];
  // What is named of threads is what has to be done so that it comes out otherwise than by default; of events, how it fails.
  const what = by === "switches" && schedules?.byDefault === "fails" ? "It passes" : "It fails";
  return [`${what} ${minimal ? "if and only if" : "if"} `, ...withPlaces(first.text)];
}

/** The place is part of what is known: elsewhere it may be another variable. */
function knownSoFar(finding: Finding, share: string): Sentence {
  const [first, second] = finding.cause;
  if (first?.place === undefined) return [`The cause is among ${share}`];
  if (second === undefined) return ["So far, it fails because at ", ...dependsOn(finding).slice(1)];
  return ["So far, at ", { code: first.place }, ` the cause is among ${share}`];
}

/** Which variable it is, and where. */
function dependsOn({ cause, onTopOf }: Finding): Sentence {
  const [first, ...others] = cause;
  if (first?.variable === undefined || first.place === undefined) return ["It fails because of what it knows"];
  const { variable, place, old = "", new: now = "" } = first;
  const more = others.length === 0 ? [] : [`, together with ${counted(others.length, "other values")}`];
  const base = onTopOf ? [`, on top of ${counted(onTopOf.values, "other values")} of the failing run`] : [];
  const at = ["It fails because at ", { code: place }, ", ", { code: variable }];
  return [...at, " is ", { code: now }, " instead of ", { code: old }, ...more, ...base];
}

/** A sentence with the places in it as code. */
function withPlaces(text: string): Sentence {
  return text.split(/(\S+:\d+\b)/).map((part, i) => (i % 2 === 0 ? part : { code: part }));
}

/** Where the code was changed, by whom and when. */
function cameWith(cause: Finding["cause"]): Sentence {
  const main = cause.filter(({ context }) => !context);
  const places = [...new Set(main.map(placeOf))];
  const named = places.slice(0, 3).flatMap((code, i) => (i === 0 ? [{ code }] : [" and ", { code }]));
  const more = places.length > 3 ? [` and ${count(places.length - 3)} more places`] : [];
  const [first] = main;
  const one = first?.commit !== undefined && main.every(({ commit }) => commit === first.commit);
  const by = one ? [", changed in ", { code: first.commit!.slice(0, 10) }, ` by ${first.author}, ${first.date}`] : [];
  return ["It fails because of ", ...named, ...more, ...by];
}

function placeOf(entry: CauseEntry): string {
  const { file = "", line } = entry;
  if (entry.package !== undefined) return textOfEntry(entry) || `the lack of ${oldTextOfEntry(entry)}`;
  return line === undefined ? file : `${file}:${line}`;
}

/** What is left of an input, or which items are needed, where that is short. */
function remains({ kind, cause }: Finding): Sentence | undefined {
  const texts = cause.map(textOfEntry);
  const whole = texts.join("");
  const scattered = cause.some(({ file }) => file !== cause[0]?.file);
  if (whole === "" || texts.includes("") || scattered || !short(whole)) return undefined;
  const codes = kind === "input" ? [whole] : texts;
  return ["Fails because of ", ...codes.flatMap((code, i) => (i === 0 ? [{ code }] : [" and ", { code }]))];
}

/** What the failing side has and the passing one has not, where it is short. */
function difference(cause: Finding["cause"]): Sentence | undefined {
  // Packages that another one needs are no news.
  const main = cause.filter((entry) => entry.package === undefined || !entry.context);
  const [only, more] = main;
  if (only === undefined) return undefined;
  if (only.package !== undefined && more !== undefined) return withOthers(only, main.length - 1);
  if (more !== undefined) return several(cause);
  const before = withoutLineEnd(oldTextOfEntry(only));
  const after = withoutLineEnd(textOfEntry(only));
  if (before + after === "" || !short(before) || !short(after)) return undefined;
  if (before === "") return ["Fails with ", { code: after }, ", passes without it"];
  if (after === "") return ["Fails without ", { code: before }, ", passes with it"];
  return ["Fails with ", { code: after }, ", passes with ", { code: before }];
}

/** A package that is not alone to blame. */
function withOthers(first: Finding["cause"][number], others: number): Sentence {
  const now = textOfEntry(first);
  const code = now === "" ? oldTextOfEntry(first) : now;
  return [
    now === "" ? "Fails without " : "Fails with ",
    { code },
    `, together with ${counted(others, "other packages")}`,
  ];
}

/** Several things that the failing side has, and the passing one has not all of. */
function several(cause: Finding["cause"]): Sentence | undefined {
  const codes = cause.map((entry) => withoutLineEnd(textOfEntry(entry)));
  const whole = codes.join("");
  if (cause.some(({ old }) => old !== undefined) || codes.includes("") || codes.length > 4 || !short(whole))
    return undefined;
  return [
    "Fails with ",
    ...codes.flatMap((code, i) => (i === 0 ? [{ code }] : [" and ", { code }])),
    ", passes without",
  ];
}

/** The end of a line is of no interest where the line is named, unless it is all there is. */
function withoutLineEnd(text: string): string {
  return text.replace(/(?<=.)\r?\n$/, "");
}

function short(text: string): boolean {
  return text.length <= 60 && !/\n./.test(text);
}
