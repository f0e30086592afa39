import type { RealRegression } from "./real-regression.ts";

/** One generated file of more than 1 MB. */
export const bundles: readonly RealRegression[] = [
  {
    name: "mathjs",
    kind: "bundle",
    versions: { registry: "npm", package: "mathjs", old: "4.4.0", new: "4.4.1" },
    check: {
      language: "cjs",
      text: `const math = require(\`\${process.cwd()}/dist/math.js\`);
require("node:assert").deepEqual(math.inv([[-2, 0, 0], [0, 1, 0], [0, 0, 1]])[0], [-0.5, 0, 0]);`,
    },
    truth: {
      file: /^dist\/math\.js$/,
      text: /A_big/,
      source: "mathjs 4.4.2: a regression in inv since 4.4.1, issue 1122",
    },
  },
  {
    name: "svelte",
    kind: "bundle",
    versions: { registry: "npm", package: "svelte", old: "3.38.3", new: "3.39.0" },
    check: {
      language: "cjs",
      text: `const { compile } = require(\`\${process.cwd()}/compiler.js\`);
const { js } = compile('<script>import { get } from "svelte/store"; get;</script>', { sveltePath: "./vendor" });
require("node:assert").match(js.code, /from "\\.\\/vendor\\/store/);`,
    },
    truth: {
      file: /^compiler\.js$/,
      text: /node\.raw \|\|/,
      source:
        "svelte 3.43.2: imports not rewritten as sveltePath says, issue 6834; the fix resets the raw text of 6425's printer",
    },
  },
  {
    name: "babel-standalone",
    kind: "bundle",
    versions: { registry: "npm", package: "@babel/standalone", old: "7.19.3", new: "7.19.4" },
    check: {
      language: "cjs",
      text: `const Babel = require(\`\${process.cwd()}/babel.js\`);
const note = { type: "CommentBlock", value: " note ", loc: undefined };
const annotate = () => ({ visitor: { FunctionDeclaration: ({ node }) => void node.leadingComments.push(note) } });
const { code } = Babel.transform("/* first */ function f() {}", { plugins: [annotate], configFile: false });
require("node:assert").match(code, /note/);`,
    },
    truth: {
      file: /^babel\.js$/,
      text: /commentStartLine|_comment\.loc\.start\.line/,
      source: "babel 7.19.5: Cannot read properties of undefined, pull request 15031",
    },
  },
  {
    name: "prettier",
    kind: "bundle",
    versions: { registry: "npm", package: "prettier", old: "2.0.2", new: "2.0.3" },
    check: {
      language: "cjs",
      text: `const prettier = require(process.cwd());
const text = "const someRatherLongVariableName = anotherRatherLongExpressionName as SomeRatherLongTypeName;\\n";
require("node:assert").equal(prettier.format(text, { parser: "typescript" }), text);`,
    },
    truth: {
      file: /^index\.js$/,
      text: /TSAsExpression|getBinaryishNodeNames|binaryishNodeTypes/,
      maxPlaces: 20,
      source: "prettier 2.0.4: reverts 7869, TSAsExpression formatted as BinaryExpression",
    },
  },
];
