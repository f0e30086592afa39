// A site of two pages is crawled.
import { once } from "node:events";
import http from "node:http";
import { gzipSync } from "node:zlib";
import Crawler from "simplecrawler";

const pages = { "/": '<a href="/second">second</a>', "/second": "the end" };
const server = http.createServer(({ url }, response) => {
  response.writeHead(pages[url] ? 200 : 404, { "content-type": "text/html", "content-encoding": "gzip" });
  response.end(gzipSync(pages[url] ?? ""));
});
await once(server.listen(0, "127.0.0.1"), "listening");

const crawler = new Crawler(`http://127.0.0.1:${server.address().port}/`);
Object.assign(crawler, { host: "127.0.0.1", initialPort: server.address().port, interval: 50 });
const seen = [];
crawler.on("fetchcomplete", ({ path }) => seen.push(path));
crawler.start();
await once(crawler, "complete");
crawler.stop();
server.close();
server.closeAllConnections();
if (!seen.includes("/second")) throw new Error("the second page was not crawled");
