import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { remoteSettings, settingKeys } from './remote-settings.ts';
import { count, instant, uuid } from './values.ts';

export const rolloutLimits = {
  collectors: 200,
  /** Changes in the list. */
  shown: 10,
  storedDays: 90,
} as const;

/** Entries that may be set for several collectors, and left to their sites again. */
export const rolloutKeys = ['everyMinutes', 'packetsPerSecond', 'logLevel', 'searchHours', 'mdns'] as const;
export type RolloutKey = (typeof rolloutKeys)[number];

/**
 * What is set for several collectors together; what is absent stays as it is at each. Targets, exclusions,
 * customer data and credentials belong to one collector and are not among them. `mdns`: at each site that the
 * portal wants of the collector. `unset`: entries that the portal no longer wants, so that the own file of
 * the collector decides on them, else its default; an entry cannot be both set and unset.
 */
export const rolloutSettings = z
  .extend(z.pick(remoteSettings, { everyMinutes: true, packetsPerSecond: true, logLevel: true, searchHours: true }), {
    mdns: z.optional(z.boolean()),
    unset: z.optional(z.array(z.enum(rolloutKeys)).check(z.minLength(1), z.maxLength(rolloutKeys.length))),
  })
  .check(
    z.refine((settings) => Object.values(settings).some((value) => value !== undefined), 'nothing is set'),
    z.refine(({ unset = [], ...set }) => unset.every((key) => set[key] === undefined), 'an entry is set and unset'),
  );
export type RolloutSettings = z.infer<typeof rolloutSettings>;

/**
 * Why a collector is left out. `level`: its own file does not let the portal manage it (CF-10). `notWorking`:
 * it rests, is silent, revoked or runs once. `noSites`: only mDNS is set, and the portal wants no site of it.
 * `atSite`: its own file decides on all of it (CF-13). `same`: nothing changes there. `changed`: its settings
 * were changed after the difference was shown. `notManaged`: no longer managed by the user who asked.
 */
export const rolloutSkips = [
  'level',
  'switchedOff',
  'notWorking',
  'noSites',
  'atSite',
  'same',
  'changed',
  'notManaged',
] as const;
export type RolloutSkip = (typeof rolloutSkips)[number];

/**
 * Why a collector stopped the change. `refused`: it did not accept the settings. `notApplied`, `noRound`:
 * they were not in force, or no round ended with them, within twice its interval and 15 minutes. `worse`: its
 * round read fewer printers, or left more of them unread, than before.
 */
export const rolloutFailures = ['refused', 'notApplied', 'noRound', 'worse'] as const;
export type RolloutFailure = (typeof rolloutFailures)[number];

export const memberStates = ['waiting', 'applying', 'reading', 'passed', 'failed', 'skipped'] as const;
export type MemberState = (typeof memberStates)[number];

const collectorIds = z.array(uuid).check(z.minLength(1), z.maxLength(rolloutLimits.collectors));
const value = z.union([z.string(), z.number(), z.boolean()]);

const difference = z.object({
  /** Site whose mDNS it is; absent: of all. */
  site: z.optional(z.string()),
  key: z.enum(settingKeys),
  /** As in the settings in force (`every` in ms); null: not set, and unknown what is in force. */
  was: z.nullable(value),
  /** Null: left to the collector's own file, else to its default. */
  becomes: z.nullable(value),
  /** Its own file decides on this entry: the change has no effect (CF-13). */
  atSite: z.boolean(),
});
export type SettingDifference = z.infer<typeof difference>;

const candidate = z.object({
  collectorId: uuid,
  name: z.string(),
  /** Of its wanted settings; named when they are changed. */
  version: count,
  differences: z.array(difference),
  /** Why it is left out; null: it takes part. */
  skip: z.nullable(z.enum(rolloutSkips)),
});
export type RolloutCandidate = z.infer<typeof candidate>;

/**
 * `POST /v1/collectors/rollouts/difference`: what would change at each collector. Changes nothing. Refuses
 * 204001 if the user does not manage one of them.
 */
export const previewRollout = endpoint({
  method: 'POST',
  path: '/v1/collectors/rollouts/difference',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Show what settings for several collectors would change at each',
  body: z.strictObject({ collectorIds, settings: rolloutSettings }),
  /** In the order of the ids. */
  answer: z.object({ collectors: z.array(candidate) }),
});

const figures = z.object({ printers: count, unread: count });
/** Of rounds: printers read, and devices and single addresses without an answer. */
export type RoundFigures = z.infer<typeof figures>;

const member = z.object({
  collectorId: uuid,
  name: z.string(),
  state: z.enum(memberStates),
  /** 1: the first collector; 2: up to a tenth of them; 3: all; null: not begun. */
  stage: z.nullable(z.int()),
  reason: z.nullable(z.enum([...rolloutSkips, ...rolloutFailures])),
  /** What the collector refused, in its own words. */
  detail: nullableText,
  /** Medians of its last rounds before, and the first round with the settings; null: there was none. */
  before: z.nullable(figures),
  after: z.nullable(figures),
});
export type RolloutMember = z.infer<typeof member>;

const rollout = z.object({
  rolloutId: uuid,
  version: count,
  settings: rolloutSettings,
  /** `stopped`: no further collector begins; those that began are followed to their end. */
  state: z.enum(['running', 'stopped', 'ended']),
  stage: z.int(),
  askedAt: instant,
  askedBy: z.string(),
  /** Person who stopped it; null: no person did. */
  stoppedBy: nullableText,
  total: count,
  counts: z.partialRecord(z.enum(memberStates), count),
  /** Those that are at it, failed or were left out. */
  members: z.array(member),
});
export type Rollout = z.infer<typeof rollout>;

/**
 * `POST /v1/collectors/rollouts`: settings for several collectors in stages: one, then a tenth, then all,
 * each stage when the one before has read a round that is no worse (CF-16). `version`: of the settings from
 * which the difference was shown. Refuses 204001 if the user does not manage one of the collectors.
 */
export const startRollout = endpoint({
  method: 'POST',
  path: '/v1/collectors/rollouts',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Change settings of several collectors in stages',
  body: z.strictObject({
    collectors: z
      .array(z.strictObject({ collectorId: uuid, version: count }))
      .check(z.minLength(1), z.maxLength(rolloutLimits.collectors)),
    settings: rolloutSettings,
  }),
  answer: z.object({ rollout }),
});

/** `GET /v1/collectors/rollouts`: the newest ones all of whose collectors the user manages. */
export const listRollouts = endpoint({
  method: 'GET',
  path: '/v1/collectors/rollouts',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Changes of settings of several collectors, and how far they are',
  answer: z.object({ rollouts: z.array(rollout) }),
});

/**
 * `PUT /v1/collectors/rollouts/{id}`: stops it, or goes on with the collectors that wait. Refuses 202002 if
 * it was changed meanwhile, 202003 if it has ended or is in this state already.
 */
export const changeRollout = endpoint({
  method: 'PUT',
  path: '/v1/collectors/rollouts/{id}',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Stop a change of several collectors, or go on with it',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ version: count, state: z.enum(['running', 'stopped']) }),
  answer: z.object({ rollout }),
});
