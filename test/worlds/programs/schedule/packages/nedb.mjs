// A program asks for an index, and then puts the backup of its data in place; nothing of that may be lost.
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Datastore from "nedb";

const folder = mkdtempSync(join(tmpdir(), "nedb-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const filename = join(folder, "people.db");
const people = ["alice", "bob", "carol"].map((name, i) => ({ _id: String(i), name }));
const db = new Datastore({ filename });
db.ensureIndex({ fieldName: "name" });
await writeFile(filename, people.map((person) => JSON.stringify(person)).join("\n"));
await promisify(db.loadDatabase.bind(db))();
const found = db.getAllData().length;
if (found !== 3) throw new Error(`${found} of 3 people are there`);
