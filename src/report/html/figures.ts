import type { BrokenAssumption, Finding } from "../../core/finding.ts";
import { count, duration } from "../quantity.ts";
import { type Content, type Markup, markup } from "./markup.ts";

/** What the answer cost, and its caveats. */
export function figures(finding: Finding): Markup {
  const { verdict, tests, deltas, by, search, seconds } = finding;
  return markup`<section>
<h2>In figures</h2>
<dl class="figures">
${verdict !== "not-reproduced" && deltas.total > 0 && figure("Narrowed down", `${count(deltas.total)} → ${count(deltas.cause)}`, by)}
${figure("Tests needed", count(tests.needed), `${count(tests.run)} run, ${count(tests.cached)} from memory`)}
${figure("Outcomes", outcomes(finding))}
${figure("Time", duration(seconds * 1000), `search: ${search}`)}
</dl>
${finding.stages.length > 1 ? stages(finding) : ""}${remarks(finding)}${finding.assumptions.map(note)}${others(finding)}</section>`;
}

function figure(name: string, value: Content, detail?: string): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}${detail && markup`<small>${detail}</small>`}</dd></div>`;
}

function outcomes({ tests }: Finding): Markup {
  return markup`<ul>
<li class="fail">${count(tests.fail)} fail</li>
<li class="pass">${count(tests.pass)} pass</li>
<li class="unresolved">${count(tests.unresolved)} unresolved</li>
</ul>`;
}

function stages({ stages }: Finding): Markup {
  const rows = stages.map(
    ({ name, search, deltas, needed }) =>
      markup`<tr><td>${name}</td><td>${search}</td><td class="n">${count(deltas.total)}</td><td class="n">${count(deltas.cause)}</td><td class="n">${count(needed)}</td></tr>\n`,
  );
  return markup`<div class="table"><table>
<thead><tr><th>Stage</th><th>Search</th><th class="n">Deltas before</th><th class="n">after</th><th class="n">Tests needed</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>
`;
}

/** The failures that the search met besides the one it is for. */
function others({ otherFailures = [] }: Finding): Markup | "" {
  if (otherFailures.length === 0) return "";
  const rows = otherFailures.map(
    ({ failure, count: times, file }) =>
      markup`<tr><td class="n">${count(times)}</td><td>${failure}</td><td>${file && markup`<code>${file}</code>`}</td></tr>\n`,
  );
  return markup`<h3>Other failures met on the way</h3>
<div class="table"><table>
<thead><tr><th class="n">Candidates</th><th>Failure</th><th>Smallest witness</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>
`;
}

/** What else was learned about the cause. */
function remarks({ notes = [] }: Finding): Content {
  return notes.map((sentence) => markup`<p class="note">${sentence}</p>\n`);
}

const broken: Readonly<Record<BrokenAssumption["assumption"], string>> = {
  monotone: "Not monotone",
  unambiguous: "Not unambiguous",
  resolved: "Not always resolved",
  consistent: "Not consistent",
};

function note({ assumption, seen }: BrokenAssumption): Markup {
  return markup`<p class="note"><strong>${broken[assumption]}.</strong> ${seen}</p>\n`;
}
