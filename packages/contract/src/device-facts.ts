import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { deviceParams, nullableText } from './device-call.ts';
import { maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { organisationKinds } from './organisation-names.ts';
import { count, day, instant, uuid } from './values.ts';

/** Columns of the file of facts, in any order; `serial` is needed. A missing column changes nothing. */
export const factColumns = ['serial', 'asset', 'place', 'contact', 'contract', 'notes', 'weight', 'retired'] as const;
/** Lines of such a file at most. */
export const mostFactLines = 20_000;
/** Devices that are placed at once (OA-43). */
export const mostPlaced = 200;
export const factPageSize = 200;

/** A device that weighs more comes first among equals (WL-48). */
export const leastWeight = 0.25;
export const mostWeight = 4;

const short = z.string().check(z.trim(), z.maxLength(60));
const long = z.string().check(z.trim(), z.maxLength(2000));
const text = z.string().check(z.trim(), z.maxLength(200));
const weight = z.number().check(z.minimum(leastWeight), z.maximum(mostWeight));

/** What people know of a device (OA-40); reports never change it. */
const facts = z.object({
  assetNumber: nullableText,
  place: nullableText,
  contact: nullableText,
  contract: nullableText,
  notes: nullableText,
  /** By hand (WL-48); null: none. */
  weight: z.nullable(z.number()),
  /** The day from which it is out of lists, rules and counts (OA-41); null: in use. */
  retiredOn: z.nullable(day),
  /** Retired, and a report came from a later day. */
  reportsAgain: z.boolean(),
  /** 0: there are none yet. */
  version: count,
  changedBy: z.nullable(z.object({ userId: uuid, name: z.string() })),
  changedAt: z.nullable(instant),
  /** Another device of the dealer that the user sees has this asset number as well. */
  isDouble: z.boolean(),
});
export type DeviceFacts = z.infer<typeof facts>;

const organisation = z.object({ organisationId: uuid, name: z.string(), kind: z.enum(organisationKinds) });
const placement = z.object({
  /** Null: not placed, of the operator; or of an organisation above the user's own. */
  organisation: z.nullable(organisation),
  /** Placed by a person, against what reports say. */
  byHand: z.boolean(),
  /** What reports say. */
  reported: z.object({ dealerNumber: nullableText, customerNumber: nullableText, customerName: nullableText }),
});

export const readDeviceFacts = endpoint({
  method: 'GET',
  path: '/v1/device/{id}/facts',
  access: 'user',
  right: 'readDetails',
  summary: 'What people know of a device, and where it belongs',
  params: deviceParams,
  answer: z.object({ facts, placement }),
});

/** Fields that are left out stay as they are; null takes one away. */
export const changeDeviceFacts = endpoint({
  method: 'PUT',
  path: '/v1/device/{id}/facts',
  access: 'user',
  right: 'manageFacts',
  summary: 'Change what people know of a device',
  params: deviceParams,
  body: z.strictObject({
    version: count,
    assetNumber: z.nullish(short),
    place: z.nullish(text),
    contact: z.nullish(long),
    contract: z.nullish(long),
    notes: z.nullish(long),
    weight: z.nullish(weight),
    /** Today or earlier. */
    retiredOn: z.nullish(day),
  }),
  answer: z.object({ facts }),
});

/** All but the last two show devices in use alone. */
export const factViews = ['all', 'notPlaced', 'byHand', 'doubles', 'withoutAsset', 'retired', 'reportsAgain'] as const;
export type FactView = (typeof factViews)[number];

const row = z.object({
  deviceId: uuid,
  serial: nullableText,
  model: nullableText,
  facts,
  ...placement.shape,
  /** Where devices of the same collector and network belong: a person chooses (OA-43). */
  probably: z.nullable(organisation),
});
export type FactRow = z.infer<typeof row>;

export const listDeviceFacts = endpoint({
  method: 'GET',
  path: '/v1/devices/facts',
  access: 'user',
  right: 'manageFacts',
  summary: 'Devices with what people know of them and where they belong',
  query: z.strictObject({
    view: withDefault(z.enum(factViews), 'all'),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, factPageSize), factPageSize),
  }),
  answer: z.object({ devices: z.array(row) }),
  answerHeaders: {
    'has-more': "'True' when more devices follow, else 'False'",
    'total-count': 'number of devices found',
  },
});

/** A dry run says what the file would change; with a line that cannot be taken nothing is changed. */
export const importDeviceFacts = endpoint({
  method: 'PUT',
  path: '/v1/devices/facts',
  access: 'user',
  right: 'manageFacts',
  summary: 'Change what people know of devices from a CSV file',
  body: z.strictObject({ csv: z.string().check(z.maxLength(4_000_000)), dryRun: z.boolean() }),
  answer: z.object({
    lines: count,
    changed: count,
    /** The first 100 devices that differ. */
    differences: z.array(
      z.object({ serial: z.string(), field: z.string(), before: nullableText, after: nullableText }),
    ),
    refused: z.array(z.object({ line: count, field: z.string(), reason: z.string() })),
    refusedCount: count,
  }),
});

/** Null: where the reports say. */
export const placeDevices = endpoint({
  method: 'POST',
  path: '/v1/devices/place',
  access: 'user',
  right: 'manageOrganisation',
  summary: 'Place devices with an organisation, or where their reports say',
  body: z.strictObject({
    deviceIds: z.array(uuid).check(z.minLength(1), z.maxLength(mostPlaced)),
    organisationId: z.nullable(uuid),
  }),
  answer: z.object({
    /** One each, in the order asked for. */
    results: z.array(z.object({ deviceId: uuid, result: z.enum(['placed', 'unchanged', 'unknown', 'otherDealer']) })),
  }),
});
