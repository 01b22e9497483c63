import { latestTermsVersion } from '@platen/contract/constants';
import { type Action, can, type Role } from '@platen/contract/rights';
import { Refusal } from '../base/errors.ts';

/** The terms of the user's organisation or of the next one above with some. */
export interface OwnTerms {
  readonly organisationId: string;
  /** The version in force, and the one that the user agreed to. */
  readonly version: string;
  readonly agreed: string;
}

/** A user of the portal, as the store knows the subject of the token. */
export interface SignedInUser {
  readonly userId: string;
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
  /** Single rights in addition to those of the role (OA-21). */
  readonly rights?: readonly Action[];
  /** The organisation of the user (OA-10); null: the operator. */
  readonly organisationId?: string | null;
  /** Sees every device whatever the groups. Only service staff and administrators can. */
  readonly seesAll: boolean;
  /** Groups the user may choose from: the own ones, or all where the user sees everything. */
  readonly groups: readonly { readonly groupId: number; readonly name: string }[];
  readonly agreedTermsVersion: string;
  /** Terms of an organisation in place of the product's (OA-04); null or missing: there are none. */
  readonly ownTerms?: OwnTerms | null;
  /** The call came with this API token: a machine reads the answer (XC-02). */
  readonly tokenId?: string;
  /** Id of the call, as its answer and the log have it; set for handlers, so that entries name it. */
  readonly requestId?: string;
}

/**
 * Who makes a change: a user, or the operator of the server at its command line, who may do everything.
 * `subject` is the name in the audit record.
 */
export interface Actor {
  readonly subject: string;
  readonly organisationId?: string | null;
  readonly tokenId?: string;
  readonly requestId?: string;
  readonly role: Role | 'operator';
  readonly rights?: readonly Action[];
}

/** Who changes something, and the time that counts as now. */
export interface Caller {
  readonly user: SignedInUser;
  readonly now: Date;
}

/** Who changes something. */
export interface Author {
  readonly user: SignedInUser;
  /** Who stands in the audit, where that is not the user: the operator at the command line. */
  readonly actor?: Actor;
}

/** Refuses 200002 unless the actor has the right. */
export function requireRight({ role, rights }: Pick<Actor, 'role' | 'rights'>, action: Action): void {
  if (role !== 'operator' && !can({ role, rights }, action))
    throw new Refusal(200002, `the role ${role} does not have the right ${action}`);
}

/** Numbers of a version; a missing or malformed one counts as 0.0.0 (OQ-24). */
function toParts(version: string): readonly number[] {
  return /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(version) ? version.split('.').map(Number) : [0, 0, 0];
}

/** Compares two terms versions part by part as numbers: 1.0.10 is above 1.0.9 (OQ-24). */
export function compareTermsVersions(a: string, b: string): number {
  const [left, right] = [toParts(a), toParts(b)];
  for (const [index, part] of left.entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

type Agreement = Pick<SignedInUser, 'agreedTermsVersion' | 'ownTerms'>;

/** The version that the user must have agreed to. */
export const toLatestTerms = ({ ownTerms }: Agreement): string => ownTerms?.version ?? latestTermsVersion;

export const toAgreedTerms = ({ ownTerms, agreedTermsVersion }: Agreement): string =>
  ownTerms?.agreed ?? agreedTermsVersion;

export const hasAgreed = (user: Agreement): boolean =>
  compareTermsVersions(toAgreedTerms(user), toLatestTerms(user)) >= 0;
