import { listText } from "../../core/list-text.ts";
import { UserError } from "../../core/user-error.ts";
import type { World } from "../../trial/laboratory.ts";
import type { EndsEvent } from "../record/events.ts";
import type { Run } from "../run.ts";

type NamedWorlds = Readonly<Record<"failing" | "other", { readonly world: World; readonly name: string }>>;

/** Maximum number of variables that the message names. */
const maxNames = 10;

/** What a run knows holds in the environment that it was found in: in another one, the ends have to come out as they did then. */
export async function checkEndsHold(run: Run, ends: NamedWorlds, known: EndsEvent): Promise<void> {
  const changed = run.changedVariables;
  // A person who is asked again might answer otherwise.
  if (changed.length === 0 || run.conditions.ask) return;
  for (const end of ["failing", "other"] as const) {
    const { world, name } = ends[end];
    const seen = await run.observeEnd(world);
    if (seen.outcome === known[end].outcome) continue;
    throw new UserError(
      `The run cannot go on here: with ${name} the test ended with ${known[end].ended} when the run began, and with ${seen.ended} now.\n` +
        `Since then, variables of the environment have changed: ${listText(changed, { max: maxNames })}.\n` +
        "Resume the run with these as they were, or start a new one.",
      1,
    );
  }
}
