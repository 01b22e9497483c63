import { latestTermsVersion } from '@platen/contract/constants';
import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Identity } from '../../identity/open-identity.ts';
import { compareTermsVersions, type SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/in-transaction.ts';

/**
 * Stores the version that the user agrees to, with the time and an audit entry (OQ-126). An older or the same
 * version changes nothing. Refuses a version after the latest.
 */
export async function agreeToTerms(
  db: Kysely<Database>,
  identity: Identity,
  user: SignedInUser,
  version: string,
): Promise<void> {
  if (compareTermsVersions(version, latestTermsVersion) > 0)
    throw new Refusal(202001, `version: ${latestTermsVersion} is the latest`);
  const current = await identity.refresh(user);
  if (compareTermsVersions(version, current.agreedTermsVersion) > 0)
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('app_user')
        .set({ agreed_terms_version: version, agreed_terms_at: new Date() })
        .where('user_id', '=', user.userId)
        .execute();
      const { subject } = user;
      await recordChange(trx, {
        actor: subject,
        action: 'terms agree',
        subject: `user:${subject}`,
        detail: { version },
      });
    });
  await identity.refresh(user);
}
