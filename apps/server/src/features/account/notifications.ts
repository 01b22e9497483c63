import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';

type Db = Kysely<Database>;

export interface Notification {
  readonly id: string;
  readonly from: Date;
  /** Null: without end. */
  readonly until: Date | null;
  /** The text in English and in Japanese. */
  readonly en: string;
  readonly ja: string;
}

const notifications = (db: Db) =>
  db
    .selectFrom('notification')
    .select([
      'notification_id as id',
      'published_at as from',
      'expires_at as until',
      'content_en as en',
      'content_ja as ja',
    ])
    .orderBy('published_at', 'desc')
    .orderBy('notification_id', 'desc');

/** All notifications, newest first, also those not yet or no longer in force. */
export async function listNotifications(db: Db, actor: Actor): Promise<Notification[]> {
  requireRight(actor, 'manageNotifications');
  return await notifications(db).execute();
}

const mostShown = 500;

/** The notifications in force, newest first. */
export async function readInForce(db: Db, now: Date): Promise<Notification[]> {
  return await notifications(db)
    .where('published_at', '<=', now)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .limit(mostShown)
    .execute();
}

/** Longest text of a notification, in characters. */
export const longestNotification = 10_000;

/** Adds a notification and returns its id. */
export async function addNotification(db: Db, actor: Actor, notification: Omit<Notification, 'id'>): Promise<string> {
  requireRight(actor, 'manageNotifications');
  const { from, until, en, ja } = notification;
  if (until !== null && until <= from) throw new Refusal(202001, 'until: must be after from');
  for (const [language, text] of Object.entries({ en, ja }))
    if (text === '' || text.length > longestNotification)
      throw new Refusal(202001, `${language}: must have 1 to ${longestNotification} characters`);
  const id = newId();
  await inTransaction(db, async (trx) => {
    const row = { published_at: from, expires_at: until, content_en: en, content_ja: ja };
    await trx
      .insertInto('notification')
      .values({ notification_id: id, ...row })
      .execute();
    await recordChange(trx, {
      actor,
      action: 'notifications add',
      subject: `notification:${id}`,
      detail: { en, ja, from, until },
    });
  });
  return id;
}

export async function removeNotification(db: Db, actor: Actor, id: string): Promise<void> {
  requireRight(actor, 'manageNotifications');
  await inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('notification')
      .where('notification_id', '=', id)
      .returning('content_en as en')
      .executeTakeFirst();
    if (removed === undefined) throw new Refusal(202001, `there is no notification ${id}`);
    const subject = `notification:${id}`;
    await recordChange(trx, { actor, action: 'notifications remove', subject, detail: removed });
  });
}
