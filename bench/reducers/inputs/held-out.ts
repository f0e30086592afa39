import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Input } from "../input.ts";
import { interpreter } from "../interpreter.ts";
import { npmPackage, pythonSource } from "../packages.ts";
import { warns } from "./c.ts";

const compiler = "gcc";

/** These are for measuring alone: no rule of ours was chosen, and none is to be, by looking at how they go. */
export const heldOut: readonly Input[] = [
  {
    name: "held-out c",
    language: "c",
    kind: "program",
    about: "lz4hc.c of lz4, preprocessed, a conversion in one of its functions, judged by gcc",
    candidate: "input.c",
    make() {
      const file = join(npmPackage("lz4", "0.6.5"), "deps/lz4/lib/lz4hc.c");
      const whole = execFileSync(compiler, ["-E", "-P", file], { encoding: "utf8" });
      return { files: { "input.c": whole }, test: warns("input.c", "LZ4_saveDictHC", "conversion to 'size_t'") };
    },
  },
  {
    name: "held-out javascript",
    language: "javascript",
    kind: "program",
    about: "fetch of undici, which Node parses and acorn 6.4.2 does not",
    candidate: "input.js",
    make() {
      const source = readFileSync(join(npmPackage("undici", "6.21.0"), "lib/web/fetch/index.js"), "utf8");
      return { files: { "input.js": source }, test: refusedByOneParser(npmPackage("acorn", "6.4.2")) };
    },
  },
  {
    name: "held-out json",
    language: "json",
    kind: "data",
    about: "the JSON schema of vega, refused by ajv 8.17.1 when it is strict",
    candidate: "input.json",
    make() {
      const schema = readFileSync(join(npmPackage("vega", "5.25.0"), "build/vega-schema.json"), "utf8");
      return { files: { "input.json": schema }, test: refusedAsSchema(npmPackage("ajv", "8.17.1")) };
    },
  },
  {
    name: "held-out python",
    language: "python",
    kind: "program",
    about: "bottle.py, a name that is not defined, judged by pyflakes 3.2.0",
    candidate: "input.py",
    make() {
      const source = readFileSync(join(pythonSource("bottle", "0.12.25"), "bottle.py"), "utf8");
      return { files: { "input.py": source }, test: undefinedName(pythonSource("pyflakes", "3.2.0")) };
    },
  },
  {
    name: "held-out css",
    language: "css",
    kind: "data",
    about: "bootstrap.css, two warnings, judged by csslint 1.0.5",
    candidate: "input.css",
    make() {
      const sheet = readFileSync(join(npmPackage("bootstrap", "4.6.2"), "dist/css/bootstrap.css"), "utf8");
      return { files: { "input.css": sheet }, test: warnedOfTwice(npmPackage("csslint", "1.0.5")) };
    },
  },
];

const node = (program: string) => `exec ${process.execPath} - <<'END'
const source = (name) => require("fs").readFileSync(name, "utf8");
${program}END
`;

const refusedByOneParser = (acorn: string) =>
  node(`const text = source("input.js");
try { new (require("vm").Script)(text); } catch { process.exit(1); }
try { require("${acorn}").parse(text, { ecmaVersion: 10 }); } catch { process.exit(0); }
process.exit(1);
`);

const refusedAsSchema = (ajv: string) =>
  node(`const Ajv = require("${ajv}");
const options = { validateFormats: false, strictTypes: false, strictRequired: true, logger: false };
try { new Ajv(options).compile(JSON.parse(source("input.json"))); } catch ({ message }) {
  process.exit(message.startsWith('strict mode: required property "scale" is not defined') ? 0 : 1);
}
process.exit(1);
`);

/** It parses, and no other name is unknown. */
const undefinedName = (pyflakes: string) => `said=$(PYTHONPATH=${pyflakes} ${interpreter()} -m pyflakes input.py 2>&1)
case $said in *"undefined name 'key'"*) ;; *) exit 1 ;; esac
! echo "$said" | grep "undefined name\\|syntax\\|indent" | grep -qv "'key'"
`;

const warnedOfTwice = (csslint: string) =>
  node(`const { messages } = require("${csslint}").CSSLint.verify(source("input.css"));
const said = (text) => messages.some(({ message }) => message.startsWith(text));
process.exit(said("Duplicate property 'position'") && said("Fallback border-top-color") ? 0 : 1);
`);
