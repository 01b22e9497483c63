import { latestTermsVersion } from '@platen/contract/constants';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Actor, SignedInUser } from './signed-in-user.ts';

/** The id of who is no user: the operator at the command line, or an organisation. */
const noUserId = '00000000-0000-0000-0000-000000000000';

/** What is stored of who did something; null: no user did. */
export const toAuthorId = ({ userId }: Pick<SignedInUser, 'userId'>): string | null =>
  userId === noUserId ? null : userId;

/** The operator at the command line, as services that work for users see it (OA-18). */
export const toOperatorUser = ({ subject }: Pick<Actor, 'subject'>): SignedInUser => ({
  userId: noUserId,
  subject,
  name: 'Operator',
  role: 'admin',
  seesAll: true,
  groups: [],
  agreedTermsVersion: latestTermsVersion,
});

/**
 * With whose eyes something of an organisation looks (its channels and API tokens): every device for the
 * operator, for others the devices of the organisation and of all below it.
 */
export async function readOrganisationUser(db: Kysely<Database>, organisationId: string | null): Promise<SignedInUser> {
  const { rows } = await sql<{ id: string; groupId: number; name: string }>`
    select o.organisation_id as id, g.group_id as "groupId", g.name from organisation o
      join device_group g on g.group_id = o.group_id
    where o.organisation_id = ${organisationId} and o.kind <> 'operator'`.execute(db);
  const [found] = rows;
  const common = { userId: noUserId, subject: 'organisation', name: '', agreedTermsVersion: latestTermsVersion };
  if (found === undefined) return { ...common, role: 'admin', organisationId: null, seesAll: true, groups: [] };
  const { id, groupId, name } = found;
  return { ...common, role: 'dealerAdmin', organisationId: id, seesAll: false, groups: [{ groupId, name }] };
}
