import type { Kysely } from 'kysely';
import { Refusal } from '../base/errors.ts';
import { readUserById } from '../identity/open-identity.ts';
import { readOrganisationUser } from '../identity/organisation-user.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Database } from '../store/database.ts';

/**
 * With whose eyes a channel sends (DE-03): those of its owner, or of the organisation where no user owns it;
 * undefined: its owner is disabled or gone.
 */
export async function readOwner(
  db: Kysely<Database>,
  ownerId: string | null,
  organisationId: string | null,
): Promise<SignedInUser | undefined> {
  if (ownerId === null) return await readOrganisationUser(db, organisationId);
  try {
    return await readUserById(db, ownerId);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
