import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silent } from '../../test/silent.ts';
import { connect } from '../store/database.ts';
import { isConnectionTrouble } from '../store/transactions.ts';
import { ensureDevelopmentUsers } from './development/accounts.ts';
import { createUserStore } from './open-identity.ts';
import { compareTermsVersions, hasAgreed } from './signed-in-user.ts';

let database: TestDatabase;
/** Signed in just now. */
const signedInAt = Date.now();
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureDevelopmentUsers(database);
});
afterAll(() => database.close());

test('AU-43 DL-26: a user is kept for three seconds, then rights taken away are gone', async () => {
  let now = 0;
  const users = createUserStore(database, () => now);
  expect((await users.find('service', signedInAt)).seesAll).toBe(true);
  await database.db.updateTable('app_user').set({ sees_all: false }).where('subject', '=', 'service').execute();
  now = 2999;
  expect((await users.find('service', signedInAt)).seesAll).toBe(true);
  now = 3001;
  expect((await users.find('service', signedInAt)).seesAll).toBe(false);
  // A clock set back makes nothing last longer.
  await database.db.updateTable('app_user').set({ sees_all: true }).where('subject', '=', 'service').execute();
  now = -60_000;
  expect((await users.find('service', signedInAt)).seesAll).toBe(true);
});

test('AU-43: an account that was unknown is asked for again at once, so that a new one need not wait', async () => {
  const users = createUserStore(database);
  await expect(users.find('late', signedInAt)).rejects.toMatchObject({ errorCode: 200002 });
  await database.db
    .insertInto('app_user')
    .values({ user_id: '01900000-0000-7000-8000-0000000000aa', subject: 'late', name: 'Late', role: 'service' })
    .execute();
  expect(await users.find('late', signedInAt)).toMatchObject({ name: 'Late', seesAll: false });
});

test('AC-33: rights that cannot be read give 302001; a database that is away stays trouble of the moment', async () => {
  await database.owner.query('alter table app_user rename to moved');
  await expect(createUserStore(database).find('service', signedInAt)).rejects.toMatchObject({
    errorCode: 302001,
    status: 500,
  });
  await database.owner.query('alter table moved rename to app_user');

  const gone = connect('postgres://unknown@127.0.0.1:1/platen', { log: silent, maxSessions: 1 });
  const failure: unknown = await createUserStore(gone)
    .find('service', signedInAt)
    .catch((error: unknown) => error);
  expect(isConnectionTrouble(failure)).toBe(true);
  await gone.close();
});

test('AU-10 TM-06 OQ-24: versions compare part by part as numbers, and what is none counts as 0.0.0', () => {
  expect(compareTermsVersions('1.0.10', '1.0.9')).toBeGreaterThan(0);
  expect(compareTermsVersions('2.0.0', '1.99.99')).toBeGreaterThan(0);
  expect(compareTermsVersions('1.0.1', '1.0.1')).toBe(0);
  expect(compareTermsVersions('rubbish', '0.0.0')).toBe(0);
  const agreed = ['1.0.0', '1.0.1', '1.0.10', ''].map((agreedTermsVersion) => hasAgreed({ agreedTermsVersion }));
  expect(agreed).toEqual([false, true, true, false]);
});
