import { browserTimeZone } from '../platform/time-zone.ts';
import { ApiFailure } from '../platform/failure.ts';

/**
 * A call for the browser's time zone. The server may not know a zone that is newer than its tables: it is then asked without
 * one, for days and times of UTC, and what it answers says so.
 */
export async function withZone<T>(ask: (timeZone: string | undefined) => Promise<T>): Promise<T> {
  const zone = browserTimeZone();
  if (zone === undefined) return ask(undefined);
  try {
    return await ask(zone);
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.state.errorCode === 202001) return ask(undefined);
    throw thrown;
  }
}
