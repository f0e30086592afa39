/** The page's look: quiet, light or dark as the reader likes it, for screens of any width and for paper. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --ink: #1f2328; --soft: #59626c; --rule: #dfe2e6; --box: #f5f6f7;
  --fail: #b93815; --pass: #0b62a8; --unresolved: #6b6f76; --mark: #ffe08a; --mark-ink: #2b2100;
  --ins: #fde7df; --del: #e0eefa; --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --ink: #e4e6e9; --soft: #a0a8b1; --rule: #33383e; --box: #1f2226;
    --fail: #ff9066; --pass: #6cb8f5; --unresolved: #a3a9b2; --mark: #6a4f00; --mark-ink: #fff3cf;
    --ins: #45261a; --del: #17324a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--sans); }
main { max-width: 960px; margin: 0 auto; padding: 3.5rem 1.5rem 4rem; }
section, footer { margin-top: 3.25rem; }
h1 { margin: 0; font-size: clamp(1.6rem, 4.5vw, 2.5rem); line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 0 0 1rem; font-size: 1.2rem; font-weight: 650; }
h3 { margin: 1.75rem 0 0.75rem; font-size: 1rem; font-weight: 600; }
p { margin: 0.75rem 0; }
code, pre { font-family: var(--mono); font-size: 0.9em; }
h1 code { padding: 0.02em 0.22em; border-radius: 0.2em; background: var(--mark); color: var(--mark-ink); font-weight: 500; white-space: pre-wrap; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
i { font-style: normal; opacity: 0.6; user-select: none; -webkit-user-select: none; }
[data-glyph]::before { content: attr(data-glyph); position: absolute; opacity: 0.6; }
i[data-name] { font-size: 0; opacity: 0.8; }
i[data-name]::after { content: attr(data-name); margin: 0 2px; padding: 0 3px; border: 1px solid; border-radius: 3px; font-size: 0.68rem; }
.verdict { margin: 0 0 0.9rem; color: var(--soft); font-size: 0.9rem; }
.verdict b { margin-left: 0.7em; padding: 0.2em 0.75em; border: 1px solid; border-radius: 1em; color: var(--soft); font-weight: 600; white-space: nowrap; }
.verdict.found b { color: var(--pass); }
.verdict.not-reproduced b { color: var(--fail); }
.reason { margin-top: 1rem; font-size: 1.1rem; }
.summary { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.4rem 1.5rem; margin: 1.75rem 0 0; }
.summary dt { color: var(--soft); }
.summary dd { margin: 0; overflow-wrap: anywhere; }
.summary code { white-space: pre-wrap; }
.box { margin: 0 0 1.25rem; border: 1px solid var(--rule); border-radius: 8px; background: var(--box); overflow: hidden; }
.box figcaption { padding: 0.45rem 1rem; border-bottom: 1px solid var(--rule); color: var(--soft); font: 0.82rem/1.5 var(--mono); overflow-wrap: anywhere; }
.code { position: relative; max-height: 30rem; overflow: auto; }
.code pre { display: flex; width: max-content; min-width: 100%; margin: 0; padding: 0.9rem 1rem; font-size: 0.88rem; line-height: 1.6; tab-size: 4; }
.code:has(+ .code) pre { padding-bottom: 0.1rem; }
.code + .code pre { padding-top: 0.1rem; }
.code pre:has(del, ins) { display: block; padding: 0.5rem 0; }
.code code { font-size: 1em; }
.lines { padding-right: 1.1rem; color: var(--soft); opacity: 0.75; text-align: right; user-select: none; -webkit-user-select: none; }
.more { margin: 0; padding: 0 1rem 0.75rem; color: var(--soft); font-size: 0.9rem; }
mark { border-radius: 3px; background: var(--mark); color: var(--mark-ink); }
del, ins { display: block; padding: 0.25rem 1rem 0.25rem 6rem; text-decoration: none; }
del { background: var(--del); }
ins { background: var(--ins); }
del b, ins b { display: inline-block; width: 5rem; margin-left: -5rem; font-weight: 600; user-select: none; -webkit-user-select: none; }
del b { color: var(--pass); }
ins b { color: var(--fail); }
.order { display: flex; flex-wrap: wrap; gap: 3px; margin: 0; padding: 0; list-style: none; }
.order li { min-width: 0.8rem; height: 1.7rem; padding: 0 0.3rem; border-radius: 3px; background: var(--rule); color: var(--soft); font: 0.78rem/1.7rem var(--mono); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.order .polluter { background: var(--mark); color: var(--mark-ink); }
.order .leak { background: none; box-shadow: inset 0 0 0 2px var(--mark); color: inherit; }
.order .setter, .order .cleaner { background: var(--del); color: var(--ink); }
.order .victim { background: var(--fail); color: var(--paper); }
.pair { position: relative; max-height: 38rem; overflow: auto; }
.pair table { table-layout: fixed; min-width: 34rem; }
.pair .number { width: 3.6rem; }
.pair th { z-index: 1; font-weight: 400; border-bottom: 1px solid var(--rule); overflow: hidden; text-overflow: ellipsis; }
.pair td { border: 0; padding: 0.05rem 0.6rem; line-height: 1.6; tab-size: 4; }
.pair td code { font-size: 1em; white-space: pre-wrap; overflow-wrap: anywhere; }
.pair .n { padding-right: 0.4rem; color: var(--soft); opacity: 0.75; font: 0.8rem/1.75 var(--mono); user-select: none; -webkit-user-select: none; }
.pair td:nth-child(3), .pair th:nth-child(2) { border-left: 1px solid var(--rule); }
.pair .del { background: var(--del); }
.pair .ins { background: var(--ins); }
.pair .none { background: repeating-linear-gradient(-45deg, transparent 0 5px, var(--rule) 5px 6px); opacity: 0.6; }
.pair .gap td { padding: 0.25rem; border: solid var(--rule); border-width: 1px 0; font-size: 0.82rem; }
.figures { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1.5rem 2rem; margin: 0; }
.figures dt { color: var(--soft); font-size: 0.9rem; }
.figures dd { margin: 0.15rem 0 0; font-size: 1.45rem; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.figures small { display: block; margin-top: 0.15rem; color: var(--soft); font-size: 0.9rem; font-weight: 400; }
ul { margin: 0; padding: 0; list-style: none; }
.figures ul { font-size: 1rem; line-height: 1.55; font-weight: 500; }
span.fail, li.fail { color: var(--fail); }
span.pass, li.pass { color: var(--pass); }
span.unresolved, li.unresolved { color: var(--unresolved); }
span.fail, span.pass, span.unresolved { white-space: nowrap; }
span.fail::before, li.fail::before { content: "✕\\FE0E"; }
span.pass::before, li.pass::before { content: "○\\FE0E"; }
span.unresolved::before, li.unresolved::before { content: "△\\FE0E"; }
span.fail::before, span.pass::before, span.unresolved::before,
li.fail::before, li.pass::before, li.unresolved::before { display: inline-block; width: 1.4em; font-weight: 600; }
.note { padding: 0.7rem 1rem; border-left: 3px solid var(--fail); border-radius: 0 6px 6px 0; background: var(--box); }
.figures + .note, .figures + .table { margin-top: 1.75rem; }
.table { max-height: 38rem; overflow: auto; border: 1px solid var(--rule); border-radius: 8px; }
table { width: 100%; border-collapse: collapse; font-size: 0.88rem; }
th, td { padding: 0.4rem 0.75rem; text-align: left; vertical-align: top; }
th { position: sticky; top: 0; background: var(--box); color: var(--soft); font-weight: 600; white-space: nowrap; }
td { border-top: 1px solid var(--rule); }
.steps td { white-space: nowrap; }
.steps td > * { display: inline-block; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.gap td { color: var(--soft); text-align: center; background: var(--box); }
summary { cursor: pointer; }
summary h2 { display: inline-block; margin: 0 0 0 0.25rem; }
.filter { color: var(--soft); font-size: 0.9rem; }
.filter label { margin-left: 1rem; white-space: nowrap; }
.steps:has(.show-fail:not(:checked)) tr.fail,
.steps:has(.show-pass:not(:checked)) tr.pass,
.steps:has(.show-unresolved:not(:checked)) tr.unresolved { display: none; }
.plot { margin: 0; }
.plot > svg { display: block; width: 100%; height: auto; overflow: visible; }
.plot text { fill: var(--soft); font: 9px var(--sans); font-variant-numeric: tabular-nums; }
.plot .end { text-anchor: end; }
.plot .middle { text-anchor: middle; }
.plot .test { dominant-baseline: hanging; }
.plot .size { dominant-baseline: central; }
.plot path { fill: none; stroke: var(--rule); vector-effect: non-scaling-stroke; }
.plot path.axis { stroke: var(--soft); }
.plot path.stage { stroke: var(--soft); stroke-dasharray: 2 3; }
.plot text.stage { fill: var(--ink); }
.plot path.line { stroke-width: 2.25px; stroke-linejoin: round; }
.plot path.failing { stroke: var(--fail); }
.plot path.passing { stroke: var(--pass); }
.plot path.difference { stroke: var(--ink); stroke-width: 1.25px; stroke-dasharray: 5 3; }
.plot defs path { fill: inherit; stroke: inherit; }
.plot .marks { fill: var(--paper); stroke-width: 1.5px; }
.plot .marks .fail { stroke: var(--fail); }
.plot .marks .pass { stroke: var(--pass); }
.plot .marks .unresolved { stroke: var(--unresolved); }
.plot .dense { stroke-width: 1px; opacity: 0.55; }
.history + .table { margin-top: 1.5rem; }
.history text { font-size: 11px; }
.history path.between { stroke: var(--unresolved); stroke-dasharray: 3 3; }
.history path.opening { stroke: var(--unresolved); stroke-dasharray: 1 3; }
.lanes rect { fill: var(--soft); opacity: 0.55; }
.lanes rect.matters { fill: var(--fail); opacity: 1; }
.lanes rect.against { fill: var(--pass); opacity: 1; }
.lanes rect.out { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; opacity: 0.6; }
.lanes line { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 4 3; }
.lanes text { font-size: 11px; }
.lanes .title { fill: var(--ink); font-weight: 600; }
.lanes + .lanes, .lanes + .table { margin-top: 1.25rem; }
tr.matters td { color: var(--fail); }
tr.against td { color: var(--pass); }
.line { position: relative; margin: 0; padding: 0; list-style: none; }
.line > li { position: relative; padding: 0 0 1.5rem 2rem; }
.line > li::before { content: ""; position: absolute; left: 0.44rem; top: 0; bottom: 0; border-left: 2px solid var(--rule); }
.line > .station:first-child::before { top: 0.8rem; }
.line > li:last-child::before { bottom: auto; height: 0.8rem; }
.line > .moves::before { border-left-style: dashed; border-color: var(--fail); }
.station::after, .moves::after { content: ""; position: absolute; left: 0; top: 0.35rem; width: 1rem; height: 1rem; border: 2px solid var(--soft); border-radius: 50%; background: var(--paper); }
.station:last-child::after { border-color: var(--fail); background: var(--fail); }
.moves::after { border-radius: 2px; border-color: var(--fail); transform: rotate(45deg) scale(0.75); }
.ranked { margin: 0; padding: 0; list-style: none; counter-reset: rank; }
.ranked > li { position: relative; padding: 0 0 1.5rem 2.25rem; counter-increment: rank; }
.ranked > li::before { content: counter(rank); position: absolute; left: 0; top: 0.15rem; width: 1.4rem; height: 1.4rem; border-radius: 50%; background: var(--rule); color: var(--soft); font-size: 0.82rem; font-weight: 600; line-height: 1.4rem; text-align: center; }
.line h3, .ranked h3 { margin: 0; line-height: 1.7rem; }
.line p, .ranked p { margin: 0.25rem 0; }
.line .more, .ranked .more { padding: 0; }
.line .box, .ranked .box { margin: 0.75rem 0 0; }
.ranked h3 + .box { margin-top: 0.35rem; }
.ranked .box + p { margin-top: 0.6rem; }
.line details { margin-top: 0.5rem; }
.line summary { color: var(--soft); font-size: 0.9rem; }
.where { margin-left: 0.6em; color: var(--soft); font: 0.82rem/1.5 var(--mono); overflow-wrap: anywhere; }
.turn { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; }
.turn > code { padding: 0.02em 0.3em; border-radius: 0.2em; background: var(--mark); color: var(--mark-ink); overflow-wrap: anywhere; }
.values { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.line .turn span { white-space: normal; overflow-wrap: anywhere; }
.also { color: var(--soft); font-size: 0.9rem; }
.memory { --both: 2 * var(--wide) + 1rem; --w: max(min(100vw - 3rem, var(--wide)), min(var(--both), (100vw - 3rem - (var(--both)) + 1px) * 9999)); display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, var(--wide)), 1fr)); gap: 1rem; position: relative; width: max(100%, var(--w)); margin: 0.75rem 0 0 min(0px, 50% - 1rem - var(--w) / 2); }
.line .memory .box { margin: 0; min-width: 0; }
.graph { overflow: auto; }
.graph svg { display: block; margin: 0 auto; font: 12px var(--mono); }
.graph text { fill: var(--ink); white-space: pre; }
.graph .soft { fill: var(--soft); }
.graph .title { font-weight: 600; }
.graph .inside { fill: var(--paper); }
.graph .edge { fill: none; stroke: var(--unresolved); stroke-opacity: 0.55; }
.graph .call .edge, .graph .file .edge { stroke-opacity: 1; }
.graph .calls .inside { fill: none; }
.graph .calls .edge { stroke-dasharray: 2 3; }
.graph .alone .edge { stroke-dasharray: 5 3; stroke-opacity: 1; }
.passing .alone .edge, .passing .changed circle, .passing .cause circle { stroke: var(--pass); }
.failing .alone .edge, .failing .changed circle, .failing .cause circle { stroke: var(--fail); }
.passing .row.changed rect { fill: var(--del); }
.failing .row.changed rect { fill: var(--ins); }
.graph .row.cause rect { fill: var(--mark); stroke-width: 2; }
.passing .row.cause rect { stroke: var(--pass); }
.failing .row.cause rect { stroke: var(--fail); }
.graph .row.cause text { fill: var(--mark-ink); font-weight: 600; }
.graph .gone text { opacity: 0.7; }
.arrow path { fill: none; stroke: var(--soft); stroke-width: 1.3; }
.arrow circle, .arrow .tip { fill: var(--soft); stroke: none; }
.arrow.skips path:first-of-type { stroke-dasharray: 2 4; }
.passing .arrow.changed path, .passing .arrow.cause path { stroke: var(--pass); }
.failing .arrow.changed path, .failing .arrow.cause path { stroke: var(--fail); }
.passing .arrow.changed circle, .passing .arrow.cause circle, .passing .arrow.changed .tip, .passing .arrow.cause .tip { fill: var(--pass); }
.failing .arrow.changed circle, .failing .arrow.cause circle, .failing .arrow.changed .tip, .failing .arrow.cause .tip { fill: var(--fail); }
.arrow.cause path { stroke-width: 2.2; }
.plot figcaption { margin-top: 0.75rem; color: var(--soft); font-size: 0.9rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.5rem; }
.legend svg { width: 24px; height: 12px; margin-right: 0.5rem; overflow: visible; }
footer { padding-top: 1.75rem; border-top: 1px solid var(--rule); }
footer .summary { margin-top: 0; }
footer p { margin: 1.75rem 0 0; color: var(--soft); font-size: 0.9rem; }
@media (max-width: 760px) { .plot text, .lanes text { font-size: 13px; } }
@media (max-width: 480px) {
  main { padding: 2rem 1rem 3rem; }
  .plot text, .lanes text { font-size: 18px; }
  .plot path.line { stroke-width: 1.75px; }
  .summary { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .summary dd { margin-bottom: 0.75rem; }
  .figures > div { flex: 1 1 40%; }
  .pair table { min-width: 0; }
  .pair .number { width: 2.2rem; }
  .pair th { white-space: normal; }
  .pair td { padding: 0.05rem 0.3rem; font-size: 0.78rem; }
}
@media print {
  :root { --paper: #fff; --ink: #000; }
  main { max-width: none; padding: 0; }
  .code, .table, .pair, .graph { max-height: none; overflow: visible; }
  .code pre { width: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
  th { position: static; }
  .filter { display: none; }
  figure, tr, .note, .figures > div { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  mark, del, ins, .del, .ins, h1 code { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
