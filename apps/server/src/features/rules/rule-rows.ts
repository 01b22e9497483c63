import type { AlertRule, ListedRule, RuleForm } from '@platen/contract/rules';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { readSeries, toScopeCondition } from '../../worklist/rules/rule-scope.ts';

type Db = Kysely<Database>;

/** Days over which openings are counted (AR-15). */
const countedDays = 30;

interface RuleRow {
  readonly rule_id: string;
  readonly form: RuleForm;
  readonly enabled: boolean;
  readonly template: string | null;
  readonly version: number;
  readonly logic: number;
  readonly made_by: AlertRule['madeBy'];
  readonly made_at: Date;
  readonly changed_by: AlertRule['changedBy'];
  readonly changed_at: Date;
  readonly paused_at: Date | null;
  readonly pause_count: number | null;
  readonly failed_at: Date | null;
  readonly failure: string | null;
  readonly next_try_at: Date | null;
  readonly tried_at: Date | null;
  readonly tried_digest: Buffer | null;
}

/** A rule as it is stored, with the people who made and changed it. */
export interface StoredRule extends RuleRow {
  readonly rule: AlertRule;
}

/** The user of an id, with the mark in place of the name of one who was erased (GE-17); null: the server. */
export const personOf = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${column} is not null then json_build_object('userId', ${column}, 'name',
    coalesce((select u.name from app_user u where u.user_id = ${column}), 'erased-' || ${column})) end`;

/** Rules that are not deleted, by name; `condition` on `alert_rule r`. */
export async function readRules(db: Db, condition: RawBuilder<boolean>, own: boolean): Promise<StoredRule[]> {
  const { rows } = await sql<RuleRow>`
    select r.rule_id, r.form, r.enabled, r.template, r.version, r.logic, r.made_at, r.changed_at, r.paused_at, r.pause_count,
      r.failed_at, r.failure, r.next_try_at, r.tried_at, r.tried_digest,
      ${personOf(sql`r.made_by`)} as made_by, ${personOf(sql`r.changed_by`)} as changed_by
    from alert_rule r where r.deleted_at is null and ${condition} order by lower(r.form ->> 'name'), r.rule_id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, rule: toRule(row, own) }));
}

const toRule = (row: RuleRow, own: boolean): AlertRule => ({
  ruleId: row.rule_id,
  form: row.form,
  enabled: row.enabled,
  template: row.template,
  madeBy: row.made_by,
  madeAt: row.made_at.toISOString(),
  changedBy: row.changed_by,
  changedAt: row.changed_at.toISOString(),
  own,
  version: row.version,
});

interface Counts {
  readonly rule_id: string;
  readonly firing: number;
  readonly opened: number;
  readonly resolved: number;
  readonly nuisance: number;
  readonly by_day: number[];
}

/** What rules opened in the last 30 days, and what is firing; days count back from the present one, UTC. */
async function readCounts(
  db: Db,
  user: SignedInUser,
  ruleIds: readonly string[],
  now: Date,
): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts>`
    with found as (
      select left(c.subject, 36) as rule_id, c.work <> 'resolved' as is_open, c.resolution,
        (${now}::timestamptz at time zone 'UTC')::date - (c.opened_at at time zone 'UTC')::date as ago
      from condition c join device d on d.device_id = c.entity_id
      where ${visibleTo(user)} and c.kind = 'rule' and left(c.subject, 36) = any(${[...ruleIds]}::text[])
    )
    select rule_id, count(*) filter (where is_open)::int as firing,
      count(*) filter (where ago < ${countedDays})::int as opened,
      count(*) filter (where ago < ${countedDays} and not is_open)::int as resolved,
      count(*) filter (where ago < ${countedDays} and resolution in ('noFaultFound', 'notAProblem'))::int as nuisance,
      (select array_agg((select count(*) from found f where f.rule_id = found.rule_id and f.ago = day)::int order by day desc)
        from generate_series(0, ${countedDays - 1}) as day) as by_day
    from found group by rule_id`.execute(db);
  return new Map(rows.map((row) => [row.rule_id, row]));
}

/** Devices in the scope of each rule now (AR-15). */
async function countDevices(db: Db, user: SignedInUser, rules: readonly StoredRule[]): Promise<number[]> {
  if (rules.length === 0) return [];
  const scopes = rules.map(({ form }) => form.scope);
  const series = await readSeries(db, scopes);
  const counts = scopes.map((scope) => sql`count(*) filter (where ${toScopeCondition(scope, series)})::int`);
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts from device d where ${visibleTo(user)}`.execute(db);
  return rows[0]?.counts ?? [];
}

/** Rules as lines of the list; counted are devices that the user may see. */
export async function toListed(
  db: Db,
  user: SignedInUser,
  rules: readonly StoredRule[],
  now: Date,
): Promise<ListedRule[]> {
  const counts = await readCounts(
    db,
    user,
    rules.map(({ rule_id: id }) => id),
    now,
  );
  const devices = await countDevices(db, user, rules);
  return rules.map((row, index) => {
    const found = counts.get(row.rule_id);
    return {
      rule: row.rule,
      devices: devices[index] ?? null,
      firing: found?.firing ?? 0,
      opened: found?.opened ?? 0,
      resolved: found?.resolved ?? 0,
      nuisance: found?.nuisance ?? 0,
      openedByDay: found?.by_day ?? Array.from({ length: countedDays }, () => 0),
      trouble: toTrouble(row),
    };
  });
}

function toTrouble(row: RuleRow): ListedRule['trouble'] {
  if (!row.enabled) return null;
  if (row.paused_at !== null)
    return { kind: 'paused', since: row.paused_at.toISOString(), count: row.pause_count ?? 0 };
  if (row.failed_at === null) return null;
  return {
    kind: 'notEvaluated',
    since: row.failed_at.toISOString(),
    ...(row.failure === null ? {} : { reason: row.failure }),
    ...(row.next_try_at === null ? {} : { nextTry: row.next_try_at.toISOString() }),
  };
}
