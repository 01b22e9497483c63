import type { SignedInUser } from '../../../identity/signed-in-user.ts';

/** Who changes something, by which call, and when. */
export interface Caller {
  readonly user: SignedInUser;
  readonly requestId: string;
  readonly now: Date;
}
