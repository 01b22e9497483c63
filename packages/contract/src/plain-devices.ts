import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { nullableText } from './device-call.ts';
import { maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { tonerColors } from './report-sections.ts';
import { answerDay, count, instant, uuid } from './values.ts';

export const plainPageSize = 100;
/** What a device is to somebody who only uses it (OA-62). */
export const plainStates = ['needsService', 'silent', 'unknown', 'works'] as const;

const device = z.object({
  deviceId: uuid,
  serial: nullableText,
  model: nullableText,
  /** Where people say that it stands. */
  place: nullableText,
  state: z.enum(plainStates),
  /** Since when the dealer knows that it needs service; null: nothing is open. */
  knownSince: z.nullable(instant),
  /** Day of the next visit. */
  plannedDay: z.nullable(answerDay),
  /** The toner that is used up first, with the 80 % range of its days; null: not known. */
  emptyFirst: z.nullable(z.object({ color: z.enum(tonerColors), days: count, lower: count, upper: count })),
  /** The cartridge with the least in it, as reported: what is known before days can be judged. */
  lowest: z.optional(z.nullable(z.object({ color: z.enum(tonerColors), percent: z.number() }))),
  updatedAt: instant,
});
export type PlainDevice = z.infer<typeof device>;

/** Devices in plain words, without codes, reasons and predictions of parts; those that need service first. */
export const listPlainDevices = endpoint({
  method: 'GET',
  path: '/v1/devices/plain',
  access: 'user',
  summary: 'The devices of the user in plain words',
  query: z.strictObject({
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, plainPageSize), plainPageSize),
  }),
  answer: z.object({
    devices: z.array(device),
    counts: z.object({ needsService: count, silent: count, unknown: count, works: count }),
  }),
  answerHeaders: {
    'has-more': "'True' when more devices follow, else 'False'",
    'total-count': 'number of devices found',
  },
});
