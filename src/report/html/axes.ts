import { count } from "../quantity.ts";
import { type Frame, letter } from "./frame.ts";
import { type Markup, markup } from "./markup.ts";
import type { StageLabel } from "./stage-labels.ts";
import { tenth } from "./step-line.ts";

/** The axes of the plot: sizes at the left, tests or steps below, and lines where a stage begins. */
export function axes(frame: Frame, unit: string): Markup {
  const { left, right, bottom, height, labels } = frame;
  return markup`<g class="axes">
<text x="0" y="${letter}">deltas, logarithmic</text>
${(frame.zero ? [0, ...frame.y.ticks] : frame.y.ticks).map((size) => sizeTick(size, frame))}<path class="axis" d="M${left} ${bottom}H${right}"/>
${testTicks(frame).map((test) => testTick(test, frame))}<text class="end" x="${right}" y="${height - 4}">${unit}</text>
${labels.map((label) => boundary(label, frame))}</g>`;
}

function sizeTick(size: number, { left, right, y }: Frame): Markup {
  const at = tenth(y.at(size));
  return markup`<path class="grid" d="M${left} ${at}H${right}"/><text class="end size" x="${left - 6}" y="${at}">${sizeName(size)}</text>\n`;
}

/** 1,000 and 10⁴ */
function sizeName(size: number): string {
  const exponent = Math.round(Math.log10(size));
  return exponent < 4 ? count(size) : `10${[...`${exponent}`].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

function testTick(test: number, { x, right, bottom }: Frame): Markup {
  const at = tenth(x(test));
  const place = at + 2 * letter > right ? "end" : "middle";
  return markup`<path class="axis" d="M${at} ${bottom}v4"/><text class="test ${place}" x="${at}" y="${bottom + 8}">${count(test)}</text>\n`;
}

/** Round numbers, at most seven. */
function testTicks({ first, last }: Frame): readonly number[] {
  const least = Math.max(1, (last - first) / 6);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least)!;
  const from = Math.ceil(first / step);
  return Array.from({ length: Math.floor(last / step) - from + 1 }, (_, i) => (from + i) * step);
}

function boundary({ name, x, lane, left }: StageLabel, frame: Frame): Markup {
  const at = tenth(x);
  const start = lane === undefined ? frame.top : frame.lane(lane);
  const text =
    lane !== undefined &&
    markup`<text class="stage${left ? " end" : ""}" x="${left ? at - 4 : at + 4}" y="${start + letter - 4}">${name}</text>`;
  return markup`<path class="stage" d="M${at} ${start}V${frame.bottom}"><title>${name}</title></path>${text}\n`;
}
