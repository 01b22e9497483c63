import type { VisitPack } from '@platen/contract/visit-pack';
import type { Visit, VisitDevice } from '@platen/contract/visits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { plainCondition } from '../../../../../packages/contract/test/worklist-row.ts';
import { type FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { aDevice, aPack, visitId } from '../../../test/visit-pack/a-pack.ts';
import { openRecords } from '../../offline/open-stores.ts';
import { storePack } from '../../offline/packs.ts';
import { listRecords } from '../../offline/records.ts';
import { queryClient } from '../../platform/query-client.ts';
import { notePacksOf } from '../../platform/stored-packs.ts';
import { storeSession } from '../../session/stored-session.ts';
import { askedParts } from './to-subject.ts';

const packed = aDevice(1, { parts: 3 });
const open: VisitDevice = {
  deviceId: packed.deviceId,
  serial: packed.serial,
  model: packed.model,
  description: packed.description,
  state: 'open',
  priority: 'P1',
  conditions: [],
  tasks: [],
  bring: [],
  record: null,
  formerRecords: [],
};
const aVisit = (change: Partial<Visit> = {}): Visit => ({
  visitId,
  kind: 'repair',
  state: 'planned',
  customerNumber: 'C-20044',
  customerName: 'Bexholm Outfitters',
  place: 'Floor 1',
  plannedDay: '2026-11-26',
  hours: null,
  assignee: null,
  note: null,
  externalKey: null,
  startedAt: null,
  doneAt: null,
  isOverdue: false,
  isOnOlderPlan: false,
  version: 3,
  access: null,
  cancelled: null,
  formerId: null,
  nextIds: [],
  madeBy: null,
  madeAt: '2026-11-25T08:00:00.000Z',
  seenAt: null,
  devices: [open],
  actions: ['record'],
  zone: 'Europe/Berlin',
  ...change,
});
const pack: VisitPack = aPack({ devices: [packed], version: 3 });
const online = (visit = aVisit(), more: FakeRoutes = {}): FakeRoutes => ({
  [`GET /v1/visits/${visitId}`]: { body: { visit } },
  [`GET /v1/visits/${visitId}/pack`]: { body: pack },
  ...more,
});
const silent: FakeRoutes = {
  [`GET /v1/visits/${visitId}`]: 'offline',
  [`GET /v1/visits/${visitId}/pack`]: 'offline',
  [`POST /v1/visits/${visitId}/record`]: 'offline',
  'GET /v1/users/me': 'offline',
};
/** `isAgain`: the page is loaded again, with what is stored on this device. */
async function show(routes: FakeRoutes, isAgain = false, locale: 'en-us' | 'ja-jp' = 'en-us') {
  if (isAgain) {
    await cleanup();
    queryClient.clear();
  }
  return renderPortal({
    path: `/visits/${visitId}/record`,
    locale,
    session: signedInUser,
    routes,
    keepStorage: isAgain,
  });
}

beforeEach(async () => {
  await browser.viewport(480, 900);
  const db = await openRecords();
  await db.clear('records');
  await db.clear('drafts');
  db.close();
});
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

test('VR-01 VR-02 VR-05 VR-08: a plain case is a tap for the result and one a part, and says what it does first', async () => {
  const { screen } = await show(online());
  await expect.element(screen.getByText('Nothing yet.')).toBeVisible();
  await expect.element(screen.getByText('Newest report: 271,163')).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Choose a result.' })).toBeVisible();
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  await screen.getByRole('radio', { name: 'Replaced' }).first().click();
  await screen.getByRole('radio', { name: 'Not done' }).nth(1).click();
  await screen.getByRole('radio', { name: 'Missing', exact: true }).click();
  await expect.element(screen.getByText(/^Entered as replaced: .*\.$/)).toBeVisible();
  await expect.element(screen.getByText(/A draft of the next visit brings .*drum/i)).toBeVisible();
  await screen.getByLabelText('Total on the panel').fill('271100');
  await expect.element(screen.getByText('This is below the newest report.')).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(await listRecords()).toEqual([]);
  await screen.getByRole('button', { name: 'Yes, it is' }).click();
  await expect.element(screen.getByText('This is below the newest report.')).not.toBeInTheDocument();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});

test('GE-19 VR-05: what keeps the record from being saved has the focus, and the answer to a question leaves it at its field', async () => {
  const { screen } = await show(online());
  const save = screen.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(screen.getByRole('radio', { name: 'Fixed', exact: true }).first()).toHaveFocus();
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  const total = screen.getByLabelText('Total on the panel');
  await total.fill('271,1x');
  await save.click();
  await expect.element(screen.getByText('Enter the total as a whole number.')).toBeVisible();
  await expect.element(total).toHaveFocus();
  await total.fill('271100');
  await screen.getByLabelText('Test pages').fill('-3');
  await save.click();
  await expect.element(screen.getByLabelText('Test pages')).toHaveFocus();
  await screen.getByLabelText('Test pages').fill('3');
  await save.click();
  await expect.element(screen.getByRole('button', { name: 'Yes, it is' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Yes, it is' }).click();
  await expect.element(total).toHaveFocus();
});

test('GE-19 VR-07: what became of each condition is asked with its name', async () => {
  const conditions = ['C371', 'C449'].map((code, n) => ({
    ...plainCondition,
    conditionId: `0190a0b0-0000-7000-8000-00000000010${n}`,
    kind: 'down' as const,
    subject: code,
    facts: { code },
  }));
  const { screen } = await show(online(aVisit({ devices: [{ ...open, conditions }] })));
  await expect.element(screen.getByRole('group', { name: /^What became of: .*C371/ })).toBeVisible();
  await expect.element(screen.getByRole('group', { name: /^What became of: .*C449/ })).toBeVisible();
});

test('VP-22 VP-23 CH-12 TX-14: without a connection the form opens from the stored pack, and a reload finds what was entered and saved', async () => {
  await wipe();
  storeSession(signedInUser);
  notePacksOf(signedInUser.subject);
  await storePack(pack);
  const { screen } = await show(silent, true);
  await expect.element(screen.getByText(/No connection\. As of/)).toBeVisible();
  await expect.element(screen.getByText('4410-F')).toBeVisible();
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  await screen.getByRole('radio', { name: 'Set', exact: true }).click();
  // A reload in the middle.
  const again = await show(silent, true);
  await expect.element(again.screen.getByRole('radio', { name: 'Works for now' })).toBeChecked();
  await again.screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(again.screen.getByText(/1 record waits for a connection/)).toBeVisible();
  // After another one the record is there, and changing it leaves one record.
  const third = await show(silent, true);
  await third.screen.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.element(third.screen.getByRole('radio', { name: /Set$/ })).toBeChecked();
  await third.screen.getByRole('radio', { name: 'Passed on' }).click();
  await third.screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await listRecords()).map(({ body }) => body.devices))
    .toMatchObject([[{ result: 'passedOn', proposals: [{ isDone: true }], done: [{ done: 'codeSet', main: 2103 }] }]]);
});

test('VP-23: a refused record opens with what was entered, says why, and is sent again', async () => {
  const bodies: unknown[] = [];
  const refusing = online(aVisit(), {
    [`POST /v1/visits/${visitId}/record`]: ({ body }) => {
      bodies.push(body);
      return bodies.length === 1
        ? { status: 409, body: { errorCode: 202003, detail: [{ msg: 'the device was retired' }] } }
        : { body: { state: 'done', version: 4, records: [], nextVisitId: null } };
    },
  });
  const { screen } = await show(refusing);
  await screen.getByRole('radio', { name: 'No fault found' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'the device was retired' })).toBeVisible();
  const again = await show(refusing, true);
  await again.screen.getByRole('radio', { name: 'Passed on' }).click();
  await again.screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bodies)
    .toMatchObject([
      { version: 3, devices: [{ result: 'noFaultFound' }] },
      { version: 3, devices: [{ result: 'passedOn' }] },
    ]);
  await expect.poll(async () => (await listRecords()).map(({ state }) => state)).toEqual(['sent']);
});

test('VP-02: a device that was not done is saved with the reason alone', async () => {
  const bodies: unknown[] = [];
  const { screen } = await show(
    online(aVisit(), {
      [`POST /v1/visits/${visitId}/record`]: ({ body }) => {
        bodies.push(body);
        return { body: { state: 'done', version: 4, records: [], nextVisitId: null } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Not done' }).click();
  await screen.getByRole('radio', { name: 'No time' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bodies)
    .toEqual([{ version: 3, devices: [{ deviceId: packed.deviceId, notDone: 'noTime' }] }]);
});

const recorded: NonNullable<VisitDevice['record']> = {
  record: {
    deviceId: packed.deviceId,
    arrivedAt: '2026-11-26T12:06:00.000Z',
    leftAt: '2026-11-26T12:38:00.000Z',
    result: 'worksForNow',
    done: [{ done: 'codeSet', kind: '08', main: 2103, sub: 0, from: '96', to: '128' }],
    parts: [
      { item: '6342', answer: 'replaced', partNumber: '4410-F', pieces: 1 },
      { item: '6250', answer: 'notDone', isMissing: true, pieces: 1 },
    ],
    counters: [{ counter: 'total', reported: { value: 271_163, at: '2026-11-26T12:31:00.000Z' }, typed: 271_240 }],
    conditions: [],
    note: 'Guide of drawer 1 stood too wide.',
  },
  revision: 2,
  recordedBy: { userId: '0193e0a0-0000-7000-8000-000000000402', name: 'Mori' },
  recordedAt: '2026-11-26T12:52:00.000Z',
  isOnOlderPlan: true,
  olderPlan: {
    madeAt: '2026-11-26T11:41:00.000Z',
    conditions: packed.conditions.slice(0, 2),
    bring: [{ item: '6342', pieces: 1 }],
  },
};
const done = aVisit({
  state: 'done',
  isOnOlderPlan: true,
  actions: ['correct', 'see'],
  nextIds: ['0193e0a0-0000-7000-8000-00000000f009'],
  devices: [
    {
      ...open,
      state: 'recorded',
      bring: [{ item: 'toner.yellow', pieces: 1 }],
      record: recorded,
      formerRecords: [{ ...recorded, revision: 1, record: { deviceId: packed.deviceId, notDone: 'noTime' } }],
    },
  ],
});

test('VP-24 VP-02: the dispatcher reads the record, both plans and former records, and marks it as seen', async () => {
  const seen: unknown[] = [];
  const read = { ...done, isOnOlderPlan: false, actions: ['correct'] };
  const { screen } = await show(
    online(done, {
      [`GET /v1/visits/${visitId}`]: () => ({ body: { visit: seen.length === 0 ? done : read } }),
      [`POST /v1/visits/${visitId}/seen`]: ({ path }) => {
        seen.push(path);
        return { body: { visit: read } };
      },
    }),
  );
  await expect.element(screen.getByRole('table', { name: 'Both plans' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'Total 271,240 typed' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '96 → 128' })).toBeVisible();
  await expect.element(screen.getByText('Guide of drawer 1 stood too wide.')).toBeVisible();
  await screen.getByRole('button', { name: 'Record 1' }).click();
  await expect.element(screen.getByText('No time')).toBeVisible();
  // What the header hides halfway is no target of the right size.
  window.scrollTo({ top: 0 });
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('button', { name: 'Mark as seen' }).click();
  await expect.element(screen.getByText('Recorded on an older plan')).not.toBeInTheDocument();
  expect(seen).toHaveLength(1);
});

test('VP-24 GE-19: a record is read in Japanese with the signs of Japanese', async () => {
  const { screen } = await show(online(done), false, 'ja-jp');
  await expect.element(screen.getByText(/^修理完了、|^暫定対応、/)).toBeVisible();
  expect(document.querySelector('main')?.textContent ?? '').not.toMatch(/[ぁ-んァ-ヶ一-龠）], /);
});

test('VP-24: the page of a visit that is done leads to its record', async () => {
  const { screen, router } = await renderPortal({
    path: `/visits/${visitId}`,
    session: signedInUser,
    routes: online(done),
  });
  await screen.getByRole('link', { name: 'Record', exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/visits/${visitId}/record`);
  await expect.element(screen.getByRole('table', { name: 'Both plans' })).toBeVisible();
});

test('VP-02 GE-06: a correction starts from the record and names the revision it was made from', async () => {
  const bodies: unknown[] = [];
  const { screen } = await show(
    online(done, {
      [`PUT /v1/visits/${visitId}/record`]: ({ body }) => {
        bodies.push(body);
        return { body: { state: 'done', version: 5, records: [], nextVisitId: null } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Correct' }).click();
  const device = screen.getByRole('heading', { level: 2, name: packed.serial ?? '' });
  await expect.element(device).toHaveFocus();
  await expect.element(screen.getByLabelText('Total on the panel')).toHaveValue('271240');
  await screen.getByRole('radio', { name: 'Fixed', exact: true }).first().click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(device).toHaveFocus();
  await expect
    .poll(() => bodies)
    .toMatchObject([
      {
        devices: [{ result: 'fixed', parts: [{ item: '6342' }, { item: '6250', isMissing: true }] }],
        revisions: { [packed.deviceId]: 2 },
      },
    ]);
});

test('GE-06 VP-02: a correction that met another one stands next to it, and mine is saved over the present one', async () => {
  const theirs = {
    ...done,
    devices: done.devices.map((device) => ({
      ...device,
      record: device.record && {
        ...device.record,
        revision: 3,
        record: { ...recorded.record, result: 'passedOn', note: 'Asked the maker.' },
      },
    })),
  };
  const bodies: unknown[] = [];
  const put = `PUT /v1/visits/${visitId}/record`;
  const { screen } = await show(
    online(done, {
      [put]: ({ body }) => {
        bodies.push(body);
        if (bodies.length > 1) return { body: { state: 'done', version: 5, records: [], nextVisitId: null } };
        const changedBy = { userId: packed.deviceId, name: 'Ida Weber' };
        return { status: 409, body: { errorCode: 202002, detail: [], current: { visit: theirs }, changedBy } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Correct' }).click();
  await screen.getByRole('radio', { name: 'Fixed', exact: true }).first().click();
  await screen.getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Changed meanwhile by Ida Weber' });
  await expect.element(dialog.getByRole('row', { name: 'Result Works for now Fixed Passed on' })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /^Note .*Asked the maker\.$/ })).toBeVisible();
  // What neither changed is no row.
  expect(dialog.getByRole('row', { name: /^Counter/ }).elements()).toEqual([]);
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => bodies.length).toBe(2);
  expect(bodies[1]).toMatchObject({ devices: [{ result: 'fixed' }], revisions: { [packed.deviceId]: 3 } });
});

test('GE-06 VP-02: to take theirs leaves their record and drops what was entered', async () => {
  let isMet = false;
  const theirs = {
    ...done,
    devices: done.devices.map((device) => ({
      ...device,
      record: device.record && { ...device.record, revision: 3, record: { ...recorded.record, result: 'passedOn' } },
    })),
  };
  const { screen } = await show(
    online(done, {
      [`GET /v1/visits/${visitId}`]: () => ({ body: { visit: isMet ? theirs : done } }),
      [`PUT /v1/visits/${visitId}/record`]: () => {
        isMet = true;
        return { status: 409, body: { errorCode: 202002, detail: [], current: { visit: theirs } } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Correct' }).click();
  await screen.getByRole('radio', { name: 'Fixed', exact: true }).first().click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await screen.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(screen.getByText('Passed on')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Correct' })).toBeVisible();
});

test('VR-03: a device without colors offers no units of them; without a pack a supply is named as packs name it', async () => {
  const mono = aPack({ devices: [{ ...packed, isMonochrome: true }], version: 3 });
  const { screen } = await show(online(aVisit(), { [`GET /v1/visits/${visitId}/pack`]: { body: mono } }));
  const items = screen.getByRole('combobox', { name: 'Another part' });
  await expect.element(items).toBeVisible();
  const names = [...items.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(names).toContain('Black developer');
  expect(names.filter((name) => /Yellow|Magenta|Cyan|blue/.test(name))).toEqual([]);
  const waste = { kind: 'supply', subject: 'waste', facts: { item: 'waste' } } as const;
  const cyan = { kind: 'supply', subject: 'cyan', facts: { item: 'cyan' } } as const;
  const conditions = [waste, cyan].map((one) => ({ ...plainCondition, ...one }));
  expect(askedParts({ conditions, bring: [] }).map(({ item }) => item)).toEqual(['supply.waste', 'toner.cyan']);
});

test.each([
  ['dark', 'ja-jp', 480, aVisit()],
  ['light', 'en-us', 1440, aVisit()],
  ['dark', 'ja-jp', 1440, done],
] as const)(
  'GE-19: in %s, %s, at %i px the record has no accessibility defect',
  async (theme, locale, width, visit) => {
    await browser.viewport(width, 900);
    document.documentElement.dataset['theme'] = theme;
    const { screen } = await show(online(visit), false, locale);
    await expect.element(screen.getByText('PAAX000261').first()).toBeVisible();
    expect(await findProblems()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
