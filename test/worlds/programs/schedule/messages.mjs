// Two ports talk: what is sent is what was there then, in order, also what was sent before the end; and it can be picked up.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { receiveMessageOnPort } from "node:worker_threads";

const { port1, port2 } = new MessageChannel();
const heard = [];
port2.on("message", async ({ text }) => {
  await readFile("/dev/null");
  heard.push(text);
});
const message = { text: "one" };
port1.postMessage(message);
message.text = "two";
port1.postMessage(message);
port1.close();
await once(port2, "close");
while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
console.log(heard.sort().join(" "));

const other = new MessageChannel();
other.port1.postMessage("picked up");
console.log(receiveMessageOnPort(other.port2).message, receiveMessageOnPort(other.port2));
other.port2.onmessage = ({ data }) => console.log(data);
other.port1.postMessage("heard");
setTimeout(() => other.port1.close(), 20);
try {
  other.port1.postMessage(() => {});
} catch (error) {
  console.log(error.name);
}
