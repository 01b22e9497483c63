import { type Kysely, sql } from 'kysely';
import { dayMs } from '../base/time.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';
import type { Database } from '../store/database.ts';
import type { JoinedRecord, LedgerReport } from './pack-format.ts';

/**
 * The records that were merged into these devices, also by way of others, the newest merge first; devices
 * with none are left out, and so is what was undone.
 */
export async function readJoined(
  db: Kysely<Database>,
  deviceIds: readonly string[],
): Promise<Map<string, JoinedRecord[]>> {
  const joined = new Map<string, JoinedRecord[]>();
  let found = deviceIds.map((id) => ({ root: id, id }));
  while (found.length > 0) {
    const merged = await readMerged(db, [...new Set(found.map(({ id }) => id))]);
    found = found.flatMap(({ root, id }) => {
      const known = joined.get(root) ?? [];
      const records = merged.flatMap(({ into, ...record }) =>
        into === id && record.deviceId !== root && !known.some(({ deviceId }) => deviceId === record.deviceId)
          ? [record]
          : [],
      );
      if (records.length > 0) joined.set(root, [...known, ...records]);
      return records.map(({ deviceId }) => ({ root, id: deviceId }));
    });
  }
  return joined;
}

async function readMerged(db: Kysely<Database>, ids: readonly string[]): Promise<(JoinedRecord & { into: string })[]> {
  const { rows } = await sql<JoinedRecord & { into: string }>`
    select m.device_id as into, m.merged_id as "deviceId", d.serial
    from (select * from device_merge where device_id = any(${[...ids]}::uuid[]) and undone_at is null) m
      join device d on d.device_id = m.merged_id order by m.merged_at desc`.execute(db);
  return rows;
}

/** The device that a record was merged into, as far as the user sees it; null: none. */
export async function readRemaining(
  db: Kysely<Database>,
  user: SignedInUser,
  recordId: string,
): Promise<JoinedRecord | null> {
  const { rows } = await sql<JoinedRecord>`
    select d.device_id as "deviceId", d.serial from device_merge m join device d on d.device_id = m.device_id
    where m.merged_id = ${recordId} and m.undone_at is null and ${visibleTo(user)}
    order by m.merged_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Readings of two records of one machine that are nearer than this are of the same time. */
const nearMs = 2 * dayMs;

/**
 * The reports of a device with those of the records that were merged into it, ascending. Where the device
 * itself reported before and after within two days, its own count alone: readings are joined where days do
 * not overlap.
 */
export function joinReports(
  own: readonly LedgerReport[],
  records: readonly { readonly of: JoinedRecord; readonly reports: readonly LedgerReport[] }[],
): LedgerReport[] {
  let all = [...own];
  for (const { of, reports } of records) {
    const times = all.map(({ at }) => at);
    let after = 0;
    const added = reports.filter(({ at }) => {
      while ((times[after] ?? Number.POSITIVE_INFINITY) <= at) after += 1;
      return (times[after] ?? Number.POSITIVE_INFINITY) - (times[after - 1] ?? Number.NEGATIVE_INFINITY) > nearMs;
    });
    all = [...all, ...added.map((report) => ({ ...report, of }))].toSorted((a, b) => a.at - b.at);
  }
  return all;
}
