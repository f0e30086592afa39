/** Runs tasks of the same key one after the other, those of different keys at the same time. */
export class Queue {
  #last = new Map();

  run(key, task) {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(task, task);
    this.#last.set(key, done);
    return done;
  }
}
