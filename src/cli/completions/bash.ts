import { type CompletedCommand, kindOfValue, quoted } from "./completed-command.ts";

/** A script for bash. It is made once, so that a press of Tab starts nothing. */
export function bashCompletions(commands: readonly CompletedCommand[]): string {
  return `# Completions of culprit for bash. In ~/.bashrc: source <(culprit completions bash)
_culprit() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} options i
  COMPREPLY=()
  # Words after -- are those of the test.
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -- ]] || continue
    if declare -F _command_offset >/dev/null; then _command_offset $((i + 1)); return; fi
    if ((COMP_CWORD == i + 1)); then COMPREPLY=($(compgen -c -- "$word")); fi
    compopt -o default 2>/dev/null
    return
  done
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted(["--help", "--version", ...commands.map(({ name }) => name)].join(" "))} -- "$word"))
    return
  fi
  case $command in
${commands.map(commandCase).join("\n")}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options --" -- "$word")); return; fi
  compopt -o default 2>/dev/null
}
_culprit_runs() {
  COMPREPLY=($(compgen -W "last $(ls .culprit/runs 2>/dev/null)" -- "$1"))
}
complete -F _culprit culprit
`;
}

function commandCase({ name, options, words, takesRun }: CompletedCommand): string {
  const valued = options.filter(({ value }) => value !== undefined);
  const chosen = valued.filter(({ choices }) => choices);
  const plain = valued.filter((option) => !option.choices && kindOfValue(option) === "text");
  const cases = [
    ...chosen.map(
      ({ name, choices }) =>
        `        --${name}) COMPREPLY=($(compgen -W ${quoted(choices!.join(" "))} -- "$word")); return ;;`,
    ),
    ...(plain.length === 0 ? [] : [`        ${plain.map(({ name }) => `--${name}`).join("|")}) return ;;`]),
  ];
  return `    ${name})
      options=${quoted(options.map((option) => `--${option.name}`).join(" "))}
${cases.length === 0 ? "" : `      case $previous in\n${cases.join("\n")}\n      esac\n`}${firstWords(words, takesRun)}      ;;`;
}

function firstWords(words: readonly string[], takesRun: boolean): string {
  if (takesRun) return `      if [[ $word != -* ]]; then _culprit_runs "$word"; return; fi\n`;
  if (words.length === 0) return "";
  const reply = `COMPREPLY=($(compgen -W ${quoted(words.join(" "))} -- "$word"))`;
  return `      if ((COMP_CWORD == 2)) && [[ $word != -* ]]; then ${reply}; compopt -o default 2>/dev/null; return; fi\n`;
}
