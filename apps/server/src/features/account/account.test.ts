import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

describe('notifications', () => {
  let platen: TestApp;
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day);

  beforeAll(async () => {
    platen = await createTestApp();
    await agreeForAll(platen.database);
    const add = (content: string, published: number, expires: number | null) => ({
      notification_id: uuidv7(),
      published_at: at(published),
      expires_at: expires === null ? null : at(expires),
      content_en: content,
      content_ja: `${content}（日本語）`,
    });
    await platen.database.db
      .insertInto('notification')
      .values([
        add('older', -9, null),
        add('over', -8, -1),
        add('newest', -1, 1),
        add('future', 1, null),
        add('<b>middle</b>', -5, 5),
      ])
      .execute();
  });
  afterAll(() => platen.close());

  const read = async (language?: string) => {
    const answer = await platen.get(
      'dealer',
      '/v1/notifications',
      language === undefined ? {} : { 'accept-language': language },
    );
    const body = (await answer.json()) as { notifications: { id: string; publishedAt: string; content: string }[] };
    return body.notifications;
  };

  test('AP-10 NT-01 NT-02 OQ-118: those in force come newest first, with id and time, their text as it was written', async () => {
    const found = await read('en');
    expect(found.map(({ content }) => content)).toEqual(['newest', '<b>middle</b>', 'older']);
    expect(found[0]?.publishedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
  });

  test('NT-01 OQ-87: the language is the first of Accept-Language that there is, else English', async () => {
    const first = async (language?: string) => (await read(language))[0]?.content;
    expect(await first('ja')).toBe('newest（日本語）');
    expect(await first('fr, ja-JP;q=0.8, en;q=0.5')).toBe('newest（日本語）');
    expect(await first('ja;q=0.2, en-GB;q=0.9')).toBe('newest');
    expect(await first('de')).toBe('newest');
    expect(await first(undefined)).toBe('newest');
    expect(await first('ja;q=0')).toBe('newest');
  });
});

describe('terms of use', () => {
  let platen: TestApp;
  beforeAll(async () => {
    platen = await createTestApp();
  });
  afterAll(() => platen.close());

  test('AU-45 AC-10 OQ-26: until the terms are agreed to, all calls but termsOfUse and loginAt give 200001', async () => {
    const id = '01900000-0000-7000-8000-00000000abcd';
    const queries: Record<string, string> = { setting: '?main=1&sub=0', export: '?format=csv' };
    const threshold = { main: 1, sub: 0, alertThreshold: 2, clearThreshold: 1 };
    const guarded = platen.app.platform.endpoints.filter(
      ({ access, beforeTerms }) => access === 'user' && !beforeTerms,
    );
    expect(guarded.length).toBeGreaterThan(25);
    for (const { method, path } of guarded) {
      const address = `${path.replace('{id}', id)}${queries[path.split('/').at(-1) ?? ''] ?? ''}`;
      const body = method === 'PUT' ? threshold : { models: ['x'] };
      const answer = await fetch(`${platen.url}${address}`, {
        method,
        headers: { 'content-type': 'application/json', ...(await platen.bearer('dealer')) },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      expect([method, path, answer.status, await answer.json()]).toMatchObject([
        method,
        path,
        403,
        { errorCode: 200001 },
      ]);
    }

    expect((await platen.get('dealer', '/v1/termsOfUse')).status).toBe(200);
    expect((await platen.post('dealer', '/v1/users/loginAt', {})).status).toBe(200);
  });

  test('AP-07 AP-08 TM-03 TM-04 TM-05 TM-09 CN-08: agreeing is kept with its time and recorded; the next call is served at once', async () => {
    const before = await platen.get('service', '/v1/termsOfUse');
    expect(await before.json()).toEqual({ version: '0.0.0' });
    const agreed = await platen.post('service', '/v1/termsOfUse', { version: '1.0.1' });
    expect([agreed.status, await agreed.json()]).toEqual([200, { status: 'OK' }]);
    expect((await platen.get('service', '/v1/users/me')).status).toBe(200);
    expect(await (await platen.get('service', '/v1/termsOfUse')).json()).toEqual({ version: '1.0.1' });

    const { db } = platen.database;
    const user = await db.selectFrom('app_user').selectAll().where('subject', '=', 'service').executeTakeFirstOrThrow();
    expect(user.agreed_terms_at).not.toBeNull();
    const entries = await db.selectFrom('audit_entry').selectAll().where('actor', '=', 'service').execute();
    expect(entries).toMatchObject([{ action: 'terms agree', subject: 'user:service', detail: { version: '1.0.1' } }]);

    // Once more, and an older version: nothing changes, nothing is recorded twice.
    for (const version of ['1.0.1', '1.0.0'])
      expect((await platen.post('service', '/v1/termsOfUse', { version })).status).toBe(200);
    expect(await (await platen.get('service', '/v1/termsOfUse')).json()).toEqual({ version: '1.0.1' });
    expect(await db.selectFrom('audit_entry').selectAll().where('actor', '=', 'service').execute()).toHaveLength(1);
  });

  test('AP-08 AC-22: versions that are none, or newer than the terms, are refused', async () => {
    for (const body of [
      {},
      { version: '' },
      { version: '1.0' },
      { version: 1 },
      { version: '1.0.2' },
      { version: '1.0.1', more: 1 },
      [],
      null,
    ]) {
      const answer = await platen.post('admin', '/v1/termsOfUse', body);
      expect([answer.status, await answer.json()]).toMatchObject([422, { errorCode: 202001 }]);
    }
    expect(await (await platen.get('admin', '/v1/termsOfUse')).json()).toEqual({ version: '0.0.0' });
  });

  test('AU-10 OQ-24: an agreement to an older version does not open the gate', async () => {
    expect((await platen.post('admin', '/v1/termsOfUse', { version: '1.0.0' })).status).toBe(200);
    expect((await platen.get('admin', '/v1/users/me')).status).toBe(403);
  });
});
