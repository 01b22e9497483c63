import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silent } from '../../test/silent.ts';
import { createLogger } from '../base/logger.ts';
import { readSettings } from '../settings/settings.ts';
import { createFrame } from '../web/frame.ts';
import { ensureKeys } from './development/keys.ts';
import { registerDevelopmentProvider } from './development/routes.ts';
import { openIdentity } from './open-identity.ts';

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(path.join(tmpdir(), 'platen-identity-'));
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const external = { PLATEN_AUTHORITY: 'https://id.example/v2.0', PLATEN_AUDIENCE: 'platen-api' };
const users = () =>
  database.db
    .selectFrom('app_user')
    .select(['subject', 'role', 'sees_all', 'disabled_at'])
    .orderBy('subject')
    .execute();

test('AU-42 OQ-110: the first start makes dealer, service and admin; later ones leave what was changed', async () => {
  await openIdentity(readSettings({ PLATEN_DATA: directory }), database, silent);
  expect(await users()).toEqual([
    { subject: 'admin', role: 'admin', sees_all: true, disabled_at: null },
    { subject: 'dealer', role: 'dealer', sees_all: false, disabled_at: null },
    { subject: 'service', role: 'service', sees_all: true, disabled_at: null },
  ]);
  await database.db.updateTable('app_user').set({ sees_all: false }).where('subject', '=', 'service').execute();
  await openIdentity(readSettings({ PLATEN_DATA: directory }), database, silent);
  expect((await users()).find(({ subject }) => subject === 'service')).toMatchObject({ sees_all: false });
});

test('AU-01 AU-02: with an external authority the development users are closed and its sign-in refuses to start', async () => {
  const settings = readSettings({ PLATEN_DATA: directory, ...external });
  const { identity } = await openIdentity(settings, database, silent);
  expect((await users()).map(({ disabled_at }) => disabled_at === null)).toEqual([false, false, false]);
  const app = createFrame({ settings, store: database, identity, log: createLogger('silent') });
  const keys = await ensureKeys(directory);
  expect(() => registerDevelopmentProvider(app, settings, keys)).toThrow(
    'never runs together with an external authority',
  );
});
