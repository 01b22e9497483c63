import { type CollectorStatus, listCollectors, readCollectorStatus, statusLimits } from '@platen/contract/collectors';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ago, toStatus, wholeRound } from '../../../test/collector-statuses.ts';
import { everywhere } from '../../../test/collectors.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { hashCollectorKey } from '../../identity/collector-scope.ts';
import { dropOldRounds } from '../../jobs/retention.ts';

let platen: TestApp;
const collectorId = v7();
const key = 'test-key-of-the-north-site';
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
  await addCollector({ collector_id: collectorId, name: 'North' }, key);
  await addCollector({ name: 'Revoked', revoked_at: new Date() }, 'revoked-key');
});
afterAll(() => platen.close());

async function addCollector(
  row: { name: string; collector_id?: string; revoked_at?: Date; last_contact_at?: Date; version?: string },
  its: string = v7(),
) {
  await platen.database.db
    .insertInto('collector')
    .values({
      collector_id: v7(),
      key_hash: hashCollectorKey(its),
      revoked_at: null,
      last_contact_at: null,
      version: null,
      scope: JSON.stringify(everywhere),
      ...row,
    })
    .execute();
}

const send = (body: unknown, its = key) =>
  fetch(`${platen.url}/v1/ingest/status`, {
    method: 'POST',
    headers: { authorization: `Bearer ${its}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const list = async (query = '') => {
  const answer = await platen.get('service', `/v1/collectors${query}`);
  expect(answer.status).toBe(200);
  return {
    ...listCollectors.answer.parse(await answer.json()),
    hasMore: answer.headers.get('has-more'),
    total: answer.headers.get('total-count'),
  };
};
const read = async (subject = 'service') => {
  const answer = await platen.get(subject, `/v1/collector/${collectorId}`);
  return readCollectorStatus.answer.parse(await answer.json());
};

describe('the status of a collector', () => {
  test('is kept and shown, with what went wrong and what was found', async () => {
    const status = toStatus();
    const answer = await send(status);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'OK' }]);
    const { sentAt, failures, findings, ...head } = status;
    const detail = await read();
    expect(detail).toMatchObject({
      collector: {
        collectorId,
        name: 'North',
        state: 'working',
        version: '0.1.0',
        revokedAt: null,
        status: { ...head, clockOffsetMs: 0, failures: 1, findings: 1 },
      },
      failures,
      findings,
    });
    expect(Date.parse(detail.collector.lastContactAt ?? '')).toBeGreaterThan(Date.parse(sentAt) - 60_000);
    expect((await list()).collectors).toContainEqual(expect.objectContaining(detail.collector));
  });

  test('CF-32: rounds of the last day are counted by hour, each once, with the devices that did not answer', async () => {
    const hour = 3_600_000;
    const noon = Math.floor(Date.now() / hour) * hour - 5 * hour;
    const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
    const silent = (n: number) =>
      Array.from({ length: n }, (_, index) => ({
        target: `10.0.1.${index}`,
        kind: 'silent' as const,
        reason: 'no answer',
        since: at(0),
      }));
    const incomplete = { target: '10.0.1.9', kind: 'incomplete' as const, reason: 'cut', since: at(0) };
    const round = (from: number, printers: number, failures: CollectorStatus['failures']) =>
      send(
        toStatus({
          round: { ...wholeRound, startedAt: at(from), endedAt: at(from + 1), printers },
          failures,
        }),
      );
    const before = await read();
    await round(2, 6, [incomplete]);
    await round(17, 4, [...silent(2), incomplete]);
    // Reported again between two rounds: the same round.
    await round(17, 4, silent(2));
    await round(32, 5, silent(1));
    await round(62, 6, []);
    // Ended longer than a day ago.
    await round(-25 * 60, 6, []);
    const { hours, rounds } = await read();
    expect(hours.filter(({ from }) => !before.hours.some((one) => one.from === from))).toEqual([
      { from: at(0), rounds: 3, printers: 4, unread: 2 },
      { from: at(60), rounds: 1, printers: 6, unread: 0 },
    ]);
    const own = new Set([at(3), at(18), at(33), at(63)]);
    expect(rounds.filter(({ endedAt }) => own.has(endedAt))).toEqual([
      { endedAt: at(63), printers: 6, unread: 0 },
      { endedAt: at(33), printers: 5, unread: 1 },
      { endedAt: at(18), printers: 4, unread: 2 },
      { endedAt: at(3), printers: 6, unread: 0 },
    ]);
    await dropOldRounds(platen.database.db, new Date(noon + 49 * hour));
    expect((await read()).rounds.filter(({ endedAt }) => own.has(endedAt))).toEqual([
      { endedAt: at(63), printers: 6, unread: 0 },
    ]);
  });

  test('the newest replaces the one before', async () => {
    await send(toStatus());
    await send(toStatus({ round: null, failures: [], findings: [], everyMs: null }));
    expect(await read()).toMatchObject({
      collector: { status: { round: null, everyMs: null, failures: 0, findings: 0 } },
      failures: [],
      findings: [],
    });
  });

  test('times of a wrong clock are corrected by the difference', async () => {
    const day = 24 * 60;
    const ahead = Date.now() + day * 60_000;
    await send(
      toStatus({
        sentAt: new Date(ahead).toISOString(),
        startedAt: ago(600, ahead),
        failures: [{ target: 'a', kind: 'silent', reason: '', since: ago(60, ahead) }],
      }),
    );
    const { collector, failures } = await read();
    expect(Math.round((collector.status?.clockOffsetMs ?? 0) / 60_000)).toBe(day);
    const minutesSince = (time: string | undefined) => (Date.now() - Date.parse(time ?? '')) / 60_000;
    expect(Math.abs(minutesSince(failures[0]?.since) - 60)).toBeLessThan(5);
    expect(Math.abs(minutesSince(collector.status?.startedAt) - 600)).toBeLessThan(5);
  });

  test('the clock of a collector may be anywhere between year 0 and 9999', async () => {
    for (const sentAt of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) {
      expect((await send(toStatus({ sentAt }))).status).toBe(200);
      expect((await read()).collector.status?.startedAt).toMatch(/^(19|20)\d\d-/);
    }
  });

  test('fields, kinds of failures and of findings that this server does not know do no harm', async () => {
    const status = toStatus();
    const answer = await send({
      ...status,
      temperature: 21,
      queue: { ...status.queue, oldest: 5 },
      failures: [{ ...status.failures[0], kind: 'onFire' }],
      findings: [{ ...status.findings[0], kind: 'grewLegs' }],
    });
    expect(answer.status).toBe(200);
    const detail = await read();
    expect(detail.failures[0]?.kind).toBe('failed');
    expect(detail.findings[0]?.kind).toBe('other');
    expect(JSON.stringify(detail)).not.toMatch(/temperature|oldest|onFire|grewLegs/);
  });

  test('beyond its limits it is refused with 202001', async () => {
    const status = toStatus();
    const failure = { target: 'a', kind: 'silent', reason: '', since: ago(1) };
    const wrong: unknown[] = [
      {},
      [],
      null,
      '{"name":',
      { ...status, failures: Array.from({ length: statusLimits.failures + 1 }, () => failure) },
      { ...status, failures: [{ ...failure, reason: 'x'.repeat(statusLimits.reason + 1) }] },
      { ...status, failures: [{ ...failure, target: '' }] },
      { ...status, failures: [{ ...failure, reason: 'a\u0000b' }] },
      { ...status, findings: {} },
      { ...status, everyMs: 0 },
      { ...status, everyMs: 1e300 },
      { ...status, queue: { reports: -1, bytes: 0, refused: 0 } },
      { ...status, sentAt: 'yesterday' },
      { ...status, version: 7 },
      { ...status, name: 'x'.repeat(2 * statusLimits.bytes) },
    ];
    for (const body of wrong) {
      const answer = await send(body);
      expect([answer.status, await answer.json()]).toMatchObject([422, { errorCode: 202001 }]);
    }
  });

  test('a full one is taken', async () => {
    const text = (length: number) => 'ä'.repeat(length);
    const failures = Array.from({ length: statusLimits.failures }, () => ({
      target: text(statusLimits.target),
      kind: 'failed' as const,
      reason: text(statusLimits.reason),
      since: ago(1),
      serial: text(statusLimits.text),
    }));
    const [finding] = toStatus().findings;
    const findings = Array.from({ length: statusLimits.findings }, () => ({
      ...finding,
      before: text(statusLimits.text),
      now: text(statusLimits.text),
    }));
    expect((await send({ ...toStatus({ failures }), findings })).status).toBe(200);
    expect((await read()).failures).toHaveLength(statusLimits.failures);
  });

  test('whatever is sent, the answer is a yes or a refusal, never a failure', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(-1, 1e308, '', '\ud800', 'x'.repeat(400), '2026-11-21T00:00:00Z', [null], {}),
    );
    const names = fc.constantFrom(...Object.keys(toStatus()), '__proto__', 'constructor');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, value, { maxKeys: 3 }), async (changes) => {
        const answer = await send({ ...toStatus(), ...changes });
        expect([200, 422]).toContain(answer.status);
        const shown = await platen.get('service', `/v1/collector/${collectorId}`);
        expect(shown.status).toBe(200);
      }),
      { numRuns: 60, examples: [[{ name: '\ud800' }]] },
    );
  });

  test('AU-43: keys that are unknown, revoked or of a user are refused', async () => {
    const codeOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { errorCode: number }).errorCode,
    ];
    expect(await codeOf(await send(toStatus(), 'unknown'))).toEqual([401, 201002]);
    expect(await codeOf(await send(toStatus(), 'revoked-key'))).toEqual([403, 201007]);
    expect(await codeOf(await platen.post('service', '/v1/ingest/status', toStatus()))).toEqual([401, 201002]);
  });
});

describe('the list of collectors', () => {
  test('silent ones come first, then those with failures, the revoked last; each says since when', async () => {
    await send(toStatus());
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    await addCollector({ name: 'A new one' });
    await addCollector({ name: 'B older version', last_contact_at: hours(29), version: '0.0.9' });
    await addCollector({ name: 'Z older and silent', last_contact_at: hours(31), version: '0.0.9' });
    const { collectors, hasMore, total, silent } = await list();
    expect(silent).toBe(1);
    expect((await list('?limit=1&offset=3')).silent).toBe(1);
    expect(collectors.map(({ name, state }) => [name, state])).toEqual([
      ['Z older and silent', 'silent'],
      ['North', 'working'],
      ['A new one', 'never'],
      ['B older version', 'working'],
      ['Revoked', 'revoked'],
    ]);
    expect([hasMore, total]).toEqual(['False', '5']);
    expect(collectors[0]).toMatchObject({ status: null, version: '0.0.9', lastContactAt: expect.any(String) });
    expect(collectors[2]).toMatchObject({ status: null, version: null, lastContactAt: null });
  });

  test('each has the devices whose newest report it delivered, as far as the user sees them, and their customers', async () => {
    const ids = await addDevices(platen.database, [
      { serial: 'SERVED1', customer_name: 'Harbour', customer_number: 'C-1', group_ids: [1] },
      { serial: 'SERVED2', customer_name: 'Harbour', customer_number: 'C-1' },
      { serial: 'SERVED3', customer_number: 'C-2' },
      { serial: 'SERVED4', customer_name: 'Mill' },
      { serial: 'SERVED5', customer_name: 'Quay' },
      { serial: 'SERVED6' },
      { serial: 'OTHER', customer_name: 'Elsewhere' },
    ]);
    await platen.database.db
      .updateTable('device')
      .set({ collector_id: collectorId })
      .where('device_id', 'in', ids.slice(0, 6))
      .execute();
    const { collectors } = await list();
    const served = { devices: 6, customers: ['Harbour', 'C-2', 'Mill'], customerCount: 4 };
    expect(collectors.find(({ name }) => name === 'North')).toMatchObject(served);
    // The page of one says the same.
    expect((await read()).collector).toMatchObject(served);
    expect(collectors.find(({ name }) => name === 'A new one')).toMatchObject({
      devices: 0,
      customers: [],
      customerCount: 0,
    });
    await platen.database.db.deleteFrom('device').where('device_id', 'in', ids).execute();
  });

  test('AP-35 AP-36: it is paged as the list of devices is', async () => {
    const first = await list('?limit=3');
    const second = await list('?limit=3&offset=3');
    expect([first.hasMore, first.total, second.hasMore, second.total]).toEqual(['True', '5', 'False', '5']);
    expect([...first.collectors, ...second.collectors]).toEqual((await list()).collectors);
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'sortColumn=x'])
      expect((await platen.get('service', `/v1/collectors?${query}`)).status).toBe(422);
  });

  test('CF-33: a status writes its own row alone where nothing changed, and is the last contact all the same', async () => {
    const version = async () =>
      (
        await platen.database.pool.query<{ xmin: string; version: string }>(
          'select xmin::text, version from collector where collector_id = $1',
          [collectorId],
        )
      ).rows[0];
    await send(toStatus());
    const before = await version();
    await platen.database.pool.query(`update collector_status set received_at = now() - interval '1 hour'`);
    const [earlier] = [(await read()).collector.lastContactAt];
    await send(toStatus());
    expect(await version()).toEqual(before);
    expect(Date.parse((await read()).collector.lastContactAt ?? '')).toBeGreaterThan(Date.parse(earlier ?? ''));
    await send({ ...toStatus(), version: '9.9.9' });
    expect((await version())?.version).toBe('9.9.9');
  });

  test('CF-33: only the statement of a status does without a flush, nothing after it in its session', async () => {
    const { pool } = platen.database;
    // At once, so that each statement has a session of its own.
    const inEach = (text: string) =>
      Promise.all(Array.from({ length: 10 }, () => pool.query<{ setting: string }>(text)));
    await inEach('set synchronous_commit = on');
    await Promise.all(Array.from({ length: 20 }, () => send(toStatus())));
    const after = await inEach(`select current_setting('synchronous_commit') as setting`);
    expect(after.map(({ rows }) => rows[0]?.setting)).toEqual(after.map(() => 'on'));
  });

  test('a collector that runs as a service is silent after a quarter of an hour', async () => {
    await send(toStatus());
    const heard = async (minutes: number) => {
      const at = new Date(Date.now() - minutes * 60_000);
      await platen.database.pool.query('update collector set last_contact_at = $1 where collector_id = $2', [
        at,
        collectorId,
      ]);
      await platen.database.pool.query('update collector_status set received_at = $1', [at]);
    };
    await heard(10);
    expect((await read()).collector.state).toBe('working');
    await heard(20);
    expect((await read()).collector.state).toBe('silent');
  });

  test('AU-42 OQ-110: service staff and administrators see them, dealers are refused', async () => {
    for (const path of ['/v1/collectors', `/v1/collector/${collectorId}`]) {
      expect((await platen.get('service', path)).status).toBe(200);
      expect((await platen.get('admin', path)).status).toBe(200);
      const refused = await platen.get('dealer', path);
      expect([refused.status, await refused.json()]).toMatchObject([403, { errorCode: 200002 }]);
    }
    const unknown = await platen.get('service', `/v1/collector/${v7()}`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { errorCode: 200004 }]);
  });

  test('AU-44: a user who sees only some devices is not shown serials of the others', async () => {
    const { db } = platen.database;
    await addGroup(platen.database, 1, 'One', 'service');
    await addDevices(platen.database, [
      { serial: 'MINE', group_ids: [1] },
      { serial: 'THEIRS', group_ids: [] },
    ]);
    await db.updateTable('device').set({ owner_id: collectorId }).where('serial', '=', 'MINE').execute();
    const failure = { kind: 'incomplete' as const, reason: 'read in part', since: ago(10) };
    await send(
      toStatus({
        failures: [
          { ...failure, target: '10.0.0.1', serial: 'MINE' },
          { ...failure, target: '10.0.0.2', serial: 'THEIRS' },
          { ...failure, target: '10.0.0.3' },
        ],
      }),
    );
    const targets = async () => (await read()).failures.map(({ target }) => target);
    expect(await targets()).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
    const seesAll = (yes: boolean) =>
      db.updateTable('app_user').set({ sees_all: yes }).where('subject', '=', 'service').execute();
    await seesAll(false);
    const headers = await platen.bearer('service');
    const { identity } = platen.app.platform;
    const refresh = async () => identity.refresh(await identity.authenticate(headers.authorization));
    await refresh();
    expect(await targets()).toEqual(['10.0.0.1', '10.0.0.3']);
    await seesAll(true);
    await refresh();
  });
});
