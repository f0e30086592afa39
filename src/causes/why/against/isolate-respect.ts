import { listText } from "../../../core/list-text.ts";
import { runInside } from "../../../run/inner-run.ts";
import { followingPlan } from "../../../suites/suite-world.ts";
import { executionOfTest } from "../../../suites/test-outcome.ts";
import type { World } from "../../../trial/laboratory.ts";
import { answerWith } from "../answer.ts";
import { environmentInstrument } from "../circumstances/environment-instrument.ts";
import type { Context } from "../context.ts";
import { timeLimitAfter } from "../failing-test.ts";
import type { Started } from "../started.ts";
import type { Answer } from "../story.ts";
import { layeredCandidates } from "../watch/edit-candidates.ts";
import { findGuiltyEdits, type GuiltyEdits, type NoEdits } from "../watch/guilty-edits.ts";
import type { Capture } from "./capture.ts";
import type { FilesRespect } from "./files-there.ts";
import type { Respect } from "./respects.ts";

interface Deciding {
  readonly respect: Respect | FilesRespect;
  readonly there: Capture;
}

/** One respect decides: which part of it? */
export async function isolateRespect(started: Started, context: Context, deciding: Deciding): Promise<Answer> {
  const { respect, there } = deciding;
  const { kind, how, difference } = respect;
  if ("passing" in respect) return isolateFiles(started, context, respect);
  if (difference.environment) {
    const { outcome } = there;
    const changed = { name: "variables of there", variables: difference.environment, outcome };
    const instrument = environmentInstrument(context, changed);
    return answerWith(started, { instrument, kind, how });
  }
  if (kind === "clock") {
    const times = there.outcome === "fail" ? ["now", there.date] : [there.date, "now"];
    return answerWith(started, {
      instrument: { command: "clock", words: [...times, "--", ...context.words] },
      kind,
      how,
    });
  }
  const sentence = `It ${there.outcome === "fail" ? "fails" : "passes"} here, too, ${how}`;
  return {
    decides: kind,
    decidedBy: how,
    isolated: { kind, sentence, by: "respects", items: [how], total: 1, isProved: true },
  };
}

async function isolateFiles(started: Started, context: Context, respect: FilesRespect): Promise<Answer> {
  const { run, failing, first } = started;
  const { tested, request } = context;
  const { victim } = tested;
  const judged = (world: World) =>
    victim
      ? followingPlan(world, { plan: {}, judge: (execution, report) => executionOfTest(execution, report, victim) })
      : world;
  const { failure, execution } = failing;
  const seen = { failure, execution, timeLimit: timeLimitAfter(run, first), isUnseenAlone: false };
  const inner = { kind: "changes", name: "files-there", request, dress: judged, isKept: true };
  const found = await runInside<GuiltyEdits | NoEdits | undefined>(
    run,
    { ...inner, isDone: (result) => result !== undefined },
    async (own) =>
      findGuiltyEdits(own, await layeredCandidates(own, tested.command, [respect.passing, respect.failing]), seen),
  );
  const { kind, how } = respect;
  if (!found || typeof found === "string") return { decides: kind, decidedBy: how };
  run.record.keep("cause.patch", found.patch);
  return { decides: kind, decidedBy: how, isolated: isolatedOf(found) };
}

function isolatedOf({ cause, total, isConfirmed }: GuiltyEdits): NonNullable<Answer["isolated"]> {
  const places = cause.map(({ file, line }) => (line === undefined ? (file ?? "") : `${file}:${line}`));
  const sentence = `It fails because of ${listText(places, { max: 3 })}, which differ${places.length === 1 ? "s" : ""} from the other machine's`;
  return { kind: "edit", sentence, by: "changes", items: places, entries: cause, total, isProved: isConfirmed };
}
