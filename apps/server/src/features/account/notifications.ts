import { longestNotification, type WrittenNotification } from '@platen/contract/notifications';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

export interface Notification {
  readonly id: string;
  readonly version: number;
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
      'version',
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

type Form = Omit<Notification, 'id' | 'version'>;

const toColumns = ({ from, until, en, ja }: Form) => ({
  published_at: from,
  expires_at: until,
  content_en: en,
  content_ja: ja,
});

/** Refuses 202001 a span that ends before it begins, and a text that is empty or too long. */
function check({ from, until, en, ja }: Form): void {
  if (until !== null && until <= from) throw new Refusal(202001, 'until: must be after from');
  for (const [language, text] of Object.entries({ en, ja }))
    if (text === '' || text.length > longestNotification)
      throw new Refusal(202001, `${language}: must have 1 to ${longestNotification} characters`);
}

export async function addNotification(trx: Trx, actor: Actor, form: Form): Promise<Notification> {
  requireRight(actor, 'manageNotifications');
  check(form);
  const id = newId();
  await trx
    .insertInto('notification')
    .values({ notification_id: id, ...toColumns(form) })
    .execute();
  await recordChange(trx, {
    actor,
    action: 'notifications add',
    subject: `notification:${id}`,
    detail: { after: form },
  });
  return { id, version: 1, ...form };
}

/**
 * The notification, locked; refuses 204001 where there is none, 202002 where another version was meant
 * (GE-06).
 */
async function lock(trx: Trx, id: string, version: number | undefined): Promise<Notification> {
  const found = await notifications(trx).where('notification_id', '=', id).forUpdate().executeTakeFirst();
  if (found === undefined) throw new Refusal(204001, `there is no notification ${id}`);
  if (version !== undefined && version !== found.version)
    throw new Refusal(202002, 'the notification was changed meanwhile', { body: { current: toAnswer(found) } });
  return found;
}

export async function changeNotification(
  trx: Trx,
  actor: Actor,
  { id, version, ...form }: Notification,
): Promise<Notification> {
  requireRight(actor, 'manageNotifications');
  check(form);
  const { id: _id, version: _version, ...before } = await lock(trx, id, version);
  await trx
    .updateTable('notification')
    .set({ version: version + 1, ...toColumns(form) })
    .where('notification_id', '=', id)
    .execute();
  await recordChange(trx, {
    actor,
    action: 'notifications change',
    subject: `notification:${id}`,
    detail: { before, after: form },
  });
  return { id, version: version + 1, ...form };
}

/** Without a version whichever is stored. */
export async function removeNotification(trx: Trx, actor: Actor, id: string, version?: number): Promise<void> {
  requireRight(actor, 'manageNotifications');
  const { id: _id, version: _version, ...before } = await lock(trx, id, version);
  await trx.deleteFrom('notification').where('notification_id', '=', id).execute();
  await recordChange(trx, {
    actor,
    action: 'notifications remove',
    subject: `notification:${id}`,
    detail: { before },
  });
}

export const toAnswer = ({ id, from, until, ...rest }: Notification): WrittenNotification => ({
  notificationId: id,
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
  ...rest,
});
