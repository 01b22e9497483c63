import { isDeepStrictEqual } from 'node:util';
import { minuteMs } from '@platen/contract/constants';
import { type PackBody, packBody, type VisitPack } from '@platen/contract/visit-pack';
import { packMinutes } from '@platen/contract/visit-pack-names';
import { freshKeys } from '@platen/diagnosis/pack/fresh';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Connection, Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { composeDevice } from './compose.ts';
import { type PackVisit, readFetched, readPackVisit } from './visit-store.ts';

type Db = Kysely<Database>;
type Store = Pick<Connection, 'db' | 'pool'>;
type UsualRates = (model: string | null) => Promise<ReadonlyMap<string, number>>;

interface Snapshot {
  readonly madeAt: Date;
  readonly version: number;
  readonly body: PackBody;
  readonly fresh: VisitPack['fresh'];
}

/**
 * The pack of a visit (VP-17): the one that this user last opened while it holds, else a new one. Once
 * the visit is done or cancelled it is that of who recorded it, and nothing makes another.
 */
export async function readPack(
  store: Store,
  user: SignedInUser,
  visitId: string,
  { refresh, usualRates }: { readonly refresh: boolean; readonly usualRates: UsualRates },
): Promise<VisitPack> {
  const { db } = store;
  const now = Date.now();
  const visit = await readPackVisit(db, user, visitId);
  const fetched = await readFetched(db, user, visitId);
  const around = { fetched, storedAt: visit.storedAt?.toISOString() ?? null };
  const isOver = visit.state === 'done' || visit.state === 'cancelled';
  const frozen = isOver ? await readRecorded(db, user, visit) : undefined;
  if (frozen !== undefined) return { ...toAnswer(frozen), ...around, isFrozen: true };
  const before = await readSnapshot(db, visitId, user.userId);
  const isCurrent =
    before !== undefined &&
    before.version === visit.version &&
    before.madeAt.getTime() > now - packMinutes * minuteMs &&
    // Devices may have left the groups of the user since.
    isDeepStrictEqual(before.body.devices.map(toId), visit.devices.map(toId));
  if (isCurrent && !refresh) return { ...toAnswer(before), ...around, isFrozen: false };
  const made = await makeSnapshot(store, user, visit, { before, usualRates, now });
  return { ...toAnswer(made), ...around, isFrozen: false };
}

const toId = ({ deviceId }: { readonly deviceId: string }): string => deviceId;

const toAnswer = ({ body, madeAt, fresh }: Snapshot): Omit<VisitPack, 'fetched' | 'storedAt' | 'isFrozen'> => ({
  ...body,
  madeAt: madeAt.toISOString(),
  fresh,
});

async function makeSnapshot(
  store: Store,
  user: SignedInUser,
  visit: PackVisit,
  { before, usualRates, now }: { before: Snapshot | undefined; usualRates: UsualRates; now: number },
): Promise<Snapshot> {
  const organisation = await readOrganisation(store.db, user.organisationId);
  const devices = [];
  for (const planned of visit.devices)
    devices.push(await composeDevice({ store, user, organisation, usualRates, now }, visit, planned));
  const { isRecorded: _recorded, storedAt: _storedAt, devices: _planned, ...head } = visit;
  const body: PackBody = { ...head, devices, zone: organisation.settings.calendar.zone };
  const fresh = before === undefined ? null : toFresh(before, body);
  const madeAt = new Date(now);
  const { rows } = await sql<SnapshotRow>`
    insert into visit_pack as p (visit_id, user_id, made_at, version, body, fresh)
    values (${visit.visitId}, ${user.userId}, ${madeAt}, ${visit.version}, ${JSON.stringify(body)}, ${JSON.stringify(fresh)})
    on conflict (visit_id, user_id) do update set made_at = excluded.made_at, version = excluded.version,
      body = excluded.body, fresh = excluded.fresh returning ${columns}`.execute(store.db);
  // As stored, so that the tag of this answer is that of the next one.
  return toSnapshot(rows[0]) ?? { madeAt, version: visit.version, body, fresh };
}

const toFresh = (before: Snapshot, body: PackBody): VisitPack['fresh'] => ({
  since: before.madeAt.toISOString(),
  keys: freshKeys(before.body, body),
});

interface SnapshotRow {
  readonly madeAt: Date;
  readonly version: number;
  readonly body: unknown;
  readonly fresh: VisitPack['fresh'];
}

const columns = sql`p.made_at as "madeAt", p.version, p.body, p.fresh`;

/** A pack that an earlier version stored in another form is made again. */
function toSnapshot(row: SnapshotRow | undefined): Snapshot | undefined {
  const body = row === undefined ? undefined : packBody.safeParse(row.body);
  return row === undefined || body?.success !== true ? undefined : { ...row, body: body.data };
}

async function readSnapshot(db: Db, visitId: string, userId: string): Promise<Snapshot | undefined> {
  const { rows } = await sql<SnapshotRow>`
    select ${columns} from visit_pack p where p.visit_id = ${visitId} and p.user_id = ${userId}`.execute(db);
  return toSnapshot(rows[0]);
}

/**
 * The pack that a visit was recorded from: that of who recorded it first, else of its assignee, else the
 * newest; undefined: none was made before it was done. Only the devices that the reader may see.
 */
async function readRecorded(db: Db, user: SignedInUser, visit: PackVisit): Promise<Snapshot | undefined> {
  const { rows } = await sql<SnapshotRow>`
    select ${columns} from visit_pack p join visit v on v.visit_id = p.visit_id
    where p.visit_id = ${visit.visitId} and (v.done_at is null or p.made_at <= v.done_at)
    order by (p.user_id in (select r.recorded_by from visit_record r where r.visit_id = ${visit.visitId})) desc,
      (p.user_id = ${visit.assignee?.userId ?? null}::uuid) is true desc, p.made_at desc limit 1`.execute(db);
  const found = toSnapshot(rows[0]);
  if (found === undefined) return undefined;
  const visible = new Set(visit.devices.map(toId));
  const devices = found.body.devices.filter(({ deviceId }) => visible.has(deviceId));
  const isOwn = user.userId === visit.assignee?.userId;
  return {
    ...found,
    body: { ...found.body, devices, hidden: visit.hidden, state: visit.state },
    fresh: isOwn ? found.fresh : null,
  };
}
