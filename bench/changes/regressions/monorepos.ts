import type { RealRegression } from "./real-regression.ts";

const inVue = [
  "@vue/shared",
  "@vue/reactivity",
  "@vue/runtime-core",
  "@vue/runtime-dom",
  "@vue/compiler-core",
  "@vue/compiler-dom",
  "@vue/compiler-ssr",
  "@vue/compiler-sfc",
  "@vue/server-renderer",
  "vue",
];
const inJest = [
  "expect",
  "@jest/expect-utils",
  "@jest/schemas",
  "@jest/types",
  "diff-sequences",
  "jest-diff",
  "jest-get-type",
  "jest-matcher-utils",
  "jest-message-util",
  "jest-mock",
  "jest-util",
  "pretty-format",
];
/** The packages of a release that all have its version. */
const released = (packages: readonly string[], version: string) => packages.map((name) => `${name}@${version}`);

const fromTree = `const { createRequire } = require("node:module");
const from = createRequire(\`\${process.cwd()}/\`);`;

/** Several packages in one tree, that the test uses together. */
export const monorepos: readonly RealRegression[] = [
  {
    name: "vue-slots",
    kind: "monorepo",
    versions: {
      old: released([...inVue, "@vue/reactivity-transform"], "3.2.37"),
      new: released([...inVue, "@vue/reactivity-transform"], "3.2.38"),
    },
    needs: [
      "@babel/parser@7.18.0",
      "estree-walker@2.0.2",
      "magic-string@0.25.9",
      "postcss@8.4.14",
      "source-map@0.6.1",
      "csstype@2.6.20",
    ],
    check: {
      language: "cjs",
      text: `${fromTree}
const { createSSRApp } = from("vue");
const { renderToString } = from("@vue/server-renderer");
const Box = { template: '<div><slot name="a"/></div>' };
const app = createSSRApp({ components: { Box }, template: '<Box><template v-if="true" #a>hello</template></Box>' });
renderToString(app).then((html) => require("node:assert").match(html, /hello/));`,
    },
    truth: {
      file: /^packages\/(?:runtime-core|compiler-core|server-renderer)\/dist\/[\w-]+\.cjs\.js$/,
      text: /slot\.key|buildDynamicSlot|res\.key/,
      source: "vue 3.2.40: dynamic slot regression in ssr, issue 6651",
    },
  },
  {
    name: "vue-computed",
    kind: "monorepo",
    versions: { old: released(inVue, "3.5.6"), new: released(inVue, "3.5.7") },
    needs: [
      "@babel/parser@7.25.6",
      "entities@4.5.0",
      "estree-walker@2.0.2",
      "magic-string@0.30.11",
      "postcss@8.4.47",
      "source-map-js@1.2.1",
      "csstype@3.1.3",
    ],
    check: {
      language: "cjs",
      text: `${fromTree}
const { reactive, computed, effect } = from("vue");
const object = reactive({ value: 1, flag: 1 });
const copy = computed(() => object.value);
let seen;
effect(() => { seen = object.flag ? (object.value, copy.value) : 0; });
object.flag = 0;
object.value = 2;
object.flag = 1;
require("node:assert").equal(seen, 2);`,
    },
    truth: {
      file: /^packages\/reactivity\/dist\/reactivity\.cjs\.js$/,
      text: /dep\.map|targetMap\.delete/,
      source: "vue 3.5.9: property dep removal regression, issue 12020",
    },
  },
  {
    name: "babel-async",
    kind: "monorepo",
    versions: {
      old: [
        "@babel/core@7.22.15",
        "@babel/generator@7.22.15",
        "@babel/helper-module-transforms@7.22.15",
        "@babel/helper-remap-async-to-generator@7.22.9",
        "@babel/helper-wrap-function@7.22.10",
        "@babel/plugin-transform-async-to-generator@7.22.5",
        "@babel/traverse@7.22.15",
        "@babel/types@7.22.15",
      ],
      new: [
        "@babel/core@7.22.17",
        "@babel/generator@7.22.15",
        "@babel/helper-module-transforms@7.22.17",
        "@babel/helper-remap-async-to-generator@7.22.17",
        "@babel/helper-wrap-function@7.22.17",
        "@babel/plugin-transform-async-to-generator@7.22.5",
        "@babel/traverse@7.22.17",
        "@babel/types@7.22.17",
      ],
    },
    needs: [
      "@ampproject/remapping@2.2.1",
      "@babel/code-frame@7.22.13",
      "@babel/helper-annotate-as-pure@7.22.5",
      "@babel/helper-compilation-targets@7.22.15",
      "@babel/helper-environment-visitor@7.22.5",
      "@babel/helper-function-name@7.22.5",
      "@babel/helper-hoist-variables@7.22.5",
      "@babel/helper-module-imports@7.22.15",
      "@babel/helper-plugin-utils@7.22.5",
      "@babel/helper-simple-access@7.22.5",
      "@babel/helper-split-export-declaration@7.22.6",
      "@babel/helper-string-parser@7.22.5",
      "@babel/helper-validator-identifier@7.22.15",
      "@babel/helpers@7.22.15",
      "@babel/parser@7.22.16",
      "@babel/template@7.22.15",
      "@jridgewell/gen-mapping@0.3.3",
      "@jridgewell/trace-mapping@0.3.19",
      "convert-source-map@1.9.0",
      "debug@4.3.4",
      "gensync@1.0.0-beta.2",
      "globals@11.12.0",
      "jsesc@2.5.2",
      "json5@2.2.3",
      "semver@6.3.1",
      "to-fast-properties@2.0.0",
    ],
    check: {
      language: "cjs",
      text: `${fromTree}
const { code } = from("@babel/core").transformSync(
  "run = async () => { for (const item of [1, 2, 3]) await call(async (x) => { output.push(item); }); };",
  { plugins: [from.resolve("@babel/plugin-transform-async-to-generator")], configFile: false, sourceType: "script" },
);
Object.assign(globalThis, { output: [], call: (f) => f() });
(0, eval)(code);
globalThis.run().then(() => require("node:assert").deepEqual(globalThis.output, [1, 2, 3]));`,
    },
    truth: {
      file: /^packages\/helper-wrap-function\/lib\/index\.js$/,
      text: /buildWrapper|REF = REF \|\| FUNCTION|WrapperArgs|wrapperArgs/i,
      maxPlaces: 12,
      source: "babel 7.22.20: reverts 15922, Improve output when wrapping functions; issue 15978",
    },
  },
  {
    name: "jest-called-with",
    kind: "monorepo",
    versions: { old: released(inJest, "30.0.0-alpha.3"), new: released(inJest, "30.0.0-alpha.4") },
    needs: [
      "@babel/code-frame@7.24.2",
      "@sinclair/typebox@0.33.7",
      "@types/node@20.12.7",
      "ansi-styles@5.2.0",
      "chalk@4.1.2",
      "ci-info@4.0.0",
      "graceful-fs@4.2.11",
      "micromatch@4.0.5",
      "picomatch@3.0.1",
      "react-is@18.2.0",
      "slash@3.0.0",
      "stack-utils@2.0.6",
    ],
    check: {
      language: "cjs",
      text: `${fromTree}
const { expect } = from("expect");
const called = from("jest-mock").fn();
called({ a: 1, b: 2 });
called({ a: 3, b: 4 });
expect(called).toHaveBeenCalledWith(expect.objectContaining({ b: 4 }));`,
    },
    truth: {
      file: /^packages\/expect\/build\/index\.js$/,
      text: /this\.sample\[key\] = other\[key\]|otherKeys/,
      source: "jest 30.0.0: reverts 15038, toHaveBeenCalledWith(objectContaining) after several calls; 15508",
    },
  },
];
