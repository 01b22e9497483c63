import type { RuleMetric } from '@platen/contract/rule-metrics';
import { type RuleScope, ruleScope } from '@platen/contract/rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lastContact } from '../../status/status-values.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { askAgain } from '../make-due.ts';
import { type RuleGroup, readSeries, toScopeCondition } from './rule-scope.ts';

type Db = Kysely<Database>;

/** Devices of one transaction. */
const batchSize = 2000;
/** Time after which a rule that was evaluated again without a failure counts as sound, in minutes. */
const soundMinutes = 2;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Makes the devices due that a changed rule concerns (AR-10): those in its scopes, and those on which it has
 * running conditions. Each step is a transaction that notes how far it came: what is interrupted goes on.
 */
export async function markRuleDevices(
  db: Db,
  { now, signal }: { readonly now: () => Date; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  await askFailingAgain(db, now());
  await markOfCollectors(db, now());
  const isStopped = () => signal?.aborted === true;
  while (!isStopped() && (await inTransaction(db, markSome)));
}

/** Rules whose evaluation failed, once their time has come (AR-11); those that no longer fail are sound. */
async function askFailingAgain(db: Db, now: Date): Promise<void> {
  await sql`
    update alert_rule set marking = jsonb_build_array(form -> 'scope'), marked_until = null, retried_at = ${now}::timestamptz
    where enabled and deleted_at is null and next_try_at <= ${now}::timestamptz and retried_at is null`.execute(db);
  await sql`
    update alert_rule set failures = 0, failed_at = null, failure = null, next_try_at = null, retried_at = null
    where marking is null and retried_at <= ${now}::timestamptz - ${sql.lit(soundMinutes)} * interval '1 minute'`.execute(
    db,
  );
}

/**
 * A stored scope that cannot be read may have held any device; the rule itself is noted as failed (AR-11).
 */
function toScope(stored: unknown): RuleScope {
  const { success, data } = ruleScope.safeParse(stored);
  return success ? data : {};
}

/** Metrics whose value comes with the collector of a device. */
const ofCollectors: readonly RuleMetric[] = ['collectorSilence', 'collectorFailures'];

/**
 * Devices whose collector was heard of since they were evaluated, where a rule asks for collectors: those of
 * a collector with failing addresses, and those with a running condition of such a rule; each once a minute
 * at most (AR-10).
 */
async function markOfCollectors(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ rule_id: string }>`
      select rule_id from alert_rule where enabled and deleted_at is null
        and jsonb_path_exists(form, '$.tests[*] ? (@.metric == $metrics[*])', ${JSON.stringify({ metrics: ofCollectors })}::jsonb)`.execute(
      trx,
    );
    if (rows.length === 0) return;
    const ruleIds = rows.map((row) => row.rule_id);
    const heard = await sql<{ id: string }>`
      select known.entity_id as id from evaluation known join device d on d.device_id = known.entity_id
        join collector c on c.collector_id = d.collector_id left join collector_status s on s.collector_id = c.collector_id
      where ${lastContact} >= known.evaluated_at and known.asked_at is not distinct from known.answered_at
        and known.evaluated_at < ${now}::timestamptz - interval '1 minute'
        and (s.failure_count > 0 or exists (select from condition open where open.entity_id = d.device_id
          and open.kind = 'rule' and left(open.subject, 36) = any(${ruleIds}::text[]) and open.work <> 'resolved'))`.execute(
      trx,
    );
    await askAgain(
      trx,
      heard.rows.map(({ id }) => id),
    );
  });
}

interface Marking {
  readonly rule_id: string;
  readonly marking: unknown[];
  readonly marked_until: string | null;
  readonly group: RuleGroup;
}

/** Marks the next devices of a rule; false: no rule waits. */
async function markSome(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<Marking>`
    select rule_id, marking, marked_until,
      (select o.group_id from organisation o where o.organisation_id = alert_rule.organisation_id) as group
    from alert_rule where marking is not null
    order by rule_id limit 1 for update skip locked`.execute(trx);
  const [rule] = rows;
  if (rule === undefined) return false;
  const { rule_id: ruleId, marked_until: until } = rule;
  const scopes = rule.marking.map(toScope);
  const series = await readSeries(trx, scopes);
  const inScope = scopes.map((scope) => toScopeCondition(scope, series, rule.group));
  const found = await sql<{ device_id: string }>`
    select d.device_id from device d where d.device_id > ${until ?? firstId} and d.held_by is null and d.retired_on is null and (
      ${sql.join([sql`false`, ...inScope], sql` or `)}
      or exists (select from condition c where c.entity_id = d.device_id and c.kind = 'rule'
        and left(c.subject, 36) = ${ruleId} and c.work <> 'resolved'))
    order by d.device_id limit ${sql.lit(batchSize)}`.execute(trx);
  const ids = found.rows.map((row) => row.device_id);
  await askAgain(trx, ids);
  const isLast = ids.length < batchSize;
  await trx
    .updateTable('alert_rule')
    .set(isLast ? { marking: null, marked_until: null } : { marked_until: ids.at(-1) ?? null })
    .where('rule_id', '=', ruleId)
    .execute();
  return true;
}
