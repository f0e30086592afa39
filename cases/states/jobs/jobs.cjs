// jobs: reads what is to be done, and with which limits, from a file with sections, and plans a night for it.
//
//   node jobs.cjs FILE     prints when each job and each of its retries would run; ends with 1 if the night is too short
"use strict";
const { readFileSync } = require("node:fs");

class ConfigError extends Error {}

const defaults = { retries: 3, timeout: 300, pause: 30, factor: 2, priority: 5, after: "" };

const night = { begins: 22 * 3600, ends: 30 * 3600 };

// ---- reading

function parseConfig(text) {
  const sections = new Map();
  let section;
  text.split("\n").forEach((line, i) => {
    const bare = line.replace(/(^|\s)[;#].*/, "").trim();
    if (bare === "") return;
    const head = /^\[([\w-]+)(?:\s*:\s*([\w-]+))?\]$/.exec(bare);
    if (head) {
      const [, name, parent] = head;
      if (sections.has(name)) throw new ConfigError(`line ${i + 1}: [${name}] is there twice`);
      section = { name, parent, line: i + 1, settings: new Map() };
      sections.set(name, section);
      return;
    }
    if (!section) throw new ConfigError(`line ${i + 1}: it belongs to no section`);
    const [key, value] = parseSetting(bare, i + 1);
    section.settings.set(key, value);
  });
  return sections;
}

function parseSetting(text, line) {
  const at = text.indexOf("=");
  if (at === -1) throw new ConfigError(`line ${line}: = is missing`);
  const key = text.slice(0, at).trim();
  return [key, parseValue(text.slice(at + 1).trim(), line)];
}

const units = { s: 1, min: 60, h: 3600 };

function parseValue(text, line) {
  const time = /^(\d+)\s*(s|min|h)$/.exec(text);
  if (time) return Number(time[1]) * units[time[2]];
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (/^(yes|no)$/.test(text)) return text === "yes";
  const quoted = /^"([^"]*)"$/.exec(text);
  if (quoted) return quoted[1];
  if (/["=]/.test(text)) throw new ConfigError(`line ${line}: cannot read ${text}`);
  return text;
}

// ---- settings

/** The section and those it is made from, the nearest first. */
function lineage(sections, name) {
  const line = [];
  for (let at = sections.get(name); at; at = sections.get(at.parent)) {
    if (line.includes(at)) throw new ConfigError(`[${name}] is made from itself`);
    line.push(at);
    if (at.parent !== undefined && !sections.has(at.parent))
      throw new ConfigError(`line ${at.line}: there is no section ${at.parent}`);
  }
  return line;
}

function setting(line, key) {
  for (const section of line) {
    if (section.settings.has(key)) return section.settings.get(key);
  }
  return undefined;
}

function jobOf(sections, name) {
  const line = lineage(sections, name);
  const own = (key) => setting(line, key);
  if (own("command") === undefined) return undefined;
  const job = { name, command: own("command") };
  for (const [key, value] of Object.entries(defaults)) {
    job[key] = own(key) || value; // DEFECT: 0 and no are settings too
  }
  return checked(job, line[0].line);
}

function checked(job, line) {
  for (const key of ["retries", "timeout", "pause", "factor", "priority"]) {
    if (typeof job[key] !== "number" || job[key] < 0) throw new ConfigError(`line ${line}: ${key} is not a number`);
  }
  if (job.factor < 1) throw new ConfigError(`line ${line}: pauses cannot become shorter`);
  return job;
}

function jobsOf(sections) {
  const jobs = [];
  for (const name of sections.keys()) {
    const job = jobOf(sections, name);
    if (job) jobs.push(job);
  }
  return jobs;
}

// ---- order

/** Jobs after those that they wait for; among those that could run, the most important first. */
function inOrder(jobs) {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const done = new Set();
  const order = [];
  const waiting = [...jobs].sort((a, b) => b.priority - a.priority);
  while (waiting.length > 0) {
    const next = waiting.findIndex((job) => predecessors(job, byName).every((name) => done.has(name)));
    if (next === -1) throw new ConfigError(`${waiting.map(({ name }) => name).join(", ")} wait for each other`);
    const [job] = waiting.splice(next, 1);
    order.push(job);
    done.add(job.name);
  }
  return order;
}

function predecessors(job, byName) {
  const names = job.after.split(/\s*,\s*/).filter((name) => name !== "");
  for (const name of names) {
    if (!byName.has(name)) throw new ConfigError(`${job.name} waits for ${name}, which is no job`);
  }
  return names;
}

// ---- planning

/** When a job would begin and be tried again, if it ran into its time limit each time. */
function attemptsOf(job, from) {
  const attempts = [];
  let at = from;
  let pause = job.pause;
  for (let attempt = 0; attempt <= job.retries; attempt++) {
    attempts.push({ job: job.name, attempt, begins: at, ends: at + job.timeout });
    at += job.timeout + pause;
    pause *= job.factor;
  }
  return attempts;
}

function plan(jobs) {
  const attempts = [];
  let at = night.begins;
  for (const job of inOrder(jobs)) {
    const own = attemptsOf(job, at);
    attempts.push(...own);
    at = own[own.length - 1].ends;
  }
  return { attempts, ends: at };
}

// ---- printing

function clock(seconds) {
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  return [hours, minutes, rest].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}

function rowOf({ job, attempt, begins, ends }) {
  const again = attempt === 0 ? "" : ` (again ${attempt})`;
  return `${clock(begins)}-${clock(ends)}  ${job}${again}`;
}

function main([path]) {
  if (path === undefined) {
    console.error("usage: jobs.cjs FILE");
    return 2;
  }
  try {
    const sections = parseConfig(readFileSync(path, "utf8"));
    const { attempts, ends } = plan(jobsOf(sections));
    for (const attempt of attempts) console.log(rowOf(attempt));
    if (ends <= night.ends) return 0;
    console.log(`The night is too short: it would be ${clock(ends)}.`);
    return 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`${path}: ${error.message}`);
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
