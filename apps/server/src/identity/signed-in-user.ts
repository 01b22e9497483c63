import type { Role } from '@platen/contract/rights';

/** A user of the portal, as the store knows the subject of the token. */
export interface SignedInUser {
  readonly userId: string;
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
  /** Sees every device whatever the groups. Only service staff and administrators can. */
  readonly seesAll: boolean;
  /** Groups the user may choose from: the own ones, or all where the user sees everything. */
  readonly groups: readonly { readonly groupId: number; readonly name: string }[];
  readonly agreedTermsVersion: string;
}
