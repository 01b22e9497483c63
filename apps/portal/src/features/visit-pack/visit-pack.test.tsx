import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { aDevice, aPack, visitId } from '../../../test/visit-pack/a-pack.ts';
import { storePack } from '../../offline/packs.ts';
import { forgetStoredPacks, notePacksOf } from '../../platform/stored-packs.ts';
import { storeSession } from '../../session/stored-session.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(wipe);

const path = `/visits/${visitId}/pack`;
const address = `GET /v1/visits/${visitId}/pack`;
const open = (pack = aPack(), more = {}) =>
  renderPortal({ path, session: signedInUser, routes: { [address]: { body: pack }, ...more } });

test('VP-07 VP-08 VP-09 VP-10 VP-12 VP-13 VP-14 VP-15: the page shows access, parts, work, errors, counters, forecast, visits and notes', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText(/Goods lift behind the till/)).toBeVisible();
  for (const title of ['Bring', 'Do', 'Counters', 'Forecast 8 weeks', 'Before', 'Notes'])
    await expect.element(screen.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect.element(screen.getByText('4410-F')).toBeVisible();
  await expect.element(screen.getByText('number not known').first()).toBeVisible();
  await expect.element(screen.getByText('May as well be looked at')).toBeVisible();
  await expect.element(screen.getByText('Fuser heating')).toBeVisible();
  await expect.element(screen.getByText('271,163')).toBeVisible();
  await expect.element(screen.getByText('5 of 14 readings').first()).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('VP-07: the page of a single device says where it stands, and counts the days since the last visit once', async () => {
  const device = aDevice(1);
  const pack = aPack({ devices: [device] });
  const since = new Date(Date.parse(pack.madeAt) - 79.7 * 86_400_000).toISOString();
  const { screen } = await open({ ...pack, devices: [{ ...device, lastVisitAt: since, since }] });
  await expect.element(screen.getByText('Floor 1', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/, 79 d$/)).toBeVisible();
});

test('VP-08: one press marks a part as packed, the next as not in stock, with who noted it', async () => {
  const bodies: unknown[] = [];
  const by = { userId: aPack().madeBy?.userId ?? '', name: 'Mori' };
  const { screen } = await open(aPack(), {
    [`PUT /v1/visits/${visitId}/fetched`]: ({ body }: { body: { deviceId: string; item: string; state: string } }) => {
      bodies.push(body);
      return { body: { fetched: [{ ...body, by, at: new Date().toISOString() }] } };
    },
  });
  const box = screen.getByRole('button', { name: /: to pack/ }).first();
  await userEvent.click(box);
  await expect.element(screen.getByRole('button', { name: /: packed/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /: packed/ }));
  await expect.element(screen.getByText(/1 part not in stock, noted by Mori/)).toBeVisible();
  expect(bodies).toMatchObject([{ state: 'packed' }, { state: 'notInStock' }]);
});

test('VP-17: refresh asks for a new pack, and what is new since is marked', async () => {
  const device = aDevice(1);
  const fresh = { since: '2026-11-26T08:21:00.000Z', keys: [`${device.deviceId} bring 6342`] };
  const { screen } = await open(aPack(), {
    [address]: ({ query }: { query: Record<string, string> }) => ({
      body: query['refresh'] === '1' ? aPack({ fresh }) : aPack(),
    }),
  });
  await expect.element(screen.getByText('Fuser heating')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await expect.element(screen.getByText('new', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/Marked: new since/)).toBeVisible();
});

test('VP-22: without a connection the stored pack is shown with the time from which it is', async () => {
  await wipe();
  storeSession(signedInUser);
  notePacksOf(signedInUser.subject);
  await storePack(aPack());
  const { screen } = await renderPortal({
    path,
    session: signedInUser,
    keepStorage: true,
    routes: { [address]: 'offline' },
  });
  await expect.element(screen.getByText(/No connection\. As of/)).toBeVisible();
  await expect.element(screen.getByText(/Goods lift behind the till/)).toBeVisible();
  expect(await findProblems()).toEqual([]);
  forgetStoredPacks();
});

test('VP-25 VP-26: no other user reads a stored pack, nor its user 7 days after the last answer of the server', async () => {
  for (const [subject, at] of [
    ['someone-else', Date.now()],
    [signedInUser.subject, Date.now() - 7 * 86_400_000],
  ] as const) {
    await wipe();
    storeSession(signedInUser);
    notePacksOf(signedInUser.subject);
    await storePack(aPack());
    localStorage.setItem('platen.packs', JSON.stringify({ subject, at }));
    const { screen } = await renderPortal({
      path,
      session: signedInUser,
      keepStorage: true,
      routes: { [address]: 'offline' },
    });
    await expect.element(screen.getByText('Network error.')).toBeVisible();
    expect(screen.getByText(/Goods lift/).elements()).toEqual([]);
  }
});

test('VP-14: an earlier visit shows its result, the replaced parts and what else was done', async () => {
  const device = aDevice(1);
  const [before] = device.before;
  if (before === undefined) throw new Error('the pack has no earlier visit');
  const record = {
    deviceId: device.deviceId,
    arrivedAt: '2026-11-03T13:00:00.000Z',
    leftAt: '2026-11-03T14:00:00.000Z',
    result: 'worksForNow' as const,
    done: [
      { done: 'cleaned' as const, item: 'CST1' },
      { done: 'codeSet' as const, kind: '08' as const, main: 2103, sub: 0, from: '96', to: '128' },
    ],
    parts: [{ item: '6342', answer: 'replaced' as const }],
    counters: [],
    conditions: [],
  };
  const stored = { revision: 1, recordedBy: null, recordedAt: record.leftAt, isOnOlderPlan: false, record };
  const devices = [{ ...device, before: [{ ...before, record: stored }] }];
  const { screen } = await renderPortal({
    path,
    session: signedInUser,
    routes: { [address]: { body: aPack({ devices }) } },
  });
  await expect.element(screen.getByText('works for now')).toBeVisible();
  await expect.element(screen.getByText(/ replaced\. Drawer 1 cleaned\. 08-2103-0 set to 128/)).toBeVisible();
});

test('VP-17 UI: 480 px in Japanese and the second brand has the jump strip and nothing that overflows', async () => {
  // So high that nothing lies half under the bar at the bottom: axe measures only the half that is seen.
  await browser.viewport(480, 3600);
  const { screen } = await renderPortal({
    path: `/rdt${path}`,
    locale: 'ja-jp',
    session: signedInUser,
    routes: { [address]: { body: aPack({ devices: [aDevice(1), aDevice(2)] }) } },
  });
  await expect.element(screen.getByRole('heading', { name: '持ち物' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  await userEvent.click(screen.getByRole('button', { name: '次の機器' }));
  // The pages for paper have it too; the last one stands in the bar under the thumb.
  await expect.element(screen.getByText('2台中2台目').last()).toBeVisible();
  expect(await findProblems()).toEqual([]);
});
