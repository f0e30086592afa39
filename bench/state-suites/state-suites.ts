/**
 * How near `culprit state` comes to known defects: `npm run bench -- state-suites --from DIR`.
 *
 * DIR is a folder that somebody has filled; suites that are missing there are left out:
 *
 * - `DIR/QuixBugs`: a checkout of jkoppel/QuixBugs. Its Python programs are run.
 * - `DIR/siemens/PROGRAM`: the Siemens programs in the layout of the Software-artifact Infrastructure Repository:
 *   `source.alt/source.orig/*.c`, `versions.alt/versions.orig/vN/*.c`, `testplans.alt/universe`, `inputs/`.
 * - `DIR/samples/NAME`: a project with a `culprit.json`, as for samples of BugsInPy and BugsJS:
 *   `{"pass": COMMAND, "fail": COMMAND, "alsoPass": [COMMAND…], "alsoFail": [COMMAND…], "test": [WORD…],
 *   "defect": [FILE, [LINE…]]}`.
 *
 * Options: `--only NAME,…` (a suite, a program, or one version such as tcas/v1), `--per-program N` (the first N versions of each
 * Siemens program that fail), `--jobs N` and `--budget D` of `culprit state`, `--limit SECONDS` for a plain run,
 * `--json FILE` (keeps each result; what FILE has already is not run again), `--weak-test` (judge runs only by how they end),
 * `--baselines` (without `culprit state`), `--program FILE`.
 *
 * ## The rule for inputs
 * It is the same for all programs of a suite, and was written down before the first results, but for three points that
 * were added when some results had been seen: the arguments near a failing case (no case passed in some programs), the limit
 * as processor time instead of time of the clock (passing cases failed on a busy machine), and prototypes, which are no
 * defect (they were named as one in versions of tcas).
 *
 * - What is right is what the correct version prints. A run is one case of the suite's own tests. It fails if it prints
 *   something else, crashes, or does not end within the limit (5 s of processor time). Cases that the correct version does
 *   not end in time are left out.
 * - The failing run is the first case that fails, in the suite's order.
 * - The passing run is the case that passes and is nearest to it by edit distance of the input text (the words and
 *   standard input); the earlier one if two are equally near.
 * - `--also-pass` gets the next nearest 20 that pass, `--also-fail` the nearest 10 others that fail.
 * - QuixBugs: cases are the lines of `json_testcases/PROGRAM.json`, or, where there is none, the functions of
 *   `python_testcases/test_PROGRAM.py`. A driver calls the function with the arguments and prints what it returns.
 *   It compares nothing. Where no case passes, arguments near the first failing case are tried in the order of
 *   `python/near.py`, up to the first that passes; that is the passing run.
 * - Siemens: cases are the lines of the universe: the first 300, and 300 more as long as none fails.
 * - Defective lines are those in which the faulty version differs from the correct one, apart from comments, blanks,
 *   includes and prototypes. Where lines are missing, the line before and the line after count. A changed line without code
 *   counts like a missing one, a changed `#define` as the lines that use the name.
 *
 * ## Scores
 * Rank is the place of the first defective line in the ranked list; among lines that are equally likely it is the
 * expected place (the mean rank if one of them is defective). A line that is not in the list comes after it, the rest in no
 * order. The share to be read is that of executable lines ranked above it, as Cleve and Zeller count. Lines of drivers
 * count as read if they are in the list. The middle line ranks lines by their distance to the middle of the file.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeptResults } from "./kept-results.ts";
import { measureSubject } from "./measure-subject.ts";
import { suiteOptions } from "./options.ts";
import { quixBugs } from "./quixbugs.ts";
import { printReport } from "./report.ts";
import { samples } from "./samples.ts";
import { siemens } from "./siemens.ts";
import { knownOptions } from "./state-command.ts";

export async function stateSuites(argv: readonly string[]): Promise<void> {
  const options = suiteOptions(argv);
  const kept = openKeptResults(options.json);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-suites-")));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
  const known = knownOptions(options.program);
  const subjects = [...quixBugs(options), ...siemens(options), ...samples(options)];
  for (const subject of subjects) {
    if (kept.has(subject) || kept.versionsOf(subject) >= options.perProgram) continue;
    process.stderr.write(`${subject.suite} ${subject.name} … `);
    const result = await measureSubject(subject, { options, known, folder });
    process.stderr.write(`${result.notRun ?? `${result.verdict}, rank ${result.scores?.state?.rank ?? "-"}`}\n`);
    kept.add(result);
  }
  printReport(
    kept.results.filter((result) => subjects.some(({ suite, name }) => suite === result.suite && name === result.name)),
  );
}
