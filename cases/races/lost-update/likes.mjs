// A little blog: likes are kept in a file as JSON, and a like is a POST. Two readers like the same post.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

class Store {
  constructor(file) {
    this.file = file;
  }

  async load() {
    return JSON.parse(await readFile(this.file, "utf8")); // FIRST
  }

  async save(posts) {
    await writeFile(this.file, JSON.stringify(posts, null, 2)); // SECOND
  }

  async like(post) {
    const posts = await this.load();
    posts[post] = (posts[post] ?? 0) + 1;
    await this.save(posts);
    return posts[post];
  }
}

function serve(store) {
  const server = createServer(async (message, response) => {
    const [, action, post] = message.url.split("/");
    if (message.method !== "POST" || action !== "like") {
      response.writeHead(404).end();
      return;
    }
    const likes = await store.like(post);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ post, likes }));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

function like(server, post) {
  return new Promise((resolve, reject) => {
    const options = { port: server.address().port, host: "127.0.0.1", method: "POST", path: `/like/${post}`, agent: false };
    request(options, (response) => response.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });
}

const folder = await mkdtemp(join(tmpdir(), "likes-"));
const store = new Store(join(folder, "likes.json"));
await store.save({ hello: 5 });
const server = await serve(store);
const readers = [1, 20].map(async (ms) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await like(server, "hello");
});
await Promise.all(readers);
server.close();
const { hello } = await store.load();
await rm(folder, { recursive: true });
console.log(`${hello} likes`);
if (hello !== 7) process.exitCode = 1;
