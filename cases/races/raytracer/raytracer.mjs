// A ray tracer for several frames at a time, with worker threads. They take turns at rows; the first one to need a frame loads
// its scene into shared memory. How many scenes were loaded is counted: by all threads, for all scenes.
//
//   node raytracer.mjs [WIDTH]   prints a sum over all pixels, and fails if not all scenes were counted
import { once } from "node:events";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const texts = [
  "eye 0 1 -6; light 4 6 -4; floor -1; sphere 0 0 0 1; sphere 2 -.4 1 .6; sphere -2 -.2 1 .8",
  "eye 0 1.2 -6; light 3 6 -4; floor -1; sphere 0 .5 0 1; sphere 2 -.4 .5 .6",
  "eye 0 1.4 -6; light 2 6 -4; floor -1; sphere 0 1 0 1; sphere .5 -.8 -1 .2; sphere -.5 -.8 -1 .2",
];
const workers = 3;
const mostSpheres = 4;
// eye, light, floor, number of spheres, spheres
const sceneSize = 3 + 3 + 1 + 1 + 4 * mostSpheres;

const plus = ([a, b, c], [x, y, z]) => [a + x, b + y, c + z];
const minus = ([a, b, c], [x, y, z]) => [a - x, b - y, c - z];
const times = ([a, b, c], s) => [a * s, b * s, c * s];
const dot = ([a, b, c], [x, y, z]) => a * x + b * y + c * z;
const unit = (a) => times(a, 1 / Math.sqrt(dot(a, a)));

// ---- scenes: one lock and one mark for each, and one number for all

const [nextRow, scenesLoaded, locks, loaded] = [0, 1, 2, 2 + texts.length];

function lock(words, which) {
  while (Atomics.compareExchange(words, which, 0, 1) !== 0) Atomics.wait(words, which, 1);
}

function unlock(words, which) {
  Atomics.store(words, which, 0);
  Atomics.notify(words, which, 1);
}

function loadScene(scene, text, words) {
  const oldScenesLoaded = words[scenesLoaded];
  let spheres = 0; // HERE: from now on the number may be old
  for (const line of text.split("; ")) { // HERE
    const [what, ...numbers] = line.split(" "); // HERE
    const at = { eye: 0, light: 3, floor: 6, sphere: 8 + 4 * spheres }[what]; // HERE
    if (what === "sphere") spheres++; // HERE
    for (let i = 0; i < numbers.length; i++) scene[at + i] = Number(numbers[i]); // HERE
  }
  scene[7] = spheres; // HERE
  words[scenesLoaded] = oldScenesLoaded + 1; // HERE
}

function sceneOf(frame, { words, scenes }) {
  const scene = scenes.subarray(frame * sceneSize, (frame + 1) * sceneSize);
  lock(words, locks + frame);
  if (Atomics.load(words, loaded + frame) === 0) {
    loadScene(scene, texts[frame], words);
    Atomics.store(words, loaded + frame, 1);
  }
  unlock(words, locks + frame);
  return readScene(scene);
}

function readScene(numbers) {
  const [a, b, c, x, y, z, floor, count] = numbers;
  const spheres = Array.from({ length: count }, (_, i) => {
    const [p, q, r, radius] = numbers.subarray(8 + 4 * i);
    return { center: [p, q, r], radius };
  });
  return { eye: [a, b, c], light: [x, y, z], floor, spheres };
}

// ---- rays

function hitSphere({ center, radius }, from, ray) {
  const to = minus(from, center);
  const b = dot(to, ray);
  const inside = b * b - dot(to, to) + radius * radius;
  const distance = inside < 0 ? Infinity : -b - Math.sqrt(inside);
  if (distance < 1e-4 || distance === Infinity) return undefined;
  const point = plus(from, times(ray, distance));
  return { distance, point, normal: unit(minus(point, center)) };
}

function hitFloor(floor, from, ray) {
  if (ray[1] > -1e-6) return undefined;
  const distance = (floor - from[1]) / ray[1];
  return distance < 1e-4 ? undefined : { distance, point: plus(from, times(ray, distance)), normal: [0, 1, 0] };
}

function firstHit({ spheres, floor }, from, ray) {
  const hits = [hitFloor(floor, from, ray), ...spheres.map((sphere) => hitSphere(sphere, from, ray))];
  return hits.reduce((near, hit) => (hit && (!near || hit.distance < near.distance) ? hit : near), undefined);
}

function brightness(scene, from, ray) {
  const hit = firstHit(scene, from, ray);
  if (!hit) return 0.7;
  const toLight = unit(minus(scene.light, hit.point));
  return firstHit(scene, hit.point, toLight) ? 0.15 : 0.15 + 0.85 * Math.max(0, dot(hit.normal, toLight));
}

// ---- work

function traceRow(scene, row, { width, height }) {
  let sum = 0;
  for (let column = 0; column < width; column++) {
    const ray = unit([(column + 0.5) / width - 0.5, (height / 2 - row - 0.5) / width, 1]);
    sum += Math.floor(255 * brightness(scene, scene.eye, ray));
  }
  return sum;
}

function work(shared) {
  const { words, sums, height } = shared;
  for (;;) {
    const row = Atomics.add(words, nextRow, 1);
    if (row >= texts.length * height) return;
    const frame = row % texts.length;
    const sum = traceRow(sceneOf(frame, shared), Math.floor(row / texts.length), shared);
    Atomics.add(sums, frame, sum);
  }
}

if (isMainThread) {
  const width = Number(process.argv[2] ?? 8);
  const words = new Int32Array(new SharedArrayBuffer(4 * (loaded + texts.length)));
  const sums = new Int32Array(new SharedArrayBuffer(4 * texts.length));
  const scenes = new Float64Array(new SharedArrayBuffer(8 * sceneSize * texts.length));
  const shared = { words, sums, scenes, width, height: (width * 3) / 4 };
  const all = Array.from({ length: workers }, () => new Worker(new URL(import.meta.url), { workerData: shared }));
  await Promise.all(all.map((worker) => once(worker, "exit")));
  console.log(sums.join(" "));
  if (words[scenesLoaded] !== texts.length) throw new Error(`${words[scenesLoaded]} scenes were loaded`);
} else {
  work(workerData);
}
