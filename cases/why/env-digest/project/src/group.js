/** Events by reader, in the order of their first event. */
export function byReader(events) {
  const groups = new Map();
  for (const event of events) {
    const group = groups.get(event.reader) ?? [];
    group.push(event);
    groups.set(event.reader, group);
  }
  return groups;
}

/** Events of one topic as one event that counts them. */
export function mergeTopics(events) {
  const merged = new Map();
  for (const event of events) {
    const known = merged.get(event.topic);
    merged.set(event.topic, known ? { ...event, count: (known.count ?? 1) + 1 } : event);
  }
  return [...merged.values()];
}
