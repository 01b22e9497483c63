import type { Kysely } from 'kysely';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { type BackupOptions, type BackupResult, backupCluster } from '../../store/embedded/backup/backup-cluster.ts';

/**
 * Copies the running embedded database to a new folder, which then holds everything that is stored of every
 * device and user; the attempt is on record whatever comes of it.
 */
export async function backUp(db: Kysely<Database>, actor: Actor, options: BackupOptions): Promise<BackupResult> {
  requireRight(actor, 'backUpDatabase');
  await recordChange(db, { actor, action: 'backup', subject: 'database' });
  return await backupCluster(options);
}

interface RecordedChange {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: unknown;
}

/** Recorded changes, newest first, of a subject or by an actor where given. */
export async function listChanges(
  db: Kysely<Database>,
  reader: Actor,
  { limit, subject, actor }: { limit: number; subject: string | undefined; actor: string | undefined },
): Promise<RecordedChange[]> {
  requireRight(reader, 'readAuditRecord');
  let query = db
    .selectFrom('audit_entry')
    .select(['at', 'actor', 'action', 'subject', 'detail'])
    .orderBy('at', 'desc')
    .limit(limit);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (actor !== undefined) query = query.where('actor', '=', actor);
  return await query.execute();
}
