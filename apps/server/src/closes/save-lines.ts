import { type Kysely, sql } from 'kysely';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { type LineBody, toWritten } from './line-body.ts';

type Db = Kysely<Database>;

const noClose = '00000000-0000-0000-0000-000000000000';

interface StoredLine {
  readonly deviceId: string;
  readonly meter: string;
  readonly part: number;
  readonly corrects: string;
  readonly version: number;
  readonly body: string;
}

const toKey = (deviceId: string, meter: string, part: number, corrects: string) =>
  `${deviceId} ${meter} ${part} ${corrects}`;

/** What a user decides on; a chart or what came after the period makes no new version. */
const toDecided = (line: LineBody): string =>
  `${toWritten(line)} ${JSON.stringify([line.stops, line.warnings, line.settled, line.estimate, line.break])}`;

/** Writes the lines of devices of an open close; those that are the same stay, with their version (GE-06). */
export async function saveLines(
  db: Db,
  closeId: string,
  deviceIds: readonly string[],
  lines: readonly LineBody[],
): Promise<void> {
  const stored = await readStored(db, closeId, deviceIds);
  const gone = new Map(stored);
  const changed: object[] = [];
  for (const line of lines) {
    const corrects = line.corrects?.closeId ?? noClose;
    const key = toKey(line.deviceId, line.meter, line.part, corrects);
    gone.delete(key);
    const before = stored.get(key);
    const body = JSON.stringify(line);
    if (before?.body === body) continue;
    const isSame = before !== undefined && toDecided(JSON.parse(before.body)) === toDecided(line);
    changed.push(
      toRow(line, { corrects, body, version: before === undefined ? 1 : before.version + (isSame ? 0 : 1) }),
    );
  }
  await removeLines(db, closeId, [...gone.values()]);
  if (changed.length === 0) return;
  await sql`
    insert into meter_close_line as l (close_id, device_id, meter, part, corrects, version, serial, customer_number,
      customer_name, state, stops, warnings, settled, settled_by, billed, before, last_year, body, written)
    select ${closeId}, n.device_id, n.meter, n.part, n.corrects, n.version, n.serial, n.customer_number,
      n.customer_name, n.state, n.stops, n.warnings, n.settled, n.settled_by, n.billed, n.before, n.last_year, n.body, n.written
    from json_to_recordset(${JSON.stringify(changed)}::json) as n(device_id uuid, meter text, part int, corrects uuid,
      version int, serial text, customer_number text, customer_name text, state text, stops text[], warnings text[],
      settled text, settled_by uuid, billed bigint, before bigint, last_year bigint, body text, written text)
    on conflict (device_id, close_id, meter, part, corrects) do update set version = excluded.version,
      serial = excluded.serial, customer_number = excluded.customer_number, customer_name = excluded.customer_name,
      state = excluded.state, stops = excluded.stops, warnings = excluded.warnings, settled = excluded.settled,
      settled_by = excluded.settled_by,
      billed = excluded.billed, before = excluded.before, last_year = excluded.last_year, body = excluded.body,
      written = excluded.written`.execute(db);
}

async function readStored(db: Db, closeId: string, deviceIds: readonly string[]): Promise<Map<string, StoredLine>> {
  const { rows } = await sql<StoredLine>`
    select device_id as "deviceId", meter, part, corrects, version, body from meter_close_line
    where close_id = ${closeId} and device_id = any(${uuids(deviceIds)})`.execute(db);
  return new Map(rows.map((row) => [toKey(row.deviceId, row.meter, row.part, row.corrects), row]));
}

const toRow = (line: LineBody, more: { corrects: string; body: string; version: number }) => ({
  ...more,
  written: toWritten(line),
  device_id: line.deviceId,
  meter: line.meter,
  part: line.part,
  serial: line.serial,
  customer_number: line.customerNumber,
  customer_name: line.customerName,
  state: line.state,
  stops: line.stops,
  warnings: line.warnings,
  settled: line.settled?.kind ?? null,
  settled_by: line.settled?.userId ?? null,
  billed: line.billed,
  before: line.before,
  last_year: line.lastYear,
});

async function removeLines(db: Db, closeId: string, gone: readonly StoredLine[]): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    delete from meter_close_line l using json_to_recordset(${JSON.stringify(gone)}::json) as
      g("deviceId" uuid, meter text, part int, corrects uuid)
    where l.close_id = ${closeId} and l.device_id = g."deviceId" and l.meter = g.meter and l.part = g.part
      and l.corrects = g.corrects`.execute(db);
}
