/** culprit in tests: when the body of a test fails on a large input, finds the part of the input that makes it fail. */
import { fileURLToPath } from "node:url";
import { loadUnmocked } from "./causes/values/explain/body/main-context.ts";
import type { Engine } from "./causes/values/explain/body-failure.ts";
import { type Explain, makeExplain } from "./causes/values/explain/library.ts";

const engine = fileURLToPath(new URL("./causes/values/explain/engine/explain-failure.js", import.meta.url));

/**
 * Runs the body of a test on an input, and returns what it returns. If it throws, runs it again on ever smaller inputs, or on
 * inputs between the passing and this one. Then throws the same error, with the smallest input that fails in the same way in its message.
 */
export const explain: Explain = makeExplain(() => loadUnmocked<Engine>(engine));
export { type FileInput, file } from "./causes/values/explain/body/file-input.ts";
export type { Explain, ExplainOptions } from "./causes/values/explain/library.ts";
