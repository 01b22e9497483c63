import type { Log } from '../src/base/logger.ts';

/** A log that discards its lines. */
export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
