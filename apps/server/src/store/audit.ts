import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from './database.ts';

/** One change: who, what, of what. `subject` is a kind and a name (`group:3`); `detail` never holds a secret. */
export interface Change {
  actor: string;
  action: string;
  subject: string;
  detail?: Readonly<Record<string, unknown>>;
}

/** Records a change; call it in the transaction that makes the change. */
export async function recordChange(trx: Kysely<Database>, { actor, action, subject, detail }: Change): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({ audit_id: newId(), actor, action, subject, detail: JSON.stringify(detail ?? {}) })
    .execute();
}
