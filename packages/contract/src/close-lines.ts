import * as z from 'zod/mini';
import { lineKinds, lineRemarks, lineStates, lineStops, lineWarnings, settlements } from './close-values.ts';
import { breakCauses } from './constants.ts';
import { nullableNumber, nullableText } from './device-call.ts';
import { correctionReasons, readingSources } from './meter-values.ts';
import { count, instant, uuid } from './values.ts';
import { person, version } from './worklist-item.ts';

/** The reading of a line. */
const lineReading = z.object({
  at: instant,
  /** As billed: raw value plus the offset of its epoch, and what was estimated since. */
  value: z.number(),
  source: z.enum(readingSources),
  /** SHA-256 of the report's counters in hexadecimal; null: typed, estimated, or from before the ledger. */
  hash: nullableText,
});

const timedValue = z.object({ at: instant, value: z.number() });
/** 80 % range. */
const estimate = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

/** Names a line of a close. `part`: from 1; a device that changed its customer has one for each (LG-37). */
export const lineKey = z.strictObject({
  deviceId: uuid,
  meter: z.string().check(z.minLength(1), z.maxLength(90)),
  part: z.int().check(z.minimum(1), z.maximum(1000)),
});
export type LineKey = z.infer<typeof lineKey>;

/** LG-31. Texts about the device are those of the moment of closing. */
export const closeLine = z.object({
  ...lineKey.shape,
  kind: z.enum(lineKinds),
  version,
  unit: z.string(),
  serial: nullableText,
  model: nullableText,
  description: nullableText,
  customerNumber: nullableText,
  customerName: nullableText,
  dealerNumber: nullableText,
  assetNumber: nullableText,
  /** Text about the contract of the device. */
  contract: nullableText,
  /** The part of the period that the line covers. */
  from: instant,
  to: instant,
  /** That of the former close, where there is one (LG-31). */
  start: z.nullable(lineReading),
  end: z.nullable(lineReading),
  /** Null: not known, not billed, or left out. */
  use: nullableNumber,
  /** Pages that people added or took within the period, or what a `correction` corrects. */
  corrected: z.number(),
  /**
   * Pages of the use that a close before billed with a record which was merged into the device: they are not
   * billed again. Left out: none.
   */
  elsewhere: z.optional(z.number()),
  billed: nullableNumber,
  state: z.enum(lineStates),
  stops: z.array(z.enum(lineStops)),
  warnings: z.array(z.enum(lineWarnings)),
  remarks: z.array(z.enum(lineRemarks)),
  /** What a person settled. */
  settled: z.nullable(
    z.object({
      kind: z.enum(settlements),
      reason: z.enum(correctionReasons),
      note: nullableText,
      by: z.nullable(person),
      at: instant,
    }),
  ),
  /**
   * What the meter rose by from its last reading to the end, if that can be estimated; counts once settled.
   */
  estimate: z.nullable(z.object({ ...estimate.shape, inARow: count })),
  /** It was estimated twice in a row and cannot be a third time (LG-16). */
  hasTwoEstimates: z.boolean(),
  /** The most that the reading at the end can differ: the next one minus this one. */
  canDiffer: nullableNumber,
  /** Use of the period before and of the same one a year ago, by the ledger. */
  before: nullableNumber,
  lastYear: nullableNumber,
  /** The break that stops the line, or whose cause was stated within the period. */
  break: z.nullable(
    z.object({
      kind: z.enum(['fell', 'leapt']),
      before: timedValue,
      after: timedValue,
      cause: z.nullable(z.enum(breakCauses)),
      statedBy: nullableText,
      usual: z.nullable(estimate),
    }),
  ),
  /** Of a `correction`: the close that stays as it is, and what was corrected. */
  corrects: z.nullable(
    z.object({
      closeId: uuid,
      name: z.string(),
      from: instant,
      to: instant,
      /** What people corrected since; none: a cause or an exclusion changed what was counted. */
      correctionIds: z.array(uuid),
      reasons: z.array(z.enum(correctionReasons)),
    }),
  ),
  /** Of lines that stop or warn: readings around the period for a small chart; `billed` null: not billed. */
  chart: z.array(z.object({ at: instant, raw: z.number(), billed: nullableNumber })),
});
export type CloseLine = z.infer<typeof closeLine>;
