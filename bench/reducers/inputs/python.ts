import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Input } from "../input.ts";
import { interpreter } from "../interpreter.ts";
import { pythonSource } from "../packages.ts";

export const python: Input = {
  name: "python",
  language: "python",
  kind: "program",
  about: "docopt.py, which is still to parse a command line, judged by Python",
  candidate: "input.py",
  make() {
    const source = readFileSync(join(pythonSource("docopt", "0.6.2"), "docopt.py"), "utf8");
    return { files: { "input.py": source }, test: parses(interpreter()) };
  },
};

/** A candidate may loop or take all memory. */
const parses = (python: string) => `ulimit -v 1000000
exec timeout 5 ${python} -SEsB - 2>&1 <<'END'
import os, sys
sys.path.insert(0, ".")
try:
    from input import docopt
    found = docopt("Usage: program [--size=<n>] [-v] <file>...", ["--size=3", "a", "b"])
    os._exit(found != {"--size": "3", "-v": False, "<file>": ["a", "b"]})
except BaseException: # an exit of the candidate's own says nothing
    os._exit(1)
END
`;
