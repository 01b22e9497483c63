import type { ListedRule, RuleForm } from '@platen/contract/rules';
import type { WorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { inUse, visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { holdsAll, type RuleGroup, readSeries, toScopeCondition } from '../../worklist/rules/rule-scope.ts';

type Db = Kysely<Database>;

/** Days of the counts of a rule (AR-15). */
const days = 30;
/** Devices times scopes that are compared for one answer: some seconds. */
const mostComparisons = 2_000_000;

export type RuleCounts = Pick<ListedRule, 'firing' | 'opened' | 'resolved' | 'nuisance' | 'openedByDay'>;

interface CountRow extends Omit<RuleCounts, 'openedByDay'> {
  readonly ruleId: string;
  readonly openings: readonly number[] | null;
}

/**
 * What rules opened on devices that the user sees, by rule. Came to nothing: over within an hour by itself,
 * or resolved by a person as no fault or no problem (WL-72).
 */
export async function countOpened(
  db: Db,
  user: SignedInUser,
  ruleIds: readonly string[],
  { now, time }: { now: Date; time: WorkTime },
): Promise<(ruleId: string) => RuleCounts> {
  const today = time.dayOf(now.getTime());
  const since = new Date(time.startOf(today - days + 1));
  const isVisible = user.seesAll
    ? sql`true`
    : sql`exists (select from device d where d.device_id = c.entity_id and ${visibleTo(user)})`;
  const { rows } = await sql<CountRow>`
    select left(c.subject, 36) as "ruleId",
      (count(*) filter (where c.work <> 'resolved' and c.signal <> 'cleared'))::int as firing,
      (count(*) filter (where lately))::int as opened,
      (count(*) filter (where lately and c.work = 'resolved'))::int as resolved,
      (count(*) filter (where lately and c.work = 'resolved' and (c.resolution in ('noFaultFound', 'notAProblem')
        or (c.resolution = 'device' and c.resolved_at < c.opened_at + interval '1 hour'))))::int as nuisance,
      json_agg(extract(epoch from c.opened_at) * 1000) filter (where lately) as openings
    from condition c cross join lateral (select c.opened_at >= ${since}::timestamptz as lately) span
    where c.kind = 'rule' and left(c.subject, 36) = any(${ruleIds}::text[])
      and (lately or c.work <> 'resolved') and ${isVisible}
    group by 1`.execute(db);
  const byRule = new Map(rows.map((row) => [row.ruleId, row]));
  return (ruleId) => {
    const { firing = 0, opened = 0, resolved = 0, nuisance = 0, openings = [] } = byRule.get(ruleId) ?? {};
    const openedByDay = Array.from({ length: days }, () => 0);
    for (const at of openings ?? []) {
      const index = time.dayOf(at) - today + days - 1;
      openedByDay[index] = (openedByDay[index] ?? 0) + 1;
    }
    return { firing, opened, resolved, nuisance, openedByDay };
  };
}

/** Number of all devices that the user sees. */
export async function countDevices(db: Db, user: SignedInUser): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from device d where ${visibleTo(user)} and ${inUse}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Devices of the user's in the scope of each rule, in the order of the rules; null where too many scopes
 * would be compared with too many devices.
 */
export async function countInScope(
  db: Db,
  user: SignedInUser,
  rules: readonly { readonly form: RuleForm; readonly group: RuleGroup }[],
  devices: number,
): Promise<(number | null)[]> {
  const keyOf = ({ form, group }: (typeof rules)[number]) => JSON.stringify([group, form.scope]);
  const narrow = new Map(
    rules.filter(({ form, group }) => !holdsAll(form.scope, group)).map((rule) => [keyOf(rule), rule] as const),
  );
  const counts = new Map<string, number | null>();
  if (narrow.size * devices > mostComparisons) for (const key of narrow.keys()) counts.set(key, null);
  else if (narrow.size > 0) {
    const series = await readSeries(
      db,
      rules.map(({ form }) => form.scope),
    );
    const ofScopes = [...narrow.values()].map(
      ({ form, group }) => sql`(count(*) filter (where ${toScopeCondition(form.scope, series, group)}))::int`,
    );
    const { rows } = await sql<{ counts: number[] }>`
      select array[${sql.join(ofScopes)}] as counts from device d where ${visibleTo(user)} and ${inUse}`.execute(db);
    for (const [index, key] of [...narrow.keys()].entries()) counts.set(key, rows[0]?.counts[index] ?? 0);
  }
  return rules.map((rule) => {
    const count = counts.get(keyOf(rule));
    return count === undefined ? devices : count;
  });
}

/** When a device was last evaluated; null: none was. */
export async function readEvaluatedAt(db: Db): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(evaluated_at) as at from evaluation where entity = 'device'`.execute(db);
  return rows[0]?.at?.toISOString() ?? null;
}
