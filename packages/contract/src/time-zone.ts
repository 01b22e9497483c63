import * as z from 'zod/mini';
import { deviceParams } from './device-call.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { instant } from './values.ts';

/**
 * Whether this runtime knows the zone by an IANA name. An offset such as `+09:00` is no name: it knows no
 * clock changes.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** IANA name of a time zone, e.g. `Asia/Tokyo`. */
export const timeZone = z
  .string()
  .check(
    z.refine(isTimeZone, { error: ({ input }) => `unknown time zone '${String(input)}', an IANA name is needed` }),
  );

/**
 * Addition to a call: the zone whose calendar days or months the counts of the answer cover; UTC where it is
 * left out.
 */
const timeZoneQuery = z.strictObject({ timeZone: z.optional(timeZone) });

/**
 * Addition to an answer, where the call has a zone: that zone, and the time that the counts cover (`to` is
 * exclusive).
 */
export const countedTime = { countedTime: z.optional(z.object({ timeZone: z.string(), from: instant, to: instant })) };

/** A read of one device whose answer has counts by day or month of a time zone. */
export const readOfDeviceInZone = <Answer extends z.ZodMiniType>(
  tail: string,
  summary: string,
  answer: Answer,
  more: Pick<Endpoint, 'tokenScope' | 'right'> = {},
) =>
  endpoint({
    method: 'GET',
    path: `/v1/device/{id}/${tail}`,
    access: 'user',
    summary,
    params: deviceParams,
    query: timeZoneQuery,
    answer,
    ...more,
  });
