import { byReader, mergeTopics } from "./group.js";
import { log } from "./log.js";
import { render } from "./render.js";
import { settingsFor } from "./settings.js";

/** Collects events until they are flushed: then every reader gets one mail. */
export function createDigest({ transport, ...overrides }) {
  const settings = settingsFor(overrides);
  let events = [];

  return {
    add(event) {
      if (settings.quietTopics.includes(event.topic)) return log("debug", "quiet", { topic: event.topic });
      events.push(event);
      log("debug", "added", { reader: event.reader, waiting: events.length });
    },

    get waiting() {
      return events.length;
    },

    async flush() {
      const groups = [...byReader(events)].slice(0, settings.maxMails);
      events = [];
      for (const [reader, group] of groups) {
        const items = settings.merge === "topic" ? mergeTopics(group) : group;
        const subject = `${settings.subject} (${items.length})`;
        await transport.send({ from: settings.sender, to: reader, subject, text: render(items, settings) });
        log("info", "sent", { to: reader, items: items.length });
      }
      return groups.length;
    },
  };
}
