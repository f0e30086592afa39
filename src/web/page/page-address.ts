import { type PlaceInPage, placeText } from "../steps/place-in-page.ts";

/** Browsers ignore or refuse changes of the address beyond about a hundred in half a minute. */
const interval = 400;

/** What is shown, as the part of the address behind #: a reload and a copied address lead to the same. */
export class PageAddress {
  #place: PlaceInPage;
  #writtenAt = -interval;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: PlaceInPage) {
    this.#place = place;
  }

  /** What is shown, also if the address does not say it yet. */
  get place(): PlaceInPage {
    return this.#place;
  }

  /** Takes over what the address says: the reader has gone back, or has followed a link. */
  follow(place: PlaceInPage): void {
    this.stop();
    this.#place = place;
  }

  /** Other things are shown now. The address may say so a little later, when a slider moves. */
  set(place: PlaceInPage): void {
    this.#place = place;
    const wait = this.#writtenAt + interval - performance.now();
    if (wait <= 0) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), wait);
  }

  /** Another view is shown now: the browser's Back leads to the one before. */
  open(place: PlaceInPage): void {
    this.flush();
    if (placeText(place) === placeText(this.#place)) return;
    this.#place = place;
    history.pushState(null, "", placeText(place));
  }

  /** Writes what is still to be written, before the reader goes elsewhere. */
  flush(): void {
    if (this.#timer !== undefined) this.#write();
  }

  /** Forgets what is still to be written: the address is somebody else's now. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #write(): void {
    this.stop();
    this.#writtenAt = performance.now();
    history.replaceState(null, "", placeText(this.#place));
  }
}
