import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

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
