import { v7 as uuidv7 } from 'uuid';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Connection } from '../../store/connect.ts';

/** Keeps which version was agreed to and when, on the user and in the audit record (OQ-126), both or neither. */
export async function keepAgreement(
  { db }: Pick<Connection, 'db'>,
  user: SignedInUser,
  version: string,
): Promise<void> {
  const at = new Date();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('app_user')
      .set({ agreed_terms_version: version, agreed_terms_at: at })
      .where('user_id', '=', user.userId)
      .execute();
    await transaction
      .insertInto('audit_entry')
      .values({
        audit_id: uuidv7(),
        at,
        actor: user.subject,
        action: 'terms.agree',
        subject: `user ${user.userId}`,
        detail: JSON.stringify({ version }),
      })
      .execute();
  });
}
