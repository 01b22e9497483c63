import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from './database.ts';

/**
 * One change: who, what, of what. `subject` is a kind and a name (`group:3`); `detail` never holds a secret.
 */
export interface Change {
  actor: string;
  action: string;
  subject: string;
  detail?: Readonly<Record<string, unknown>>;
}

/** Stands in an entry for what people wrote (GE-11). */
export const hiddenText = '(changed)';

/** Records a change; call it in the transaction that makes the change. */
export async function recordChange(trx: Kysely<Database>, change: Change): Promise<void> {
  await recordChanges(trx, [change]);
}

/** Records several changes of one transaction, one entry each. */
export async function recordChanges(trx: Kysely<Database>, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await trx
    .insertInto('audit_entry')
    .values(
      changes.map(({ actor, action, subject, detail }) => ({
        audit_id: newId(),
        actor,
        action,
        subject,
        detail: JSON.stringify(detail ?? {}),
      })),
    )
    .execute();
}
