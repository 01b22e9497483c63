import type { ImportAnswer } from '@platen/contract/visit-import';
import type { DeviceRecord } from '@platen/contract/visit-records';
import { toStoredItems } from '@platen/diagnosis/visit-record/part-items';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { joinRecorded } from '../../../history/join-recorded.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import { markUnjudged } from '../../../store/mark-unjudged.ts';
import { groupBy } from '../../../worklist/load-stored.ts';
import { findPartNumbers } from '../../../worklist/organisation.ts';
import { type ImportLine, keyOf } from './parse-import.ts';

type Trx = Transaction<Database>;

interface Imported extends Pick<ImportAnswer, 'visits' | 'known' | 'refused'> {}

interface DeviceRow {
  readonly deviceId: string;
  readonly serial: string;
}

/** A line whose device and parts are known. */
interface NewVisit {
  readonly visitId: string;
  readonly deviceId: string;
  readonly key: string;
  readonly line: ImportLine;
  /** Of the only user with this name; null: none, or several. */
  readonly userId: string | null;
  readonly body: DeviceRecord;
}

/**
 * Makes visits of lines, done and read, with what was replaced (VR-04, VE-09): devices that the user does not
 * see are unknown. What an earlier import made, and a device that was recorded on that day, is known.
 */
export async function importLines(
  trx: Trx,
  user: SignedInUser,
  lines: readonly ImportLine[],
  dryRun: boolean,
): Promise<Imported> {
  if (lines.length === 0) return { visits: 0, known: 0, refused: [] };
  const devices = await readDevices(trx, user, lines);
  const numbers = await readOwnNumbers(trx, user);
  const people = await readPeople(trx, user, lines);
  const known = await readKnown(trx, lines, [...devices.values()].flat());
  const refused: ImportAnswer['refused'][number][] = [];
  const added: NewVisit[] = [];
  let knownCount = 0;
  for (const line of lines) {
    const [device, other] = devices.get(line.serial) ?? [];
    const items = line.parts.map((part) => numbers.get(part.toUpperCase()) ?? part);
    const unknown = line.parts.find((_, at) => toStoredItems(items[at] ?? '').length === 0);
    if (device === undefined)
      refused.push({ line: line.line, field: 'serial', reason: 'no device with this serial number' });
    else if (other !== undefined)
      refused.push({ line: line.line, field: 'serial', reason: 'several devices have this serial number' });
    else if (unknown !== undefined)
      refused.push({ line: line.line, field: 'parts', reason: `${unknown} is no part, and no number of yours` });
    else if (known.has(keyOf(line)) || known.has(`${device.deviceId} ${line.day}`)) knownCount++;
    else
      added.push({
        visitId: newId(),
        deviceId: device.deviceId,
        key: keyOf(line),
        line,
        userId: people.get(line.technician?.toLowerCase() ?? '') ?? null,
        body: toBody(device.deviceId, line, items),
      });
  }
  if (!dryRun) await write(trx, user, added);
  return { visits: added.length, known: knownCount, refused };
}

/** Noon of the day: a file has no times. */
const noonOf = (day: string): string => `${day}T12:00:00.000Z`;

const toBody = (deviceId: string, { day, result, total }: ImportLine, items: readonly string[]): DeviceRecord => ({
  deviceId,
  arrivedAt: noonOf(day),
  leftAt: noonOf(day),
  result,
  done: [],
  parts: items.map((item) => ({ item, answer: 'replaced' as const })),
  counters: total === null ? [] : [{ counter: 'total', reported: null, typed: total }],
  conditions: [],
});

/** Devices by serial number, which makers may have given twice. */
async function readDevices(
  trx: Trx,
  user: SignedInUser,
  lines: readonly ImportLine[],
): Promise<ReadonlyMap<string, readonly DeviceRow[]>> {
  const serials = [...new Set(lines.map(({ serial }) => serial))];
  const { rows } = await sql<DeviceRow>`
    select d.device_id as "deviceId", d.serial from device d
    where coalesce(d.serial, '') = any(${serials}::text[]) and ${visibleTo(user)}`.execute(trx);
  return groupBy(
    rows,
    ({ serial }) => serial,
    (row) => row,
  );
}

/** Parts by the organisation's own numbers; a number of several parts names none. */
async function readOwnNumbers(trx: Trx, user: SignedInUser): Promise<ReadonlyMap<string, string>> {
  const organisationId = await findPartNumbers(trx, user.organisationId ?? null);
  const { rows } = await sql<{ number: string; item: string }>`
    select upper(own_number) as number, min(item) as item from part_number
    where organisation_id = ${organisationId} and own_number is not null
    group by upper(own_number) having count(distinct item) = 1`.execute(trx);
  return new Map(rows.map(({ number, item }) => [number, item]));
}

async function readPeople(
  trx: Trx,
  user: SignedInUser,
  lines: readonly ImportLine[],
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(lines.flatMap(({ technician }) => technician?.toLowerCase() ?? []))];
  const { rows } = await sql<{ name: string; id: string }>`
    select lower(name) as name, min(user_id::text) as id from app_user u where lower(name) = any(${names}::text[])
      and (${user.seesAll} or exists (select from user_group g
        where g.user_id = u.user_id and g.group_id = any(${user.groups.map(({ groupId }) => groupId)}::int[])))
    group by lower(name) having count(*) = 1`.execute(trx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Keys of lines that were imported, and devices with the days on which they were recorded otherwise. */
async function readKnown(
  trx: Trx,
  lines: readonly ImportLine[],
  devices: readonly DeviceRow[],
): Promise<ReadonlySet<string>> {
  const imported = await sql<{ key: string }>`
    select import_key as key from visit where import_key = any(${lines.map(keyOf)}::text[])`.execute(trx);
  const recorded = await sql<{ key: string }>`
    select distinct r.device_id || ' ' || left(r.body ->> 'arrivedAt', 10) as key
    from visit_record r join visit v on v.visit_id = r.visit_id
    where r.device_id = any(${devices.map(({ deviceId }) => deviceId)}::uuid[]) and v.import_key is null
      and left(r.body ->> 'arrivedAt', 10) = any(${[...new Set(lines.map(({ day }) => day))]}::text[])`.execute(trx);
  return new Set([...imported.rows, ...recorded.rows].map(({ key }) => key));
}

async function write(trx: Trx, user: SignedInUser, visits: readonly NewVisit[]): Promise<void> {
  const rows = visits.map(({ visitId, deviceId, key, line, userId, body }) => ({
    visitId,
    deviceId,
    key,
    kind: line.kind,
    day: line.day,
    at: noonOf(line.day),
    technician: userId === null ? line.technician : null,
    userId,
    body,
  }));
  const made = sql`json_to_recordset(${JSON.stringify(rows)}::json) as r("visitId" uuid, "deviceId" uuid, key text, kind text,
    day date, at timestamptz, technician text, "userId" uuid, body jsonb)`;
  // Read already: what is long past is not put before the dispatcher.
  await sql`
    insert into visit (visit_id, kind, state, customer_number, customer_name, planned_day, assignee, technician, import_key,
      made_by, made_at, started_at, recorded_at, seen_at, done_at)
    select r."visitId", r.kind, 'done', d.customer_number, d.customer_name, r.day, r."userId", r.technician, r.key,
      ${user.userId}::uuid, now(), r.at, r.at, now(), r.at
    from ${made} join device d on d.device_id = r."deviceId"`.execute(trx);
  await sql`
    insert into visit_device (device_id, visit_id, serial, model)
    select d.device_id, r."visitId", d.serial, d.model from ${made} join device d on d.device_id = r."deviceId"`.execute(
    trx,
  );
  await sql`
    insert into visit_record (device_id, visit_id, revision, body, recorded_by, recorded_at, is_on_older_plan)
    select r."deviceId", r."visitId", 1, r.body, r."userId", r.at, false from ${made}`.execute(trx);
  const replaced = visits.flatMap(({ visitId, deviceId, line, body }) =>
    body.parts.flatMap(({ item }) =>
      toStoredItems(item).map((one) => ({ deviceId, visitId, item: one, day: line.day, total: line.total })),
    ),
  );
  await sql`
    insert into device_replacement (device_id, item, replaced_on, origin, counter, visit_id)
    select distinct on (r."deviceId", r.item, r.day) r."deviceId", r.item, r.day, 'recorded', r.total, r."visitId"
    from json_to_recordset(${JSON.stringify(replaced)}::json)
      as r("deviceId" uuid, "visitId" uuid, item text, day date, total bigint)
    order by r."deviceId", r.item, r.day, r.total nulls last
    on conflict (device_id, item, replaced_on) do update set visit_id = coalesce(device_replacement.visit_id, excluded.visit_id),
      counter = coalesce(device_replacement.counter, excluded.counter),
      origin = case device_replacement.origin when 'seen' then 'recorded' else device_replacement.origin end`.execute(
    trx,
  );
  const changed = [...new Set(replaced.map(({ deviceId }) => deviceId))];
  await joinRecorded(trx, changed);
  await markUnjudged(trx, changed);
}
