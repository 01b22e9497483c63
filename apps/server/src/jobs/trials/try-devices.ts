import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { minuteMs } from '@platen/contract/constants';
import type { RuleForm } from '@platen/contract/rules';
import { toOtherForms } from '@platen/diagnosis/rules/other-forms';
import { judgedMetrics } from '@platen/diagnosis/rules/past-figures';
import { emptyPart, joinParts, type OtherOpening, toListedFirings, toPart } from '@platen/diagnosis/rules/sum-trials';
import { showDevice, tryForms } from '@platen/diagnosis/rules/try-on-device';
import type { TrialSpan } from '@platen/diagnosis/rules/try-rule';
import { concernsOf, type KnownEvent } from '@platen/diagnosis/rules/what-followed';
import { type Kysely, sql } from 'kysely';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { TrialAnswerOfThread, TrialExample, TrialRequest } from '../../worklist/rules/trial-request.ts';
import { loadPast, type PastDevice } from './past-inputs.ts';
import { loadJudged } from './past-judgements.ts';

type Db = Kysely<Database>;

export interface TryOptions {
  readonly offlineHours: number;
  /** Resolves when nothing of a higher rank is at work. */
  readonly rest: () => Promise<void>;
}

/** Devices whose histories are in memory together. */
const batchSize = 50;

/** Tries forms of rules on the past of devices; reads only (BT-14). */
export async function tryDevices(db: Db, request: TrialRequest, options: TryOptions): Promise<TrialAnswerOfThread> {
  const { scopes, span, ruleId } = request;
  const tests = scopes.flatMap(({ form }) => form.tests);
  const metrics = judgedMetrics(tests);
  const ids = [...new Set([...scopes.flatMap(({ deviceIds }) => deviceIds), ...request.examples])];
  const tried = scopes.map(({ form, deviceIds }) => ({
    form,
    inScope: new Set(deviceIds),
    others: toOtherForms(form),
    concerns: concernsOf(form.tests),
    part: emptyPart,
  }));
  const [first] = tried;
  const shown = new Map<string, TrialExample>();
  let judgedFrom: number | null = null;
  for (let at = 0; at < ids.length; at += batchSize) {
    const some = ids.slice(at, at + batchSize);
    await options.rest();
    const judged = metrics.length > 0 ? await loadJudged(db, some, { span, metrics, rest: options.rest }) : undefined;
    if (judged !== undefined && judged.judgedFrom !== null)
      judgedFrom = Math.max(judgedFrom ?? judged.judgedFrom, judged.judgedFrom);
    const [devices, openings, known] = await Promise.all([
      loadPast(db, some, tests, {
        span,
        offlineHours: options.offlineHours,
        judgedOf: (id) => judged?.figures.get(id) ?? [],
      }),
      readOpenings(db, some, span, ruleId),
      readKnown(db, some, span),
    ]);
    for (const load of devices) {
      const device = load();
      const { deviceId } = device;
      for (const one of tried) {
        if (!one.inScope.has(deviceId)) continue;
        const found = tryOne(device, one.form, one.others, span);
        const ofDevice = {
          ...found,
          others: openings.get(deviceId) ?? [],
          known: one.concerns === undefined ? [] : (known.get(deviceId) ?? []).filter(one.concerns),
        };
        one.part = joinParts(one.part, toPart(ofDevice, span));
      }
      if (first !== undefined && request.examples.includes(deviceId))
        shown.set(deviceId, toExample(device, first.form, span));
      await yieldToOthers();
    }
  }
  return {
    parts: tried.map(({ part }) => part),
    examples: request.examples.flatMap((id) => shown.get(id) ?? []),
    judgedFrom,
  };
}

function tryOne(
  { deviceId, inputs, usualGapMs }: PastDevice,
  form: RuleForm,
  others: ReturnType<typeof toOtherForms>,
  span: TrialSpan,
) {
  const delay = form.openDelayMinutes * minuteMs;
  return {
    deviceId,
    isSlow: delay > 0 && usualGapMs !== undefined && usualGapMs > delay,
    ...tryForms(inputs, form, others, span),
  };
}

function toExample({ deviceId, inputs }: PastDevice, form: RuleForm, span: TrialSpan): TrialExample {
  const { firings, ...shown } = showDevice(inputs, form, span);
  return { deviceId, ...shown, firings: toListedFirings(deviceId, firings) };
}

/** Conditions of other causes that opened in the span, a week before it with them (BT-09). */
async function readOpenings(
  db: Db,
  ids: readonly string[],
  { from }: TrialSpan,
  ruleId: string | null,
): Promise<Map<string, OtherOpening[]>> {
  const { rows } = await sql<{ device_id: string; openings: OtherOpening[] }>`
    select c.entity_id as device_id, json_agg(json_strip_nulls(json_build_object(
      'at', floor(extract(epoch from c.opened_at) * 1000), 'kind', c.kind, 'rule', r.form ->> 'name'))) as openings
    from condition c left join alert_rule r on c.kind = 'rule' and r.rule_id::text = left(c.subject, 36)
    where c.entity_id = any(${uuids(ids)}) and c.opened_at >= date '1970-01-01' + ${from - 7}::int
      and (c.kind <> 'rule' or (r.enabled and r.deleted_at is null and r.rule_id is distinct from ${ruleId}::uuid))
    group by c.entity_id`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.openings]));
}

/** Replacements and service calls of the span (BT-08); calls of one code on one day are one. */
async function readKnown(db: Db, ids: readonly string[], { from, to }: TrialSpan): Promise<Map<string, KnownEvent[]>> {
  const day = (days: number) => sql`date '1970-01-01' + ${days}::int`;
  const { rows } = await sql<{ device_id: string; events: KnownEvent[] }>`
    select device_id, json_agg(json_build_object('day', day - date '1970-01-01', 'kind', kind, 'item', item)
      order by day, item) as events
    from (
      select device_id, replaced_on as day, 'replacement' as kind, item from device_replacement
      where device_id = any(${uuids(ids)}) and replaced_on between ${day(from)} and ${day(to)}
      union
      select device_id, (occurred_at at time zone 'UTC')::date, 'serviceCall', code from device_error
      where device_id = any(${uuids(ids)}) and category = 'serviceCall' and occurred_at >= ${day(from)}
    ) known group by device_id`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.events]));
}
