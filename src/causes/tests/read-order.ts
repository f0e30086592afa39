import { junitCases } from "../../suites/junit.ts";
import type { SuiteMember } from "./suite.ts";

/**
 * The tests that a text names, in its order: a JUnit report, or a log of any runner that prints the names of tests. The tests are those
 * that ran here; what the text says of others is not used. If tests of several processes are in a log of pytest-xdist, only those of
 * the process of the failing test count.
 */
export function readOrder(text: string, tests: readonly SuiteMember[], failing?: string): SuiteMember[] {
  const places = text.includes("<testcase") ? junitPlaces(text) : text.split("\n");
  const named = findTests(places, tests);
  const victim = failing === undefined ? undefined : named.find(({ test: { id } }) => id.includes(failing));
  const worker = victim && workerIn(victim.place);
  const chosen = worker === undefined ? named : named.filter(({ place }) => workerIn(place) === worker);
  return chosen.map(({ test }) => test);
}

interface NamedTest {
  readonly test: SuiteMember;
  /** The line, or the element of the report. */
  readonly place: string;
}

/** Logs repeat names, in summaries for example: the first place counts. */
function findTests(places: readonly string[], tests: readonly SuiteMember[]): NamedTest[] {
  const named = new Map<SuiteMember, NamedTest>();
  const files = new Map(tests.map((test) => [shortFile(test), test.test.file]));
  let around = "";
  for (const place of places) {
    const file = longest([...files.keys()].filter((short) => place.includes(short)));
    around = files.get(file) ?? around;
    const test = bestMatch(file === "" ? place : place.replaceAll(file, ""), tests, around);
    if (test && !named.has(test)) named.set(test, { test, place });
  }
  return [...named.values()];
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), "");
}

/** The test with the longest name of those whose names are all there, in the file that is named there or was last. */
function bestMatch(place: string, tests: readonly SuiteMember[], around: string): SuiteMember | undefined {
  const own = tests.filter(({ test: { names } }) => names.length > 0 && names.every((name) => place.includes(name)));
  const inFile = own.filter(({ test: { file } }) => file === around);
  const candidates = inFile.length > 0 ? inFile : own.length === 1 ? own : [];
  return candidates.reduce<SuiteMember | undefined>((best, test) => {
    const isLonger = test.test.names.join().length > (best?.test.names.join().length ?? 0);
    return isLonger ? test : best;
  }, undefined);
}

/** What may stand between the names of a test. */
const separators = ["::", " › ", ".", "/"];

/** As it is written in the test's own id. */
function shortFile({ id, test: { names } }: SuiteMember): string {
  // The file's own name may be that of the test, too: the last place counts.
  const ends = separators.map((separator) => id.lastIndexOf(names.join(separator)));
  return id.slice(0, names.length === 0 ? id.length : Math.max(...ends)).replace(/(?:::| › |\.)$/, "");
}

/** What a report says of each test, with the name of a Python module also as the path of its file. */
function junitPlaces(text: string): string[] {
  return junitCases(text).map(({ className, name, file }) => {
    const parts = className.split(".");
    const paths = parts.map((_, i) => `${parts.slice(0, i + 1).join("/")}.py`);
    return [file, className, ...paths, parts.join(" "), name].join(" ");
  });
}

/** `[gw1]`, by pytest-xdist. */
function workerIn(place: string): string | undefined {
  return /\[(gw\d+)\]/.exec(place)?.[1];
}
