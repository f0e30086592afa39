import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { noPython, python } from "./python-program.ts";

const site = join(import.meta.dirname, "../../../runtimes/state-python/site");
const script = `
import json, math, sys
sys.path.insert(0, ${JSON.stringify(site)})
sys.dont_write_bytecode = True
from culprit_state import plain_json
values = [None, True, -3, 10**40, 1.5, 1e300, "", "a\\"\\\\\\n\\u2028\\ud800😀", [], {}, {"a": [1, {"b": None}]}, (1, 2), float("inf")]
for value in values:
    text = json.dumps(value)
    assert plain_json.dumps(value) == text, value
    assert plain_json.loads(" " + text + "\\n") == json.loads(text), value
assert math.isnan(plain_json.loads(plain_json.dumps(float("nan"))))
for wrong in ["", "{", "nul", "1 2", "[1,]"]:
    try:
        plain_json.loads(wrong)
        sys.exit("accepts " + wrong)
    except ValueError:
        pass
try:
    plain_json.dumps({"a": object()})
    sys.exit("writes objects")
except TypeError:
    pass
`;

test("our JSON is that of the standard library", skippedBecause(noPython), () => {
  expect(spawnSync(python, ["-c", script], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});
