import type { Run } from "../../run/run.ts";
import type { ChangesContext } from "./context.ts";
import { differingLocked } from "./locked-packages.ts";
import { differingNpm } from "./npm-packages.ts";
import type { DifferingPackages } from "./version-packages.ts";

/** Whether each version of a run has its own packages. */
const decisionFile = "own-packages.json";

/** The packages of both versions, if the lockfiles differ and the test probably needs them. */
export function differingPackages(context: ChangesContext): DifferingPackages | undefined {
  const { run, request, pair } = context;
  if (request.build !== undefined || request.older) return undefined;
  const differing = differingNpm(context) ?? differingLocked(pair, request);
  if (!differing) return undefined;
  // A resumed run continues as it began, even if packages have come or gone since.
  const isOwn =
    run.record.load<boolean>(decisionFile) ?? (differing.areInstalledHere() && mayInstall(context, differing));
  run.record.save(decisionFile, isOwn);
  return isOwn ? differing : undefined;
}

/** Where nothing can be installed, a note names what is searched elsewhere. */
function mayInstall({ run, request }: ChangesContext, { installsInTest, lockfiles }: DifferingPackages): boolean {
  const { engine, sandbox } = request.conditions;
  if (!installsInTest || !(engine || sandbox)) return true;
  const where = engine ? "on an engine" : "in the sandbox";
  const cure = engine ? 'With --engine ""' : "Without --sandbox";
  run.note(
    `Whether the files or the packages of ${lockfiles.join(", ")} are to blame is not searched: nothing can be installed ${where}. ` +
      `${cure}, each version is tested with its own packages.`,
  );
  return false;
}

/** The packages of the versions cannot be installed: from now on the run uses those that are installed here. */
export function useInstalledPackages(run: Run): void {
  run.record.save(decisionFile, false);
}
