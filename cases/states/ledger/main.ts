/** `main JOURNAL`: books what happened, closes the books, and ends with 1 if debits and credits do not meet. */
import { readFileSync } from "node:fs";
import { close } from "./closing.js";
import { JournalError, parseJournal } from "./journal.js";
import { report } from "./report.js";

process.exitCode = main(process.argv.slice(2));

function main([path]: readonly string[]): number {
  if (path === undefined) {
    console.error("usage: main JOURNAL");
    return 2;
  }
  try {
    const closing = close(parseJournal(readFileSync(path, "utf8")));
    console.log(report(closing));
    return closing.difference === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    console.error(`${path}: ${error.message}`);
    return 2;
  }
}
