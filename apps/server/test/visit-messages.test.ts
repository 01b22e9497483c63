import { readVisit, type Visit } from '@platen/contract/visits';
import { visitWebhook } from '@platen/contract/webhook-events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toContent } from '../src/delivery/render/to-content.ts';
import { toWebhookBodies } from '../src/delivery/render/webhook-body.ts';
import { addChannel, createRecorder, deliverAt, readLog, subscribe } from './delivery-channels.ts';
import { type MailReceiver, startMailReceiver } from './mail-receiver.ts';
import { inDays, testWorklist } from './test-worklist.ts';

const worklist = testWorklist();
const { idOf, send, call, act } = worklist;
const db = () => worklist.platen.database.db;
let receiver: MailReceiver;

beforeAll(async () => {
  receiver = await startMailReceiver();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  await worklist.platen.database.owner.query('truncate channel cascade');
  await receiver.take();
});

/**
 * Sends what is due in a number of minutes to the real mail server; webhooks are recorded. Returns receivers
 * with subjects.
 */
async function deliver(recorder = createRecorder(), minutes = 5) {
  await deliverAt(db(), Date.now() + minutes * 60_000, { ways: { ...recorder.ways, mail: receiver.way() } });
  const lines = (await receiver.take()).map(({ to, subject }) => `${[to].flat()[0]?.text ?? ''} ${subject ?? ''}`);
  return lines.toSorted();
}

const mailOf = (subject: string, more: Parameters<typeof addChannel>[1] = {}) =>
  addChannel(db(), { owner_id: idOf(subject), address: `${subject}@example.com`, zone: 'Europe/Berlin', ...more });

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

const moveTo = (visit: Visit, day: number) =>
  change('POST', `/${visit.visitId}/plan`, { plannedDay: inDays(day), version: visit.version });

test('DE-06 DE-09: changes of a visit go once, as it is then, after 2 min, later ones after 30 min; what was planned and cancelled meanwhile does not', async () => {
  await subscribe(db(), await mailOf('service'), { events: ['visitChanged', 'visitDone'] });
  const made = await make();
  const moved = await moveTo(made, 4);
  expect(await deliver(undefined, 1)).toEqual([]);
  const recorder = createRecorder();
  await deliverAt(db(), Date.now() + 3 * 60_000, { ways: recorder.ways });
  expect(recorder.sent.map(({ message }) => message)).toMatchObject([
    { kind: 'visit', data: { change: 'planned', visit: { plannedDay: inDays(4) }, before: null } },
  ]);
  await change('POST', `/${made.visitId}/cancel`, { reason: 'double', version: moved.version });
  expect(await deliver(undefined, 20)).toEqual([]);
  expect(await deliver(undefined, 40)).toEqual([expect.stringContaining('Visit cancelled')]);
  const other = await make();
  await change('POST', `/${other.visitId}/cancel`, { reason: 'double', version: other.version });
  expect(await deliver(undefined, 120)).toEqual([]);
});

test('DE-06: changes of several visits of a customer are one mail that names each', async () => {
  await worklist.platen.database.pool.query(`update device set customer_number = 'C-7', customer_name = 'Rosvik'`);
  await subscribe(db(), await mailOf('service'), { events: ['visitChanged'] });
  const visits = [await make(), await make({ plannedDay: inDays(9) })];
  const recorder = createRecorder();
  await deliverAt(db(), Date.now() + 5 * 60_000, { ways: recorder.ways });
  expect(recorder.sent.map(({ message }) => message)).toMatchObject([
    { kind: 'visits', visits: visits.map(({ visitId }) => ({ data: { visit: { visitId } } })) },
  ]);
  const [sent] = recorder.sent;
  if (sent === undefined) throw new Error('nothing was sent');
  const content = toContent(sent.message, { language: 'en-us', zone: 'Europe/Berlin' });
  expect(content.subject).toBe('Rosvik · 2 changes of visits');
  expect(content.items.map(({ link }) => link.href)).toEqual(
    visits.map(({ visitId }) => `https://platen.example/visits/${visitId}`),
  );
  await worklist.platen.database.pool.query('update device set customer_number = null, customer_name = null');
});

test('DE-11: changes of visits wait for the digest and stand in it next to the conditions', async () => {
  const when = { at: 'digest' as const, times: ['07:30'], days: 'all' as const, isSentEmpty: false };
  const channelId = await mailOf('service');
  const due = { digest_due: new Date(Date.now() + 60 * 60_000) };
  await subscribe(db(), channelId, { events: ['visitChanged', 'opened'], when }, due);
  const made = await make();
  await call();
  expect(await deliver(undefined, 50)).toEqual([]);
  const recorder = createRecorder();
  await deliverAt(db(), Date.now() + 61 * 60_000, { ways: recorder.ways });
  expect(recorder.sent.map(({ message }) => message)).toMatchObject([
    { kind: 'digest', items: [{ event: 'opened' }], visits: [{ data: { visit: { visitId: made.visitId } } }] },
  ]);
});

test('DE-10: what becomes of visits in quiet hours comes as one digest at their end', async () => {
  const quiet = { spans: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' }], onHolidays: false };
  const channelId = await mailOf('service');
  const subscriptionId = await subscribe(db(), channelId, {
    events: ['visitChanged'],
    quiet: { ...quiet, isReallyQuiet: false },
  });
  await make();
  await make({ plannedDay: inDays(8) });
  expect(await deliver()).toEqual([]);
  await worklist.platen.database.pool.query(
    `update subscription set form = jsonb_set(form, '{quiet}', 'null') where subscription_id = $1`,
    [subscriptionId],
  );
  await worklist.platen.database.pool.query('update delivery set due_at = now()');
  const recorder = createRecorder();
  await deliverAt(db(), Date.now() + 6 * 60_000, { ways: recorder.ways });
  expect(recorder.sent.map(({ message }) => message)).toMatchObject([{ kind: 'digest', why: 'quiet', items: [] }]);
  expect(recorder.sent[0]?.message).toHaveProperty('visits.length', 2);
});

test('DE-13: the limits of a channel count messages about visits; beyond them one says so and the rest is a digest', async () => {
  await mailOf('tech', { limit_hour: 2 });
  for (let day = 2; day < 6; day++) await make({ assignee: idOf('tech'), plannedDay: inDays(day) });
  const recorder = createRecorder();
  const now = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 3_600_000;
  await deliverAt(db(), now, { ways: recorder.ways });
  expect(recorder.sent.map(({ message }) => message.kind).toSorted()).toEqual(['limit', 'visit', 'visit']);
  await deliverAt(db(), now + 59 * 60_000, { ways: recorder.ways });
  expect(recorder.sent).toHaveLength(3);
  await deliverAt(db(), now + 60 * 60_000, { ways: recorder.ways });
  expect(recorder.sent.slice(3).map(({ message }) => message)).toMatchObject([{ kind: 'digest', why: 'limit' }]);
  expect(recorder.sent[3]?.message).toHaveProperty('visits.length', 2);
});

test('DE-14: a visit under way holds back what opens on its device until it is recorded', async () => {
  const channelId = await mailOf('service');
  await subscribe(db(), channelId);
  const condition = await call();
  const devices = [{ deviceId: worklist.own, conditionIds: [condition.conditionId] }];
  const made = await make({ assignee: idOf('tech'), plannedDay: inDays(0), devices });
  await change('POST', `/${made.visitId}/start`, {}, 'tech');
  // Its hour is this one: the events of the test are of now.
  const hour = new Date().toISOString().slice(11, 13);
  const plan = [inDays(0), `${hour}:00-${hour}:59`];
  await worklist.platen.database.pool.query(`update visit set planned_day = $1, planned_hours = $2`, plan);
  const at = Date.now() + 5 * 60_000;
  await deliverAt(db(), at, { ways: createRecorder().ways });
  expect(await readLog(db())).toMatchObject([{ event: 'opened', state: 'held', reason: 'visit' }]);
  const body = { version: 1, devices: [{ deviceId: worklist.own, notDone: 'notNeeded' }] };
  expect((await send('tech', 'POST', `/v1/visits/${made.visitId}/record`, body)).status).toBe(200);
  await worklist.platen.database.pool.query(`update delivery set due_at = now() where state = 'held'`);
  await deliverAt(db(), at + 60_000, { ways: createRecorder().ways });
  expect((await readLog(db())).filter(({ reason }) => reason === 'visit')).toEqual([]);
});

test('DE-03: what the owner of a channel does not see is not sent', async () => {
  const channelId = await mailOf('dealer');
  await subscribe(db(), channelId, { events: ['visitChanged'] });
  await make({ devices: [{ deviceId: worklist.foreign, conditionIds: [] }] });
  expect(await deliver()).toEqual([]);
  await make();
  expect(await deliver()).toEqual([expect.stringContaining('dealer@example.com [Platen] Visit planned')]);
});
