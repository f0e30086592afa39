/** What is being written; `type` saves without being waited for, `close` waits for everything. */
export class Editor {
  #store;
  #pending = new Set();

  constructor(store) {
    this.#store = store;
  }

  type(note) {
    const saving = this.#store.save(note).finally(() => this.#pending.delete(saving));
    this.#pending.add(saving);
  }

  async close() {
    await Promise.all(this.#pending);
  }
}
