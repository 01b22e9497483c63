import { hash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { challenge, readBearer } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import { findTokenFault, type TokenRules } from './token-rules.ts';

/** What is needed to judge a token: whose it must be, and the keys that sign. */
export interface Verification {
  readonly issuer: string;
  /** Where the provider says more of a user, with the access token. */
  readonly userInfo?: string | undefined;
  readonly keys: JWTVerifyGetKey;
}

export interface TokenCheckOptions {
  /**
   * Asked for each token that is not known yet; may go out to the authority. Throws `Refusal` 301xxx when it
   * cannot.
   */
  readonly verification: () => Promise<Verification>;
  readonly rules: TokenRules;
  /** Claim that lists groups (OA-13); left out: none does. */
  readonly groupsClaim?: string | undefined;
  readonly now?: () => number;
}

/** What a good token proves. */
export interface TokenProof {
  readonly subject: string;
  /**
   * When the user signed in (`auth_time`) or, where the provider does not say so, when the token was issued;
   * 0: the token names neither.
   */
  readonly signedInAt: number;
  /** What the token says of the user's mail; undefined: nothing. */
  readonly mail?: ClaimedMail | undefined;
  /** Groups that the token lists; undefined: it has no such claim, which says nothing about them. */
  readonly groups?: readonly string[] | undefined;
}

/** A mail address, and whether the provider says that it is the user's own (`email_verified`). */
export interface ClaimedMail {
  readonly address: string;
  readonly verified: boolean | undefined;
}

/** The mail of claims; undefined: they name none. Only a boolean says whether it is verified (OA-11). */
export function toClaimedMail(claims: Readonly<Record<string, unknown>>): ClaimedMail | undefined {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || email === '' || email.length > 254) return undefined;
  return { address: email, verified: typeof verified === 'boolean' ? verified : undefined };
}

/** What a good token proves, or throws the refusal that fits (AC-15..AC-19, AC-29). */
export type TokenCheck = (authorization: string | undefined) => Promise<TokenProof>;

/** Signatures taken; never `none`, never a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const toleranceSeconds = 30;
const manyTokens = 5000;

/**
 * Checks signature, issuer, audience and expiry of access tokens, then the rules that tell them from other
 * tokens. An accepted token is remembered by its hash until it expires: checking a signature costs more than
 * the query that follows.
 */
export function createTokenCheck(options: TokenCheckOptions): TokenCheck {
  const now = options.now ?? Date.now;
  const known = new Map<string, { proof: TokenProof; expiresAt: number }>();

  return async (authorization) => {
    const token = readBearer(authorization);
    const key = hash('sha256', token, 'base64url');
    const found = known.get(key);
    if (found) {
      if (found.expiresAt + toleranceSeconds * 1000 > now()) return found.proof;
      known.delete(key);
      throw expired();
    }
    const verification = await options.verification();
    const { payload, protectedHeader } = await jwtVerify(token, verification.keys, {
      algorithms,
      issuer: verification.issuer,
      audience: options.rules.audience,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now()),
    }).catch((error: unknown) => {
      throw toRefusal(error);
    });
    const { sub, exp } = payload;
    const fault = findTokenFault({ header: protectedHeader, payload }, options.rules);
    if (fault !== undefined) throw claims(fault);
    if (sub === undefined || exp === undefined) throw claims('the token names no subject or no expiry');
    if (known.size >= manyTokens) known.clear();
    const proof = {
      subject: sub,
      signedInAt: toSignedInAt(payload),
      mail: toClaimedMail(payload),
      groups: toGroups(payload, options.groupsClaim),
    };
    known.set(key, { proof, expiresAt: exp * 1000 });
    return proof;
  };
}

/** Texts of the claim; one that is no list, as where a provider names too many, says nothing. */
function toGroups(payload: JWTPayload, claim: string | undefined): readonly string[] | undefined {
  const listed = claim === undefined ? undefined : payload[claim];
  return Array.isArray(listed) ? listed.filter((one): one is string => typeof one === 'string') : undefined;
}

/**
 * Of a token that was renewed silently, the time of the sign-in goes before that of its issue: signing out
 * everywhere ends what was renewed as well.
 */
function toSignedInAt({ auth_time: signIn, iat = 0 }: JWTPayload): number {
  return (typeof signIn === 'number' && signIn > 0 ? signIn : iat) * 1000;
}

const expired = () => new Refusal(201001, 'the token has expired', challenge('invalid_token'));
const claims = (what: string) => new Refusal(201003, what, challenge('invalid_token'));

function toRefusal(error: unknown): Refusal {
  const because = { ...challenge('invalid_token'), cause: error };
  if (error instanceof errors.JWTExpired) return expired();
  if (error instanceof errors.JWTClaimValidationFailed)
    return claims(`claim '${error.claim}' of the token is not as it must be`);
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSEAlgNotAllowed
  )
    return new Refusal(201002, 'the signature of the token cannot be verified', because);
  if (
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported
  )
    return new Refusal(201005, 'the token is corrupted', because);
  // What is left went wrong while fetching the keys of the authority.
  if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKInvalid)
    return new Refusal(301003, 'the keys of the identity provider are not usable', { cause: error });
  return new Refusal(301001, 'the identity provider cannot be reached', { cause: error });
}
