import type { BodyOf } from '@platen/contract/endpoint';
import type { changeOwnSettings as changeCall, OwnSettings } from '@platen/contract/own-settings';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';

type Trx = Transaction<Database>;

/** What the user has set; null: as the browser has it. */
export async function readSettings(db: Kysely<Database>, { userId }: SignedInUser): Promise<OwnSettings> {
  return await db
    .selectFrom('app_user')
    .select(['language', 'zone', 'start_area as startArea', 'settings_version as version'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Changes all of them; refuses 202002 with the present ones where another version was meant (GE-06). */
export async function changeSettings(
  trx: Trx,
  user: SignedInUser,
  { version, language, zone, startArea }: BodyOf<typeof changeCall>,
): Promise<OwnSettings> {
  await sql`select 1 from app_user where user_id = ${user.userId} for update`.execute(trx);
  const before = await readSettings(trx, user);
  if (before.version !== version)
    throw new Refusal(202002, 'the settings were changed meanwhile', { body: { current: before, changedBy: null } });
  const after = { language, zone, startArea, version: version + 1 };
  await trx
    .updateTable('app_user')
    .set({ language, zone, start_area: startArea, settings_version: after.version })
    .where('user_id', '=', user.userId)
    .execute();
  await recordChange(trx, {
    actor: user,
    action: 'users settings',
    subject: `user:${user.subject}`,
    detail: { before, after },
  });
  return after;
}

/**
 * Ends every sign-in of the user up to now. `signedInAt`: of the token of this call; without it no token
 * could be judged, and the user would be locked out.
 */
export async function signOutEverywhere(
  trx: Trx,
  user: SignedInUser,
  { signedInAt, now }: { signedInAt: number; now: Date },
): Promise<void> {
  if (signedInAt === 0)
    throw new Refusal(202003, 'the tokens of the identity provider do not say when they were issued (claim iat)');
  await sql`
    update app_user set signed_out_at = greatest(signed_out_at, ${now}::timestamptz)
    where user_id = ${user.userId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'users sign-out',
    subject: `user:${user.subject}`,
  });
}
