import { type Kysely, sql } from 'kysely';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';

/** `device:…` as its two parts; a subject without a kind is an id alone. */
export function toSubject(subject: string): { readonly kind: string; readonly id: string } {
  const end = subject.indexOf(':');
  return end < 0 ? { kind: '', id: subject } : { kind: subject.slice(0, end), id: subject.slice(end + 1) };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Subject {
  readonly auditId: string;
  readonly subject: string;
  readonly detail: unknown;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What of devices an entry is about: the device alone, or a condition of it. */
function toDevice({ auditId, subject, detail }: Subject) {
  const { kind, id } = toSubject(subject);
  const conditionId = kind === 'condition' ? id : null;
  const device = kind === 'condition' ? (isRecord(detail) ? detail['device'] : null) : id;
  const isOfDevice = kind === 'device' || kind === 'row' || kind === 'condition';
  if (!isOfDevice || typeof device !== 'string' || !uuid.test(device) || !uuid.test(id)) return undefined;
  return { auditId, deviceId: device, conditionId };
}

/** Names of the devices and conditions that entries are about, by id of the entry; without unknown ones. */
export async function readDeviceNames(
  db: Kysely<Database>,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> {
  const found = subjects.flatMap((subject) => toDevice(subject) ?? []);
  if (found.length === 0) return new Map();
  const { rows: devices } = await sql<{ id: string; name: string | null }>`
    select device_id as id, coalesce(serial, model) as name from device
    where device_id = any(${uuids(found.map(({ deviceId }) => deviceId))})`.execute(db);
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const kinds = await readKinds(
    db,
    found.filter(({ conditionId }) => conditionId !== null),
  );
  return new Map(
    found.flatMap(({ auditId, deviceId, conditionId }): [string, string][] => {
      const kind = conditionId === null ? undefined : kinds.get(`${deviceId} ${conditionId}`);
      const isKnown = conditionId === null ? names.has(deviceId) : kind !== undefined;
      const parts = [names.get(deviceId), kind].filter((part) => part !== null && part !== undefined);
      return isKnown && parts.length > 0 ? [[auditId, parts.join(' · ')]] : [];
    }),
  );
}

async function readKinds(
  db: Kysely<Database>,
  conditions: readonly { readonly deviceId: string; readonly conditionId: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  if (conditions.length === 0) return new Map();
  const { rows } = await sql<{ deviceId: string; conditionId: string; kind: string }>`
    select entity_id as "deviceId", condition_id as "conditionId", kind from condition
    where entity_id = any(${uuids(conditions.map(({ deviceId }) => deviceId))})
      and condition_id = any(${uuids(conditions.map(({ conditionId }) => conditionId))})`.execute(db);
  return new Map(rows.map(({ deviceId, conditionId, kind }) => [`${deviceId} ${conditionId}`, kind]));
}
