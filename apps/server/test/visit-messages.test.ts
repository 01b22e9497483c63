import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readVisit, type Visit } from '@platen/contract/visits';
import { visitWebhook } from '@platen/contract/webhook-events';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toWebhookBodies } from '../src/delivery/render/webhook-body.ts';
import { createMailWay } from '../src/delivery/ways/mail.ts';
import { createSmtpTransport } from '../src/delivery/ways/smtp.ts';
import { mailAddress, mailServer } from '../src/settings/mail.ts';
import { addChannel, createRecorder, deliverAt, subscribe } from './delivery-channels.ts';
import { inDays, testWorklist } from './test-worklist.ts';

const worklist = testWorklist();
const { idOf, send, call, act } = worklist;
const db = () => worklist.platen.database.db;
const received: ParsedMail[] = [];
const waiting: Promise<unknown>[] = [];
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, done) => {
    const take = async () => {
      received.push(await simpleParser(stream));
      done();
    };
    waiting.push(take());
  },
});

beforeAll(async () => {
  const listening = server.listen(0, '127.0.0.1');
  if (!listening.listening) await once(listening, 'listening');
});
afterAll(() => new Promise<void>((done) => server.close(() => done())));
beforeEach(async () => {
  await worklist.platen.database.owner.query('truncate channel cascade');
  received.length = 0;
});

/** Sends what is due to the real mail server; webhooks are recorded. Returns receivers with subjects. */
async function deliver(recorder = createRecorder()) {
  const { port } = server.server.address() as AddressInfo;
  const transport = createSmtpTransport({ server: mailServer(`smtp://127.0.0.1:${port}`), tls: 'none' });
  const mail = createMailWay({
    from: mailAddress('platen@example.com'),
    replyTo: mailAddress('help@example.com'),
    transport,
  });
  await deliverAt(db(), Date.now() + 5 * 60_000, { ways: { ...recorder.ways, mail } });
  await Promise.all(waiting);
  const lines = received.map(({ to, subject }) => `${[to].flat()[0]?.text ?? ''} ${subject ?? ''}`);
  received.length = 0;
  return lines.toSorted();
}

const mailOf = (subject: string) =>
  addChannel(db(), { owner_id: idOf(subject), address: `${subject}@example.com`, zone: 'Europe/Berlin' });

async function change(method: 'POST' | 'PUT', path: string, body: object, subject = 'service'): Promise<Visit> {
  const { status, value } = await send(subject, method, `/v1/visits${path}`, body);
  expect([status, value]).toEqual([200, expect.anything()]);
  return readVisit.answer.parse(value).visit;
}
const make = (more: object = {}) =>
  change('POST', '', {
    kind: 'repair',
    plannedDay: inDays(2),
    hours: { from: '09:30', to: '11:00' },
    devices: [{ deviceId: worklist.own, conditionIds: [] }],
    ...more,
  });

test('VP-01 DE-16: who gets a visit, has it moved or loses it gets one mail each, and none of an own action', async () => {
  await mailOf('tech');
  await mailOf('service');
  const [noise, slow] = [await call(), await call(worklist.own, 'slow')];
  const devices = [{ deviceId: worklist.own, conditionIds: [noise.conditionId, slow.conditionId] }];
  const made = await make({ assignee: idOf('tech'), devices });
  expect(await deliver()).toEqual([
    expect.stringMatching(/^tech@example\.com \[Platen\] A visit for you: No customer, .* 09:30–11:00$/),
  ]);
  const moved = await change('POST', `/${made.visitId}/plan`, { plannedDay: inDays(3), version: made.version });
  expect(await deliver()).toEqual([expect.stringContaining('tech@example.com [Platen] Visit at another time')]);
  const noted = await change('PUT', `/${made.visitId}`, { note: 'Ring twice.', version: moved.version });
  expect(await deliver()).toEqual([]);
  const own = await change('PUT', `/${made.visitId}`, { assignee: idOf('service'), version: noted.version });
  expect(await deliver()).toEqual([expect.stringContaining('tech@example.com [Platen] No longer your visit')]);
  await change('POST', `/${made.visitId}/cancel`, { reason: 'double', version: own.version });
  expect(await deliver()).toEqual([]);
});

test('JN-01 WL-23: a visit that is planned from the worklist gives its person one mail, with the way to it', async () => {
  const channelId = await mailOf('tech');
  await subscribe(db(), channelId, { events: ['assigned', 'opened'] });
  const conditions = [await call(), await call(worklist.own, 'slow')];
  await deliver();
  const plan = { action: 'plan', plannedDay: inDays(1), assignee: idOf('tech') };
  const { current } = await act('service', plan, ...conditions);
  const visitId = current[0]?.visitId ?? '';
  const recorder = createRecorder();
  await deliverAt(db(), Date.now() + 5 * 60_000, { ways: recorder.ways });
  expect(recorder.sent.map(({ message }) => message)).toMatchObject([
    { kind: 'visit', notice: 'given', data: { visit: { visitId, devices: [{ serial: 'A' }] } } },
  ]);
  await act('service', { action: 'unplan' }, ...current);
  expect(await deliver()).toEqual([expect.stringContaining('tech@example.com [Platen] No longer your visit')]);
});

test('DE-02 DE-27: a webhook gets visit.changed and visit.done in the form of the contract', async () => {
  const channelId = await addChannel(db(), { kind: 'webhook', address: 'https://erp.example/hook' });
  await subscribe(db(), channelId, { events: ['visitChanged', 'visitDone'] });
  const recorder = createRecorder();
  const made = await make();
  await change('POST', `/${made.visitId}/plan`, { plannedDay: inDays(4), version: made.version });
  await change('POST', `/${made.visitId}/start`, {}, 'tech');
  const body = { version: 1, devices: [{ deviceId: worklist.own, notDone: 'notNeeded' }] };
  expect((await send('tech', 'POST', `/v1/visits/${made.visitId}/record`, body)).status).toBe(200);
  await deliver(recorder);
  const bodies = recorder.sent.flatMap(({ message }) => toWebhookBodies(message)).map((one) => visitWebhook.parse(one));
  expect(bodies.map(({ type, data }) => [type, data.change])).toEqual([
    ['visit.changed', 'planned'],
    ['visit.changed', 'moved'],
    ['visit.changed', 'begun'],
    ['visit.done', 'done'],
  ]);
  const versions = bodies.map(({ data }) => data.version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(bodies[1]?.data).toMatchObject({
    before: { plannedDay: inDays(2), hours: { from: '09:30', to: '11:00' } },
    visit: { plannedDay: inDays(4), devices: [{ serial: 'A', model: 'M' }] },
    url: `https://platen.example/visits/${made.visitId}`,
  });
});

test('DE-03: what the owner of a channel does not see is not sent', async () => {
  const channelId = await mailOf('dealer');
  await subscribe(db(), channelId, { events: ['visitChanged'] });
  await make({ devices: [{ deviceId: worklist.foreign, conditionIds: [] }] });
  expect(await deliver()).toEqual([]);
  await make();
  expect(await deliver()).toEqual([expect.stringContaining('dealer@example.com [Platen] Visit planned')]);
});
