import type { ListHealth } from '@platen/contract/list-health';
import { type ConditionKind, type Priority, type Resolution, resolutions } from '@platen/contract/worklist-names';
import type { WorkTime } from '@platen/diagnosis/conditions/calendar';
import { type MeasuredOpening, measureList } from '@platen/diagnosis/conditions/measures';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../base/time.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

/** Days looked back: the eight weeks that are measured, and before them what may be stale since. */
const daysLookedAt = 84;

interface EventRow {
  readonly entityId: string;
  readonly conditionId: string;
  readonly kind: ConditionKind;
  readonly subject: string;
  readonly at: Date;
  readonly change: string;
  readonly isPerson: boolean;
  readonly priority: Priority | null;
  readonly reason: string | null;
}

/**
 * How good the list is (WL-72, WL-73), from the transitions of the conditions that the user may see. A person
 * counts on the days on which the person did something with the list: signing in leaves no record by day.
 */
export async function readHealth(
  db: Db,
  user: SignedInUser,
  { now, time }: { now: Date; time: WorkTime },
): Promise<Omit<ListHealth, 'zone'>> {
  const since = new Date(now.getTime() - daysLookedAt * dayMs);
  const isVisible = user.seesAll
    ? sql<boolean>`true`
    : sql<boolean>`c.entity = 'device' and c.entity_id in (select d.device_id from device d where ${visibleTo(user)})`;
  const { rows } = await sql<EventRow>`
    select c.entity_id as "entityId", c.condition_id as "conditionId", c.kind, c.subject, e.at, e.change,
      e.action_id is not null as "isPerson", e.detail ->> 'priority' as priority,
      case when e.change = 'cleared' and c.resolution = 'ruleChanged' and c.resolved_at = e.at then 'ruleChanged'
        else e.detail ->> 'reason' end as reason
    from condition c join condition_event e on e.entity_id = c.entity_id and e.condition_id = c.condition_id
    where (c.resolved_at is null or c.resolved_at > ${since}::timestamptz) and e.undone_by is null
      and e.change <> 'undo' and ${isVisible}
    order by c.entity_id, c.condition_id, e.at, e.event_id`.execute(db);
  const { rows: people } = await sql<{ at: Date; userId: string }>`
    select distinct date_trunc('hour', e.at) as at, e.user_id as "userId" from condition_event e
    where e.at > ${since}::timestamptz and e.user_id is not null
      and (${user.seesAll} or e.user_id = ${user.userId})`.execute(db);
  const working = new Map<number, Set<string>>();
  for (const { at, userId } of people) {
    const day = time.dayOf(at.getTime());
    working.set(day, (working.get(day) ?? new Set()).add(userId));
  }
  const counts = new Map([...working].map(([day, users]) => [day, users.size]));
  const health = measureList(toOpenings(rows), { now: now.getTime(), time, people: counts });
  const names = await readRowNames(
    db,
    health.frequent.flatMap(({ rowId }) => rowId ?? []),
  );
  return { ...health, frequent: health.frequent.map((one) => ({ ...one, name: names.get(one.rowId ?? '') ?? null })) };
}

/** What people call these rows, also of devices that are gone (GE-16); ids that the user may see. */
async function readRowNames(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; name: string | null; place: number }>`
    select device_id as id, serial as name, 1 as place from device where device_id = any(${ids}::uuid[])
    union all select collector_id, name, 2 from collector where collector_id = any(${ids}::uuid[])
    union all select entity_id, customer_number, 3 from evaluation where entity_id = any(${ids}::uuid[])
    union all select entity_id, max(serial), 4 from condition where entity_id = any(${ids}::uuid[]) group by entity_id`.execute(
    db,
  );
  const names = new Map<string, string | null>();
  for (const { id, name } of rows.toSorted((a, b) => a.place - b.place)) names.set(id, names.get(id) ?? name);
  return names;
}

const isOpening = ({ change }: EventRow): boolean => change === 'opened' || change === 'cameBack';
const isResolution = (name: string): name is Resolution => resolutions.some((one) => one === name);

/** Each opening and return with what followed before the next; `rows` by condition, in the order of time. */
export function toOpenings(rows: readonly EventRow[]): MeasuredOpening[] {
  const openings: { -readonly [K in keyof MeasuredOpening]: MeasuredOpening[K] }[] = [];
  let changes: number[] = [];
  let current: (typeof openings)[number] | undefined;
  let conditionId = '';
  for (const row of rows) {
    if (row.conditionId !== conditionId) current = undefined;
    ({ conditionId } = row);
    const at = row.at.getTime();
    if (isOpening(row)) {
      changes = [];
      current = {
        entityId: row.entityId,
        kind: row.kind,
        subject: row.subject,
        at,
        priority: row.priority ?? 'P4',
        acknowledgedAt: null,
        resolvedAt: null,
        resolution: null,
        changes,
      };
      openings.push(current);
    } else if (current !== undefined) {
      // Late reports disproved it.
      if (row.change === 'withdrawn') openings.splice(openings.indexOf(current), 1);
      changes.push(at);
      if (row.isPerson && row.change !== 'note') current.acknowledgedAt ??= at;
      const resolution = resolutionOf(row);
      if (resolution !== undefined) {
        current.resolvedAt = at;
        current.resolution = resolution;
      }
    }
  }
  return openings;
}

/** How an entry ended the condition; undefined: it did not. */
function resolutionOf({ change, reason }: EventRow): Resolution | undefined {
  if (change === 'resolve') return reason !== null && isResolution(reason) ? reason : undefined;
  // A changed rule says nothing of the device.
  if (change === 'cleared') return reason === 'ruleChanged' ? 'ruleChanged' : 'device';
  if (change === 'visitFixed') return 'visit';
  return change === 'retired' ? 'retired' : undefined;
}
