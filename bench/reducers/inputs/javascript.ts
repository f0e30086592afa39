import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Input } from "../input.ts";
import { npmPackage } from "../packages.ts";

/** terser/terser#1496: this release crashed on real code, this among it. */
export const javascript: Input = {
  name: "javascript",
  language: "javascript",
  kind: "program",
  about: "nacl-fast.js of tweetnacl, which crashes terser 5.28.0",
  candidate: "input.js",
  make() {
    const source = readFileSync(join(npmPackage("tweetnacl", "1.0.3"), "nacl-fast.js"), "utf8");
    return { files: { "input.js": source }, test: crashes(npmPackage("terser", "5.28.0")) };
  },
};

const crashes = (terser: string) => `exec ${process.execPath} - <<'END'
const { minify } = require("${terser}");
const source = require("fs").readFileSync("input.js", "utf8");
minify(source, { compress: true, mangle: false }).then(
  () => process.exit(1),
  ({ message }) => process.exit(message === "Cannot read properties of undefined (reading 'TYPE')" ? 0 : 1),
);
END
`;
