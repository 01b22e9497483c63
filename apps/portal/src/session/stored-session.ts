import { isRecord } from '../platform/is-record.ts';

/**
 * Tokens of the signed-in user, stored in local storage (AU-03). Times in milliseconds since 1970, by this
 * browser's clock.
 */
export interface StoredSession {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly scope: string | null;
  readonly subject: string;
  readonly expiresAt: number;
}

export const storedSessionKey = 'platen.session';
/** Key of the invitation's code in the storage of this tab, while the user is at the identity provider. */
export const invitationKey = 'platen.invitation';
/** Where this browser stores the language that the user has set (OA-19). */
export const languageKey = 'platen.language';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export function toStoredSession(text: string): StoredSession | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { accessToken, refreshToken, idToken, scope, subject, expiresAt } = value;
  if (!isText(accessToken) || !isText(subject) || typeof expiresAt !== 'number') return undefined;
  return {
    accessToken,
    refreshToken: isText(refreshToken) ? refreshToken : null,
    idToken: isText(idToken) ? idToken : null,
    scope: isText(scope) ? scope : null,
    subject,
    expiresAt,
  };
}

export function readSession(): StoredSession | undefined {
  const text = localStorage.getItem(storedSessionKey);
  return text === null ? undefined : toStoredSession(text);
}

export function storeSession(session: StoredSession): void {
  localStorage.setItem(storedSessionKey, JSON.stringify(session));
}

export function dropSession(): void {
  localStorage.removeItem(storedSessionKey);
}

/** Signed in: a token that still holds, or the means to get a new one (AU-39). */
export function isSignedIn(now = Date.now()): boolean {
  const session = readSession();
  return session !== undefined && (session.refreshToken !== null || session.expiresAt > now);
}
