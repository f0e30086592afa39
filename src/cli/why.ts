import type { Words } from "../application/words.ts";
import type { WhyRequest } from "../causes/why/request.ts";
import type { WatchEvent } from "../causes/why/watch/watch-event.ts";
import { maskSecrets } from "../core/mask-secrets.ts";
import { UserError } from "../core/user-error.ts";
import { counted, duration } from "../report/quantity.ts";
import type { Paint } from "../report/terminal/paint.ts";
import { applicationCommand } from "./application-command.ts";
import type { Command } from "./command.ts";
import { paintFor } from "./output/terminal.ts";
import { withSession } from "./session.ts";

/** The search is that of any application; besides, it watches. */
export async function whyCommand(): Promise<Command> {
  const search = await applicationCommand("why");
  const { applicationOf } = await import("../causes/applications.ts");
  return {
    ...search,
    run: async (words) => {
      if (!words.has("watch")) return search.run(words);
      if (words.value("reporter") !== undefined) throw new UserError("--watch and --reporter exclude each other.");
      const application = await applicationOf("why");
      return watch(application.readRequest(words, process.cwd()), words);
    },
  };
}

/** Ends when the user stops it. */
async function watch(request: WhyRequest, words: Words): Promise<number> {
  const { watchTest } = await import("../causes/why/watch/watch-test.ts");
  const paint = paintFor(process.stdout);
  return withSession(request, words, async (run, progress) => {
    const print = (whole: WatchEvent) => {
      const event = maskSecrets(whole, process.env);
      progress.end();
      process.stdout.write(words.has("json") ? `${JSON.stringify(event)}\n` : eventText(event, paint));
    };
    await watchTest(run, request, print).catch((error) => {
      if (!run.stopped.aborted) throw error;
    });
    return 0;
  });
}

function eventText(event: WatchEvent, { green, red, bold, dim }: Paint): string {
  switch (event.event) {
    case "passed":
      return `${dim(timeOf(event.at))}  ${green("passes")}  ${duration(1000 * event.seconds)}\n`;
    case "failed": {
      const about = event.test === undefined ? "" : `${event.test}: `;
      return `${dim(timeOf(event.at))}  ${red("fails")}   ${duration(1000 * event.seconds)}  ${about}${event.ended}\n`;
    }
    case "guilty": {
      const { cause, total, since, runs, seconds, patch, isConfirmed, command } = event;
      const places = cause.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`)).join(", ");
      const which = total === 1 ? "the only edit" : `${cause.length} of ${total} edits`;
      const cost = runs === 0 ? "" : ` (${counted(runs, "runs")}, ${duration(1000 * seconds)})`;
      const unsure = isConfirmed
        ? ""
        : "          It did not come out the same when it was run again: the test may be flaky, or other edits play a part.\n";
      return [
        `          ${bold(places)} ${cause.length === 1 ? "does" : "do"} it: ${which} since it passed at ${timeOf(since)}${cost}\n`,
        unsure,
        `${indent(hunksOf(patch), { green, red, dim })}\n`,
        `          ${dim(command)}\n`,
      ].join("");
    }
    case "unexplained":
      return `          ${event.reason} To find out why: ${event.command}\n`;
  }
}

/** In the user's time zone, as the clock on the wall has it. */
function timeOf(date: string): string {
  return new Date(date).toTimeString().slice(0, 8);
}

/** Lines of a patch that are shown at most. */
const maxLines = 40;

function hunksOf(patch: string): string[] {
  const lines = patch.trimEnd().split("\n");
  const shown = lines.filter((line) => !/^(?:diff --git|index |new file|deleted file|old mode|new mode)/.test(line));
  return shown.length <= maxLines ? shown : [...shown.slice(0, maxLines), `… ${shown.length - maxLines} more lines`];
}

function indent(lines: readonly string[], { green, red, dim }: Pick<Paint, "green" | "red" | "dim">): string {
  const painted = (line: string) => {
    if (/^(?:---|\+\+\+|@@)/.test(line)) return dim(line);
    return line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : line;
  };
  return lines.map((line) => `          ${painted(line)}`).join("\n");
}
