import type { RemoteOff } from '@platen/contract/remote-settings';
import { sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';

/** As PostgreSQL writes it. */
export type RemoteOffRow = RemoteOff;

/** When remote work of `collector c` was switched off, and by whom; of an erased user the mark (GE-17). */
export const remoteOffColumn = sql<RemoteOffRow | null>`case when c.remote_off_at is not null then
  jsonb_build_object('at', c.remote_off_at, 'by', coalesce(
    (select u.name from app_user u where u.user_id = c.remote_off_by), 'erased-' || c.remote_off_by)) end`;

export const toRemoteOff = (row: RemoteOffRow | null): RemoteOff | null =>
  row && { at: new Date(row.at).toISOString(), by: row.by };

/** Refuses 202003 while the customer has switched remote work off: the dealer's staff cannot switch it on. */
export function requireRemoteOn({ remoteOff }: { readonly remoteOff: RemoteOffRow | null }): void {
  if (remoteOff !== null) throw new Refusal(202003, 'the customer has switched remote work off');
}
