// Grouping of entries into time windows, and the figures of each window.

import type { Entry, Settings } from "./parse.js";

export interface Figures {
  service: string;
  start: number;
  count: number;
  errors: number;
  p50: number;
  p95: number;
  max: number;
  mean: number;
  slowest: string;
}

export class Window {
  readonly entries: Entry[] = [];

  constructor(
    readonly service: string,
    readonly start: number,
    readonly length: number,
  ) {}

  get end(): number {
    return this.start + this.length;
  }

  covers(time: number): boolean {
    return time >= this.start && time < this.end;
  }
}

/** All windows of all services, those of a service in order of time. */
export class WindowSet {
  private readonly byService = new Map<string, Window[]>();

  constructor(private readonly settings: Settings) {}

  private windowsOf(service: string): Window[] {
    let list = this.byService.get(service);
    if (!list) {
      list = [];
      this.byService.set(service, list);
    }
    return list;
  }

  add(entry: Entry): void {
    const { windowSeconds, stepSeconds } = this.settings;
    const list = this.windowsOf(entry.service);
    let start = Math.floor(entry.time / stepSeconds) * stepSeconds;
    // with overlapping windows an entry belongs to several of them
    for (; start > entry.time - windowSeconds; start -= stepSeconds) {
      let found = list.find((window) => window.start === start);
      if (!found) {
        found = new Window(entry.service, start, windowSeconds);
        list.push(found);
      }
      if (found.covers(entry.time)) found.entries.push(entry);
    }
  }

  services(): string[] {
    return [...this.byService.keys()].sort();
  }

  of(service: string): Window[] {
    const list = this.byService.get(service) ?? [];
    return [...list].sort((a, b) => a.start - b.start);
  }
}

/** Nearest-rank percentile of sorted values. */
export function percentile(sorted: number[], share: number): number {
  if (sorted.length === 0) return 0;
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1]!;
}

export function isError(entry: Entry): boolean {
  return entry.status >= 500 || entry.status === 429;
}

export function figuresOf(window: Window): Figures {
  const times = window.entries.map((entry) => entry.millis);
  const ordered = [...times].sort(); // DEFECT: sorted as texts
  const total = times.reduce((sum, value) => sum + value, 0);
  let slowest: Entry | undefined;
  for (const entry of window.entries) {
    if (!slowest || entry.millis > slowest.millis) slowest = entry;
  }
  return {
    service: window.service,
    start: window.start,
    count: times.length,
    errors: window.entries.filter(isError).length,
    p50: percentile(ordered, 0.5),
    p95: percentile(ordered, 0.95),
    max: Math.max(...times),
    mean: total / times.length,
    slowest: slowest ? `${slowest.method} ${slowest.path}` : "",
  };
}
