import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { DriverPlan } from "../../runtimes/protocol/state.ts";
import { type CommonPlan, planWorld } from "../../src/causes/state/driver/plan-world.ts";
import { Laboratory } from "../../src/trial/laboratory.ts";
import { Templates } from "../../src/trial/templates.ts";

export interface CopiedTest {
  readonly request: CommonPlan;
  readonly plan: DriverPlan;
}

class ReadyTemplates extends Templates {
  #socket = "";

  override socketFor(...asked: Parameters<Templates["socketFor"]>): string {
    this.#socket = super.socketFor(...asked);
    return this.#socket;
  }

  async ready(): Promise<void> {
    while (!existsSync(`${this.#socket}-0`)) await sleep(10);
  }
}

/** Runs a test many times as a copy of a template, in a process of its own, so that the processor time of it all is known. */
const [file, count] = process.argv.slice(2) as [string, string];
const { request, plan } = JSON.parse(readFileSync(file, "utf8")) as CopiedTest;
const [laboratory, templates] = [new Laboratory(1), new ReadyTemplates(1)];
const world = planWorld({ request, templates }, plan, { test: ["true"] });
const run = () => laboratory.execute(world, { test: 60_000 }, new AbortController().signal);
await run();
await templates.ready();
for (let i = 0; i < Number(count); i++) await run();
await templates.close();
await laboratory.close();
