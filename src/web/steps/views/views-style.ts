/** The style of the views of a step's world. What a candidate lacks is dimmed by colour, not opacity: it has to be read too. */
export const viewsStyle = `
.world { max-height: 36rem; overflow: auto; }
.world .out { color: var(--soft); }
.diff { padding: 0.75rem 1rem; border: 1px solid var(--rule); border-radius: 8px; background: var(--paper); }
.diff ul ul { padding-left: 1rem; }
.diff li { margin: 0.35rem 0; }
.diff .folder, .diff .file { font: 0.88rem/1.6 var(--mono); overflow-wrap: anywhere; }
.diff .folder { color: var(--soft); }
.diff .file { font-weight: 600; }
.diff .soft { font-size: 0.85rem; }
.hunk { margin: 0.35rem 0 0.6rem; border: 1px solid var(--rule); border-radius: 6px; overflow: hidden; }
.hunk figcaption { padding: 0.1rem 0.75rem; background: var(--box); color: var(--soft); font-size: 0.8rem; }
.hunk del, .hunk ins { padding: 0.1rem 0.75rem; overflow-x: auto; font: 0.82rem/1.55 var(--mono); white-space: pre; tab-size: 4; }
.hunk.out { border-style: dashed; }
.hunk.out del, .hunk.out ins { background: none; color: var(--soft); }
.sides td { overflow-wrap: anywhere; }
.sides .del, .lanes + .table .del { background: var(--del); }
.sides .ins { background: var(--ins); }
.order-of .out { list-style: none; }
.order-of .soft { font-size: 0.85rem; }
.order-of .moved code { padding: 0 0.3em; border-radius: 3px; background: var(--mark); color: var(--mark-ink); }
.versions .tested td { background: var(--box); }
.versions td:first-child, .versions .time { white-space: nowrap; }
@media (max-width: 600px) {
  .versions .time { display: none; }
  .versions th, .versions td, .sides th, .sides td { padding: 0.35rem 0.5rem; }
}
`;
