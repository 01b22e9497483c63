import type { VisitPack } from '@platen/contract/visit-pack';
import type { Visit, VisitDevice } from '@platen/contract/visits';
import { page as browser } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

import { openRecords } from '../../src/offline/open-stores.ts';

import { queryClient } from '../../src/platform/query-client.ts';

import { type FakeRoutes } from '../fake-server.ts';
import { renderPortal, signedInUser } from '../render-portal.tsx';
import { aDevice, aPack, visitId } from '../visit-pack/a-pack.ts';

export const packed = aDevice(1, { parts: 3 });
export const open: VisitDevice = {
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
export const aVisit = (change: Partial<Visit> = {}): Visit => ({
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
export const pack: VisitPack = aPack({ devices: [packed], version: 3 });
export const online = (visit = aVisit(), more: FakeRoutes = {}): FakeRoutes => ({
  [`GET /v1/visits/${visitId}`]: { body: { visit } },
  [`GET /v1/visits/${visitId}/pack`]: { body: pack },
  ...more,
});
export const silent: FakeRoutes = {
  [`GET /v1/visits/${visitId}`]: 'offline',
  [`GET /v1/visits/${visitId}/pack`]: 'offline',
  [`POST /v1/visits/${visitId}/record`]: 'offline',
  'GET /v1/users/me': 'offline',
};
/** The record of the visit. `isAgain`: the page is loaded again, with what is stored on this device. */
export async function show(routes: FakeRoutes, isAgain = false, locale: 'en-us' | 'ja-jp' = 'en-us') {
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

export const recorded: NonNullable<VisitDevice['record']> = {
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
export const done = aVisit({
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

/** An empty store of records on a phone, before each test. */
export async function startEmpty(): Promise<void> {
  await browser.viewport(480, 900);
  const db = await openRecords();
  await db.clear('records');
  await db.clear('drafts');
  db.close();
}
