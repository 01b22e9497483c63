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
  await recordChange(db, { actor: actor.subject, action: 'backup', subject: 'database' });
  return await backupCluster(options);
}
