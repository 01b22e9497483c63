import type { AgreedTerms, agreeToTerms } from '@platen/contract/account';
import { latestTermsVersion } from '@platen/contract/constants';
import type { BodyOf } from '@platen/contract/endpoint';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import {
  compareTermsVersions,
  type OwnTerms,
  type SignedInUser,
  toAgreedTerms,
} from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';

type Db = Kysely<Database>;

/** What the user agreed to, and the text of the user's organisation where one is in force (OA-04). */
export async function readTerms(db: Db, user: SignedInUser): Promise<AgreedTerms> {
  const version = toAgreedTerms(user);
  const { ownTerms } = user;
  if (ownTerms === null || ownTerms === undefined) return { version };
  const { organisationId } = ownTerms;
  const { name, english, japanese } = await db
    .selectFrom('organisation_terms as t')
    .innerJoin('organisation as o', 'o.organisation_id', 't.organisation_id')
    .select(['o.name', 't.english', 't.japanese'])
    .where('t.organisation_id', '=', organisationId)
    .where('t.number', '=', toNumber(ownTerms.version))
    .executeTakeFirstOrThrow();
  return { version, own: { organisationId, name, version: ownTerms.version, english, japanese } };
}

/** Texts of an organisation are counted: the third is `3.0.0`. */
const toNumber = (version: string): number => Number(version.split('.')[0]);

/**
 * Stores the version that the user agrees to, with the time and an audit entry (OQ-126). An older or the same
 * version changes nothing. Refuses 202001 a version after the latest, and terms that are not in force for the
 * user. Returns whether something was stored.
 */
export async function agree(
  db: Db,
  user: SignedInUser,
  { version, organisationId }: BodyOf<typeof agreeToTerms>,
): Promise<boolean> {
  const own = organisationId === undefined ? undefined : findOwn(user, organisationId);
  const latest = own?.version ?? latestTermsVersion;
  if (compareTermsVersions(version, latest) > 0) throw new Refusal(202001, `version: ${latest} is the latest`);
  if (compareTermsVersions(version, own?.agreed ?? user.agreedTermsVersion) <= 0) return false;
  await inTransaction(db, async (trx) => {
    if (own === undefined)
      await trx
        .updateTable('app_user')
        .set({ agreed_terms_version: version, agreed_terms_at: new Date() })
        .where('user_id', '=', user.userId)
        .execute();
    else await storeOwn(trx, user, own.organisationId, toNumber(version));
    await recordChange(trx, {
      actor: user,
      action: 'terms agree',
      subject: `user:${user.subject}`,
      detail: { version, ...(own === undefined ? {} : { organisationId: own.organisationId }) },
    });
  });
  return true;
}

function findOwn({ ownTerms }: SignedInUser, organisationId: string): OwnTerms {
  if (ownTerms?.organisationId !== organisationId)
    throw new Refusal(202001, 'organisationId: its terms are not those of the user');
  return ownTerms;
}

async function storeOwn(trx: Db, { userId }: SignedInUser, organisationId: string, number: number): Promise<void> {
  await sql`
    insert into terms_agreement as g (user_id, organisation_id, number) values (${userId}, ${organisationId}, ${number})
    on conflict (user_id, organisation_id) do update set number = excluded.number, agreed_at = excluded.agreed_at
    where g.number < excluded.number`.execute(trx);
}
