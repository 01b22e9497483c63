import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** Days within which two sources speak of the same replacement (VR-04). */
const sameWithin = sql`3`;

/**
 * Of reported and recorded replacements of one item within 3 days only the reported one stays, with the visit
 * and the serial number of the other; of recorded and seen ones only the recorded one.
 */
export async function joinRecorded(trx: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const near = (better: string, worse: string) => sql`
    ${sql.ref(`${better}.device_id`)} = ${sql.ref(`${worse}.device_id`)} and ${sql.ref(`${better}.item`)} = ${sql.ref(`${worse}.item`)}
    and ${sql.ref(`${better}.replaced_on`)} between ${sql.ref(`${worse}.replaced_on`)} - ${sameWithin}
      and ${sql.ref(`${worse}.replaced_on`)} + ${sameWithin}`;
  await sql`
    update device_replacement k set visit_id = r.visit_id, serial = coalesce(k.serial, r.serial)
    from device_replacement r
    where k.device_id = any(${[...deviceIds]}::uuid[]) and k.origin = 'reported' and r.origin = 'recorded'
      and ${near('k', 'r')} and k.visit_id is distinct from r.visit_id`.execute(trx);
  await sql`
    delete from device_replacement w using device_replacement b
    where w.device_id = any(${[...deviceIds]}::uuid[]) and ${near('b', 'w')}
      and ((b.origin = 'reported' and w.origin = 'recorded') or (b.origin = 'recorded' and w.origin = 'seen'))`.execute(
    trx,
  );
}
