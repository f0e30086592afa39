// How old files are: one that was made a while ago, was written again, made anew, given a time, or was there before.
import fs from "node:fs";
import { lstat, mkdtemp, open, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const folder = await mkdtemp(join(tmpdir(), "times-"));
const file = join(folder, "file");
const age = ({ mtimeMs }) => (Date.now() - mtimeMs >= 290 ? "old" : Date.now() - mtimeMs > -5 ? "new" : "to come");

fs.writeFileSync(file, "1");
await pause(300);
const handle = await open(file, "r+");
const ways = [await stat(file), await lstat(file), await handle.stat(), fs.statSync(file), await promisify(fs.stat)(file)];
console.log("a while ago:", ways.map(age).join());

await handle.write("2");
await handle.close();
const { mtimeMs, birthtimeMs, mtime, ctimeMs } = await stat(file);
console.log("written again:", age({ mtimeMs }), age({ mtimeMs: ctimeMs }), age({ mtimeMs: birthtimeMs }));
console.log("as a date:", mtime instanceof Date && mtime.getTime() === Math.round(mtimeMs));
const big = await stat(file, { bigint: true });
console.log("as a big number:", big.mtimeNs / 1_000_000n === big.mtimeMs, big.mtime.getTime() === Number(big.mtimeMs));

const stream = fs.createWriteStream(join(folder, "stream"));
await new Promise((resolve) => stream.end("3", resolve));
await pause(300);
await promisify(fs.open)(file, "wx").catch(({ code }) => console.log(code));
console.log("not opened, and from a stream:", age(await stat(file)), age(await stat(join(folder, "stream"))));

fs.unlinkSync(file);
fs.writeFileSync(file, "4");
console.log("made anew:", age(await stat(file)), age({ mtimeMs: (await stat(file)).birthtimeMs }));

const asked = new Date(Date.now() - 5000);
await utimes(file, asked, asked);
console.log("asked for:", (await stat(file)).mtime.getTime() === asked.getTime(), age({ mtimeMs: (await stat(file)).ctimeMs }));
fs.utimesSync(file, new Date(), new Date(Date.now() + 5000));
console.log("asked for:", age(await stat(file)));
console.log("before:", age(await stat(process.execPath)), (await stat(process.execPath)).mtimeMs < Date.now() - 1000);
console.log("none:", fs.statSync(join(folder, "none"), { throwIfNoEntry: false }));
fs.rmSync(folder, { recursive: true });
