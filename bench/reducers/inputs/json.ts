import { below, type Random, random } from "../../random.ts";
import type { Input } from "../input.ts";
import { interpreter } from "../interpreter.ts";

const needed = "culprit";

export const json: Input = {
  name: "json",
  language: "json",
  kind: "data",
  about: "nested JSON, a key deep inside needed, judged by Python's parser",
  candidate: "input.json",
  make() {
    const root = tree(random(11), 0);
    deepest(root)[needed] = true;
    return { files: { "input.json": JSON.stringify(root, undefined, 1) }, test: hasKey(interpreter()) };
  },
};

/** Parses, and looks for the key at any depth. */
const hasKey = (python: string) => `exec ${python} -SEs - <<'END'
import json, sys
def has(value):
    if isinstance(value, dict):
        return "${needed}" in value or any(map(has, value.values()))
    return isinstance(value, list) and any(map(has, value))
try:
    sys.exit(not has(json.load(open("input.json"))))
except (ValueError, RecursionError):
    sys.exit(1)
END
`;

interface Branch {
  [key: string]: unknown;
}

function tree(next: Random, depth: number): Branch {
  const keys = Array.from({ length: 4 }, () => word(next));
  return Object.fromEntries(keys.map((key) => [key, depth < 5 && next() < 0.84 ? tree(next, depth + 1) : leaf(next)]));
}

function leaf(next: Random): unknown {
  return [() => below(10_000, next), () => word(next), () => next() < 0.5, () => [word(next), below(9, next)]][
    below(4, next)
  ]!();
}

function word(next: Random): string {
  return Array.from({ length: 6 }, () => String.fromCharCode(97 + below(26, next))).join("");
}

/** The branch reached by always going into the last branch. */
function deepest(branch: Branch): Branch {
  const inner = Object.values(branch).filter((value) => typeof value === "object" && !Array.isArray(value));
  return inner.length === 0 ? branch : deepest(inner.at(-1) as Branch);
}
