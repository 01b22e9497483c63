import { readdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { adviceId } from '@platen/contract/advice-ids';
import { messageLanguages } from '@platen/contract/channel-names';
import { readListHealth } from '@platen/contract/list-health';
import { readWorklistRow } from '@platen/contract/worklist';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toContent } from '../src/delivery/render/to-content.ts';
import { toWebhookBodies } from '../src/delivery/render/webhook-body.ts';
import { openWays } from '../src/delivery/ways/open-ways.ts';
import { evaluateDue } from '../src/jobs/conditions/evaluate-due.ts';
import { readSettings } from '../src/settings/settings.ts';
import { settingsTable } from '../src/settings/table.ts';
import { addCollector } from './collectors.ts';
import { findDeviceId } from './device-ids.ts';
import { judgeAs } from './judged-devices.ts';
import { toChannel, toMessage, toMessageItem } from './messages.ts';
import { toReport } from './reports.ts';
import { agreeForAll, createTestApp, type TestApp } from './test-app.ts';

// A figure that says how likely something fails or runs out sends nothing by itself (XC-01, XC-02, XC-07):
// first what could lead out of the server, then a judged condition on all of these ways.

const root = path.resolve(import.meta.dirname, '../../..');

describe('ways out of the server', () => {
  /** What a program reaches others by: modules of Node, and what is there without an import. */
  const ways = /from '(?:node:)?(net|tls|http|https|http2|dgram|child_process)'|\b(fetch|WebSocket|EventSource)\(/g;
  const sourcesOf = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => ({ file, text: readFileSync(path.join(root, folder, file), 'utf8') }));
  const waysIn = (folder: string): string[] =>
    sourcesOf(folder).flatMap(({ file, text }) =>
      [...text.replaceAll(/^import type .*$/gm, '').matchAll(ways)].map(
        ([, module, call]) => `${file}: ${module ?? call}`,
      ),
    );

  test('XC-01 XC-02 XC-07: are the ways of delivery, the keys of the identity provider and the own database', () => {
    expect(new Set(waysIn('apps/server/src'))).toEqual(
      new Set([
        // Webhooks, Teams and Slack; the second only reads the form of addresses.
        'delivery/ways/post.ts: http',
        'delivery/ways/post.ts: https',
        'delivery/ways/public-address.ts: net',
        'identity/open-identity.ts: fetch',
        // The own database, to cancel a statement through a pooler.
        'store/cancel-request.ts: net',
        'store/cancel-request.ts: tls',
        'store/embedded/cluster.ts: child_process',
        'store/embedded/postmaster.ts: child_process',
        // Stops listening.
        'web/frame.ts: net',
      ]),
    );
    for (const folder of ['packages/diagnosis/src', 'packages/contract/src', 'packages/catalogue/src'])
      expect([folder, waysIn(folder)]).toEqual([folder, []]);
  });

  test('XC-01: one library of the server sends anything to people: mail; reports may wait in the stream of the site', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(root, 'apps/server/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies).filter((name) => !name.startsWith('@platen/'))).toEqual([
      '@fastify/static',
      '@nats-io/jetstream',
      '@nats-io/transport-node',
      'fastify',
      'graphile-worker',
      'ical-generator',
      'ipaddr.js',
      'jose',
      'kysely',
      'nodemailer',
      'oidc-provider',
      'pg',
      'pino',
      'prom-client',
      'standardwebhooks',
      'uuid',
      'yazl',
      'zod',
    ]);
  });

  test('XC-01: settings name the mail server and private receivers; none says what is sent', () => {
    const sends = /mail|smtp|hook|order|ticket|ship|notif|message/i;
    expect(Object.keys(settingsTable).filter((name) => sends.test(name))).toEqual([
      'mailServer',
      'mailFrom',
      'mailReplyTo',
      'mailTls',
      'webhookAllow',
    ]);
  });

  test('XC-01 XC-02: carry a judged condition that waits for a person to people only, and leave it to them', async () => {
    const { condition } = toMessageItem();
    const judged = toMessageItem({ condition: { ...condition, kind: 'part', source: 'judgement' }, isJudged: true });
    const message = toMessage({ items: [judged] });
    expect(toWebhookBodies(message)).toEqual([]);
    const settings = readSettings({});
    const attempt = await openWays(settings).webhook?.send(
      toChannel({ secrets: ['whsec_c2VjcmV0c2VjcmV0c2VjcmV0'] }),
      message,
      '0196f0a0-0000-7000-8000-0000000000f1',
      new AbortController().signal,
    );
    expect(attempt).toMatchObject({ outcome: 'givenUp', reason: 'not for machines' });
    for (const language of messageLanguages) {
      const { items } = toContent(message, { language, zone: 'UTC' });
      expect(items[0]?.notice).toMatch(/nothing has been ordered or requested|注文・依頼はまだ行われていません/);
    }
  });
});

/** Path, or host and port, of a call of `connect` in any of its forms. */
function toTarget(given: readonly unknown[]): string {
  const [first, second]: readonly unknown[] = Array.isArray(given[0]) ? given[0] : given;
  if (typeof first === 'string') return first;
  if (typeof first === 'number') return `${String(second)}:${first}`;
  const { path: file, host, port } = Object(first) as { path?: string; host?: string; port?: number };
  return file ?? `${host}:${port}`;
}

describe('a judged condition', () => {
  let platen: TestApp;
  let deviceId: string;
  const key = 'key-of-a-test';
  const serial = 'JUDGED';
  const drum = adviceId({ component: 'drum', variant: 'yellow', severity: 'now' });
  const asCollector = async (address: string, type: string, body: string) => {
    const answer = await fetch(`${platen.url}${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body,
    });
    const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    return { status: answer.status, headers, text: await answer.text() };
  };
  const report = (name: string, hours: number) =>
    asCollector(
      '/v1/ingest/reports',
      'application/x-ndjson',
      JSON.stringify(toReport(name, new Date(Date.now() - hours * 3_600_000))),
    );
  const readAll = async (table: string, columns = '*') =>
    (await platen.database.owner.query<Record<string, unknown>>(`select ${columns} from ${table}`)).rows;

  /** Where connections lead, but for the database (or its socket) and the calls of this test. */
  let led: readonly string[];
  const spy = vi.spyOn(Socket.prototype, 'connect');
  let before: Awaited<ReturnType<typeof report>>;
  beforeAll(async () => {
    platen = await createTestApp();
    const { db } = platen.database;
    await agreeForAll(platen.database);
    await addCollector(platen.database, { key });
    for (const hours of [50, 26]) await report(serial, hours);
    before = await report('OTHER', 30);
    deviceId = await findDeviceId(platen.database, toReport(serial, new Date()));
    await judgeAs(db, drum);
    await evaluateDue(db, { now: () => new Date(), offlineHours: 480 });
    const { rows } = await platen.database.pool.query<{ port: number | null }>('select inet_server_port() as port');
    const own = new Set([new URL(platen.url).port, String(rows[0]?.port)]);
    led = spy.mock.calls
      .map(toTarget)
      .filter((target) => !target.startsWith('/') && !own.has(target.split(':').at(-1) ?? ''));
  }, 60_000);
  afterAll(async () => {
    spy.mockRestore();
    await platen.close();
  });

  test('XC-01: is a row that waits for a person: no user has it, no visit, order or step was made', async () => {
    const conditions = await readAll('condition', 'entity_id, kind, source, work, assignee, visit_id');
    expect(conditions).toContainEqual({
      entity_id: deviceId,
      kind: 'part',
      source: 'judgement',
      work: 'open',
      assignee: null,
      visit_id: null,
    });
    const steps = await readAll('condition_event', 'change, user_id, action_id');
    expect(new Set(steps.map((step) => JSON.stringify(step)))).toEqual(
      new Set([JSON.stringify({ change: 'opened', user_id: null, action_id: null })]),
    );
    for (const table of ['visit', 'visit_device', 'device_note', 'notification', 'idempotent_answer'])
      expect([table, await readAll(table)]).toEqual([table, []]);
    expect(await readAll('audit_entry', 'action')).toEqual([]);
  });

  test('XC-01 XC-02: opened no connection to anybody', () => {
    expect(spy.mock.calls.length).toBeGreaterThan(0);
    expect(led).toEqual([]);
  });

  test('XC-01: puts nothing into the queue of jobs but to judge and to evaluate', async () => {
    const { rows } = await platen.database.owner.query<{ task: string }>(
      `select distinct task_identifier as task from graphile_worker.jobs`,
    );
    expect(rows.map(({ task }) => task).filter((task) => task !== 'judge' && task !== 'conditions')).toEqual([]);
  });

  test('XC-02: is not in what collectors and devices are answered', async () => {
    const after = await report(serial, 1);
    expect(after).toEqual(before);
    expect(after.text).not.toContain(drum);
    const status = await asCollector('/v1/ingest/status', 'application/json', '{}');
    expect(status.text).not.toContain(drum);
  });

  test('XC-01: is shown to those who ask, with the source of the figure and without any number of a request', async () => {
    const row = readWorklistRow.answer.parse(await (await platen.get('service', `/v1/worklist/${deviceId}`)).json());
    expect(row.conditions).toMatchObject([{ source: 'judgement', work: 'open', state: 'open' }]);
    const text = JSON.stringify(row);
    expect(text).not.toMatch(/"(?:ticket|order|request|reference)\w*":"/i);
    const health = await platen.get('service', '/v1/worklist/health');
    expect(readListHealth.answer.safeParse(await health.json()).success).toBe(true);
    expect(await readAll('audit_entry', 'action')).toEqual([]);
  });

  test('XC-01: leaves neither device, part nor figure in the log and the metrics', async () => {
    const metrics = await (await fetch(`${platen.url}/metrics`)).text();
    for (const text of [metrics, ...platen.logged]) {
      expect(text).not.toContain(serial);
      expect(text).not.toContain(drum);
    }
  });
});
