import { viewsStyle } from "./views/views-style.ts";

/** The style of what only the page with steps has; the rest is that of the report. */
export const pageStyle = `${viewsStyle}
[hidden] { display: none !important; }
.page-bar { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem 1.25rem; margin: 0 0 1.5rem; font-size: 0.9rem; }
.page-bar a { color: var(--pass); }
.page-bar .state { margin-left: auto; color: var(--soft); }
a { color: var(--pass); }
button, input, select { font: inherit; color: inherit; }
button, select, input[type="text"], input[type="number"], input[type="password"] { padding: 0.35rem 0.8rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--box); }
button { cursor: pointer; }
button:hover { border-color: var(--ink); }
button[aria-pressed="true"] { border-color: var(--ink); background: var(--ink); color: var(--paper); }
button:disabled { opacity: 0.45; cursor: default; }
:focus-visible { outline: 2px solid var(--pass); outline-offset: 2px; }
.soft { color: var(--soft); }
.runs td:first-child { white-space: nowrap; }
.runs tr:hover td { background: var(--box); }
.runs .what { max-width: 26rem; overflow-wrap: anywhere; }
.status { display: inline-block; padding: 0 0.6em; border: 1px solid; border-radius: 1em; color: var(--soft); font-size: 0.85rem; white-space: nowrap; }
.status.found { color: var(--pass); }
.status.running { color: var(--fail); }
.live { padding: 1rem 1.25rem; border: 1px solid var(--rule); border-radius: 8px; background: var(--box); }
.view-finding { margin-top: 2rem; }
main:has(.view-finding:not([hidden]) h1) .head h1 { display: none; }
.live p { margin: 0.3rem 0; overflow-wrap: anywhere; }
.live pre, .copyable pre { margin: 0; overflow: auto; max-height: 12rem; font-size: 0.85rem; }
progress { width: 100%; height: 0.6rem; accent-color: var(--pass); }
.controls, .choice, .walk { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
.controls { margin: 1rem 0 0; }
.controls .controls { margin: 0; }
.controls input { width: 7rem; }
.choice { color: var(--soft); font-size: 0.9rem; }
.question { margin: 1.5rem 0; padding: 1rem 1.25rem; border: 2px solid var(--fail); border-radius: 8px; background: var(--box); }
.question h2 { margin: 0; }
.question pre { max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.step-through { margin-top: 2.5rem; }
.step-through > h2 + ul, .doubting h2 { margin-top: 0; }
.browser + h2, .doubting { margin-top: 2.5rem; }
.slider { display: block; width: 100%; margin: 1rem 0 0.5rem; accent-color: var(--fail); }
.filters { display: flex; flex-wrap: wrap; gap: 0.35rem 1.25rem; align-items: center; color: var(--soft); font-size: 0.9rem; }
.filters label { white-space: nowrap; }
.filters select { max-width: 100%; }
.plot-place { position: relative; }
.plot-place .cursor { position: absolute; top: 0; width: 0; border-left: 2px solid var(--ink); pointer-events: none; }
.plot-place svg { cursor: crosshair; }
.walk output { min-width: 12rem; }
.empty > :not(.step) { display: none; }
.step-head h2 { margin-top: 1.5rem; font-size: 1.4rem; }
.step-head .summary { margin-top: 0.75rem; }
.next { margin: 0.5rem 0; }
.next .taken { font-weight: 600; }
h1 + .list { margin-top: 1.25rem; }
.list .table { max-height: none; }
.items { max-height: 24rem; margin: 0; padding: 0.5rem 1rem 0.5rem 3.5rem; overflow: auto; border: 1px solid var(--rule); border-radius: 8px; background: var(--box); font-size: 0.9rem; }
.items li { overflow-wrap: anywhere; }
.items .out { color: var(--soft); }
.strip { display: block; width: 100%; height: 14px; border: 1px solid var(--rule); border-radius: 3px; background: var(--box); }
.strip rect { fill: var(--fail); }
.set { overflow-wrap: anywhere; }
.copyable { display: flex; gap: 0.75rem; align-items: flex-start; padding: 0.7rem 0.8rem; border: 1px solid var(--rule); border-radius: 8px; background: var(--box); }
.copyable pre { flex: 1; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.doubts { margin: 0; padding-left: 1.25rem; list-style: disc; }
.doubts li { margin: 0.35rem 0; }
.problem { padding: 0.7rem 1rem; border-left: 3px solid var(--fail); background: var(--box); overflow-wrap: anywhere; white-space: pre-wrap; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media print { .step-through .controls, .walk, .filters, .slider { display: none; } }
@media (max-width: 600px) {
  .walk output { flex-basis: 100%; }
  .page-bar .state { margin-left: 0; }
  .runs thead { display: none; }
  .runs td { display: inline-block; border: 0; padding: 0.3rem 0.5rem; }
  .runs .what { display: block; max-width: none; }
  .runs tr { display: block; padding: 0.4rem; border-top: 1px solid var(--rule); }
  .runs .time { display: none; }
}
`;
