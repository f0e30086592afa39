// Alerts: a service that is over a limit in windows one after the other.

import type { Settings } from "./parse.js";
import type { Figures } from "./windows.js";

export interface Alert {
  service: string;
  reason: "latency" | "errors";
  from: number;
  to: number;
  windows: number;
  worst: number;
}

type Check = {
  reason: Alert["reason"];
  measure: (figures: Figures) => number;
  limit: number;
  minimum: number; // windows in a row before it is an alert
};

function checksOf(settings: Settings): Check[] {
  return [
    {
      reason: "latency",
      measure: (figures) => figures.p95,
      limit: settings.latencyTarget,
      minimum: 2,
    },
    {
      reason: "errors",
      measure: (figures) => figures.errors / figures.count,
      limit: settings.errorBudget,
      minimum: 1,
    },
  ];
}

export function findAlerts(rows: Figures[], settings: Settings): Alert[] {
  const alerts: Alert[] = [];
  for (const check of checksOf(settings)) {
    let open: Alert | undefined;
    const close = (): void => {
      if (open && open.windows >= check.minimum) alerts.push(open);
      open = undefined;
    };
    for (const row of rows) {
      const value = check.measure(row);
      const end = row.start + settings.windowSeconds;
      if (open && open.service !== row.service) close();
      if (value <= check.limit) {
        close();
      } else if (open) {
        open.to = end;
        open.windows += 1;
        open.worst = Math.max(open.worst, value);
      } else {
        open = {
          service: row.service,
          reason: check.reason,
          from: row.start,
          to: end,
          windows: 1,
          worst: value,
        };
      }
    }
    close();
  }
  return alerts.sort((a, b) => a.from - b.from || a.service.localeCompare(b.service));
}
