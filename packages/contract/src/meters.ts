import * as z from 'zod/mini';
import { breakCauses } from './constants.ts';
import { deviceParams, nullableNumber, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import {
  correctionDecisions,
  correctionKinds,
  correctionReasons,
  correctionStates,
  meterStates,
  mostCorrectedPages,
  readingSources,
  readingStates,
} from './meter-values.ts';
import { count, instant, uuid } from './values.ts';
import { freeText, person } from './worklist-item.ts';

/** A meter in a path: `total`, `copy.black`, `total@sheets` (LG-01). */
const meterName = z.string().check(z.regex(/^[a-zA-Z0-9.-]{1,60}(@[a-z]{1,20})?$/));
const meterParams = z.strictObject({ ...deviceParams.shape, meter: meterName });
const ofDevice = { access: 'user', right: 'readMeters', params: meterParams } as const;

const timedValue = z.object({ at: instant, value: z.number() });
/** 80 % range. */
const estimate = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

/** From a break on: billed is the raw value plus `offset` (LG-07). */
const epoch = z.object({
  /** From 1. */
  number: count,
  from: instant,
  offset: z.number(),
  /** Null: of the first one, and where it is not known. */
  cause: z.nullable(z.enum(breakCauses)),
  /** Its readings are not billed before the cause is known (LG-08). */
  isProvisional: z.boolean(),
});

/** Where a meter did not go on (LG-08 to LG-13). */
const meterBreak = z.object({
  kind: z.enum(['fell', 'leapt']),
  before: timedValue,
  after: timedValue,
  cause: z.nullable(z.enum(breakCauses)),
  /** Who stated the cause; null: no user, or not known. */
  statedBy: nullableText,
  statedAt: z.nullable(instant),
  /** The reading that showed a misread (LG-11). */
  healed: z.nullable(timedValue),
  /** What is usual in that time (LG-13). */
  usual: z.nullable(estimate),
});
export type MeterBreak = z.infer<typeof meterBreak>;

const reading = z.object({
  at: instant,
  receivedAt: z.nullable(instant),
  raw: z.number(),
  offset: nullableNumber,
  /** Null: not billed. */
  billed: nullableNumber,
  /** Since the reading before that counts. */
  rise: z.number(),
  state: z.enum(readingStates),
  source: z.enum(readingSources),
  /** Serial number of the record that reported it, if that was merged into the device (OA-44). */
  serial: z.optional(z.string()),
});
export type LedgerReading = z.infer<typeof reading>;

/** A meter at an instant (LG-15). */
const atInstant = {
  instant,
  state: z.enum(meterStates),
  /** As billed; null where nothing is billed. */
  value: nullableNumber,
  /** The reading used; null: there is none. */
  used: z.nullable(reading),
  ageMinutes: nullableNumber,
  next: z.nullable(reading),
  /** The most that the value can differ: the next reading minus this one. */
  canDiffer: nullableNumber,
};

const meterState = z.object({
  meter: z.string(),
  unit: z.string(),
  ...atInstant,
  epoch: z.nullable(epoch),
  /** What was counted before the ledger or since counts too. */
  readings: count,
  /** Black plus color went apart from total in the last 31 days (LG-14). */
  goesApart: z.optional(z.literal(true)),
});

/** IANA name of the zone of the organisation, in which months and midnights are counted (GE-08). */
const zone = z.string();

/** `GET /v1/device/{id}/meters` (LG-18). */
export const readMeters = endpoint({
  method: 'GET',
  path: '/v1/device/{id}/meters',
  access: 'user',
  right: 'readMeters',
  summary: 'Present state of the meters of a device',
  params: deviceParams,
  query: z.strictObject({ instant: z.optional(instant) }),
  answer: z.object({
    zone,
    meters: z.array(meterState),
    /** The device that the record was merged into, which has its meters from then on (OA-44); null: none. */
    mergedInto: z.nullable(z.object({ deviceId: uuid, serial: nullableText })),
    /** Serial numbers of the records that were merged into the device. */
    joined: z.array(z.string()),
  }),
});

const correction = z.object({
  correctionId: uuid,
  kind: z.enum(correctionKinds),
  /** The instant it concerns; of `exclude` the first reading. */
  at: instant,
  until: z.nullable(instant),
  cause: z.nullable(z.enum(breakCauses)),
  /** Added, or taken where negative. */
  pages: nullableNumber,
  value: nullableNumber,
  source: z.nullable(z.enum(readingSources)),
  reason: z.enum(correctionReasons),
  note: nullableText,
  /** The visit whose test prints it takes (LG-22). */
  visitId: z.nullable(uuid),
  state: z.enum(correctionStates),
  madeBy: z.nullable(person),
  madeAt: instant,
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(instant),
});
export type MeterCorrection = z.infer<typeof correction>;

/** A counter that was typed at a visit: it counts only where somebody enters it (LG-06, LG-33). */
const typedReading = z.object({ at: instant, value: z.number(), by: nullableText, visitId: uuid });

/** Test prints of a visit, to be taken or not (LG-22). */
const testPrints = z.object({ at: instant, pages: count, by: nullableText, visitId: uuid });

/** A calendar month of the zone. */
const period = z.object({
  /** `2026-11`. */
  month: z.string(),
  from: instant,
  to: instant,
  start: nullableNumber,
  end: nullableNumber,
  /** Null: not known, or not billed. */
  use: nullableNumber,
  /** Sum of the corrections in force. */
  corrected: z.number(),
  billed: nullableNumber,
  /** That of the reading at its end. */
  state: z.enum(meterStates),
});
export type MeterPeriod = z.infer<typeof period>;

/** `GET /v1/device/{id}/meters/{meter}/readings` (LG-18). */
export const readMeterReadings = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/v1/device/{id}/meters/{meter}/readings',
  summary: 'Readings of a meter with epochs, breaks, corrections and months',
  query: z.strictObject({ from: z.optional(instant), to: z.optional(instant) }),
  answer: z.object({
    zone,
    meter: z.string(),
    unit: z.string(),
    /** Ascending. */
    readings: z.array(reading),
    epochs: z.array(epoch),
    breaks: z.array(meterBreak),
    /** Newest first. */
    corrections: z.array(correction),
    typed: z.array(typedReading),
    testPrints: z.array(testPrints),
    /** Newest first; the first one has not ended. */
    periods: z.array(period),
  }),
});

/** `GET /v1/device/{id}/meters/{meter}/at` (LG-15, LG-18). */
export const readMeterAt = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/v1/device/{id}/meters/{meter}/at',
  summary: 'A meter at an instant',
  query: z.strictObject({ instant }),
  answer: z.object({ zone, meter: z.string(), unit: z.string(), ...atInstant }),
});

/** All that stands behind a reading (LG-17). */
const proof = z.object({
  zone,
  meter: z.string(),
  unit: z.string(),
  serial: nullableText,
  model: nullableText,
  customerName: nullableText,
  assetNumber: nullableText,
  ...atInstant,
  epoch: z.nullable(epoch),
  /** The break that began the epoch. */
  begunBy: z.nullable(meterBreak),
  before: z.nullable(reading),
  collector: nullableText,
  address: nullableText,
  /** Null: a day from before the ledger, or typed in. */
  evidence: z.nullable(
    z.object({ protocol: z.string(), source: z.string(), name: nullableText, raw: z.string(), rule: z.string() }),
  ),
  /** In force within the epoch up to the instant. */
  corrections: z.array(correction),
  /** SHA-256 of the report's counters, and of the packed month that holds them; null: not yet packed. */
  hash: nullableText,
  pack: z.nullable(z.object({ place: count, month: z.string(), hash: z.string() })),
});
export type MeterProof = z.infer<typeof proof>;

/** `GET /v1/device/{id}/meters/{meter}/proof` (LG-17). */
export const readMeterProof = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/v1/device/{id}/meters/{meter}/proof',
  summary: 'Proof of a reading: where it came from, what was made of it, and its hash',
  query: z.strictObject({ instant }),
  answer: proof,
});

/** Readings that are proved by one call, at most. */
export const mostProofs = 500;

/** `POST /v1/meters/proofs` (LG-17): the proofs of many readings as one file, in their order. */
export const readMeterProofs = endpoint({
  method: 'POST',
  path: '/v1/meters/proofs',
  access: 'user',
  right: 'readMeters',
  tokenScope: 'meters.read',
  summary: 'Proofs of up to 500 readings',
  body: z.strictObject({
    readings: z
      .array(z.strictObject({ deviceId: uuid, meter: z.string().check(z.minLength(1), z.maxLength(90)), instant }))
      .check(z.minLength(1), z.maxLength(mostProofs)),
  }),
  answer: z.object({ proofs: z.array(proof) }),
});

const reasoned = { reason: z.enum(correctionReasons), note: z.optional(freeText) };

/** `POST /v1/device/{id}/meters/{meter}/corrections` (LG-19); takes an `Idempotency-Key`. */
export const correctMeter = endpoint({
  method: 'POST',
  path: '/v1/device/{id}/meters/{meter}/corrections',
  access: 'user',
  right: 'correctMeters',
  summary: 'Give the cause of a break, exclude readings, add or take pages, or enter a reading',
  params: meterParams,
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('cause'), at: instant, cause: z.enum(breakCauses), ...reasoned }),
    z.strictObject({ kind: z.literal('exclude'), at: instant, until: instant, ...reasoned }),
    z.strictObject({
      kind: z.literal('pages'),
      at: instant,
      pages: z.int().check(z.minimum(-mostCorrectedPages), z.maximum(mostCorrectedPages)),
      visitId: z.optional(uuid),
      ...reasoned,
    }),
    z.strictObject({
      kind: z.literal('reading'),
      at: instant,
      value: count,
      source: z.enum(['visit', 'customer']),
      ...reasoned,
    }),
  ]),
  answer: correction,
});

/** `POST /v1/device/{id}/meters/{meter}/corrections/{correctionId}/decision` (LG-21). */
export const decideCorrection = endpoint({
  method: 'POST',
  path: '/v1/device/{id}/meters/{meter}/corrections/{correctionId}/decision',
  access: 'user',
  right: 'correctMeters',
  summary: 'Confirm or refuse a correction of another person, or withdraw one',
  params: z.strictObject({ ...meterParams.shape, correctionId: uuid }),
  body: z.strictObject({ decision: z.enum(correctionDecisions) }),
  answer: correction,
});
