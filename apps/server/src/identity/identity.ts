import type { SignedInUser } from './signed-in-user.ts';
import type { TokenCheck } from './token-check.ts';
import type { UserStore } from './user-store.ts';

export interface Identity {
  /** Who calls, by the authorization header. Throws a refusal. */
  authenticate(authorization: string | undefined): Promise<SignedInUser>;
  /** The same user as the store knows it this moment; also for calls that changed the user. */
  refresh(user: SignedInUser): Promise<SignedInUser>;
}

export function createIdentity(checkToken: TokenCheck, users: UserStore): Identity {
  return {
    authenticate: async (authorization) => users.find(await checkToken(authorization)),
    refresh: (user) => users.refresh(user.subject),
  };
}
