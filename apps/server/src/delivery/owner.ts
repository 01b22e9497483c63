import { latestTermsVersion } from '@platen/contract/constants';
import type { Kysely } from 'kysely';
import { Refusal } from '../base/errors.ts';
import { readUserById } from '../identity/open-identity.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Database } from '../store/database.ts';

/**
 * What a channel of the organisation may see: until the tree of organisations is built, all that is shown
 * (0397).
 */
const organisation: SignedInUser = {
  userId: '00000000-0000-0000-0000-000000000000',
  subject: 'organisation',
  name: '',
  role: 'admin',
  seesAll: true,
  groups: [],
  agreedTermsVersion: latestTermsVersion,
};

/** With whose eyes a channel sends (DE-03); undefined: its owner is disabled or gone. */
export async function readOwner(db: Kysely<Database>, ownerId: string | null): Promise<SignedInUser | undefined> {
  if (ownerId === null) return organisation;
  try {
    return await readUserById(db, ownerId);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
