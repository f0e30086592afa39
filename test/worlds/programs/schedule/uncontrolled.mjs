// Meets what cannot be held back.
import dgram from "node:dgram";
import { once } from "node:events";
import fs from "node:fs";
import { randomUUID } from "node:crypto";
import { MessageChannel } from "node:worker_threads";

fs.watch(".").close();
process.on("SIGUSR2", () => {});
const { port1, port2 } = new MessageChannel();
const { port1: first, port2: second } = new MessageChannel();
first.postMessage("take it", [port2]);
await once(second, "message");
first.close();
port1.close();
console.log(randomUUID().length);
const socket = dgram.createSocket("udp4").bind(0, "127.0.0.1");
await once(socket, "listening");
socket.close();
await fetch("http://127.0.0.1:2/").catch((error) => console.log(error.cause?.message));
for await (const chunk of process.stdin) console.log(chunk.length);
