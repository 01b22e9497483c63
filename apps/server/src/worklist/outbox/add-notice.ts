import type { MessageKind } from '@platen/contract/channel-names';
import { type Kysely, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../../store/database.ts';

/** A message that needs no composing; most are the server's own, without a subscription. */
export interface Notice {
  readonly channelId: string;
  readonly subscriptionId?: string;
  readonly kind: Extract<
    MessageKind,
    | 'test'
    | 'confirmation'
    | 'channelFailing'
    | 'rulePaused'
    | 'ticketNotConfirmed'
    | 'tokenEnds'
    | 'limit'
    | 'visit'
    | 'close'
  >;
  /** What the kind needs besides, in the form of apps/server/src/delivery/message.ts. */
  readonly content: object;
  /** Left out: at once. */
  readonly dueAt?: Date;
}

/** The job that sends (apps/server/src/jobs), and its place in the queue. */
export const deliverTask = { name: 'deliver', priority: 0 } as const;

/** Adds a message that needs no composing, in the transaction of what it is about; returns its id. */
export async function addNotice(
  trx: Kysely<Database>,
  { channelId, subscriptionId, kind, content, dueAt }: Notice,
  now: Date,
): Promise<string> {
  const deliveryId = newId();
  await trx
    .insertInto('delivery')
    .values({
      delivery_id: deliveryId,
      channel_id: channelId,
      subscription_id: subscriptionId ?? null,
      kind,
      at: now,
      state: 'waiting',
      due_at: dueAt ?? now,
      message_id: deliveryId,
      composed_at: now,
      content: JSON.stringify(content),
    })
    .execute();
  return deliveryId;
}

/** Wakes the sender once the transaction is committed. */
export async function askToDeliver(trx: Kysely<Database>): Promise<void> {
  await sql`
    select graphile_worker.add_job(${deliverTask.name}, '{}'::json, job_key => ${deliverTask.name}, max_attempts => 1,
      priority => ${deliverTask.priority}::int)`.execute(trx);
}
