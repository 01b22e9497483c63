import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { adviceId } from '@platen/contract/advice-ids';
import { type ChannelKind, channelKinds, deliveryEvents } from '@platen/contract/channel-names';
import type { RuleForm } from '@platen/contract/rules';
import { usualEffects } from '@platen/contract/ticket-names';
import { Webhook } from 'standardwebhooks';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handOverDue } from '../src/delivery/hand-over-due.ts';
import { createSecrets } from '../src/delivery/secrets.ts';
import { createWebhookWay } from '../src/delivery/ways/webhook.ts';
import { evaluateDue } from '../src/jobs/conditions/evaluate-due.ts';
import { allowedDestinations } from '../src/settings/webhook-allow.ts';
import { readOrganisation } from '../src/worklist/organisation.ts';
import { addCollector } from './collectors.ts';
import { addChannel, createRecorder, deliverAt, readLog, subscribe } from './delivery-channels.ts';
import { judgeAs } from './judged-devices.ts';
import { toReport } from './reports.ts';
import { agreeForAll, createTestApp, type TestApp } from './test-app.ts';
import { fault, minute } from './worklist-devices.ts';

// A judged condition on every way out (XC-01, XC-02): people hear of it at once, machines only after a person
// acted. The webhook is a real receiver that checks signatures.

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secrets = createSecrets(Buffer.alloc(32, 1));
const drum = adviceId({ component: 'drum', variant: 'yellow', severity: 'now' });

let platen: TestApp;
let receiver: Server;
const received: { type: string; data: Record<string, unknown> }[] = [];
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  const receive = async (request: IncomingMessage): Promise<void> => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push(new Webhook(secret).verify(await text(request), headers) as (typeof received)[number]);
  };
  receiver = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(204).end(),
      () => response.writeHead(400).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await judge();
}, 60_000);
afterAll(async () => {
  receiver.close();
  await platen.close();
});
beforeEach(async () => {
  received.length = 0;
  await platen.database.owner.query('truncate channel, alert_rule, ticket cascade');
});

/** Two devices with a judged part, one of them also down by its own report. */
async function judge(): Promise<void> {
  const key = 'key-of-a-test';
  await addCollector(platen.database, { key });
  for (const hours of [50, 26, 1])
    for (const [serial, more] of [
      ['JUDGED', {}],
      ['DOWN', hours === 50 ? {} : fault],
    ] as const)
      await fetch(`${platen.url}/v1/ingest/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: JSON.stringify(toReport(serial, new Date(Date.now() - hours * 60 * minute), more)),
      });
}

/** Rules that are switched on, by name with their tests. */
async function addRules(rules: Readonly<Record<string, RuleForm['tests']>>): Promise<void> {
  const { db } = platen.database;
  const { organisationId } = await readOrganisation(db);
  const since = new Date(Date.now() - 72 * 60 * minute);
  const common = { note: '', scope: {}, openDelayMinutes: 0, clearDelayMinutes: 0, priority: 'P1' } as const;
  for (const [name, tests] of Object.entries(rules)) {
    const form: RuleForm = { ...common, name, tests, whoCanAct: 'technician', inWorklist: true };
    await db
      .insertInto('alert_rule')
      .values({
        rule_id: newId(),
        organisation_id: organisationId,
        form: JSON.stringify(form),
        enabled: true,
        enabled_at: since,
        made_at: since,
        changed_at: since,
      })
      .execute();
  }
}

/** Evaluates everything again, so that everything opens for the channels of the test. */
async function openAll(): Promise<void> {
  const { db, owner } = platen.database;
  await owner.query('truncate condition, condition_event, evaluation, worklist_row, device_judgement cascade');
  await judgeAs(db, drum);
  await evaluateDue(db, { now: () => new Date(), offlineHours: 480 });
}

async function addEverything(kind: ChannelKind): Promise<string> {
  const { port } = receiver.address() as AddressInfo;
  const sealed = { secrets: [{ sealed: secrets.seal(secret), madeAt: new Date(0).toISOString(), until: null }] };
  const channelId = await addChannel(platen.database.db, {
    kind,
    address: kind === 'webhook' ? `http://127.0.0.1:${port}/hook` : 'x',
    sealed: JSON.stringify(kind === 'webhook' ? sealed : {}),
  });
  await subscribe(platen.database.db, channelId, { events: [...deliveryEvents] });
  return channelId;
}

/** The judged condition of the device that has no other, as items of an action. */
async function readJudged(): Promise<{ conditionId: string; version: number }[]> {
  const { rows } = await platen.database.pool.query<{ conditionId: string; version: number }>(
    `select condition_id as "conditionId", version from condition where source = 'judgement' and serial = 'JUDGED'`,
  );
  expect(rows).toHaveLength(1);
  return rows;
}

const deliver = async (recorder: ReturnType<typeof createRecorder>, after = 3 * minute) => {
  const webhook = createWebhookWay({ allowed: allowedDestinations('127.0.0.0/8') });
  await deliverAt(platen.database.db, Date.now() + after, { ways: { ...recorder.ways, webhook }, secrets });
};

test('XC-01 XC-02 TX-20: people hear of a judged condition at once, marked for them to decide; machines of reported ones alone', async () => {
  for (const kind of channelKinds) await addEverything(kind);
  await openAll();
  const recorder = createRecorder();
  await deliver(recorder);
  expect(recorder.sent.map(({ channel }) => channel.kind).toSorted()).toEqual(['mail', 'slack', 'teams']);
  for (const { message } of recorder.sent) {
    if (message.kind !== 'change') throw new Error(message.kind);
    const bySource = message.items.map(({ condition, isJudged }) => [condition.source, isJudged]);
    expect(bySource).toContainEqual(['judgement', true]);
    expect(bySource).toContainEqual(['device', false]);
  }
  expect(received.map(({ type }) => type)).toEqual(['condition.opened']);
  expect(JSON.stringify(received)).not.toContain('JUDGED');
  expect(JSON.stringify(received)).not.toContain(drum);
  expect(await readLog(platen.database.db)).toContainEqual(
    expect.objectContaining({ state: 'held', reason: 'judged', due_at: null, attempts: 0 }),
  );
  // Neither time, nor another try, nor a request to send it again changes that.
  await deliver(createRecorder(), 60 * 24 * 60 * minute);
  expect(JSON.stringify(received)).not.toContain('JUDGED');
});

test('XC-02: after a person acknowledged it, a machine hears of it', async () => {
  await addEverything('webhook');
  await openAll();
  await deliver(createRecorder());
  received.length = 0;
  const rows = await readJudged();
  const assigned = await platen.post('service', '/v1/worklist/actions', {
    action: 'note',
    note: 'looked at it',
    items: rows,
  });
  expect(assigned.status).toBe(200);
  await deliver(createRecorder());
  expect(received).toEqual([]);
  const acted = await platen.post('service', '/v1/worklist/actions', {
    action: 'acknowledge',
    items: await readJudged(),
  });
  expect(acted.status).toBe(200);
  await deliver(createRecorder());
  expect(received.map(({ type }) => type).toSorted()).toEqual(['condition.acknowledged', 'condition.opened']);
});

test('XC-02: what is resolved before a person acted never goes to a machine', async () => {
  await addEverything('webhook');
  await openAll();
  await deliver(createRecorder());
  received.length = 0;
  const rows = await readJudged();
  const resolved = await platen.post('service', '/v1/worklist/actions', {
    action: 'resolve',
    reason: 'notAProblem',
    items: rows,
  });
  expect(resolved.status).toBe(200);
  await deliver(createRecorder());
  expect(received).toEqual([]);
  expect(await readLog(platen.database.db)).toContainEqual(
    expect.objectContaining({ state: 'dropped', event: 'opened' }),
  );
});

test('AR-21 XC-01 XC-02 TK-05: what a rule with a judged value opens is a judgement on every way out; a rule about what was reported is none', async () => {
  const signs: RuleForm['tests'][number] = { metric: 'failureSign', comparison: 'is', words: ['now'] };
  const reported: RuleForm['tests'][number] = { metric: 'unknownCustomer', comparison: 'present' };
  await platen.database.pool.query('update device set customer_number = null');
  await addRules({ Signs: [signs], 'Signs and no customer': [reported, signs], Reported: [reported] });
  const webhook = await addEverything('webhook');
  await addEverything('mail');
  await platen.database.db
    .insertInto('ticket_system')
    .values({
      system_id: newId(),
      organisation_id: (await readOrganisation(platen.database.db)).organisationId,
      channel_id: webhook,
      name: 'Desk',
      form: JSON.stringify({
        withNetworkAddress: false,
        effects: usualEffects,
        rules: [{ scope: {}, leastPriority: 'P4', delayMinutes: 5, quiet: null }],
      }),
    })
    .execute();
  await openAll();
  const { rows } = await platen.database.pool.query<{ name: string; source: string }>(
    `select distinct facts -> 'rule' ->> 'name' as name, source from condition where kind = 'rule' order by 2, 1`,
  );
  expect(rows).toEqual([
    { name: 'Signs', source: 'judgement' },
    { name: 'Signs and no customer', source: 'judgement' },
    { name: 'Reported', source: 'rule' },
  ]);
  const recorder = createRecorder();
  await deliver(recorder);
  const ruled = recorder.sent
    .flatMap(({ message }) => (message.kind === 'change' ? message.items : []))
    .flatMap(({ condition: { facts }, isJudged }) =>
      facts.rule === undefined ? [] : [`${facts.rule.name}: ${isJudged}`],
    );
  expect(new Set(ruled)).toEqual(new Set(['Signs: true', 'Signs and no customer: true', 'Reported: false']));
  expect(JSON.stringify(received)).toContain('"Reported"');
  expect(JSON.stringify(received)).not.toContain('"Signs');
  await handOverDue(platen.database.db, new Date(Date.now() + 60 * minute));
  const handedOver = await platen.database.pool.query<{ name: string }>(
    `select distinct facts -> 'rule' ->> 'name' as name from ticket_condition join condition using (condition_id)
     where condition.kind = 'rule'`,
  );
  expect(handedOver.rows).toEqual([{ name: 'Reported' }]);
});

test('XC-01: the row of an order, ticket or visit is made by none of these ways', async () => {
  for (const kind of channelKinds) await addEverything(kind);
  await openAll();
  const recorder = createRecorder();
  await deliver(recorder);
  for (const { message } of recorder.sent)
    expect(JSON.stringify(message)).not.toMatch(/"(?:ticket|order|request)\w*":"/i);
  for (const table of ['visit', 'visit_device']) {
    const { rowCount } = await platen.database.owner.query(`select 1 from ${table}`);
    expect([table, rowCount]).toEqual([table, 0]);
  }
});
