import { join } from "node:path";
import { holdsSecret, type Secret, secretsIn } from "../../core/mask-secrets.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import type { RunRecord } from "./record.ts";

const secretsFile = "secrets.json";

/** The secrets that stand in the files of a run. Who shows these later may not have them in the environment. */
export function secretsInRecord(record: RunRecord): readonly Secret[] {
  const known: unknown = record.load(secretsFile);
  // A record may be anybody's.
  return Array.isArray(known) ? known.filter(isSecret) : [];
}

function isSecret(value: unknown): value is Secret {
  const { name, value: text } = (value ?? {}) as Partial<Secret>;
  return typeof name === "string" && typeof text === "string" && text !== "";
}

/**
 * Notes which secrets come into the files of a run, before they do. They are kept in a file that only its owner can read; one
 * that no test prints comes nowhere near the disk.
 */
export class SecretsSeen {
  readonly #record: RunRecord;
  #unseen: readonly Secret[];
  #seen: readonly Secret[];

  constructor(record: RunRecord, environments: readonly NodeJS.ProcessEnv[]) {
    this.#record = record;
    this.#seen = secretsInRecord(record);
    const isNew = ({ value }: Secret) => this.#seen.every((known) => known.value !== value);
    this.#unseen = environments.flatMap((each) => secretsIn(each)).filter(isNew);
  }

  /** To be called with each text before it is written. */
  look(text: string): void {
    const found = this.#unseen.filter((secret) => holdsSecret(text, secret));
    if (found.length === 0) return;
    this.#unseen = this.#unseen.filter((secret) => !found.includes(secret));
    this.#seen = [...this.#seen, ...found];
    writeFileAtomically(join(this.#record.folder, secretsFile), `${JSON.stringify(this.#seen)}\n`, 0o600);
  }
}
