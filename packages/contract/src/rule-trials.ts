import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { ruleForm } from './rules.ts';
import { answerDay, count, instant, uuid } from './values.ts';

// Rules tried on the past (BT). Days are those of readings, UTC.

/** Days of a trial (BT-04). */
export const trialDays = { least: 7, usual: 90, most: 365 } as const;
/** Devices that a trial looks at; of more a sample is taken (BT-13). */
export const mostTrialDevices = 10_000;
/** Share of firings that another cause names as well, from which the rule adds nothing (BT-09). */
export const mostOverlap = 0.8;

const firing = z.object({
  deviceId: uuid,
  subject: z.optional(z.string()),
  from: answerDay,
  /** Null: still firing. */
  to: z.nullable(answerDay),
});

/** A replacement of a part that the rule concerns, or a service call (BT-08). */
const known = z.object({
  day: answerDay,
  kind: z.enum(['replacement', 'serviceCall']),
  /** Item that was replaced, `toner.black` or `part.10101001` for instance, or code of the call. */
  item: z.string(),
});

const device = { deviceId: uuid, serial: nullableText, customerName: nullableText };

/** What a test showed; null: not known. */
const measured = z.object({ value: z.nullable(z.number()), word: z.optional(z.string()) });
/** With how many firings, on how many devices, a form differs from the present one in this number. */
const otherwise = z.array(z.object({ value: z.number(), times: count, devices: count }));

/** What a rule would have done (BT-01, BT-03, BT-07 to BT-09). */
export const trialResult = z.object({
  days: count,
  from: answerDay,
  to: answerDay,
  /**
   * False: no device in scope has the values that it needs (BT-03). Then it cannot be tried, and the counts
   * below are 0 without a meaning.
   */
  canBeTried: z.boolean(),
  coverage: z.object({
    inScope: count,
    /** Looked at: fewer than in scope where a sample was taken. */
    tried: count,
    /** Devices with at least one day on which all needed values are known. */
    reporting: count,
    daysWith: count,
    daysWithout: count,
    firstDay: z.nullable(answerDay),
    /** Devices that report at longer intervals than the delay: there a shorter one has no effect (AR-06). */
    slower: count,
  }),
  /**
   * Of a sample (BT-13): what all devices in scope would have had, with 1.96 standard errors. Null: all were
   * tried.
   */
  sample: z.nullable(
    z.object({
      times: count,
      timesError: count,
      devices: count,
      devicesError: count,
      firingNow: count,
      nowError: count,
    }),
  ),
  /** Times of day are not known for a value of the rule (BT-05). */
  isByDay: z.boolean(),
  /**
   * Judged values of the days before `until` were worked out afterwards with today's rules and models, which
   * is kinder than what was judged then (BT-06); `until` null: all of them. Null: none was.
   */
  afterwards: z.nullable(z.object({ until: z.nullable(answerDay) })),
  times: count,
  devices: count,
  firingNow: count,
  mostTogether: count,
  /** Days on which more than 10 opened. */
  crowdedDays: count,
  lastedMedianDays: z.nullable(z.number()),
  lastedLongestDays: z.nullable(z.number()),
  /**
   * Firings that came three times within a week: such a condition stays until it was quiet for 72 h (WL-41).
   */
  flickering: count,
  /** Held for at least half of the delay and did not open. */
  nearMisses: count,
  byDay: z.array(z.object({ day: answerDay, opened: count, open: count })),
  /** The ten most affected devices (BT-07), with what is known of them. */
  worst: z.array(
    z.object({ ...device, times: count, days: z.number(), firings: z.array(firing), known: z.array(known) }),
  ),
  customers: z.array(z.object({ name: nullableText, times: count, devices: count })),
  /** Firings in full, of different devices: each test with its values by day (BT-07). At most three. */
  examples: z.array(
    z.object({
      ...device,
      subject: z.optional(z.string()),
      firings: z.array(firing),
      tests: z.array(
        z.array(z.object({ day: answerDay, value: z.nullable(z.number()), word: z.optional(z.string()) })),
      ),
      /** Each opening and clearing with what each test showed. */
      steps: z.array(
        z.object({ at: instant, change: z.enum(['opened', 'cleared']), tests: z.array(z.nullable(measured)) }),
      ),
    }),
  ),
  /**
   * BT-08: firings that were followed within 14 days by a replacement or a service call, and such events
   * without a firing in the 14 days before. Null: no such event belongs to what the rule is about. `visits`
   * null: visits are not recorded.
   */
  followed: z.nullable(
    z.object({
      firings: count,
      replacements: count,
      serviceCalls: count,
      visits: z.nullable(count),
      events: count,
      missed: count,
      /** Some of the missed ones, at most ten. */
      missedOn: z.array(z.object({ ...device, ...known.shape })),
    }),
  ),
  /** BT-09: firings within 7 days of another condition of the device, and what these were. */
  overlap: count,
  overlapBy: z.array(
    z.object({
      /** Kind of the worklist, with `rule` the name of the rule. */
      kind: z.string(),
      rule: z.optional(z.string()),
      times: count,
    }),
  ),
  /**
   * Firings of other forms (BT-12), all at once: the value, the window, the delay or the value that clears of
   * the first test is another one. Each list that is not empty holds the present value.
   */
  otherwise: z.object({
    value: otherwise,
    windowHours: otherwise,
    openDelayMinutes: otherwise,
    clear: otherwise,
  }),
});
export type TrialResult = z.infer<typeof trialResult>;

/** BT-11: the form that is tried against another one. */
const comparison = z.object({
  against: trialResult,
  /** Devices that only one of them names: how many, and the first 50. */
  onlyTried: z.object({ count, devices: z.array(z.object(device)) }),
  onlyAgainst: z.object({ count, devices: z.array(z.object(device)) }),
});

export const trialAnswer = z.object({ result: trialResult, comparison: z.nullable(comparison), triedAt: instant });
export type TrialAnswer = z.infer<typeof trialAnswer>;

/**
 * `POST /v1/rules/try` (BT-14): reads only. A short trial is answered in place, a longer one with a job whose
 * result is the same answer (GE-13). One at a time a user and two at once are worked, 203002 beyond (BT-13).
 */
export const tryRule = endpoint({
  method: 'POST',
  path: '/v1/rules/try',
  access: 'user',
  summary: 'Try a rule on the past',
  body: z.strictObject({
    form: ruleForm,
    /** Compared with this form, the present one for instance (BT-11). */
    against: z.optional(ruleForm),
    /** The rule that is tried, so that this form of it can be switched on (AR-12). */
    ruleId: z.optional(uuid),
    /** Left out: 90. */
    days: z.optional(z.int().check(z.minimum(trialDays.least), z.maximum(trialDays.most))),
  }),
  answer: trialAnswer,
  isLong: true,
});

/** `GET /v1/rules/try/{id}`: result of a trial that went on as a job, for 7 days; before its end 202003. */
export const readTrial = endpoint({
  method: 'GET',
  path: '/v1/rules/try/{id}',
  access: 'user',
  summary: 'Result of an own trial of a rule',
  params: z.strictObject({ id: uuid }),
  answer: trialAnswer,
});
