import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Input } from "../input.ts";
import { npmPackage } from "../packages.ts";

export const typescript: Input = {
  name: "typescript",
  language: "typescript",
  kind: "program",
  about: "chess.ts, an argument of the wrong type (TS2379), judged by tsc 7.0.2",
  candidate: "input.ts",
  make() {
    const source = readFileSync(join(npmPackage("chess.js", "1.0.0"), "src/chess.ts"), "utf8");
    return { files: { "input.ts": source }, test: complains(compiler()) };
  },
};

/** The program itself, without the script of Node that starts it. */
function compiler(): string {
  const platforms = join(dirname(npmPackage("typescript", "7.0.2")), "@typescript");
  return join(platforms, readdirSync(platforms)[0]!, "lib/tsc");
}

/** That error, and beside it only those of the kinds that the file has with this option: it parses and all names are known. */
const complains = (tsc: string) => `
said=$(${tsc} --noEmit --strict --exactOptionalPropertyTypes --target es2022 --types "" input.ts)
echo "$said" | grep -q "error TS2379: Argument of type .* 'undefined' to the types of the target's properties" || exit 1
! echo "$said" | grep "error TS" | grep -qv "error TS2379\\|error TS2322"
`;
