// Reading of access logs and of the settings at their top.

export interface Settings {
  windowSeconds: number;
  stepSeconds: number;
  latencyTarget: number;
  errorBudget: number;
  ignore: string[];
}

export interface Entry {
  time: number; // seconds since the epoch
  service: string;
  method: string;
  path: string;
  status: number;
  millis: number;
}

export interface Log {
  settings: Settings;
  entries: Entry[];
  skipped: string[];
}

const LINE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\s+(\S+)\s+([A-Z]+)\s+(\S+)\s+(\d{3})\s+(\d+(?:\.\d+)?)(ms|s)$/;

function defaults(): Settings {
  return {
    windowSeconds: 60,
    stepSeconds: 60,
    latencyTarget: 500,
    errorBudget: 0.05,
    ignore: [],
  };
}

export function parseDuration(text: string): number {
  const match = /^(\d+)(s|m|h)$/.exec(text);
  if (!match) throw new Error(`not a duration: ${text}`);
  const factor = match[2] === "h" ? 3600 : match[2] === "m" ? 60 : 1;
  return Number(match[1]) * factor;
}

function applySetting(settings: Settings, line: string): void {
  const [name, ...rest] = line.slice(1).trim().split(/\s+/);
  const value = rest[0] ?? "";
  switch (name) {
    case "window":
      settings.windowSeconds = parseDuration(value);
      settings.stepSeconds =
        rest[1] === "every" ? parseDuration(rest[2] ?? "") : settings.windowSeconds;
      break;
    case "latency":
      settings.latencyTarget = Number(value.replace(/ms$/, ""));
      break;
    case "errors":
      settings.errorBudget = Number(value.replace(/%$/, "")) / 100;
      break;
    case "ignore":
      settings.ignore.push(...rest);
      break;
    default:
      break; // an ordinary comment
  }
}

function normalisePath(path: string): string {
  const bare = path.split("?")[0] ?? path;
  return bare
    .split("/")
    .map((part) => (/^\d+$/.test(part) ? ":id" : part))
    .join("/");
}

export function parseLine(line: string): Entry | undefined {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, stamp, service, method, path, status, amount, unit] = match as unknown as string[];
  return {
    time: Date.parse(stamp!) / 1000,
    service: service!,
    method: method!,
    path: normalisePath(path!),
    status: Number(status),
    millis: Math.round(Number(amount) * (unit === "s" ? 1000 : 1)),
  };
}

export function parseLog(text: string): Log {
  const log: Log = { settings: defaults(), entries: [], skipped: [] };
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "") continue;
    if (line.startsWith("#")) {
      applySetting(log.settings, line);
      continue;
    }
    const entry = parseLine(line);
    if (!entry) {
      log.skipped.push(line);
    } else if (!log.settings.ignore.includes(entry.path)) {
      log.entries.push(entry);
    }
  }
  log.entries.sort((a, b) => a.time - b.time);
  return log;
}
