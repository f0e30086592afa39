/**
 * What holds where nothing else is asked for. A program that is only run says nothing of how long a debugger takes: the time limit,
 * in milliseconds, does not follow from it.
 */
/** A cause of more values than these is hard to understand, and to isolate. */
export const mostValues = 3;

export const usual = { maxValues: 100_000, maxPlaces: 100, timeout: 60_000 };
