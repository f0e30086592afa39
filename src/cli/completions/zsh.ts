import type { Option } from "../../application/words.ts";
import { type CompletedCommand, kindOfValue, quoted } from "./completed-command.ts";

/** A script for zsh. */
export function zshCompletions(commands: readonly CompletedCommand[]): string {
  return `#compdef culprit
# Completions of culprit for zsh. In ~/.zshrc, after compinit: source <(culprit completions zsh)
_culprit_runs() {
  local -a runs
  runs=(last \${(f)"$(ls .culprit/runs 2>/dev/null)"})
  compadd -a runs
}
_culprit() {
  # Not commands: so zsh itself calls the programs in PATH.
  local -a own
  local end=\${words[(i)--]}
  # Words after -- are those of the test.
  if ((end < CURRENT)); then
    shift $end words
    ((CURRENT -= end))
    _normal
    return
  fi
  own=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`).join("\n")}
  )
  if ((CURRENT == 2)); then _describe command own; return; fi
  shift words
  ((CURRENT--))
  case $words[1] in
${commands.map(commandCase).join("\n")}
  esac
}
compdef _culprit culprit
`;
}

function commandCase({ name, options, words, takesRun }: CompletedCommand): string {
  const first = takesRun ? "1:run:_culprit_runs" : words.length > 0 ? `1:what:(${words.join(" ")})` : "";
  const rest = "*:file:_files";
  const specs = [...options.map(optionSpec), ...(first === "" ? [] : [first]), rest];
  return `    ${name}) _arguments ${specs.map(quoted).join(" ")} ;;`;
}

function optionSpec(option: Option): string {
  const about = option.about.replace(/[[\]:]/g, (sign) => `\\${sign}`);
  const head = `${option.multiple ? "*" : ""}--${option.name}[${about}]`;
  if (option.value === undefined) return head;
  const kind = kindOfValue(option);
  const action = option.choices
    ? `(${option.choices.join(" ")})`
    : { file: "_files", folder: "_files -/", text: " " }[kind];
  return `${head}:${option.value.replace(/[[\]:,…]/g, "")}:${action}`;
}
