import type { DeltaSet } from "../../core/delta-set.ts";
import type { Story } from "../../core/finding.ts";
import type { Run } from "../../run/run.ts";
import { storyOf } from "../../run/story.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { numbersIn, type SettingsList } from "../../settings/list.ts";
import { listDetails } from "../../settings/list-details.ts";
import { searchList } from "../../settings/search-list.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import type { ArgsFinding } from "./finding.ts";
import { type ArgsRequest, placeholder } from "./request.ts";

/** Finds which of the arguments of a command its failure needs. */
export async function findInArgs(run: Run, request: ArgsRequest): Promise<Story<ArgsFinding>> {
  const inside = request.test.find((word) => word !== placeholder && word.includes(placeholder));
  if (inside !== undefined && !request.test.includes(placeholder)) run.note(placeholderInsideWord(inside));
  const search = { run, request, list: argumentList(request) };
  const conclusion = await searchList(search);
  const [first] = conclusion.result ?? [];
  const details = {
    ...listDetails(search, conclusion),
    ...(first ? { commands: commandsOf(request, first) } : {}),
  };
  return storyOf<ArgsFinding>(run, request, { conclusion, details });
}

function placeholderInsideWord(word: string): string {
  return (
    `In the test, {} is replaced only where it is a word of its own, not in ${word}: the arguments go to the end. ` +
    `A shell gets them as "$@", as in: sh -c 'gcc "$@" x.c' sh {}`
  );
}

function argumentList(request: ArgsRequest): SettingsList {
  const { cwd, arguments: given } = request;
  const total = given.length;
  const failing = `the command with its ${total === 1 ? "argument" : `${total} arguments`}`;
  return {
    unit: "arguments",
    total,
    world: (set) => {
      const argv = argvOf(request, set);
      return {
        content: contentHash(JSON.stringify(argv)),
        size: set.size,
        keep: (path) => {
          writeFileAtomically(path, linesOf(request, set));
          return path;
        },
        make: () => ({ argv, cwd, environment: { CULPRIT_CWD: cwd }, stdin: undefined, candidate: [] }),
      };
    },
    names: { failing, other: "the command alone" },
    advice: {
      fail: "The arguments do not matter: look at what the command does without them.",
      unresolved: "Simplify instead, without --isolate: then it need not pass.",
    },
    text: (set) => linesOf(request, set),
    entry: (delta) => ({ text: given[delta]!.text }),
    words: given.flatMap(({ words }) => words),
  };
}

/** The command with the arguments of a set. */
function argvOf({ test, arguments: given }: ArgsRequest, set: DeltaSet): string[] {
  const words = numbersIn(set, { total: given.length }).flatMap((i) => given[i]!.words);
  if (!test.includes(placeholder)) return [...test, ...words];
  return test.flatMap((word) => (word === placeholder ? words : [word]));
}

function linesOf({ arguments: given }: ArgsRequest, set: DeltaSet): string {
  return numbersIn(set, { total: given.length })
    .map((i) => `${given[i]!.text}\n`)
    .join("");
}

function commandsOf(request: ArgsRequest, { failing, passing }: FoundSets): NonNullable<ArgsFinding["commands"]> {
  return { failing: argvOf(request, failing), ...(passing ? { passing: argvOf(request, passing) } : {}) };
}
