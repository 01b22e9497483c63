import { selectStored } from '@platen/diagnosis/meters/ledger-readings';
import { type Kysely, sql, type Transaction } from 'kysely';
import { dayMs } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { toMonth } from '../store/partitions.ts';
import { sqlMs } from '../store/sql-ms.ts';
import { inTransaction } from '../store/transactions.ts';
import type { LedgerZone } from './load-ledger.ts';
import { hashPack, inOrder, keyOf, type PackedReport, parseBody, toBody, toLedgerReport } from './pack-format.ts';

/** A month is packed this long after its end: most late reports have come by then. */
const restDays = 7;
const atOnce = 100;

/** The zone of an organisation; null: the operator's. */
export type ZoneOf = (organisationId: string | null) => Promise<LedgerZone>;

/** The first day of the month that is not to be packed yet. */
const toBound = (now: Date): string => `${toMonth(new Date(now.getTime() - restDays * dayMs))}-01`;

/**
 * Packs the months that have ended into the chains of their devices (LG-02, LG-04), and late reports of
 * packed months into further packs (LG-05). Repeating it changes nothing. Returns the number of packs.
 */
export async function packMonths(db: Kysely<Database>, now: Date, zone: LedgerZone | ZoneOf): Promise<number> {
  const bound = toBound(now);
  let packs = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const due = await findDue(db, bound, after);
    for (const id of due)
      packs += await inTransaction(db, async (trx) => await packDevice(trx, { id, bound, now, zone }));
    const last = due.at(-1);
    if (last === undefined) return packs;
    after = last;
  }
}

async function findDue(db: Kysely<Database>, bound: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.device_id as id from device d left join meter_chain c on c.device_id = d.device_id
    where d.device_id > ${after}::uuid and (c.packed_until is null or c.packed_until < ${bound}::date or d.late_at > c.looked_at)
    order by d.device_id limit ${sql.lit(atOnce)}`.execute(db);
  return rows.map(({ id }) => id);
}

interface Packing {
  readonly id: string;
  readonly bound: string;
  readonly now: Date;
  readonly zone: LedgerZone | ZoneOf;
}

/** The chain of a device is continued by one server at a time: the row of the device is locked. */
async function packDevice(trx: Transaction<Database>, { id, bound, now, zone: wanted }: Packing): Promise<number> {
  const { rows: devices } = await sql<{ serial: string | null; model: string | null; organisationId: string | null }>`
    select serial, model, organisation_id as "organisationId" from device where device_id = ${id} for no key update`.execute(
    trx,
  );
  const [device] = devices;
  if (device === undefined) return 0;
  const zone = typeof wanted === 'function' ? await wanted(device.organisationId) : wanted;
  const { rows: stored } = await sql<{ place: number; body: string; hash: Buffer }>`
    select place, body, hash from meter_pack where device_id = ${id} order by place`.execute(trx);
  const known = new Set(stored.flatMap(({ body }) => parseBody(body)).map(toKey));
  const months = byMonth(await readRows(trx, id, { bound, zone }), known);
  let former = stored.at(-1)?.hash ?? null;
  let place = stored.at(-1)?.place ?? 0;
  for (const [month, rows] of months) {
    place += 1;
    const body = toBody(rows);
    const hash = hashPack({ deviceId: id, place, month, body, former });
    await sql`
      insert into meter_pack (device_id, place, month, serial, model, body, hash, former, made_at)
      values (${id}, ${place}, ${month}::date, ${device.serial}, ${device.model}, ${body}, ${hash}, ${former}, ${now})`.execute(
      trx,
    );
    former = hash;
  }
  await sql`
    insert into meter_chain (device_id, place, packed_until, looked_at) values (${id}, ${place}, ${bound}::date, ${now})
    on conflict (device_id) do update set place = excluded.place, looked_at = excluded.looked_at,
      packed_until = greatest(meter_chain.packed_until, excluded.packed_until)`.execute(trx);
  return months.length;
}

const toKey = ([, , claimedAt, digest]: PackedReport): string => keyOf(claimedAt, digest);

/** Reports from before the bound; the first ones after it decide about the last before. */
async function readRows(
  trx: Transaction<Database>,
  id: string,
  { bound, zone }: { readonly bound: string; readonly zone: LedgerZone },
): Promise<PackedReport[]> {
  const { rows } = await sql<{ report: PackedReport }>`
    select json_build_array(${sqlMs('coalesce(read_at, observed_at)')}, ${sqlMs('received_at')}, ${sqlMs('observed_at')},
      digest::text, meters) as report
    from device_report where device_id = ${id} and meters is not null
      and observed_at < (${bound}::date + 2)::timestamp at time zone 'UTC'`.execute(trx);
  const reports = inOrder(rows.map(({ report }) => ({ ...toLedgerReport(report, null), report })));
  const end = Date.parse(bound);
  return selectStored(reports, zone.dayOf).flatMap(({ at, report }) => (at < end ? [report] : []));
}

function byMonth(
  reports: readonly PackedReport[],
  known: ReadonlySet<string>,
): [month: string, rows: PackedReport[]][] {
  const months = new Map<string, PackedReport[]>();
  for (const report of reports) {
    if (known.has(toKey(report))) continue;
    const month = `${toMonth(new Date(report[0]))}-01`;
    months.set(month, [...(months.get(month) ?? []), report]);
  }
  return [...months].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
