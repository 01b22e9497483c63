import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';

/** The organisation whose templates and codes a user has, and all above it. */
export interface OwnOrganisation {
  readonly organisationId: string;
  /** From the operator down, itself last. */
  readonly path: readonly string[];
}

/** That of the user; the operator's for users without one. */
export async function readOwnOrganisation(
  db: Kysely<Database>,
  { organisationId: own = null }: Pick<SignedInUser, 'organisationId'>,
): Promise<OwnOrganisation> {
  const { organisationId } = await readOrganisation(db, own);
  const { rows } = await sql<{ path: string[] }>`
    select path from organisation where organisation_id = ${organisationId}`.execute(db);
  return { organisationId, path: [...new Set([...(rows[0]?.path ?? []), organisationId])] };
}
