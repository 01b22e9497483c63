import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { createLogger, logConsole, withoutSecrets } from './logger.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
});
afterAll(() => platen.close());

test('OQ-121: neither tokens, keys, queries nor passwords reach the log, whatever goes wrong', async () => {
  const { authorization } = await platen.bearer('service');
  const token = authorization.slice('Bearer '.length);
  const secrets = [
    token,
    'collector-key-4711',
    'bad.token.value',
    'searched-name',
    'sign-in-code',
    'guessed-password',
    'cookie-value',
  ];
  await fetch(`${platen.url}/v1/users/me`, { headers: { authorization } });
  await fetch(`${platen.url}/v1/devices?search=searched-name`, {
    headers: { authorization, cookie: 'a=cookie-value' },
  });
  await fetch(`${platen.url}/v1/users/me`, { headers: { authorization: 'Bearer bad.token.value' } });
  await fetch(`${platen.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: 'Bearer collector-key-4711' },
  });
  await fetch(`${platen.url}/callback?code=sign-in-code&state=x`);
  await fetch(`${platen.url}/identity/platen/signin/v2.0/interaction/x`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'admin', password: 'guessed-password' }),
  });
  const { pool } = platen.app.platform.store;
  await expect(pool.query('select $1::int', [token])).rejects.toThrow('invalid input syntax');
  platen.app.log.error(
    { err: new Error(`failed for Bearer ${token}`), authorization, headers: { authorization } },
    'made up',
  );
  const text = platen.logged.join('');
  expect(text).toContain('made up');
  expect(text).toContain('/v1/devices');
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('OQ-121: texts lose bearer values, tokens, passwords in addresses and codes in queries', () => {
  expect(withoutSecrets('postgres://platen:hunter2@db.example/platen')).toBe(
    'postgres://platen:[removed]@db.example/platen',
  );
  expect(withoutSecrets('GET /callback?code=abc&state=1')).toBe('GET /callback?code=[removed]&state=1');
  expect(withoutSecrets('Authorization: Bearer abc.def')).toBe('Authorization: Bearer [removed]');
  expect(withoutSecrets('got eyJhbGciOi.eyJzdWIi.c2ln here')).toBe('got [token removed] here');
  expect(withoutSecrets('nothing secret here')).toBe('nothing secret here');
});

test('an error is written with message, code and stack but without its other properties', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  log.error(
    { err: Object.assign(new Error('constraint'), { code: '23505', detail: 'Key (serial)=(secret-serial)' }) },
    'query failed',
  );
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'query failed',
    err: { message: 'constraint', code: '23505' },
  });
  expect(lines[0]).not.toContain('secret-serial');
});

test('OQ-121: what a library prints, stack traces included, is one line of JSON without secrets', () => {
  const lines: string[] = [];
  const target = { log: vi.fn(), info: vi.fn(), debug: vi.fn(), warn: vi.fn(), error: vi.fn(), trace: vi.fn() };
  const listenersBefore = process.listeners('warning');
  logConsole(createLogger('debug', { write: (line: string) => void lines.push(line) }), target);
  process.removeAllListeners('warning');
  for (const listener of listenersBefore) process.on('warning', listener);
  target.error('Retried %d times, and still failed:', 3, new Error('lost postgres://platen:hunter2@db/platen'));
  target.warn('two\nlines');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'error', msg: 'printed by a library', printed: expect.stringContaining('Retried 3 times') as unknown },
    { level: 'warn', printed: 'two\nlines' },
  ]);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.join('')).not.toContain('hunter2');
});
