import type { RealRegression } from "./real-regression.ts";

/** With their history, from `--from DIR`: the commit first, then its lines. */
export const repositories: readonly RealRegression[] = [
  {
    name: "luxon",
    kind: "plain",
    versions: { repository: "luxon", old: "3.3.0", new: "3.4.0" },
    check: {
      language: "mjs",
      text: `const { Duration } = await import(\`\${process.cwd()}/src/luxon.js\`);
if (!Number.isNaN(Duration.invalid("unparsable").toMillis())) throw new Error("a number");`,
    },
    truth: {
      file: /^src\/duration\.js$/,
      text: /toMillis|values\.milliseconds|as\("milliseconds"\)/,
      source: "luxon 3.4.1: invalid durations in toHuman and toMillis, pull request 1489",
    },
  },
  {
    name: "click",
    kind: "plain",
    versions: { repository: "click", old: "8.1.8", new: "8.2.1" },
    check: {
      language: "py",
      text: `import os, sys
sys.path.insert(0, os.path.join(os.getcwd(), "src"))
import click
from click.testing import CliRunner

@click.command()
@click.argument("file", type=click.File())
def cat(file):
    for line in file:
        click.echo(line, nl=False)

result = CliRunner().invoke(cat, ["-"], input="one\\ntwo\\n")
assert result.exit_code == 0, result.output`,
    },
    truth: {
      file: /^src\/click\/testing\.py$/,
      text: /__next__|EOFError/,
      source: "click 8.2.2: regression of EOF handling in CliRunner, introduced in 262bdf0, issue 2939",
    },
  },
];
