import { makeFeed, readFeed } from '@platen/contract/visit-calendar';
import { readVisit } from '@platen/contract/visits';
import { expect, test } from 'vitest';
import { inDays, testWorklist } from '../../../../test/test-worklist.ts';
import { toCalendar } from './calendar.ts';

const worklist = testWorklist();
const { idOf, send } = worklist;

const make = async (more: Record<string, unknown>) => {
  const devices = [{ deviceId: worklist.own, conditionIds: [] }];
  const { value } = await send('service', 'POST', '/v1/visits', { kind: 'repair', devices, ...more });
  return readVisit.answer.parse(value).visit;
};
const visit = {
  visitId: '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e',
  state: 'planned',
  customerName: 'Bexholm; Outfitters',
  place: 'Room 204',
  plannedDay: '2026-11-26',
  hours: { from: '13:00', to: '15:00' },
  version: 3,
  devices: ['PAAX000260', 'B', 'C', 'D'].map((serial) => ({ serial })),
} as const;
const options = {
  zone: 'Europe/Berlin',
  locale: 'en-us',
  portal: 'https://platen.example',
  now: new Date('2026-11-25T08:00:00Z'),
} as const;

test('VP-05 GE-08: an event has its times in UTC, customer and serials in the title, and replaces its former form', () => {
  const text = toCalendar([visit], options).replaceAll('\r\n ', '');
  for (const line of [
    'DTSTART:20261126T120000Z',
    'DTEND:20261126T140000Z',
    String.raw`SUMMARY:Bexholm\; Outfitters · PAAX000260\, B\, C\, 1 more`,
    'UID:0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e@platen',
    'SEQUENCE:3',
    'URL;VALUE=URI:https://platen.example/visits/0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e',
  ])
    expect(text.split('\r\n')).toContain(line);
});

test.each([
  // The clocks are put forward: 02:30 does not exist; put back: the first one counts.
  ['2026-03-29', '02:30', '20260329T010000Z'],
  ['2026-10-25', '02:30', '20261025T003000Z'],
])('VP-05 GE-08: on %s at %s a visit begins at %s', (plannedDay, from, begin) => {
  expect(toCalendar([{ ...visit, plannedDay, hours: { from, to: null } }], options)).toContain(`DTSTART:${begin}`);
});

test('VP-05: without hours an event takes the whole day, and a cancelled one says so', () => {
  const text = toCalendar([{ ...visit, hours: null, state: 'cancelled' }], options);
  expect(text).toContain('DTSTART;VALUE=DATE:20261126\r\n');
  expect(text).toContain('STATUS:CANCELLED');
});

test('VP-05: a feed holds the own visits without contacts; a new address ends the former one, revoking ends all', async () => {
  const own = await make({
    plannedDay: inDays(3),
    assignee: idOf('tech'),
    access: 'Ring Ms Secret',
    note: 'Secret note',
  });
  const other = await make({ plannedDay: inDays(3), assignee: idOf('admin') });
  const bearer = await worklist.platen.bearer('tech');
  const feed = async (method: 'GET' | 'POST' | 'DELETE') =>
    await (await fetch(`${worklist.platen.url}/v1/visits/feed`, { method, headers: bearer })).json();
  const fetchFeed = (url: string) => fetch(`${worklist.platen.url}${new URL(url).pathname}`);
  const first = makeFeed.answer.parse(await feed('POST'));
  const answer = await fetchFeed(first.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const text = await answer.text();
  expect([own, other].map(({ visitId }) => text.includes(visitId))).toEqual([true, false]);
  expect(text).not.toContain('Secret');
  expect(readFeed.answer.parse(await feed('GET')).usedAt).not.toBeNull();
  const second = makeFeed.answer.parse(await feed('POST'));
  expect([(await fetchFeed(first.url)).status, (await fetchFeed(second.url)).status]).toEqual([404, 200]);
  await worklist.platen.database.pool.query(`update app_user set disabled_at = now() where subject = 'tech'`);
  expect((await fetchFeed(second.url)).status).toBe(404);
  await worklist.platen.database.pool.query(`update app_user set disabled_at = null where subject = 'tech'`);
  await feed('DELETE');
  expect((await fetchFeed(second.url)).status).toBe(404);
  const { rows } = await worklist.platen.database.pool.query(`select * from visit_feed`);
  expect(rows).toEqual([]);
});

test('VP-05 BR-02: one visit is a file that leads to the brand of its reader; a draft has no day and gives none', async () => {
  const planned = await make({ plannedDay: inDays(1) });
  const answer = await worklist.platen.get('service', `/v1/visits/${planned.visitId}/calendar`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('BEGIN:VEVENT')]);
  expect(await (await worklist.platen.get('service', `/v1/visits/${planned.visitId}/calendar`)).text()).not.toContain(
    '/rdt/',
  );
  await worklist.platen.post('service', '/v1/users/loginAt', { brand: 'rdt' });
  const branded = await worklist.platen.get('service', `/v1/visits/${planned.visitId}/calendar`);
  expect((await branded.text()).replaceAll('\r\n ', '')).toContain(`/rdt/visits/${planned.visitId}`);
  const draft = await make({});
  expect((await worklist.platen.get('service', `/v1/visits/${draft.visitId}/calendar`)).status).toBe(409);
});
