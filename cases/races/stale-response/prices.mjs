// Prices are asked for again and again, and what comes is shown. Nobody looks which question an answer belongs to.
import { createServer, get } from "node:http";

let price = 100;
const market = createServer((request, response) => {
  const quoted = price++;
  const pause = request.url.endsWith("first") ? 5 : 6;
  setTimeout(() => response.end(JSON.stringify({ price: quoted })), pause); // FIRST, SECOND
});
await new Promise((resolve) => {
  market.listen(0, "127.0.0.1", resolve);
});

function ask(which) {
  return new Promise((resolve, reject) => {
    const options = { port: market.address().port, host: "127.0.0.1", path: `/price/${which}`, agent: false };
    get(options, (response) => { // FIRST, SECOND
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    }).on("error", reject);
  });
}

class Ticker {
  shown = 0;

  async refresh(which) {
    const { price: next } = await ask(which);
    this.shown = next;
  }
}

const ticker = new Ticker();
const later = (ms, act) => new Promise((resolve) => setTimeout(() => resolve(act()), ms));
await Promise.all([later(1, () => ticker.refresh("first")), later(50, () => ticker.refresh("second"))]);
market.close();
console.log(ticker.shown);
if (ticker.shown !== price - 1) process.exitCode = 1;
