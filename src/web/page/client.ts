/** The server refused a request. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Why a request failed. Where no answer came, browsers give no more than a word about it. */
export function messageOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return "The server does not answer. Is culprit serve still running?";
}

/** Events of the server: the name and the data of each. */
export type OnEvent = (name: string, data: unknown) => void;

/** Talks to the server, with the token in a header: no other page can make a browser send that. */
export class Client {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  async json<T>(path: string): Promise<T> {
    return (await this.#send(path)).json();
  }

  /** A part of a file, and where the next one begins. */
  async part(path: string): Promise<{ readonly text: string; readonly next: number }> {
    const answer = await this.#send(path);
    return { text: await answer.text(), next: Number(answer.headers.get("X-Next")) };
  }

  async post(path: string, body: object): Promise<void> {
    await this.#send(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
  }

  /** Receives events until the connection ends. EventSource cannot send headers, so the stream is read by hand. */
  async events(path: string, signal: AbortSignal, onEvent: OnEvent): Promise<void> {
    const { body } = await this.#send(path, { signal });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const events = (text + read.value).split("\n\n");
      text = events.pop()!;
      for (const event of events) take(event, onEvent);
    }
  }

  async #send(path: string, options: RequestInit = {}): Promise<Response> {
    const headers = { ...options.headers, Authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`/api/${path}`, { ...options, headers, cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Refused(answer.status, (await answer.text()).trim());
    return answer;
  }
}

function take(event: string, onEvent: OnEvent): void {
  const name = /^event: (.*)$/m.exec(event)?.[1];
  const data = /^data: (.*)$/m.exec(event)?.[1];
  if (name !== undefined && data !== undefined) onEvent(name, JSON.parse(data));
}
