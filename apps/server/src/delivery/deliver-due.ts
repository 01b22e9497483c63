import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { disableFailed } from './channel-health.ts';
import { composeDue } from './compose.ts';
import { type SendOptions, sendDue } from './send.ts';

/**
 * One round of delivery: due events become messages, and due messages are sent. Any number of servers may
 * do so at the same time; whatever one leaves when it dies, another does. Returns the number of tries.
 */
export async function deliverDue(db: Kysely<Database>, options: SendOptions): Promise<number> {
  await disableFailed(db, options.now());
  await composeDue(db, options.now(), options);
  return await sendDue(db, options);
}
