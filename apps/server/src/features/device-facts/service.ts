import type { changeDeviceFacts, DeviceFacts, importDeviceFacts, placeDevices } from '@platen/contract/device-facts';
import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { toAuthorId } from '../../identity/organisation-user.ts';
import type { Author, SignedInUser } from '../../identity/signed-in-user.ts';
import { organisationVisibleTo, visibleTo } from '../../identity/visibility.ts';
import { type Change, hiddenText, recordChange, recordChanges } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { refreshGroups } from '../../store/group-membership.ts';
import { lockDevices } from '../../store/lock-devices.ts';
import { locks } from '../../store/transactions.ts';
import { addDeviceEvents } from '../../worklist/outbox/add-device-events.ts';
import * as store from './fact-store.ts';
import { isAhead, parseFacts, type RefusedLine } from './parse-facts.ts';
import { readFacts } from './read-facts.ts';

type Trx = Transaction<Database>;

const fields = ['assetNumber', 'place', 'contact', 'contract', 'notes', 'weight', 'retiredOn'] as const;
/** What people wrote is hidden in the audit record where it may name somebody (GE-11). */
const open: ReadonlySet<string> = new Set(['assetNumber', 'place', 'weight', 'retiredOn']);

/** What differs, as it stands in the audit record. */
function toDetail(before: store.FactFields, after: store.FactFields) {
  const changed = fields.filter((field) => before[field] !== after[field]);
  const shown = (facts: store.FactFields) =>
    Object.fromEntries(
      changed.map((field) => [field, open.has(field) || facts[field] === null ? facts[field] : hiddenText]),
    );
  return { before: shown(before), after: shown(after) };
}

const isSame = (before: store.FactFields, after: store.FactFields) =>
  fields.every((field) => before[field] === after[field]);
/** An empty text is none. */
const toText = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Locks devices, in the order of all others, and what decides in which totals they count (0550). */
async function lock(trx: Trx, deviceIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
  await lockDevices(trx, deviceIds);
}

/** Changes facts of a device that the user sees; refuses 202002 where another version was meant (GE-06). */
export async function changeFacts(
  trx: Trx,
  { user, actor = user }: Author,
  deviceId: string,
  { version, ...wanted }: BodyOf<typeof changeDeviceFacts>,
): Promise<DeviceFacts> {
  await lock(trx, [deviceId]);
  const found = await readFacts(trx, user, deviceId);
  if (found === undefined) throw new Refusal(200003, 'this device is in none of your groups');
  const before = found.facts;
  if (before.version !== version)
    throw new Refusal(202002, 'the facts were changed meanwhile', {
      body: { current: { facts: before }, changedBy: before.changedBy },
    });
  const after = {
    assetNumber: wanted.assetNumber === undefined ? before.assetNumber : toText(wanted.assetNumber),
    place: wanted.place === undefined ? before.place : toText(wanted.place),
    contact: wanted.contact === undefined ? before.contact : toText(wanted.contact),
    contract: wanted.contract === undefined ? before.contract : toText(wanted.contract),
    notes: wanted.notes === undefined ? before.notes : toText(wanted.notes),
    weight: wanted.weight === undefined ? before.weight : wanted.weight,
    retiredOn: wanted.retiredOn === undefined ? before.retiredOn : wanted.retiredOn,
  };
  if (after.retiredOn !== before.retiredOn && after.retiredOn !== null && isAhead(after.retiredOn))
    throw new Refusal(202001, 'body.retiredOn: today or an earlier day');
  if (isSame(before, after)) return before;
  await store.writeFacts(trx, { userId: toAuthorId(user), deviceId, before, after });
  await recordChange(trx, {
    actor,
    action: 'devices facts',
    subject: `device:${deviceId}`,
    detail: toDetail(before, after),
  });
  return (await readFacts(trx, user, deviceId))?.facts ?? before;
}

const toShown = (value: string | number | null): string | null => (value === null ? null : String(value));

/** Lines that an answer names at most. */
const mostShown = 100;

/** Changes facts from a file (OA-40); nothing in a dry run, and with a line that cannot be taken. */
export async function importFacts(
  trx: Trx,
  { user, actor = user }: Author,
  { csv, dryRun }: BodyOf<typeof importDeviceFacts>,
): Promise<AnswerOf<typeof importDeviceFacts>> {
  const parsed = parseFacts(csv);
  const serials = parsed.rows.map(({ serial }) => serial);
  const known = new Map<string, (store.FactFields & { deviceId: string })[]>();
  for (const device of await store.findBySerial(trx, user, serials))
    known.set(device.serial, [...(known.get(device.serial) ?? []), device]);
  const refused: RefusedLine[] = [...parsed.refused];
  const changes: Change[] = [];
  const writes: { deviceId: string; before: store.FactFields; after: store.FactFields }[] = [];
  const differences: AnswerOf<typeof importDeviceFacts>['differences'] = [];
  for (const { line, serial, fields: given } of parsed.rows) {
    const [device, second] = known.get(serial) ?? [];
    if (device === undefined || second !== undefined) {
      const reason =
        device === undefined ? 'no device has this serial number' : 'several devices have this serial number';
      refused.push({ line, field: 'serial', reason });
      continue;
    }
    const after = { ...device, ...given };
    if (isSame(device, after)) continue;
    writes.push({ deviceId: device.deviceId, before: device, after });
    for (const field of fields)
      if (device[field] !== after[field])
        differences.push({ serial, field, before: toShown(device[field]), after: toShown(after[field]) });
    changes.push({
      actor,
      action: 'devices facts',
      subject: `device:${device.deviceId}`,
      detail: toDetail(device, after),
    });
  }
  if (!dryRun && refused.length === 0) {
    await lock(
      trx,
      writes.map(({ deviceId }) => deviceId),
    );
    for (const write of writes) await store.writeFacts(trx, { userId: toAuthorId(user), ...write });
    await recordChanges(trx, changes);
  }
  return {
    lines: parsed.lines,
    changed: writes.length,
    differences: differences.slice(0, mostShown),
    refused: refused.toSorted((a, b) => a.line - b.line).slice(0, mostShown),
    refusedCount: refused.length,
  };
}

interface Placed {
  readonly deviceId: string;
  readonly organisationId: string | null;
  readonly byHand: string | null;
  readonly dealerId: string | null;
  readonly customerNumber: string | null;
  readonly dealerNumber: string | null;
}

/**
 * Places devices with an organisation that the user may see, or where their reports say (OA-03, OA-43). A
 * device of a dealer stays with that dealer: its history would go along, which another must not see (OA-42).
 */
export async function place(
  trx: Trx,
  { user, actor = user }: Author,
  { deviceIds, organisationId }: BodyOf<typeof placeDevices>,
): Promise<AnswerOf<typeof placeDevices>> {
  await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
  const target = organisationId === null ? null : await findTarget(trx, user, organisationId);
  await lockDevices(trx, deviceIds);
  const { rows } = await sql<Placed>`
    select d.device_id as "deviceId", d.organisation_id as "organisationId", p.organisation_id as "byHand",
      k.dealer_id as "dealerId", d.customer_number as "customerNumber", d.dealer_number as "dealerNumber"
    from device d left join device_place p on p.device_id = d.device_id
      left join organisation k on k.organisation_id = d.organisation_id
    where d.device_id = any(${deviceIds}::uuid[]) and ${visibleTo(user)}
    order by d.device_id`.execute(trx);
  const found = new Map(rows.map((row) => [row.deviceId, row]));
  const moving: Placed[] = [];
  const results = deviceIds.map((deviceId) => {
    const device = found.get(deviceId);
    if (device === undefined) return { deviceId, result: 'unknown' as const };
    if (device.byHand === organisationId) return { deviceId, result: 'unchanged' as const };
    if (target !== null && device.dealerId !== null && device.dealerId !== target.dealerId)
      return { deviceId, result: 'otherDealer' as const };
    moving.push(device);
    return { deviceId, result: 'placed' as const };
  });
  const ids = moving.map(({ deviceId }) => deviceId);
  if (organisationId === null) await sql`delete from device_place where device_id = any(${ids}::uuid[])`.execute(trx);
  else
    await sql`
      insert into device_place (device_id, organisation_id, placed_by, placed_at)
      select id, ${organisationId}, ${toAuthorId(user)}::uuid, now() from unnest(${ids}::uuid[]) as id
      on conflict (device_id) do update
        set organisation_id = excluded.organisation_id, placed_by = excluded.placed_by,
          placed_at = excluded.placed_at`.execute(trx);
  if (ids.length > 0) await refreshGroups(trx, ids);
  await recordChanges(
    trx,
    moving.map(({ deviceId, organisationId: before }) => ({
      actor,
      action: 'devices place',
      subject: `device:${deviceId}`,
      detail: { before, after: organisationId },
    })),
  );
  await addDeviceEvents(
    trx,
    moving.map(({ deviceId, ...before }) => ({ deviceId, event: 'deviceMoved', before })),
    new Date(),
  );
  return { results };
}

async function findTarget(trx: Trx, user: SignedInUser, organisationId: string): Promise<{ dealerId: string | null }> {
  const { rows } = await sql<{ dealerId: string | null }>`
    select o.dealer_id as "dealerId" from organisation o
    where o.organisation_id = ${organisationId} and o.state = 'active' and o.kind <> 'operator'
      and ${organisationVisibleTo(user)}`.execute(trx);
  const [target] = rows;
  if (target === undefined) throw new Refusal(204001, 'there is no such organisation');
  return target;
}
