import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { searchCriteria } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { checkRule, checkTexts } from './rule-checks.ts';
import { ruleComparisons, ruleMetricNames } from './rule-metrics.ts';
import { count, instant, uuid } from './values.ts';
import { person, version } from './worklist-item.ts';
import { actors, priorities } from './worklist-names.ts';

/** Limits of rules (AR-01): of an organisation, and enabled at once for one device. */
export const ruleLimits = { ofOrganisation: 200, ofDevice: 50, tests: 4, scopeTexts: 200 } as const;
const longestDelayMinutes = 30 * 24 * 60;
const longestWindowHours = 90 * 24;

const texts = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))
  .check(z.maxLength(ruleLimits.scopeTexts));

/** One test (AR-04). What fits together is decided by the table of metrics (`checkRule`). */
export const ruleTest = z.strictObject({
  metric: z.enum(ruleMetricNames),
  /** Left out: any. Of device codes a list as in the code search (`C3*, E5??`). */
  subject: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  comparison: z.enum(ruleComparisons),
  /** Of metrics with a number. */
  value: z.optional(z.number()),
  /** Of metrics with words: any of them. */
  words: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(8))),
  /** Of metrics with a text. */
  text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  /** Value at or beyond which it clears (AR-07). */
  clear: z.optional(z.number()),
  windowHours: z.optional(z.int().check(z.minimum(1), z.maximum(longestWindowHours))),
  leastFeeds: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** A value that is missing counts as firing; of metrics of silence only (AR-08). */
  missingFires: z.optional(z.boolean()),
});
export type RuleTest = z.infer<typeof ruleTest>;

/** Devices that a rule is about (AR-02): all that match every part that is there, without the exceptions. */
export const ruleScope = z.strictObject({
  criteria: z.optional(searchCriteria),
  /** In one of these groups. */
  groupIds: z.optional(z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(ruleLimits.scopeTexts))),
  customerNumbers: z.optional(texts),
  models: z.optional(texts),
  /** Families of the catalogue. */
  families: z.optional(texts),
  except: z.optional(
    z.strictObject({
      deviceIds: z.optional(z.array(uuid).check(z.maxLength(ruleLimits.scopeTexts))),
      customerNumbers: z.optional(texts),
    }),
  ),
});
export type RuleScope = z.infer<typeof ruleScope>;

/** What a person writes (AR-01). Whether it makes sense together is for `checkRule`. */
const form = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** What to do; shown with the condition. */
  note: z.string().check(z.trim(), z.maxLength(500)),
  scope: ruleScope,
  /** All must hold (AR-03). */
  tests: z.array(ruleTest).check(z.minLength(1), z.maxLength(ruleLimits.tests)),
  /** How long the tests must hold until it opens, and be over until it clears. */
  openDelayMinutes: z.int().check(z.minimum(0), z.maximum(longestDelayMinutes)),
  clearDelayMinutes: z.int().check(z.minimum(0), z.maximum(longestDelayMinutes)),
  priority: z.enum(['computed', ...priorities]),
  whoCanAct: z.enum(actors),
  inWorklist: z.boolean(),
});

/** A rule as written; refused with the place of each part that does not fit the metric (202001). */
export const ruleForm = form.check(({ value, issues }) => {
  for (const { path, message } of [...checkTexts(value), ...checkRule(value)])
    issues.push({ code: 'custom', input: value, path, message });
});
export type RuleForm = z.infer<typeof form>;

/**
 * Why a rule is not evaluated: by a person, by the server (AR-13), or because its evaluation fails (AR-11).
 */
const trouble = z.object({
  kind: z.enum(['paused', 'notEvaluated']),
  since: instant,
  /** Of `paused` the conditions that it opened in its first hour. */
  count: z.optional(count),
  reason: z.optional(z.string()),
  nextTry: z.optional(instant),
});

export const alertRule = z.object({
  ruleId: uuid,
  form,
  enabled: z.boolean(),
  /** From which template it was made; null: from none. */
  template: nullableText,
  madeBy: z.nullable(person),
  madeAt: instant,
  changedBy: z.nullable(person),
  changedAt: instant,
  /** The user may change it. */
  own: z.boolean(),
  /**
   * Its scope names customers, devices or groups that the user does not see; they are left out, and the user
   * cannot change it (GE-05).
   */
  isNarrowed: z.optional(z.boolean()),
  /** When its present form was last tried on the past, within the last 24 h (AR-12); left out: it was not. */
  triedAt: z.optional(instant),
  /** When the operator gave it as a template (AR-17); left out: the organisation made it itself. */
  givenAt: z.optional(instant),
  /** The user may give it to dealers; left out: not. */
  canGive: z.optional(z.boolean()),
  version,
});
export type AlertRule = z.infer<typeof alertRule>;

/** A line of the list (AR-15). */
export const listedRule = z.object({
  rule: alertRule,
  /** Devices in its scope now; null: not counted. */
  devices: z.nullable(count),
  firing: count,
  /**
   * Conditions opened in the last 30 days, those of them that were resolved, and those that came to nothing.
   */
  opened: count,
  resolved: count,
  nuisance: count,
  /** Openings a day over the last 30 days, the oldest first. */
  openedByDay: z.array(count),
  trouble: z.nullable(trouble),
});
export type ListedRule = z.infer<typeof listedRule>;

const params = z.strictObject({ ruleId: uuid });
const one = z.object({ rule: alertRule });

/** `GET /v1/rules` (AR-15, AR-16): rules of the user's organisation by name. */
export const listRules = endpoint({
  method: 'GET',
  path: '/v1/rules',
  access: 'user',
  summary: 'Alert rules with what they opened',
  answer: z.object({ rules: z.array(listedRule), evaluatedAt: z.nullable(instant), devices: count, zone: z.string() }),
});

/** `POST /v1/rules`: a new rule, switched off; at most 200 an organisation (202004). */
export const addRule = endpoint({
  method: 'POST',
  path: '/v1/rules',
  access: 'user',
  summary: 'Write an alert rule',
  body: z.strictObject({ form: ruleForm, template: z.optional(z.string().check(z.maxLength(40))) }),
  answer: one,
});

/** `GET /v1/rules/{ruleId}`. */
export const readRule = endpoint({
  method: 'GET',
  path: '/v1/rules/{ruleId}',
  access: 'user',
  summary: 'An alert rule',
  params,
  answer: z.object({ rule: alertRule, listed: listedRule, zone: z.string() }),
});

/**
 * `PUT /v1/rules/{ruleId}`: running conditions go on as AR-09 says. Of a rule that is switched on, other
 * scope, tests or delays need a trial of them within 24 h, or `untried`, as switching on does (AR-12).
 */
export const changeRule = endpoint({
  method: 'PUT',
  path: '/v1/rules/{ruleId}',
  access: 'user',
  summary: 'Change an alert rule',
  params,
  body: z.strictObject({ form: ruleForm, version, untried: z.optional(z.boolean()) }),
  answer: one,
});

/** `DELETE /v1/rules/{ruleId}`: hides it and resolves what it opened (AR-09). */
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/v1/rules/{ruleId}',
  access: 'user',
  summary: 'Delete an alert rule',
  params,
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: z.object({ status: z.string() }),
});

/**
 * `POST /v1/rules/{ruleId}/enable`. `untried`: without a trial of its present form (AR-12); it is recorded.
 */
export const enableRule = endpoint({
  method: 'POST',
  path: '/v1/rules/{ruleId}/enable',
  access: 'user',
  summary: 'Switch a rule on',
  params,
  body: z.strictObject({ version, untried: z.optional(z.boolean()) }),
  answer: one,
});

/** `POST /v1/rules/{ruleId}/disable`: resolves what it opened (AR-09). */
export const disableRule = endpoint({
  method: 'POST',
  path: '/v1/rules/{ruleId}/disable',
  access: 'user',
  summary: 'Switch a rule off',
  params,
  body: z.strictObject({ version }),
  answer: one,
});

/** `GET /v1/rules/{ruleId}/history`: its versions, the newest first. */
export const readRuleHistory = endpoint({
  method: 'GET',
  path: '/v1/rules/{ruleId}/history',
  access: 'user',
  summary: 'Versions of a rule',
  params,
  answer: z.object({
    versions: z.array(
      z.object({
        version,
        at: instant,
        by: z.nullable(person),
        change: z.enum([
          'made',
          'given',
          'changed',
          'changedUntried',
          'enabled',
          'enabledUntried',
          'disabled',
          'paused',
          'deleted',
        ]),
        form,
        enabled: z.boolean(),
      }),
    ),
    zone: z.string(),
  }),
});

/** `GET /v1/rules/{ruleId}/dealers` (AR-17), of a rule of the operator: to whom it can be given. */
export const listRuleDealers = endpoint({
  method: 'GET',
  path: '/v1/rules/{ruleId}/dealers',
  access: 'user',
  summary: 'Dealers to whom a rule can be given as a template',
  params,
  answer: z.object({
    /** `givenAt` null: the dealer has no rule that was given from this one. */
    dealers: z.array(z.object({ organisationId: uuid, name: z.string(), givenAt: z.nullable(instant) })),
  }),
});

/**
 * `POST /v1/rules/{ruleId}/give` (AR-17), of a rule of the operator: each dealer gets a rule of its own,
 * switched off, with what the scope says of models, families and firmware. `has`: it has one from this rule,
 * which stays as the dealer left it; `full`: as many rules as it may have; `unknown`: no active dealer.
 */
export const giveRule = endpoint({
  method: 'POST',
  path: '/v1/rules/{ruleId}/give',
  access: 'user',
  summary: 'Give a rule to dealers as a template',
  params,
  body: z.strictObject({
    organisationIds: z.array(uuid).check(z.minLength(1), z.maxLength(ruleLimits.scopeTexts)),
    version,
  }),
  answer: z.object({
    results: z.array(z.object({ organisationId: uuid, result: z.enum(['given', 'has', 'full', 'unknown']) })),
  }),
});

/** What a test finds on a device. */
const finding = z.object({
  /** Left out: the device as a whole. */
  subject: z.optional(z.string()),
  /** Null: not known. */
  holds: z.nullable(z.boolean()),
  /** As compared; null: not known, or not a number. */
  value: z.nullable(z.number()),
  word: z.optional(z.string()),
});

/** `POST /v1/rules/evaluate` (AR-16): which rules hold on one device, with each value; changes nothing. */
export const evaluateRules = endpoint({
  method: 'POST',
  path: '/v1/rules/evaluate',
  access: 'user',
  summary: 'Try rules on one device as it is now',
  body: z.strictObject({
    deviceId: uuid,
    /** A rule as written; left out: all rules that are switched on. */
    form: z.optional(ruleForm),
  }),
  answer: z.object({
    rules: z.array(
      z.object({
        ruleId: z.nullable(uuid),
        name: z.string(),
        inScope: z.boolean(),
        /** Null: a value that it needs is not known. */
        holds: z.nullable(z.boolean()),
        tests: z.array(z.array(finding)),
      }),
    ),
  }),
});
