import { ClassCommands } from "./class-commands.ts";
import type { Connection } from "./connection.ts";
import { EventRequests } from "./event-requests.ts";
import type { EventSet } from "./events.ts";
import { ObjectCommands } from "./object-commands.ts";
import { ThreadCommands } from "./thread-commands.ts";

/** The virtual machine of a program, by the Java debug wire protocol. */
export class Machine {
  readonly classes: ClassCommands;
  readonly objects: ObjectCommands;
  readonly threads: ThreadCommands;
  readonly requests: EventRequests;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.classes = new ClassCommands(connection);
    this.objects = new ObjectCommands(connection);
    this.threads = new ThreadCommands(connection);
    this.requests = new EventRequests(connection);
  }

  /** Undefined: the program has ended. */
  nextEvents(): Promise<EventSet | undefined> {
    return this.#connection.nextEvents();
  }

  async resume(): Promise<void> {
    await this.#connection.send(1, 9);
  }

  /** The program runs on by itself, without a debugger. */
  async dispose(): Promise<void> {
    await this.#connection.send(1, 6);
  }

  /** Whether ids have the sizes that are expected here: all machines with 64 bits have them. */
  async hasLongIds(): Promise<boolean> {
    const reply = await this.#connection.send(1, 7);
    return [1, 2, 3, 4, 5].every(() => reply.int() === 8);
  }
}
