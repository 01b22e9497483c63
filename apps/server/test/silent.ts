import type { Log } from '../src/base/log.ts';

/** A log that nobody reads. */
export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
