import type { Input } from "./input.ts";
import { c, cProject } from "./inputs/c.ts";
import { cpp } from "./inputs/cpp.ts";
import { heldOut } from "./inputs/held-out.ts";
import { javascript } from "./inputs/javascript.ts";
import { json } from "./inputs/json.ts";
import { html, xml } from "./inputs/markup.ts";
import { python } from "./inputs/python.ts";
import { line, lines } from "./inputs/text.ts";
import { typescript } from "./inputs/typescript.ts";

/** A new one is a declaration like these. */
export const inputs: readonly Input[] = [
  lines,
  line,
  json,
  html,
  xml,
  c,
  cpp,
  javascript,
  typescript,
  python,
  cProject,
  ...heldOut,
];
