import { selectStored } from '@platen/diagnosis/meters/ledger-readings';
import { type Kysely, sql } from 'kysely';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { sqlMs } from '../store/sql-ms.ts';
import { joinReports } from './joined-records.ts';
import {
  inOrder,
  type JoinedRecord,
  type LedgerReport,
  type PackedReport,
  parseBody,
  toLedgerReport,
} from './pack-format.ts';

export interface LedgerZone {
  /** The day that the organisation's clock shows. */
  readonly dayOf: (at: number) => number;
}

/**
 * The readings of devices, ascending: those of packed months, what came since, and the counters by
 * quarter of a day from before the ledger (without evidence). What was stored before a device came to its
 * owner is left out. `joined`: the records that were merged into each; their readings are among its own.
 */
export async function loadLedger(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  zone: LedgerZone,
  joined: ReadonlyMap<string, readonly JoinedRecord[]> = new Map(),
): Promise<Map<string, LedgerReport[]>> {
  if (deviceIds.length === 0) return new Map();
  const all = [...new Set([...deviceIds, ...[...joined.values()].flat().map(({ deviceId }) => deviceId)])];
  const ids = uuids(all);
  const [packs, rows, days, starts] = await Promise.all([
    readPacks(db, ids),
    readUnpacked(db, ids),
    readDays(db, ids),
    readStarts(db, ids),
  ]);
  const startOf = (id: string) => starts.get(id) ?? Number.NEGATIVE_INFINITY;
  const own = new Map(
    all.map((id) => {
      const packed = (packs.get(id) ?? []).flatMap(({ place, body }) =>
        parseBody(body).map((row) => toLedgerReport(row, place)),
      );
      const known = new Set(packed.map(({ key }) => key));
      const fresh = (rows.get(id) ?? []).map((row) => toLedgerReport(row, null)).filter(({ key }) => !known.has(key));
      return [id, inOrder([...packed, ...fresh]).filter(({ at }) => at >= startOf(id))];
    }),
  );
  return new Map(
    deviceIds.map((id) => {
      const records = (joined.get(id) ?? []).map((of) => ({ of, reports: own.get(of.deviceId) ?? [] }));
      const reports = joinReports(own.get(id) ?? [], records);
      const earlier = toEarlier(days.get(id) ?? [], reports[0]?.at).filter(({ at }) => at >= startOf(id));
      return [id, selectStored([...earlier, ...reports], zone.dayOf)];
    }),
  );
}

type Row = readonly [at: number, total: number | null, color: number | null, black: number | null];

/** Counters by quarter of a day as far as they are older than the first report of the ledger. */
function toEarlier(rows: readonly Row[], first = Number.POSITIVE_INFINITY): LedgerReport[] {
  return rows
    .filter(([at]) => at < first)
    .map(([at, total, color, black]) => ({
      at,
      values: new Map(
        Object.entries({ total, color, black }).flatMap(([meter, value]) => (value === null ? [] : [[meter, value]])),
      ),
      receivedAt: null,
      key: `day ${at}`,
      text: null,
      place: null,
    }));
}

async function readPacks(db: Kysely<Database>, ids: ReturnType<typeof uuids>) {
  const { rows } = await sql<{ id: string; place: number; body: string }>`
    select device_id as id, place, body from meter_pack where device_id = any(${ids}) order by place`.execute(db);
  const packs = new Map<string, typeof rows>();
  for (const row of rows) {
    const own = packs.get(row.id) ?? [];
    packs.set(row.id, own);
    own.push(row);
  }
  return packs;
}

/** A report without its text. */
type Head = [at: number, receivedAt: number, claimedAt: number, digest: string];

/** Reports since the last packed month; late ones of packed months follow once they are packed themselves. */
async function readUnpacked(db: Kysely<Database>, ids: ReturnType<typeof uuids>): Promise<Map<string, PackedReport[]>> {
  // The texts are JSON already: within JSON each quote would be escaped here and read again there.
  const { rows } = await sql<{ id: string; heads: Head[]; texts: string }>`
    select w.id, json_agg(json_build_array(${sqlMs('coalesce(r.read_at, r.observed_at)')}, ${sqlMs('r.received_at')},
      ${sqlMs('r.observed_at')}, r.digest::text)) as heads, string_agg(r.meters, chr(10)) as texts
    from unnest(${ids}) as w(id) left join meter_chain c on c.device_id = w.id
    join device_report r on r.device_id = w.id and r.meters is not null
      and r.observed_at >= coalesce(c.packed_until, '-infinity')::timestamp at time zone 'UTC'
    group by w.id`.execute(db);
  return new Map(
    rows.map(({ id, heads, texts }) => {
      const all = texts.split('\n');
      if (all.length !== heads.length) throw new Error(`device ${id}: ${all.length} texts of ${heads.length} reports`);
      return [id, heads.map((head, index): PackedReport => [...head, all[index] ?? ''])];
    }),
  );
}

async function readDays(db: Kysely<Database>, ids: ReturnType<typeof uuids>): Promise<Map<string, Row[]>> {
  const columns = (prefix: string) =>
    sql.raw(
      `select c.${prefix || 'observed_'}at as at, c.${prefix}total as total, c.${prefix}color as color, c.${prefix}black as black`,
    );
  const quarters = sql.join(
    ['', 'q1_', 'q2_', 'q3_'].map((prefix) => columns(prefix)),
    sql` union all `,
  );
  const { rows } = await sql<{ id: string; readings: Row[] }>`
    select c.device_id as id, json_agg(json_build_array(${sqlMs('q.at')}, q.total, q.color, q.black) order by q.at) as readings
    from counter_day c cross join lateral (${quarters}) q
    where c.device_id = any(${ids}) and q.at is not null
      and c.day < coalesce((select (min(r.observed_at) at time zone 'UTC')::date + 1 from device_report r
        where r.device_id = c.device_id and r.meters is not null), 'infinity')
    group by c.device_id`.execute(db);
  return new Map(rows.map(({ id, readings }) => [id, readings]));
}

async function readStarts(db: Kysely<Database>, ids: ReturnType<typeof uuids>): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; start: string }>`
    select device_id as id, history_from::text as start from device
    where device_id = any(${ids}) and history_from is not null`.execute(db);
  return new Map(rows.map(({ id, start }) => [id, Date.parse(start)]));
}
