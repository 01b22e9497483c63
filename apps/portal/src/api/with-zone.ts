import { ApiFailure } from '../platform/failure.ts';
import { createArea } from '../platform/state.ts';
import { browserTimeZone } from '../platform/time-zone.ts';

/**
 * The server refused a parameter. A proxy that answers an overload has no code of its own and counts as
 * 202001 too (EH-09), but with another status.
 */
const isRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiFailure && thrown.state.errorCode === 202001 && thrown.state.statusCode === 422;

/** The browser's zone, once the server has refused it and answered the same call without one. */
const refusedZone = createArea<string | undefined>('refusedZone', undefined);

/**
 * A call for the browser's time zone. The server may not know a zone that is newer than its tables: it is
 * then asked without one, for days and times of UTC, and its answer names UTC. Further calls are asked
 * without a zone at once.
 */
export async function withZone<T>(ask: (timeZone: string | undefined) => Promise<T>): Promise<T> {
  const zone = browserTimeZone();
  if (zone === undefined || zone === refusedZone.get()) return ask(undefined);
  try {
    return await ask(zone);
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    // Where another parameter was refused, the call fails again.
    const answer = await ask(undefined);
    refusedZone.set(zone);
    return answer;
  }
}
