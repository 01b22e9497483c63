import type { BodyOf } from '@platen/contract/endpoint';
import type { RuleMetric } from '@platen/contract/rule-metrics';
import {
  mostTrialDevices,
  type TrialAnswer,
  type TrialResult,
  trialDays,
  type tryRule,
} from '@platen/contract/rule-trials';
import { type RuleForm, ruleForm } from '@platen/contract/rules';
import { toDate } from '@platen/diagnosis/components/part-life/dates';
import { toOtherForms } from '@platen/diagnosis/rules/other-forms';
import { areJudgedAlone, judgedMetrics } from '@platen/diagnosis/rules/past-figures';
import { isJudgedRule } from '@platen/diagnosis/rules/rule-spans';
import {
  emptyPart,
  joinParts,
  mostAffected,
  type NamedDevice,
  type TrialPart,
  toResult,
} from '@platen/diagnosis/rules/sum-trials';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { Refusal } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { type Caller, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { inUse, visibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { addJob } from '../../user-jobs/job-store.ts';
import type { JobHandler } from '../../user-jobs/work-jobs.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { type RuleGroup, readSeries, toScopeCondition } from '../../worklist/rules/rule-scope.ts';
import type { TriedScope, TryRules } from '../../worklist/rules/trial-request.ts';
import { readRule } from './rule-service.ts';
import { digestOf } from './trial-digest.ts';
import { noteTrial } from './trial-record.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Trials that are worked or wait at once, of all users (BT-13). */
const mostTrials = 2;
/** Devices of one step: a second of work, and no minute while much else is judged. */
const devicesOfStep = { usual: 100, judged: 20 };
/**
 * Devices of a trial whose judgements may have to be made afterwards, at weekly days: as many as half a
 * minute is enough for (BT-13).
 */
export const mostJudged = (metrics: readonly RuleMetric[]): number => (areJudgedAlone(metrics) ? 1000 : 200);
const mostExamples = 3;
/** Devices that a comparison names (BT-11). */
const mostNamed = 50;

const stored = z.object({
  form: ruleForm,
  against: z.nullable(ruleForm),
  ruleId: z.nullable(z.uuid()),
  /** Of the form: hexadecimal. */
  digest: z.string(),
  span: z.object({ from: z.int(), to: z.int(), now: z.number() }),
  /** Devices in scope, of the form and of the other one. */
  inScope: z.array(z.int()),
});

/** What the steps so far found. */
interface SoFar {
  readonly parts: readonly TrialPart[];
  readonly judgedFrom: number | null;
}

/**
 * Takes a trial in, which a job works; only the entry of the audit record is written (BT-14). Returns its id.
 */
export async function addTrial(
  trx: Trx,
  { user, now }: Caller,
  { form, against, ruleId, days = trialDays.usual }: BodyOf<typeof tryRule>,
): Promise<{ jobId: string }> {
  requireRight(user, 'manageRules');
  await refuseTooMany(trx, user);
  const forms = against === undefined ? [form] : [form, against];
  // A foreign rule is refused as one that does not exist.
  if (ruleId !== undefined) await readRule(trx, user, ruleId);
  const group = await groupOf(trx, ruleId ?? null);
  const { inScope, union } = await countInScope(trx, user, { forms, group });
  const to = Math.floor(now.getTime() / dayMs);
  const judged = judgedMetrics(forms.flatMap(({ tests }) => tests));
  const isAfterwards = judged.length > 0 && !(await isJudgedSince(trx, to - days + 1));
  const tried = Math.min(union, isAfterwards ? mostJudged(judged) : mostTrialDevices);
  const jobId = await addJob(trx, user, {
    kind: 'ruleTrial',
    // Without a device there is one step all the same, which says so.
    total: Math.max(1, tried),
    input: {
      form,
      against: against ?? null,
      ruleId: ruleId ?? null,
      digest: digestOf(form).toString('hex'),
      span: { from: to - days + 1, to, now: now.getTime() },
      inScope,
    },
  });
  await recordChange(trx, {
    actor: user,
    action: 'rules try',
    subject: ruleId === undefined ? 'rules' : `rule:${ruleId}`,
    detail: { scope: form.scope, devices: inScope[0] ?? 0, days },
  });
  return { jobId };
}

const isJudged = (forms: readonly RuleForm[]): boolean => forms.some(isJudgedRule);

/** Whether judgements were stored by day at the beginning of a span (BT-06). */
async function isJudgedSince(db: Db, from: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from judgement_day where day between date '1970-01-01' + ${from - 7}::int and date '1970-01-01' + ${from + 7}::int
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Refuses 203002 where the user has a trial at work, or all users together have two (BT-13). */
async function refuseTooMany(trx: Trx, { userId }: SignedInUser): Promise<void> {
  const { organisationId } = await readOrganisation(trx);
  // Two calls at once must not pass the limit together.
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const { rows } = await sql<{ own: number; all: number }>`
    select (count(*) filter (where user_id = ${userId}))::int as own, count(*)::int as all
    from job where kind = 'ruleTrial' and finished_at is null`.execute(trx);
  const [counts] = rows;
  if ((counts?.own ?? 0) > 0) throw new Refusal(203002, 'a trial of yours is at work', { retryAfter: 2 });
  if ((counts?.all ?? 0) >= mostTrials) throw new Refusal(203002, 'trials of others are at work', { retryAfter: 5 });
}

/** Forms that are tried together, and the group of the organisation of their rule. */
interface Tried {
  readonly forms: readonly RuleForm[];
  readonly group: RuleGroup;
}

/** The group that the tried rule is limited to; null: none, or the rule is gone meanwhile. */
async function groupOf(db: Db, ruleId: string | null): Promise<RuleGroup> {
  const { rows } = await sql<{ group: RuleGroup }>`
    select o.group_id as group from alert_rule r join organisation o on o.organisation_id = r.organisation_id
    where r.rule_id = ${ruleId}`.execute(db);
  return rows[0]?.group ?? null;
}

/** The conditions on `device d` of the scopes of some forms, and of any of them. */
async function toScopes(
  db: Db,
  { forms, group }: Tried,
): Promise<{ each: RawBuilder<boolean>[]; any: RawBuilder<boolean> }> {
  const scopes = forms.map(({ scope }) => scope);
  const series = await readSeries(db, scopes);
  const each = scopes.map((scope) => toScopeCondition(scope, series, group));
  return { each, any: sql<boolean>`(${sql.join(each, sql` or `)})` };
}

async function countInScope(
  db: Db,
  user: SignedInUser,
  tried: Tried,
): Promise<{ inScope: readonly number[]; union: number }> {
  const { each, any } = await toScopes(db, tried);
  const counts = each.map((scope) => sql`(count(*) filter (where ${scope}))::int`);
  const { rows } = await sql<{ counts: number[]; union: number }>`
    select array[${sql.join(counts)}] as counts, count(*)::int as union
    from device d where ${visibleTo(user)} and ${inUse} and ${any}`.execute(db);
  return { inScope: rows[0]?.counts ?? [], union: rows[0]?.union ?? 0 };
}

/** The next devices, in the order of a hash, so that the first of many are a sample (BT-13). */
async function nextDevices(
  db: Db,
  user: SignedInUser,
  tried: Tried,
  { done, size }: { readonly done: number; readonly size: number },
): Promise<TriedScope[]> {
  const { each, any } = await toScopes(db, tried);
  const { rows } = await sql<{ device_id: string; holds: boolean[] }>`
    select d.device_id, array[${sql.join(each)}] as holds from device d where ${visibleTo(user)} and ${inUse} and ${any}
    order by hashtext(d.device_id::text), d.device_id offset ${sql.lit(done)} limit ${sql.lit(size)}`.execute(db);
  return tried.forms.map((form, index) => ({
    form,
    deviceIds: rows.flatMap(({ device_id: id, holds }) => (holds[index] === true ? [id] : [])),
  }));
}

/** Tries the rule on some devices at a step; the last one makes the answer of what was found. */
export const createTrialJob =
  (tryRules: TryRules): JobHandler =>
  async (trx, { user, input, done, total, result }) => {
    requireRight(user, 'manageRules');
    const job = stored.parse(input);
    const { form, against, ruleId, span } = job;
    const forms = against === null ? [form] : [form, against];
    const size = Math.min(total - done, isJudged(forms) ? devicesOfStep.judged : devicesOfStep.usual);
    const scopes = await nextDevices(trx, user, { forms, group: await groupOf(trx, ruleId) }, { done, size });
    const found = await tryRules({ scopes, span, ruleId, examples: [] });
    // Written by the step before.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const before = (result as SoFar | null) ?? { parts: forms.map(() => emptyPart), judgedFrom: null };
    const soFar: SoFar = {
      parts: before.parts.map((part, index) => joinParts(part, found.parts[index] ?? emptyPart)),
      judgedFrom:
        before.judgedFrom === null || found.judgedFrom === null
          ? (before.judgedFrom ?? found.judgedFrom)
          : Math.max(before.judgedFrom, found.judgedFrom),
    };
    if (done + size < total) return { done: done + size, result: soFar };
    const answer = await toAnswer(trx, user, { job, forms, soFar, tryRules });
    if (ruleId !== null && answer.result.canBeTried) await noteTrial(trx, ruleId, form, new Date(span.now));
    return { done: total, result: answer };
  };

interface Ended {
  readonly job: z.infer<typeof stored>;
  readonly forms: readonly RuleForm[];
  readonly soFar: SoFar;
  readonly tryRules: TryRules;
}

async function toAnswer(trx: Trx, user: SignedInUser, { job, forms, soFar, tryRules }: Ended): Promise<TrialAnswer> {
  const { span, inScope } = job;
  const nameOf = await readNames(trx, user, soFar.parts);
  const afterwards =
    soFar.judgedFrom === null ? null : { until: soFar.judgedFrom > span.to ? null : toDate(soFar.judgedFrom) };
  const results: TrialResult[] = [];
  for (const [index, form] of forms.entries()) {
    const part = soFar.parts[index] ?? emptyPart;
    const wanted = mostAffected(part)
      .slice(0, mostExamples)
      .map(({ deviceId }) => deviceId);
    const { examples } =
      wanted.length === 0
        ? { examples: [] }
        : await tryRules({ scopes: [{ form, deviceIds: [] }], span, ruleId: job.ruleId, examples: wanted });
    results.push(
      toResult(part, form, {
        span,
        inScope: inScope[index] ?? 0,
        otherForms: toOtherForms(form),
        nameOf,
        examples: examples.map((example) => ({ ...example, ...nameOf(example.deviceId) })),
        afterwards,
      }),
    );
  }
  const [result, against] = results;
  if (result === undefined) throw new Error('a trial without a form');
  const only = (index: number, other: number) => {
    const others = new Set(soFar.parts[other]?.fired.map(({ deviceId }) => deviceId));
    const ids = mostAffected(soFar.parts[index] ?? emptyPart).flatMap(({ deviceId }) =>
      others.has(deviceId) ? [] : [deviceId],
    );
    return { count: ids.length, devices: ids.slice(0, mostNamed).map(nameOf) };
  };
  return {
    result,
    comparison: against === undefined ? null : { against, onlyTried: only(0, 1), onlyAgainst: only(1, 0) },
    triedAt: new Date(span.now).toISOString(),
  };
}

/** Names of the devices that parts speak of, of those that the user still sees. */
async function readNames(
  db: Db,
  user: SignedInUser,
  parts: readonly TrialPart[],
): Promise<(deviceId: string) => NamedDevice> {
  const ids = new Set(parts.flatMap(({ fired, missedOn }) => [...fired, ...missedOn].map(({ deviceId }) => deviceId)));
  const { rows } = await sql<NamedDevice>`
    select d.device_id as "deviceId", d.serial, d.customer_name as "customerName" from device d
    where d.device_id = any(${uuids([...ids])}) and ${visibleTo(user)}`.execute(db);
  const names = new Map(rows.map((row) => [row.deviceId, row]));
  return (deviceId) => names.get(deviceId) ?? { deviceId, serial: null, customerName: null };
}
