import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { collectorFinding, type FindingKind } from './collectors.ts';
import { nullableText } from './device-call.ts';
import { maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { count, day, instant, uuid } from './values.ts';

// Which records are one device (OA-42, OA-44, OA-45): reports that another collector sent of a device wait
// for a decision, and two devices that are one are merged.

/** Days for which a merge can be undone (OA-44). */
export const undoDays = 7;
export const claimPageSize = 50;

/** A record of a device, as far as it says which device it is. Null: not reported. */
const known = z.object({
  deviceId: uuid,
  serial: nullableText,
  macAddress: nullableText,
  model: nullableText,
  dealerNumber: nullableText,
  customerNumber: nullableText,
  /** Name of the collector that registered it. */
  collector: nullableText,
});

/**
 * `same`: the one device, moved within its dealer: its history goes along. `move`: it has another dealer from
 * a day on, who sees nothing from before; the former keeps what was. `separate`: two devices bear one serial
 * number. `reject`: what was reported stays out of sight.
 */
export const claimDecisions = ['same', 'move', 'separate', 'reject'] as const;
export type ClaimDecision = (typeof claimDecisions)[number];

const claim = z.object({
  claimId: uuid,
  openedAt: instant,
  /** What is held, and the device that it seems to be. */
  held: known,
  rival: known,
  /** First and last report that is held. */
  firstAt: z.nullable(instant),
  lastAt: z.nullable(instant),
  /** Both are of one dealer, so that history may go along. */
  isOneDealer: z.boolean(),
});
export type Claim = z.infer<typeof claim>;

/** `GET /v1/claims`: those that wait for a decision, the oldest first. */
export const listClaims = endpoint({
  method: 'GET',
  path: '/v1/claims',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Reports of devices that another collector sent before, which wait for a decision',
  query: z.strictObject({
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, claimPageSize), claimPageSize),
  }),
  answer: z.object({ claims: z.array(claim) }),
  answerHeaders: {
    'has-more': "'True' when more claims follow, else 'False'",
    'total-count': 'number of claims that wait',
  },
});

export const decideClaim = endpoint({
  method: 'PUT',
  path: '/v1/claim/{id}',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Decide which device reports of another collector are about',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({
    decision: z.enum(claimDecisions),
    /** Of `move`: first day (UTC) of the new owner; left out: that of the first held report. */
    fromDay: z.optional(day),
  }),
  /** The device that is shown from now on. */
  answer: z.object({ deviceId: uuid }),
});

const merge = z.object({
  mergeId: uuid,
  /** The device that remained, and the one that went into it. */
  remaining: known,
  merged: known,
  /** Days whose readings were joined. */
  days: count,
  mergedAt: instant,
  mergedBy: nullableText,
  undoUntil: instant,
});
export type DeviceMerge = z.infer<typeof merge>;

/** `GET /v1/devices/merges`: those that can still be undone, the newest first. */
export const listMerges = endpoint({
  method: 'GET',
  path: '/v1/devices/merges',
  access: 'user',
  right: 'manageOrganisation',
  summary: 'Merges of devices that can still be undone',
  answer: z.object({ merges: z.array(merge) }),
});

export const mergeDevices = endpoint({
  method: 'POST',
  path: '/v1/devices/merges',
  access: 'user',
  right: 'manageOrganisation',
  summary: 'Merge two devices of a dealer that are one',
  body: z.strictObject({ remainingId: uuid, mergedId: uuid }),
  answer: z.object({ mergeId: uuid, days: count }),
});

export const undoMerge = endpoint({
  method: 'DELETE',
  path: '/v1/devices/merge/{id}',
  access: 'user',
  right: 'manageOrganisation',
  summary: 'Undo a merge of devices within 7 days',
  params: z.strictObject({ id: uuid }),
  answer: z.object({ status: z.string() }),
});

/**
 * `same`: one device, as before. `another`: two devices. `exchanged`: one device with another board; if there
 * are two records they are merged. `ignore`: it means nothing.
 */
export const findingAnswers = ['same', 'another', 'exchanged', 'ignore'] as const;
export type FindingAnswer = (typeof findingAnswers)[number];

/** The answers that each kind of finding may have. */
export const answersOfFinding: Readonly<Record<FindingKind, readonly FindingAnswer[]>> = {
  movedAddress: ['same', 'ignore'],
  duplicateSerial: ['another', 'ignore'],
  exchangedBoard: ['exchanged', 'another', 'ignore'],
  other: ['ignore'],
};

export const mostFindings = 200;

const openFinding = z.extend(collectorFinding, {
  collectorId: uuid,
  /** Name of the collector. */
  collector: z.string(),
  /** Of an exchanged board: the records before and now, where the user sees both and they differ. */
  records: z.nullable(z.object({ before: known, now: known })),
});
export type OpenFinding = z.infer<typeof openFinding>;

/** `GET /v1/findings`: what collectors found and no person has answered, the newest first. */
export const listFindings = endpoint({
  method: 'GET',
  path: '/v1/findings',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Findings of collectors that wait for an answer',
  answer: z.object({ findings: z.array(openFinding).check(z.maxLength(mostFindings)) }),
});

export const answerFinding = endpoint({
  method: 'PUT',
  path: '/v1/findings',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Answer a finding of a collector',
  body: z.strictObject({
    collectorId: uuid,
    kind: collectorFinding.shape.kind,
    target: collectorFinding.shape.target,
    before: collectorFinding.shape.before,
    now: collectorFinding.shape.now,
    answer: z.enum(findingAnswers),
  }),
  /** The merge that it made; null: none. */
  answer: z.object({ mergeId: z.nullable(uuid) }),
});
