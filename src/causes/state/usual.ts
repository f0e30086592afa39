/**
 * What holds where nothing else is asked for. A program that is only run says nothing of how long a debugger takes: the time limit,
 * in milliseconds, does not follow from it.
 */
export const usual = { maxValues: 100_000, maxPlaces: 100, timeout: 60_000 };
