import { listNotifications, readMe } from '@platen/contract/account';
import { readProfile } from '@platen/contract/details';
import { listDevices, searchDevices } from '@platen/contract/devices';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aDevice } from '../../../../packages/contract/test/a-device.ts';
import { type FakeRoutes, fakeServer } from '../../test/fake-server.ts';
import { testConfig, wipe } from '../../test/render-portal.tsx';
import { decideBrand } from '../brand/brands.ts';
import { ApiFailure } from '../platform/failure.ts';
import { closeSession } from '../session/session.ts';
import { prepare } from '../shell/start.tsx';
import { call, configureApi } from './client.ts';

const device = aDevice({ serial: 'A1', updatedAt: '2026-01-01T00:00:00.000Z' });

function connect(routes: FakeRoutes = {}, token: string | undefined = 'token-1') {
  configureApi({ base: '', language: 'ja-JP', readToken: async () => token });
  return fakeServer(routes);
}
async function failureOf(work: Promise<unknown>): Promise<ApiFailure> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (thrown instanceof ApiFailure) return thrown;
  throw new Error(`no failed call but ${String(thrown)}`);
}
afterEach(async () => {
  vi.useRealTimers();
  await wipe();
});

describe('a call', () => {
  test('AP-02: carries the bearer token and the language of the texts', async () => {
    const { requests } = connect();
    await call(readMe);
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer token-1', 'accept-language': 'ja-JP' });
  });

  test('AP-03 AP-13: sends and asks for JSON', async () => {
    const { requests } = connect({ 'POST /v1/devices/search': { body: { devices: [] } } });
    await call(searchDevices, { body: { models: ['4525C'], offset: 0, limit: 100 } });
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
    expect(requests[0]?.body).toEqual({ models: ['4525C'], offset: 0, limit: 100 });
  });

  test('AP-01: goes to the base address of the settings', async () => {
    configureApi({ base: 'https://api.test', language: 'en-US', readToken: async () => 't' });
    const { requests } = fakeServer({ 'GET https://api.test/v1/users/me': { body: { groups: [] } } });
    await expect(call(readMe)).resolves.toMatchObject({ data: { groups: [] } });
    expect(requests[0]?.path).toBe('https://api.test/v1/users/me');
  });

  test.each([
    ['True', true],
    ['False', false],
    ['true', false],
    ['1', false],
    [undefined, false],
  ])("AP-35: has-more '%s' means more: %s", async (value, hasMore) => {
    connect({
      'GET /v1/devices': { body: { devices: [device] }, headers: value === undefined ? {} : { 'has-more': value } },
    });
    expect((await call(listDevices, { query: { offset: 0, limit: 100 } })).hasMore).toBe(hasMore);
  });

  test.each([
    ['0', 0],
    ['12045', 12_045],
    ['many', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    [undefined, undefined],
  ])("AP-36: total-count '%s' is read as %s", async (value, count) => {
    connect({
      'GET /v1/devices': { body: { devices: [] }, headers: value === undefined ? {} : { 'total-count': value } },
    });
    expect((await call(listDevices)).totalCount).toBe(count);
  });
});

describe('a call that fails', () => {
  test('EH-13 AU-14: without a token is 102002 and no request', async () => {
    configureApi({ base: '', language: 'en-US', readToken: async () => undefined });
    const { requests } = fakeServer();
    expect((await failureOf(call(readMe))).state).toMatchObject({ errorCode: 102002, isMoveToLogin: true });
    expect(requests).toEqual([]);
  });

  test('EH-14: for no device is 102003 and no request', async () => {
    const { requests } = connect();
    for (const id of [undefined, null, '']) {
      expect((await failureOf(call(readProfile, { params: { id } }))).state.errorCode).toBe(102003);
    }
    expect(requests).toEqual([]);
  });

  test('EH-05: with a code of its own keeps code, status and detail', async () => {
    connect({ 'GET /v1/users/me': { status: 403, body: { errorCode: 200002, detail: [{ msg: 'account' }] } } });
    expect((await failureOf(call(readMe))).state).toEqual({
      isMoveToLogin: true,
      statusCode: 403,
      errorCode: 200002,
      detail: [{ msg: 'account' }],
    });
  });

  test.each([
    ['EH-06', 404, '<html>not here</html>', 204001],
    ['EH-07', 500, '', 201000],
    ['EH-08', 422, '{}', 202001],
    ['EH-09', 502, '<html>bad gateway</html>', 202001],
  ])('EH-06..EH-09 (%s): HTTP %i without a code of its own, whatever its body', async (_row, status, raw, code) => {
    connect({ 'GET /v1/users/me': { status, raw } });
    expect((await failureOf(call(readMe))).state).toMatchObject({ statusCode: status, errorCode: code });
  });

  test('EH-10: on a dead network is 102001', async () => {
    connect({ 'GET /v1/users/me': 'offline' });
    expect((await failureOf(call(readMe))).state).toMatchObject({ errorCode: 102001, statusCode: null });
  });

  test('AP-04 EH-11 CN-01: without an answer is given up after 30 s with 101000', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      if (ms === 30_000) controller.abort(new DOMException('timed out', 'TimeoutError'));
      return controller.signal;
    });
    connect({ 'GET /v1/users/me': 'silent' });
    const failure = await failureOf(call(readMe));
    expect(timeout).toHaveBeenCalledWith(30_000);
    expect(failure.state).toMatchObject({ errorCode: 101000, statusCode: null });
    timeout.mockRestore();
  });

  test.each(['', '<html>', '{"groups":'])("EH-12: by an unparseable answer '%s' is 102001", async (raw) => {
    connect({ 'GET /v1/users/me': { raw } });
    expect((await failureOf(call(readMe))).state.errorCode).toBe(102001);
  });

  test('AC-09: by an answer of another form is 103002', async () => {
    connect({ 'GET /v1/notifications': { body: { notifications: [{ id: 1 }] } } });
    expect((await failureOf(call(listNotifications))).state).toMatchObject({ errorCode: 103002, statusCode: 200 });
  });

  test('EH-16: is not made again by itself', async () => {
    const { requests } = connect({ 'GET /v1/users/me': { status: 503, body: { errorCode: 203002, detail: [] } } });
    await failureOf(call(readMe));
    expect(requests).toHaveLength(1);
  });

  test('given up by its own screen it is no failure of the network', async () => {
    connect({ 'GET /v1/users/me': 'silent' });
    const controller = new AbortController();
    const outcome = call(readMe, { signal: controller.signal }).catch((thrown: unknown) => thrown);
    controller.abort();
    expect(await outcome).toBeInstanceOf(DOMException);
  });
});

describe('an answer with a tag', () => {
  const tagged = (tag: string, count: string): FakeRoutes => ({
    'GET /v1/devices': ({ headers }) =>
      headers['if-none-match'] === tag
        ? { status: 304, raw: null, headers: { etag: tag, 'has-more': 'False', 'total-count': count } }
        : { body: { devices: [device] }, headers: { etag: tag, 'has-more': 'False', 'total-count': count } },
  });
  const read = async (offset = 0) => await call(listDevices, { query: { offset, limit: 100 } });

  test('AP-12: is asked for by its tag and read from memory while it holds; another address has no tag', async () => {
    const { requests } = connect(tagged('W/"a"', '1'));
    const first = await read();
    expect(await read()).toEqual(first);
    await read(100);
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"a"', undefined]);
  });

  test('AP-12: gives way to a newer answer', async () => {
    connect(tagged('W/"a"', '1'));
    await read();
    connect(tagged('W/"b"', '2'));
    expect((await read()).totalCount).toBe(2);
  });

  test('AU-19: is forgotten at the end of the session', async () => {
    const { requests } = connect(tagged('W/"a"', '1'));
    await read();
    prepare({ config: testConfig, brand: decideBrand(['platen'], '/'), locale: 'en-us', leave: () => undefined });
    await closeSession();
    const next = connect(tagged('W/"a"', '1'));
    await read();
    expect([
      requests.filter(({ path }) => path === '/v1/devices').length,
      next.requests[0]?.headers['if-none-match'],
    ]).toEqual([1, undefined]);
  });

  test('AP-12: of very many answers the last ones are known', async () => {
    const { requests } = connect(tagged('W/"a"', '1'));
    for (let n = 0; n <= 40; n++) await read(n);
    await read(40);
    await read(0);
    expect(requests.slice(-2).map(({ headers }) => headers['if-none-match'])).toEqual(['W/"a"', undefined]);
  });
});
