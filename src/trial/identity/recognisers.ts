import { abort } from "./kinds/abort.ts";
import { assertion } from "./kinds/assertion.ts";
import { gcc } from "./kinds/gcc.ts";
import { go } from "./kinds/go.ts";
import { java } from "./kinds/java.ts";
import { jvm } from "./kinds/jvm.ts";
import { llvm } from "./kinds/llvm.ts";
import { node } from "./kinds/node.ts";
import { nodeFatal } from "./kinds/node-fatal.ts";
import { pytest } from "./kinds/pytest.ts";
import { python } from "./kinds/python.ts";
import { pythonFatal } from "./kinds/python-fatal.ts";
import { rust } from "./kinds/rust.ts";
import { rustc } from "./kinds/rustc.ts";
import { sanitizer } from "./kinds/sanitizer.ts";
import { tap } from "./kinds/tap.ts";
import { undefinedBehavior } from "./kinds/undefined-behavior.ts";
import type { Recogniser } from "./recogniser.ts";

/**
 * In order of precedence. A test is often a script around the program that fails, and both complain: the script's
 * language comes after what it may have run. So compiled programs come first, languages of scripts last.
 */
export const recognisers: readonly Recogniser[] = [
  assertion,
  sanitizer,
  rustc,
  gcc,
  llvm,
  abort,
  undefinedBehavior, // after abort: it may only have warned
  rust,
  go,
  jvm,
  java,
  pythonFatal,
  python,
  pytest,
  nodeFatal,
  node,
  tap,
];
