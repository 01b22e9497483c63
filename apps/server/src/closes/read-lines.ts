import type { CloseLine } from '@platen/contract/close-lines';
import type { LineGroup, LineStop } from '@platen/contract/close-values';
import type { Person } from '@platen/contract/worklist-item';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { sqlPerson } from '../store/person-of.ts';
import type { LineBody } from './line-body.ts';

type Db = Kysely<Database>;

const isReading = sql<boolean>`l.corrects = '00000000-0000-0000-0000-000000000000'`;

const groups: Readonly<Record<LineGroup, RawBuilder<boolean>>> = {
  all: sql<boolean>`true`,
  stops: sql<boolean>`l.stops <> '{}'`,
  warns: sql<boolean>`l.stops = '{}' and l.warnings <> '{}'`,
  good: sql<boolean>`${isReading} and l.stops = '{}' and l.warnings = '{}' and l.settled is distinct from 'leaveOut'`,
  // What people decided but estimates and lines left out, which are groups of their own.
  settled: sql<boolean>`l.settled is distinct from 'leaveOut' and l.state <> 'estimated' and (l.settled is not null
    or jsonb_exists_any(l.body::jsonb -> 'remarks', array['causeStated', 'leapAccepted', 'typed']))`,
  leftOut: sql<boolean>`l.settled = 'leaveOut'`,
  estimated: sql<boolean>`l.state = 'estimated' and l.settled is distinct from 'leaveOut'`,
  corrections: sql<boolean>`not ${isReading}`,
};

/**
 * How far the use lies from that of the period before, as SQL; what cannot be compared comes last. While the
 * period runs nothing can: its use is that of some of its days.
 */
const deviationOf = (hasEnded: boolean, billed: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
  hasEnded ? sql`case when ${before} > 0 then abs(${billed} - ${before})::float8 / ${before} end` : sql`null::float8`;

async function readEnded(db: Db, closeId: string): Promise<boolean> {
  const { rows } = await sql<{ hasEnded: boolean }>`
    select to_at <= now() as "hasEnded" from meter_close where close_id = ${closeId}`.execute(db);
  return rows[0]?.hasEnded ?? true;
}

export interface LineFilter {
  readonly group?: LineGroup | undefined;
  readonly stop?: LineStop | undefined;
  readonly deviceId?: string | undefined;
  readonly customerNumber?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

interface LineRow {
  readonly version: number;
  readonly body: string;
  readonly person: Person | null;
}

/**
 * Lines of a close for a screen: what stops first, then what warns, outliers of use first once the period has
 * ended (LG-38).
 */
export async function readLines(
  db: Db,
  closeId: string,
  { group = 'all', stop, deviceId, customerNumber, limit, offset }: LineFilter,
): Promise<{ total: number; lines: CloseLine[] }> {
  const where = sql`l.close_id = ${closeId} and ${groups[group]}
    and ${stop === undefined ? sql`true` : sql`${stop} = any(l.stops)`}
    and ${deviceId === undefined ? sql`true` : sql`l.device_id = ${deviceId}`}
    and ${customerNumber === undefined ? sql`true` : sql`l.customer_number = ${customerNumber}`}`;
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from meter_close_line l where ${where}`.execute(db);
  const deviation = deviationOf(await readEnded(db, closeId), sql`l.billed`, sql`l.before`);
  // Bodies only of the page: they are long.
  const { rows } = await sql<LineRow>`
    select l.version, l.body, ${sqlPerson('l.settled_by')} as person
    from (
      select l.device_id, l.close_id, l.meter, l.part, l.corrects, row_number() over (
        order by l.stops = '{}', l.warnings = '{}', ${deviation} desc nulls last, l.serial, l.meter, l.part, l.corrects, l.device_id) as place
      from meter_close_line l where ${where} order by place limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) p join meter_close_line l using (device_id, close_id, meter, part, corrects) order by p.place`.execute(db);
  return { total: counted[0]?.n ?? 0, lines: rows.map(toLine) };
}

function toLine({ version, body, person }: LineRow): CloseLine {
  const { settled, chain: _chain, ...line }: LineBody = JSON.parse(body);
  return {
    ...line,
    version,
    settled: settled && {
      kind: settled.kind,
      reason: settled.reason,
      note: settled.note,
      by: person,
      at: new Date(settled.at).toISOString(),
    },
  };
}

/**
 * Billed pages by meter, and by customer and meter; unlike meters are never added (LG-38). `missing`: lines
 * of which it is not known what they bill, without those that people left out.
 */
export async function readTotals(db: Db, closeId: string) {
  const sums = sql`l.meter, coalesce(sum(l.billed), 0)::float8 as billed,
    count(*) filter (where l.billed is null and ${isReading} and l.settled is distinct from 'leaveOut')::int as missing,
    sum(l.before)::float8 as before, sum(l.last_year)::float8 as "lastYear"`;
  // With lines that bill nothing the sum is of fewer devices than that of the period before.
  const unbilled = sql`count(*) filter (where l.billed is null and ${isReading})`;
  const known = sql`case when ${unbilled} = 0 then sum(l.billed) end`;
  const deviation = deviationOf(await readEnded(db, closeId), known, sql`sum(l.before)`);
  const [totals, customers] = await Promise.all([
    sql<Sums>`select ${sums} from meter_close_line l where l.close_id = ${closeId} group by l.meter order by l.meter`.execute(
      db,
    ),
    sql<Sums & { customerNumber: string | null; customerName: string | null; devices: number; unbilled: number }>`
      select l.customer_number as "customerNumber", max(l.customer_name) as "customerName",
        count(distinct l.device_id)::int as devices, ${unbilled}::int as unbilled, ${sums}
      from meter_close_line l where l.close_id = ${closeId} group by l.customer_number, l.meter
      order by ${deviation} desc nulls last, l.customer_number, l.meter limit 1000`.execute(db),
  ]);
  return { totals: totals.rows, customers: customers.rows };
}

interface Sums {
  readonly meter: string;
  readonly billed: number;
  readonly missing: number;
  readonly before: number | null;
  readonly lastYear: number | null;
}
