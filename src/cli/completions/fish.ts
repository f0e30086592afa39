import type { Option } from "../../application/words.ts";
import { type CompletedCommand, kindOfValue } from "./completed-command.ts";

/** A script for fish. */
export function fishCompletions(commands: readonly CompletedCommand[]): string {
  return `# Completions of culprit for fish. Write them to ~/.config/fish/completions/culprit.fish
function __culprit_is
    set -l words (commandline -opc)
    not contains -- -- $words; and test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end
function __culprit_begins
    test (count (commandline -opc)) -eq 1
end
function __culprit_begins_test
    set -l words (commandline -opc)
    test "$words[-1]" = --; and test (contains -i -- -- $words) -eq (count $words); and test -n (commandline -ct)
end
function __culprit_runs
    echo last
    ls .culprit/runs 2>/dev/null
end
complete -c culprit -n __culprit_begins -f
complete -c culprit -n __culprit_begins_test -a '(complete -C (commandline -ct))'
${commands.flatMap(commandLines).join("\n")}
`;
}

function commandLines({ name, about, options, words, takesRun }: CompletedCommand): string[] {
  const is = `-n '__culprit_is ${name}'`;
  return [
    `complete -c culprit -n __culprit_begins -a ${name} -d ${text(about)}`,
    ...words.map((word) => `complete -c culprit ${is} -a ${word}`),
    ...(takesRun ? [`complete -c culprit ${is} -f -a '(__culprit_runs)'`] : []),
    ...options.map(
      (option) => `complete -c culprit ${is} -l ${option.name}${valuePart(option)} -d ${text(option.about)}`,
    ),
  ];
}

function valuePart(option: Option): string {
  if (option.value === undefined) return "";
  if (option.choices) return ` -x -a ${text(option.choices.join(" "))}`;
  return kindOfValue(option) === "text" ? " -x" : " -r -F";
}

function text(about: string): string {
  return `'${about.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
