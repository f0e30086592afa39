/** The same as `explain.ts` for tests that are CommonJS, where the engine is beside this build, not in it. */
import { join } from "node:path";
import { loadUnmocked } from "./causes/values/explain/body/main-context.ts";
import type { Engine } from "./causes/values/explain/body-failure.ts";
import { type Explain, makeExplain } from "./causes/values/explain/library.ts";

const engine = join(__dirname, "../../src/causes/values/explain/engine/explain-failure.js");

/**
 * Runs the body of a test on an input, and returns what it returns. If it throws, runs it again on ever smaller inputs, or on
 * inputs between the passing and this one. Then throws the same error, with the smallest input that fails in the same way in its message.
 */
export const explain: Explain = makeExplain(() => loadUnmocked<Engine>(engine));
export { type FileInput, file } from "./causes/values/explain/body/file-input.ts";
export type { Explain, ExplainOptions } from "./causes/values/explain/library.ts";
