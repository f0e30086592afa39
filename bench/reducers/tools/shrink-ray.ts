import { pythonPackages } from "../packages.ts";
import type { Tool } from "../tool.ts";

/**
 * Of tree-sitter's grammars the last edition that holds them; the later ones fetch each from the net at the first use.
 * What shrinkray asks the later ones beyond that is put in, so that its passes by grammar run.
 */
const python = () =>
  pythonPackages("shrinkray", ["shrinkray==26.9.13.0"], {
    instead: "tree-sitter-language-pack==0.13.0",
    module: "tree_sitter_language_pack",
    added: [
      "def downloaded_languages():",
      "    from typing import get_args",
      "    return list(get_args(SupportedLanguage))",
      "def download(names):",
      "    pass",
    ].join("\n"),
  });

/** Without its language model, which would be a download of gigabytes and is no part of the passes compared here. */
export const shrinkRay: Tool = {
  name: "shrinkray",
  inPlace: true,
  takes: () => true,
  install: () => void python(),
  commands: ({ input, test, jobs }) => {
    const plain = ["--ui", "basic", "--volume", "quiet", "--no-llm", "--no-history", "--formatter", "none"];
    const options = [...plain, "--trivial-is-not-error", "--parallelism", `${jobs}`];
    return [{ argv: [python(), "-m", "shrinkray", ...options, test, input.candidate] }];
  },
};
