import type { RecordedDevice } from '@platen/contract/visit-records';
import type { VisitRow } from '@platen/contract/visits';
import { type Kysely, sql } from 'kysely';
import { uuids } from '../../../store/binary-array.ts';
import type { Database } from '../../../store/database.ts';
import { groupBy } from '../../../worklist/load-stored.ts';
import type { VisitRecordRow } from './read-visit.ts';

type Db = Kysely<Database>;
type ListedVisit = Pick<VisitRecordRow, 'visitId' | 'state'>;

interface ListedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly record: RecordedDevice | null;
  readonly isOnOlderPlan: boolean | null;
}

/** What the list shows of a visit besides its own row. */
export interface VisitParts {
  readonly devices: readonly ListedDevice[];
  /** Classes of its devices in the worklist, the most pressing first; none of a visit that is done. */
  readonly classes: readonly number[];
  readonly conditionCount: number;
  /** Conditions of a planned visit that are open again. */
  readonly wentBack: number;
  readonly bring: VisitRow['bring'];
}

/**
 * The parts of the visits of a page. They lie with their devices, and so are read by the ids of the visits
 * and not with the rows of these (0965).
 */
export async function readVisitParts(
  db: Db,
  visits: readonly ListedVisit[],
): Promise<(visit: ListedVisit) => VisitParts> {
  const idsOf = (...states: ListedVisit['state'][]) =>
    visits.flatMap(({ visitId, state }) => (states.length === 0 || states.includes(state) ? visitId : []));
  const [devices, listed, back, bring] = await Promise.all([
    readDevices(db, idsOf()),
    readConditionCounts(db, idsOf()),
    readWentBack(db, idsOf('planned')),
    readBring(db, idsOf('planned', 'underWay')),
  ]);
  return ({ visitId, state }) => {
    const own = devices.get(visitId) ?? [];
    const classes = state === 'done' ? [] : own.flatMap(({ priority }) => priority ?? []);
    return {
      devices: own.map(({ priority: _priority, visitId: _visitId, ...device }) => device),
      classes: [...new Set(classes)].sort((a, b) => a - b),
      conditionCount: listed.get(visitId) ?? 0,
      wentBack: back.get(visitId) ?? 0,
      bring: bring.get(visitId) ?? null,
    };
  };
}

interface DeviceRow extends ListedDevice {
  readonly visitId: string;
  readonly priority: number | null;
}

async function readDevices(db: Db, visitIds: readonly string[]): Promise<Map<string, DeviceRow[]>> {
  const { rows } = await sql<DeviceRow>`
    select x.visit_id as "visitId", x.device_id as "deviceId", coalesce(d.serial, x.serial) as serial,
      coalesce(d.model, x.model) as model, w.priority, r.body as record, r.is_on_older_plan as "isOnOlderPlan"
    from visit_device x left join device d on d.device_id = x.device_id
      left join worklist_row w on w.entity_id = x.device_id
      left join lateral (select body, is_on_older_plan from visit_record r where r.device_id = x.device_id
        and r.visit_id = x.visit_id order by revision desc limit 1) r on true
    where x.visit_id = any(${uuids(visitIds)}) order by x.place, x.device_id`.execute(db);
  return groupBy(
    rows,
    ({ visitId }) => visitId,
    (row) => row,
  );
}

type Count = { readonly visitId: string; readonly n: number };
const toCounts = (rows: readonly Count[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ visitId, n }) => [visitId, n]));

async function readConditionCounts(db: Db, visitIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Count>`
    select visit_id as "visitId", count(*)::int as n from visit_condition
    where visit_id = any(${uuids(visitIds)}) group by visit_id`.execute(db);
  return toCounts(rows);
}

async function readWentBack(db: Db, visitIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (visitIds.length === 0) return new Map();
  const { rows } = await sql<Count>`
    select visit_id as "visitId", count(*)::int as n from condition
    where visit_id = any(${uuids(visitIds)}) and work in ('open', 'acknowledged') group by visit_id`.execute(db);
  return toCounts(rows);
}

interface PackedPart {
  readonly deviceId: string;
  readonly item: string;
  readonly isNumbered: boolean;
}

/** What the newest pack of each visit asks for, that of its assignee before others; none without a pack. */
async function readBring(db: Db, visitIds: readonly string[]): Promise<ReadonlyMap<string, VisitRow['bring']>> {
  if (visitIds.length === 0) return new Map();
  const ids = uuids(visitIds);
  const packs = await sql<{ visitId: string; parts: readonly PackedPart[] }>`
    select p.visit_id as "visitId", (
      select coalesce(json_agg(json_build_object('deviceId', d.device ->> 'deviceId', 'item', part ->> 'item',
        'isNumbered', coalesce(part ->> 'ownNumber', part ->> 'makerNumber') is not null)), '[]')
      from jsonb_array_elements(p.body -> 'devices') as d(device), jsonb_array_elements(d.device -> 'bring') as part) as parts
    from (select distinct on (k.visit_id) k.visit_id, k.body from visit_pack k join visit v on v.visit_id = k.visit_id
      where k.visit_id = any(${ids}) order by k.visit_id, (k.user_id = v.assignee) is true desc, k.made_at desc) p`.execute(
    db,
  );
  if (packs.rows.length === 0) return new Map();
  const fetched = await sql<{ visitId: string; deviceId: string; item: string; state: string }>`
    select visit_id as "visitId", device_id as "deviceId", item, state from visit_fetched
    where visit_id = any(${ids})`.execute(db);
  const toKey = (visitId: string, { deviceId, item }: { deviceId: string; item: string }) =>
    `${visitId} ${deviceId} ${item}`;
  const states = new Map(fetched.rows.map((row) => [toKey(row.visitId, row), row.state]));
  return new Map(
    packs.rows.map(({ visitId, parts }) => {
      const of = (state: string) => parts.filter((part) => states.get(toKey(visitId, part)) === state);
      return [
        visitId,
        {
          count: parts.length,
          packed: of('packed').length,
          notInStock: of('notInStock').map(({ item }) => item),
          unnumbered: parts.filter(({ isNumbered }) => !isNumbered).length,
        },
      ];
    }),
  );
}
