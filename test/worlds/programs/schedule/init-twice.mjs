// Check, then act, with a wait between the two.
import { stat } from "node:fs/promises";

let connection;
let made = 0;
async function connect() {
  if (connection === undefined) {
    await stat(import.meta.filename ?? new URL(import.meta.url).pathname); // SECOND
    made++;
    connection = { number: made };
  }
  return connection;
}

setTimeout(connect, 5); // FIRST
setTimeout(connect, 6); // FIRST
process.on("exit", () => {
  console.log(`made ${made}`);
  if (made !== 1) process.exitCode = 1;
});
