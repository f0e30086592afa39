import type { RealRegression } from "./real-regression.ts";

const esbuild = "$NEEDS/node_modules/.bin/esbuild src/index.ts --bundle --platform=node --log-level=error";

/** Sources that have to be compiled or bundled before each test. */
export const builds: readonly RealRegression[] = [
  {
    name: "multidict",
    kind: "build",
    versions: { registry: "pypi", package: "multidict", old: "6.2.0", new: "6.3.0" },
    build: "python3 setup.py -q build_ext --inplace",
    check: {
      language: "py",
      text: `import os, sys
sys.path.insert(0, os.getcwd())
from multidict import CIMultiDict, MultiDict
assert CIMultiDict(MultiDict([("KEY", 1)])).get("key") == 1`,
    },
    truth: {
      file: /^multidict\/(?:_multidict\.c|_multilib\/pair_list\.h)$/,
      text: /pair_list_update_from_pair_list/,
      maxPlaces: 60,
      source: "multidict 6.3.1: CIMultiDict from MultiDict is not case-insensitive, pull request 1112",
    },
  },
  {
    name: "rxjs",
    kind: "build",
    versions: { registry: "npm", package: "rxjs", old: "7.5.6", new: "7.5.7" },
    needs: ["typescript@4.6.4", "tslib@2.4.0", "@types/node@16.18.0"],
    build:
      "$NEEDS/node_modules/.bin/tsc --outDir out --module commonjs --target es2019 --lib es2019,dom --skipLibCheck" +
      " --typeRoots $NEEDS/node_modules/@types src/index.ts",
    check: {
      language: "cjs",
      text: `const { asapScheduler } = require(\`\${process.cwd()}/out/index.js\`);
let ran = 0;
asapScheduler.schedule(() => {
  asapScheduler.schedule(() => { ran++; asapScheduler.schedule(() => ran++); });
  asapScheduler.schedule(() => ran++);
});
setTimeout(() => require("node:assert").equal(ran, 3), 50);`,
    },
    truth: {
      file: /^src\/internal\/scheduler\/AsapAction\.ts$/,
      text: /actions\[actions\.length - 1\]|actions\.some/,
      source: "rxjs 7.8.1: asapScheduler stops after scheduling twice during flush, issue 7198",
    },
  },
  {
    name: "zod",
    kind: "build",
    versions: { registry: "npm", package: "zod", old: "4.3.6", new: "4.4.0" },
    needs: ["esbuild@0.19.12"],
    build: `${esbuild} --outfile=out/zod.cjs`,
    check: {
      language: "cjs",
      text: `const { z } = require(\`\${process.cwd()}/out/zod.cjs\`);
const schema = z.object({ tags: z.preprocess((value) => value, z.array(z.string())).catch([]) });
require("node:assert").deepEqual(schema.parse({}), { tags: [] });`,
    },
    truth: {
      file: /^src\/v4\/core\/schemas\.ts$/,
      text: /isOptionalIn|optin/,
      maxPlaces: 20,
      source: "zod 4.4.3: catch handling for absent object keys, issue 5937",
    },
  },
  {
    name: "mobx-react-lite",
    kind: "build",
    versions: { registry: "npm", package: "mobx-react-lite", old: "3.4.0", new: "3.4.1" },
    needs: ["mobx@6.8.0", "react@18.2.0", "react-dom@18.2.0", "use-sync-external-store@1.2.0", "esbuild@0.19.12"],
    build: `${esbuild} --packages=external --outfile=out/index.cjs`,
    check: {
      language: "cjs",
      text: `const api = require(\`\${process.cwd()}/out/index.cjs\`);
require("node:assert").equal(typeof api.clearTimers, "function");`,
    },
    truth: {
      file: /^src\/index\.ts$/,
      text: /clearTime/,
      source: "mobx-react-lite: regression clearTimers, clearTimes, issue 3650",
    },
  },
];
