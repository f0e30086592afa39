// logwin - latency and error figures of an access log by time window.
//
// usage: node main.js ACCESS.log

import { readFileSync } from "node:fs";
import { parseLog } from "./parse.js";
import { WindowSet, figuresOf, type Figures } from "./windows.js";
import { findAlerts, type Alert } from "./alerts.js";

function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

function table(header: string[], rows: string[][], leftColumns: number): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) =>
        column < leftColumns ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  return [line(header), ...rows.map(line)];
}

function figuresRow(figures: Figures): string[] {
  return [
    figures.service,
    clock(figures.start),
    String(figures.count),
    String(figures.errors),
    String(figures.p50),
    String(figures.p95),
    String(figures.max),
    figures.mean.toFixed(1),
  ];
}

function alertLine(alert: Alert): string {
  const worst =
    alert.reason === "latency" ? `p95 ${alert.worst} ms` : `${(alert.worst * 100).toFixed(1)}% errors`;
  return `ALERT ${alert.service} ${alert.reason} ${clock(alert.from)}-${clock(alert.to)} ${worst}`;
}

function main(argv: string[]): number {
  const file = argv[2];
  if (file === undefined) {
    console.error("usage: node main.js ACCESS.log");
    return 2;
  }
  const log = parseLog(readFileSync(file, "utf8"));
  const windows = new WindowSet(log.settings);
  for (const entry of log.entries) windows.add(entry);

  const rows: Figures[] = [];
  for (const service of windows.services()) {
    for (const window of windows.of(service)) rows.push(figuresOf(window));
  }
  const header = ["service", "window", "n", "err", "p50", "p95", "max", "mean"];
  for (const line of table(header, rows.map(figuresRow), 2)) console.log(line);

  console.log("");
  const alerts = findAlerts(rows, log.settings);
  for (const alert of alerts) console.log(alertLine(alert));
  console.log(`${log.entries.length} entries, ${log.skipped.length} skipped, ${alerts.length} alerts`);
  return 0;
}

process.exitCode = main(process.argv);
