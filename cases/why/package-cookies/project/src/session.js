"use strict";

const { CookieJar } = require("tough-cookie");

/** The cookies of one visit to several sites; bad cookies are dropped, as browsers do. */
class Session {
  #jar = new CookieJar();

  /** Keeps the cookies of an answer. */
  receive(url, headers) {
    for (const header of headers) this.#jar.setCookieSync(header, url, { ignoreError: true });
  }

  /** The header of the next request. */
  headerFor(url) {
    return this.#jar.getCookieStringSync(url);
  }

  forget() {
    this.#jar.removeAllCookiesSync();
  }
}

module.exports = { Session };
