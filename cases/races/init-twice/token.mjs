// A token that has run out is renewed by whoever needs it. The service takes the newest one only, so renewing it for one
// spoils what another one just got.
import { setTimeout as after } from "node:timers/promises";

class Service {
  #valid = "token-0";
  #count = 0;

  async renew() {
    await after(5); // SECOND, FIRST
    this.#count++;
    this.#valid = `token-${this.#count}`;
    return this.#valid;
  }

  async call(path, token) {
    await after(3); // SECOND
    if (token !== this.#valid) throw Object.assign(new Error(`401 for ${path}`), { status: 401 });
    return `${path}: ok`;
  }
}

class Client {
  #service;
  #token;

  constructor(service) {
    this.#service = service;
  }

  async get(path) {
    if (!this.#token) this.#token = await this.#service.renew();
    return this.#service.call(path, this.#token);
  }
}

const client = new Client(new Service());
const results = await Promise.allSettled(
  ["/profile", "/orders"].map(async (path, i) => {
    await after(1 + 6 * i); // FIRST
    return client.get(path);
  }),
);
const failed = results.filter(({ status }) => status === "rejected");
console.log(results.map(({ value, reason }) => value ?? reason.message).join(", "));
if (failed.length > 0) process.exitCode = 1;
