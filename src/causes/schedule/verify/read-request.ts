import { reportingOptions, testingOptions } from "../../../application/options.ts";
import type { CommandHelp, Words } from "../../../application/words.ts";
import { UserError } from "../../../core/user-error.ts";
import { schedule } from "../application.ts";
import type { ScheduleRequest } from "../request.ts";
import { findEarlierFailure } from "./earlier-failure.ts";

const defaults = { explore: 100, exhaustive: 2 };

/** What `culprit schedule verify` has of the options for all schedules. */
const shared = ["kind", "limit", "packages", "output"];
/** Options that make no sense where nothing is narrowed. */
const narrowing = ["repeat", "reuse"];

export const verifyHelp: CommandHelp = {
  name: "schedule verify",
  usage: "culprit schedule verify RUN [options] [-- TEST…]",
  about: "whether a failure is fixed: replay its schedule on the changed program, then try others",
  options: [
    { name: "explore", value: "N", about: `try N other schedules (default: ${defaults.explore})` },
    { name: "seed", value: "N", about: "first seed of these (default: 1)" },
    {
      name: "exhaustive",
      value: "[K]",
      about: `instead, try all schedules with at most K preemptions, or all orders of events with at most K deviations (default: ${defaults.exhaustive})`,
    },
    ...schedule.options.filter(({ name }) => shared.includes(name)),
    ...testingOptions.filter(({ name }) => !narrowing.includes(name)),
    ...reportingOptions,
  ],
  example: [
    "RUN is a run of culprit schedule (culprit runs lists them; last is the newest), the folder of one, a schedule, or a file that",
    "contains one. TEST is the changed program; without it, the test of the run. What no longer fits in the schedule is skipped,",
    "and named. A preemption is a switch while the thread could go on. Where a thread waits, yields or ends, every thread that can",
    "run is tried, and that does not count. A deviation is an event that runs before the one that comes next by default.",
    "Exits with 0 if all that was asked for was tried and passes, 1 if a schedule fails, 125 if it cannot be judged or was stopped.",
    "",
    "  culprit schedule verify last -- ./raytracer scene.txt",
    "  culprit schedule verify last --exhaustive -- ./raytracer scene.txt",
    "  culprit schedule verify '1@120 1.1@7' --explore 1000 -- ./raytracer scene.txt",
  ].join("\n"),
};

/** Makes a request of the words behind `culprit schedule`. */
export function readVerifyRequest(words: Words, cwd: string): ScheduleRequest {
  const [, name, ...more] = words.positionals;
  if (name === undefined) throw new UserError(`Whose failing schedule? ${verifyHelp.usage}`);
  const { request: earlier, ...failure } = findEarlierFailure([name, ...more].join(" "), cwd);
  const given = words.test === undefined && earlier ? { ...words, test: earlier.test } : words;
  const request = schedule.readRequest(given, cwd);
  const { guessed, ...known } = request;
  const isKnown = words.value("kind") === undefined && earlier !== undefined;
  return {
    ...(isKnown ? { ...known, kind: earlier.kind } : request),
    conditions: withEarlierMode(words, request, earlier),
    explore: words.value("explore") === undefined ? defaults.explore : request.explore,
    ...inherited(words, earlier),
    verify: { ...failure, ...readExhaustive(words) },
  };
}

/** Without `--failure` and `--interesting`, what counts as a failure is what counted in the earlier run. */
function withEarlierMode(words: Words, { conditions }: ScheduleRequest, earlier: ScheduleRequest | undefined) {
  const isGiven = words.value("failure") !== undefined || words.has("interesting");
  return isGiven || !earlier ? conditions : { ...conditions, failure: earlier.conditions.failure };
}

/** What the earlier run was told about the program, unless it is told again. */
function inherited(words: Words, earlier: ScheduleRequest | undefined): Partial<ScheduleRequest> {
  const { packages, limit } = earlier ?? {};
  return {
    ...(packages === undefined || words.value("packages") !== undefined ? {} : { packages }),
    ...(limit === undefined || words.value("limit") !== undefined ? {} : { limit }),
  };
}

function readExhaustive(words: Words): { readonly exhaustive?: number } {
  const text = words.value("exhaustive");
  if (text === undefined) return {};
  if (words.value("explore") !== undefined)
    throw new UserError("--exhaustive tries all schedules, --explore N a sample of them: use one of the two.");
  if (/^\d{0,2}$/.test(text)) return { exhaustive: text === "" ? defaults.exhaustive : Number(text) };
  throw new UserError(`--exhaustive takes a number of preemptions below 100, not "${text}".`);
}
