import { listDeliveries } from '@platen/contract/deliveries';
import { correctMeter } from '@platen/contract/meters';
import type { OrganisationDetails } from '@platen/contract/organisations';
import { webhookBody } from '@platen/contract/webhook-events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toContent } from '../src/delivery/render/to-content.ts';
import { toWebhookBodies } from '../src/delivery/render/webhook-body.ts';
import { openClaims } from '../src/features/claims/open-claims.ts';
import { decideClaim } from '../src/features/claims/service.ts';
import { listClaims } from '../src/features/claims/store.ts';
import { addChannel, createRecorder, deliverAt, subscribe } from './delivery-channels.ts';
import { hoursAgo } from './reports.ts';
import { ofDealer, startTwoDealers, type TwoDealers } from './two-dealers.ts';

let house: TwoDealers;
beforeAll(async () => {
  house = await startTwoDealers();
});
afterAll(() => house.platen.close());
beforeEach(async () => {
  await house.platen.database.owner.query('truncate channel cascade');
});

const db = () => house.platen.database.db;
const call = async (subject: string, method: string, path: string, body?: object) => {
  const answer = await fetch(`${house.platen.url}${path}`, {
    method,
    headers: { ...(await house.platen.bearer(subject)), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const value: unknown = await answer.json();
  expect([path, answer.status, value]).toEqual([path, 200, expect.anything()]);
  return value;
};
/** A webhook of the organisation with a subscription made by call, as a person makes it. */
const listen = async (...events: string[]) => {
  const channelId = await addChannel(db(), { kind: 'webhook', address: 'https://erp.example/hook' });
  const form = { name: 'Devices', scope: {}, leastPriority: 'P4', events, when: { at: 'once' }, quiet: null };
  await call('admin', 'PUT', `/v1/channels/${channelId}/subscriptions`, { subscriptions: [form], version: 1 });
  return channelId;
};
const deliverNow = async () => {
  const { sent, ways } = createRecorder();
  await deliverAt(db(), Date.now() + 5 * 60_000, { ways });
  return sent.map(({ message }) => message);
};
const bodies = async () =>
  (await deliverNow()).flatMap((message) => toWebhookBodies(message)).map((body) => webhookBody.parse(body));
const counted = (hours: number, serial: string, value: number) =>
  ofDealer('D-A', serial, hoursAgo(hours), {
    counters: { total: { unit: 'impressions', reading: { state: 'measured', value } } },
  });

test('DE-27 LG-19 LG-21: meter.corrected reports a correction that is made and each decision, without what was noted', async () => {
  await house.a.send(counted(50, 'M1', 100), counted(2, 'M1', 400));
  const id = await house.deviceOf('M1', house.a);
  const channelId = await listen('meterCorrected');
  const people = await addChannel(db());
  await subscribe(db(), people, { events: ['meterCorrected'] });
  const path = `/v1/device/${id}/meters/total/corrections`;
  const body = { kind: 'pages', at: hoursAgo(10).toISOString(), pages: -12, reason: 'agreed', note: 'Ring Mr. Ito.' };
  const made = correctMeter.answer.parse(await call('admin', 'POST', path, body));
  await call('admin', 'POST', `${path}/${made.correctionId}/decision`, { decision: 'withdraw' });
  const messages = await deliverNow();
  const sent = messages.flatMap((message) =>
    message.subscription?.name === 'Devices' ? toWebhookBodies(message) : [],
  );
  const correction = { correctionId: made.correctionId, meter: 'total', kind: 'pages', pages: -12, reason: 'agreed' };
  expect(sent.map((one) => webhookBody.parse(one))).toMatchObject([
    {
      type: 'meter.corrected',
      data: {
        version: 1,
        device: { deviceId: id, serial: 'M1', dealerNumber: 'D-A' },
        correction: { ...correction, state: made.state },
        url: `https://platen.example/profile?device=${id}`,
      },
    },
    { type: 'meter.corrected', data: { version: 2, correction: { ...correction, state: 'withdrawn' } } },
  ]);
  expect(JSON.stringify(messages)).not.toContain('Mr. Ito');
  const mail = messages.find((message) => message.subscription?.name !== 'Devices');
  if (mail === undefined) throw new Error('a message for people');
  const facts = (language: 'en-us' | 'ja-jp') =>
    toContent(mail, { language, zone: 'UTC' }).items.map((item) => item.facts.map(({ text }) => text));
  expect(facts('en-us')).toEqual([
    expect.arrayContaining(['Total', expect.stringMatching(/^Pages · -12/), 'Agreed with the customer']),
    expect.arrayContaining(['Pages · -12 · withdrawn']),
  ]);
  expect(facts('ja-jp')[0]).toContain('合計');
  const log = listDeliveries.answer.parse(
    await call('admin', 'GET', `/v1/deliveries?channelId=${channelId}&event=meterCorrected`),
  );
  expect(log.deliveries).toMatchObject([
    { kind: 'device', event: 'meterCorrected', about: null, device: { serial: 'M1' }, state: 'accepted' },
    { kind: 'device' },
  ]);
});

test('DE-27 OA-03: a device that a person places with another organisation of its dealer moves', async () => {
  const add = async (kind: string, name: string, parentId: string, numbers: object) =>
    (
      (await call('admin', 'POST', '/v1/organisations', {
        parentId,
        kind,
        name,
        dealerNumbers: [],
        customerNumbers: [],
        ...numbers,
      })) as OrganisationDetails
    ).organisation.organisationId;
  const dealer = await add('dealer', 'A', '00000000-0000-7000-8000-000000000001', { dealerNumbers: ['D-A'] });
  const customer = await add('customer', 'Bexholm', dealer, {});
  await house.a.send(ofDealer('D-A', 'P1', hoursAgo(2)));
  const id = await house.deviceOf('P1', house.a);
  await listen('deviceMoved');
  await call('admin', 'POST', '/v1/devices/place', { deviceIds: [id], organisationId: customer });
  await call('admin', 'POST', '/v1/devices/place', { deviceIds: [id], organisationId: customer });
  expect(await bodies()).toMatchObject([
    {
      type: 'device.moved',
      data: { device: { serial: 'P1', organisationId: customer }, before: { organisationId: dealer } },
    },
  ]);
});

test('DE-27 DE-03: a held device is reported when a person lets it in, as one that moved or a new one, and never before', async () => {
  await listen('deviceAdded', 'deviceMoved');
  const types: string[][] = [];
  for (const decision of ['separate', 'move', 'reject'] as const) {
    const serial = `H-${decision}`;
    await house.a.send(ofDealer('D-A', serial, hoursAgo(40)));
    await house.b.send(ofDealer('D-B', serial, hoursAgo(10)));
    await openClaims(db(), new Date());
    const heldId = await house.deviceOf(serial, house.b);
    expect((await bodies()).map(({ type }) => type)).toEqual(['device.added']);
    const claims = await listClaims(db(), { limit: 100 });
    const claimId = claims.find(({ held }) => held.deviceId === heldId)?.claimId ?? '';
    await decideClaim(db(), {
      claimId,
      decision,
      actor: { subject: 'os:tester', role: 'operator' },
      now: new Date(),
    });
    const after = await bodies();
    types.push(after.map(({ type }) => type));
    expect(JSON.stringify(after)).not.toContain('"D-A');
  }
  expect(types).toEqual([['device.added'], ['device.moved'], []]);
});
