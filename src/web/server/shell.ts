import { readFileSync } from "node:fs";
import { style } from "../../report/html/style.ts";
import { pageStyle } from "../steps/page-style.ts";

interface Asset {
  readonly type: string;
  readonly body: string;
}

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>culprit</title>
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body><main id="page"><p>Loading …</p><noscript><p>This page needs JavaScript; culprit show --html writes one that does not.</p></noscript></main></body>
</html>
`;

/** The page itself, which has nothing in it that a stranger could not have: all data needs the token. */
export function shellAsset(path: string): Asset | undefined {
  if (path === "/") return { type: "text/html; charset=utf-8", body: html };
  if (path === "/page.js") return { type: "text/javascript; charset=utf-8", body: pageScript() };
  if (path === "/page.css") return { type: "text/css; charset=utf-8", body: style + pageStyle };
  return undefined;
}

let script: string | undefined;

/** The script that the build made of src/web/page/. */
export function pageScript(): string {
  script ??= readFileSync(new URL("../page/page.js", import.meta.url), "utf8");
  return script;
}
