import type { Close, CloseScope } from '@platen/contract/closes';
import type { Person } from '@platen/contract/worklist-item';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toIsoTime } from '../base/time.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { sqlPerson } from '../store/person-of.ts';
import { sqlMs } from '../store/sql-ms.ts';

type Db = Kysely<Database>;

/** A close as stored, instants in milliseconds. */
export interface CloseRow {
  readonly closeId: string;
  readonly planId: string | null;
  readonly version: number;
  readonly name: string;
  readonly organisationId: string | null;
  readonly zone: string;
  readonly scope: CloseScope;
  readonly bound: readonly number[] | null;
  readonly meters: readonly string[];
  readonly needsAssetNumber: boolean;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: number;
  readonly to: number;
  readonly state: 'open' | 'closed' | 'exported' | 'discarded';
  readonly madeBy: Person | null;
  readonly madeAt: number;
  readonly closedBy: Person | null;
  readonly closedAt: number | null;
  readonly hash: string | null;
  readonly summary: CloseSummary | null;
  readonly exportedAt: number | null;
  readonly discardedAt: number | null;
  /** The job that closes it, until that has ended. */
  readonly jobId: string | null;
}

/** Figures of the list; of a closed one as they were then. */
export type CloseSummary = Pick<
  Close,
  | 'devices'
  | 'devicesWithLines'
  | 'lines'
  | 'corrections'
  | 'byState'
  | 'stops'
  | 'byStop'
  | 'warns'
  | 'good'
  | 'leftOut'
>;

/** Closes `c` of a condition, newest period first. */
export async function readCloseRows(db: Db, condition: RawBuilder<boolean>, limit = 500): Promise<CloseRow[]> {
  const { rows } = await sql<{ row: CloseRow }>`
    select json_build_object('closeId', c.close_id, 'planId', c.plan_id, 'version', c.version, 'name', c.name,
      'organisationId', c.organisation_id, 'zone', c.zone, 'scope', c.scope, 'bound', c.bound, 'meters', c.meters,
      'needsAssetNumber', c.needs_asset_number, 'firstDay', c.first_day, 'lastDay', c.last_day,
      'from', ${sqlMs('c.from_at')}, 'to', ${sqlMs('c.to_at')}, 'state', c.state, 'madeBy', ${sqlPerson('c.made_by')},
      'madeAt', ${sqlMs('c.made_at')}, 'closedBy', ${sqlPerson('c.closed_by')}, 'closedAt', ${sqlMs('c.closed_at')},
      'hash', encode(c.hash, 'hex'), 'summary', c.summary, 'exportedAt', ${sqlMs('c.exported_at')},
      'discardedAt', ${sqlMs('c.discarded_at')}, 'jobId',
      (select j.job_id from job j where j.job_id = c.job_id and j.finished_at is null)) as row
    from meter_close c where ${condition} order by c.to_at desc, c.name, c.close_id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** SQL over `meter_close_line l`: its line counts as good. */
export const isGoodLine = sql<boolean>`(l.stops = '{}' and l.warnings = '{}' and l.settled is distinct from 'leaveOut')`;
const isReading = sql<boolean>`l.corrects = '00000000-0000-0000-0000-000000000000'`;

/** Figures of the lines as they are now; many closes by one pass over their lines. */
export async function summarise(db: Db, closeIds: readonly string[]): Promise<Map<string, CloseSummary>> {
  if (closeIds.length === 0) return new Map();
  const ids = uuids(closeIds);
  const { rows } = await sql<{ id: string; summary: CloseSummary }>`
    with devices as (
      select x.close_id, count(*) as devices from meter_close_device x where x.close_id = any(${ids}) group by 1
    ), lines as (
      select l.close_id, count(distinct l.device_id) as devices, count(*) filter (where ${isReading}) as lines,
        count(*) filter (where not ${isReading}) as corrections,
        count(*) filter (where l.stops = '{}' and l.warnings <> '{}') as warns,
        count(*) filter (where ${isReading} and ${isGoodLine}) as good,
        count(*) filter (where l.settled = 'leaveOut') as left_out
      from meter_close_line l where l.close_id = any(${ids}) group by 1
    ), states as (
      select close_id, json_object_agg(state, n) as numbers from (
        select l.close_id, l.state, count(*) as n from meter_close_line l
        where l.close_id = any(${ids}) and ${isReading} and l.settled is distinct from 'leaveOut' group by 1, 2) s
      group by 1
    ), stops as (
      select close_id, json_object_agg(stop, n) as numbers, sum(n) as stops from (
        select l.close_id, stop, count(distinct l.device_id) as n from meter_close_line l, unnest(l.stops) stop
        where l.close_id = any(${ids}) and l.stops <> '{}' group by 1, 2) s
      group by 1
    )
    select c.close_id as id, json_build_object('devices', coalesce(d.devices, 0),
      'devicesWithLines', coalesce(l.devices, 0), 'lines', coalesce(l.lines, 0),
      'corrections', coalesce(l.corrections, 0), 'warns', coalesce(l.warns, 0), 'good', coalesce(l.good, 0),
      'leftOut', coalesce(l.left_out, 0), 'byState', coalesce(s.numbers, '{}'), 'byStop', coalesce(t.numbers, '{}'),
      'stops', coalesce(t.stops, 0)) as summary
    from unnest(${ids}) as c(close_id) left join devices d using (close_id) left join lines l using (close_id)
      left join states s using (close_id) left join stops t using (close_id)`.execute(db);
  return new Map(rows.map(({ id, summary }) => [id, summary]));
}

/** Devices of open closes that are still worked out, and when the others were. */
async function readProgress(db: Db, closeIds: readonly string[]) {
  const { rows } = await sql<{ id: string; pending: number; asOf: number | null }>`
    select x.close_id as id, count(*) filter (where x.computed_at is null)::int as pending,
      ${sqlMs('max(x.computed_at)')} as "asOf"
    from meter_close_device x where x.close_id = any(${closeIds}::uuid[]) group by x.close_id`.execute(db);
  return new Map(rows.map(({ id, pending, asOf }) => [id, { pending, asOf }]));
}

/** Answers of closes. */
export async function toCloses(db: Db, rows: readonly CloseRow[], now: number): Promise<Close[]> {
  const live = rows.filter(({ summary }) => summary === null).map(({ closeId }) => closeId);
  const [summaries, progress] = await Promise.all([summarise(db, live), readProgress(db, live)]);
  return rows.map((row) => {
    const { closeId, summary, bound: _bound, from, to, firstDay, lastDay, zone, ...rest } = row;
    const figures = summary ?? summaries.get(closeId) ?? none;
    const { pending, asOf } = progress.get(closeId) ?? { pending: 0, asOf: null };
    const isReady = row.state === 'open' && to <= now && figures.stops === 0 && pending === 0 && figures.lines > 0;
    return {
      ...rest,
      ...figures,
      closeId,
      meters: [...row.meters],
      period: {
        firstDay,
        lastDay,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        zone,
      },
      state: isReady ? ('ready' as const) : row.state,
      pending,
      asOf: toIsoTime(asOf ?? row.closedAt),
      madeAt: new Date(row.madeAt).toISOString(),
      closedAt: toIsoTime(row.closedAt),
      exportedAt: toIsoTime(row.exportedAt),
      discardedAt: toIsoTime(row.discardedAt),
    };
  });
}

const none: CloseSummary = {
  devices: 0,
  devicesWithLines: 0,
  lines: 0,
  corrections: 0,
  byState: {},
  stops: 0,
  byStop: {},
  warns: 0,
  good: 0,
  leftOut: 0,
};
