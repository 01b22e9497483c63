import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { nullableText } from './device-call.ts';
import { listSelection } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { answerDay, count, uuid } from './values.ts';

/** What the regions of a fleet are: its dealers, its customers, or the groups of the user. */
export const regionKinds = ['dealer', 'customer', 'group'] as const;
export type RegionKind = (typeof regionKinds)[number];

/**
 * What a need rests on: a predicted date, the named life of the part, or how often such parts are replaced.
 */
export const needBases = ['date', 'life', 'rate'] as const;
export type NeedBasis = (typeof needBases)[number];

/**
 * Pieces that devices will need together: mean, 80 % range in whole pieces, and `stock`, which is enough in
 * nine of ten quarters (the 90 % quantile). `asked`: pieces that the worklist asks to bring now; each of them
 * is needed for certain, so that `expected`, `lower` and `stock` are never less (0940).
 */
const demand = { expected: z.number(), lower: count, upper: count, stock: count, asked: z.optional(count) };

const description =
  'What the worklist asks to bring now (asked) is taken from the shelf at the next visit, however likely it is that ' +
  'the part is replaced within the quarter: one piece for each device counts in full, and expected, lower, upper and ' +
  'stock are never less. The rest is an expectation: pieces that devices will need by predicted dates, by the rated ' +
  'life and the share of it at which the fleet replaces such parts, or as often as such parts are replaced.';

const regionText = z.string().check(z.maxLength(200));
/**
 * Which devices: of a group, and of one region. `region`: dealer or customer number, or group id; '': none.
 */
const selection = {
  groupId: listSelection.groupId,
  by: withDefault(z.enum(regionKinds), 'dealer'),
  region: z.optional(regionText),
};

/**
 * Name of a region; null: not reported. A device may be in several groups, and then counts in each of them.
 */
const region = { region: z.string(), name: nullableText };

const neededPart = z.object({
  /** Series of the devices, null where it is not known; parts of one code differ from series to series. */
  series: nullableText,
  /** `part.6250`, `toner.black` */
  item: z.string(),
  /** Devices that report it. */
  devices: count,
  ...demand,
  /** Of the expected pieces, those that rest on each. */
  bases: z.record(z.enum(needBases), z.number()),
});
export type NeededPart = z.infer<typeof neededPart>;

/** Regions that an answer names, those with the most devices first. */
export const mostRegions = 500;

/**
 * `GET /v1/parts/needed`: parts and cartridges that the devices of the user will need within the next `days`
 * days, most pieces first. Only devices that the user may see count.
 */
export const readPartsNeeded = endpoint({
  method: 'GET',
  path: '/v1/parts/needed',
  access: 'user',
  right: 'readPredictions',
  summary: 'Parts needed in the next three months',
  description,
  query: z.strictObject(selection),
  answer: z.object({
    days: count,
    /** Days on which the devices that count were judged; null: none was. */
    judged: z.nullable(z.object({ from: answerDay, to: answerDay })),
    /**
     * All devices of the selection, and those that count: judged, and with a reading in the four weeks
     * before.
     */
    devices: z.object({ all: count, counted: count }),
    by: z.enum(regionKinds),
    /** Of the selection without `region`; at most 500 of `regionCount`. */
    regions: z.array(z.object({ ...region, devices: count })),
    regionCount: count,
    parts: z.array(neededPart),
  }),
});
export type PartsNeeded = z.infer<typeof readPartsNeeded.answer>;

/** Devices and regions that the detail of a part names at most. */
export const mostOfPart = 20;

/** `GET /v1/parts/needed/devices`: where one part will be needed; devices and regions with the most first. */
export const readPartNeed = endpoint({
  method: 'GET',
  path: '/v1/parts/needed/devices',
  access: 'user',
  right: 'readPredictions',
  summary: 'Where a part will be needed in the next three months',
  description,
  query: z.strictObject({
    ...selection,
    item: z.string().check(z.regex(/^(part|toner)\.\w{1,40}$/)),
    /** Left out: devices whose series is not known. */
    series: z.optional(regionText),
  }),
  answer: z.object({
    /** At most 20, of `deviceCount` that may need it at all. */
    devices: z.array(
      z.object({
        deviceId: uuid,
        serial: nullableText,
        model: nullableText,
        customerName: nullableText,
        customerNumber: nullableText,
        /** Pieces, as a mean: below 1 the chance that one is needed. */
        expected: z.number(),
        basis: z.enum(needBases),
        /** The worklist asks to bring one now. */
        isAsked: z.optional(z.boolean()),
      }),
    ),
    deviceCount: count,
    /** At most 20, of `regionCount`. */
    regions: z.array(z.object({ ...region, devices: count, ...demand })),
    regionCount: count,
  }),
});
export type PartNeed = z.infer<typeof readPartNeed.answer>;
