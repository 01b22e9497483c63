import { beforeEach, expect, test } from 'vitest';
import { isSignedIn, type StoredSession, storedSessionKey, storeSession } from './stored-session.ts';

const now = 1_800_000_000_000;
const session: StoredSession = {
  accessToken: 'token',
  refreshToken: null,
  idToken: null,
  scope: null,
  subject: 'user',
  expiresAt: now + 1,
};

beforeEach(() => localStorage.clear());

test('AU-39: signed in with a token that holds, or with the means to get a new one', () => {
  storeSession(session);
  expect(isSignedIn(now)).toBe(true);
  storeSession({ ...session, expiresAt: now - 1, refreshToken: 'refresh' });
  expect(isSignedIn(now)).toBe(true);
});

test('AU-39: everybody else is anonymous: no session, an expired one, and whatever is no session', () => {
  expect(isSignedIn(now)).toBe(false);
  storeSession({ ...session, expiresAt: now });
  expect(isSignedIn(now)).toBe(false);
  const { subject: _, ...withoutSubject } = session;
  for (const stored of ['', '{', 'null', '[]', '"token"', '{}', JSON.stringify(withoutSubject)]) {
    localStorage.setItem(storedSessionKey, stored);
    expect([stored, isSignedIn(now)]).toEqual([stored, false]);
  }
});
