import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWords } from "../application/words.ts";
import { DeltaSet } from "../core/delta-set.ts";
import { bestOf } from "../core/search.ts";
import { UserError } from "../core/user-error.ts";
import { sequential } from "../drive/sequential.ts";
import { count } from "../report/quantity.ts";
import { dd, differenceOf } from "../search/dd.ts";
import { applicationCommand } from "./application-command.ts";
import type { Command } from "./command.ts";
import { paintFor } from "./output/terminal.ts";

const page = '<SELECT NAME="priority" MULTIPLE SIZE=7>';
const printer = `#!/bin/sh
# A printer that cannot print a SELECT tag.
if grep -q '<SELECT[^>]*>' "$1"; then echo "printer: segmentation fault" >&2; exit 3; fi
`;

export const demoCommand: Command = {
  name: "demo",
  usage: "culprit demo",
  about: "three built-in examples, in a few seconds",
  options: [{ name: "help", about: "show this" }],
  example: "  culprit demo",
  run: async ({ positionals: [extra] }) => {
    if (extra !== undefined) throw new UserError(`culprit demo takes no ${extra}.`);
    const here = process.cwd();
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-demo-")));
    try {
      writeFileSync(join(folder, "page.html"), page);
      writeFileSync(join(folder, "printer.sh"), printer);
      chmodSync(join(folder, "printer.sh"), 0o755);
      process.chdir(folder);
      printTitle("1. Simplifying: what does the failure need?", `A printer crashes on page.html: ${page}`);
      await runInput("page.html", "--quiet", "--", "./printer.sh", "{}");
      printNext("culprit input YOUR-INPUT -- YOUR-TEST {}");
      printTitle(
        "2. Isolating: which difference between failing and passing is the cause?",
        "The same page, the same printer.",
      );
      await runInput("page.html", "--isolate", "--quiet", "--", "./printer.sh", "{}");
      printNext("culprit input FAILING --passing PASSING -- YOUR-TEST {}");
    } finally {
      process.chdir(here);
      rmSync(folder, { recursive: true, force: true });
    }
    await findThreadSwitch();
    return 0;
  },
};

/** Runs `culprit input` as a user would. */
async function runInput(...argv: string[]): Promise<void> {
  process.stdout.write(`\n$ culprit input ${argv.join(" ")}\n`);
  const input = await applicationCommand("input");
  await input.run(readWords(input, argv));
}

/**
 * As large as the thread-schedule experiment of Choi and Zeller (2002): each delta moves a thread switch by one yield
 * point, and the program fails if a certain one is moved. Here the program is a function; the numbers are theirs.
 */
async function findThreadSwitch(): Promise<void> {
  const moves = 3_842_577_240;
  const culprit = 1_972_112_033;
  printTitle(
    "3. One delta among 3.8 billion",
    "A schedule that fails differs from one that passes in 3,842,577,240 moved thread switches.",
  );
  let tests = 0;
  const began = performance.now();
  const end = await sequential({
    search: dd(DeltaSet.empty, DeltaSet.range(0, moves)),
    key: (set) => set.key,
    trial: async (set) => {
      tests++;
      return { outcome: set.has(culprit) ? ("fail" as const) : ("pass" as const) };
    },
  });
  const found = differenceOf(bestOf(end)!);
  const { bold } = paintFor(process.stdout);
  const time = (performance.now() - began).toFixed(0);
  process.stdout.write(
    `\n${bold(`It fails if and only if thread switch ${count(Number(found.toString()))} is moved.`)}\n`,
  );
  process.stdout.write(`${tests} tests needed (published: 50), ${time} ms.\n`);
  printNext('import { isolate } from "culprit"   to do the same with a list and a function of yours');
}

function printTitle(title: string, text: string): void {
  const { bold, dim } = paintFor(process.stdout);
  process.stdout.write(`\n${bold(title)}\n${dim(text)}\n`);
}

function printNext(text: string): void {
  process.stdout.write(`Next: ${text}\n`);
}
