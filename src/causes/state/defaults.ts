/**
 * Used where the request does not say otherwise. The timeout, in milliseconds, is fixed: how long a program takes alone says nothing
 * about how long it takes in a debugger.
 */
export const stateDefaults = { maxValues: 100_000, maxPlaces: 100, timeout: 60_000 };

/** A cause of more values than this is hard to understand, and to isolate. */
export const maxCauseValues = 3;
