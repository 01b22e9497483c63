import type { ErrorGroup, PackDevice, VisitPack } from '@platen/contract/visit-pack';

/** Ids of the visit and its devices. */
export const visitId = '0193e0a0-0000-7000-8000-00000000f001';
const idOf = (at: number) => `0193e0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const madeAt = '2026-11-26T12:41:00.000Z';
const dayOf = (offset: number) => new Date(Date.parse(madeAt) + offset * 86_400_000).toISOString();

const items = ['6342', '6250', '6410', '6411', '6412', '6321', '6251', '6252', '6253', '6274'];
const codes = ['C447', 'E130', 'E010', 'EA50', 'CE20', 'D343', 'E020', 'E110', 'E270', 'CA10', 'E711', 'E550'];

const part = (item: string, index: number): PackDevice['bring'][number] => ({
  item,
  group: index < 6 ? 'asked' : 'lookAt',
  pieces: 1,
  ownNumber: index % 3 === 2 ? null : `44${String(10 + index)}-F`,
  makerNumber: null,
  name: null,
  conditionId: index < 6 ? idOf(100 + index) : null,
  life: 112 - 2 * index,
  level: null,
  day: '2026-12-02',
  range: { lower: '2026-11-28', upper: '2026-12-11' },
});
const group = (code: string, index: number): ErrorGroup => ({
  code,
  category: code.startsWith('C') ? 'serviceCall' : 'jamPrint',
  count: 1 + index,
  firstAt: dayOf(-20),
  lastAt: dayOf(-index / 2),
  counter: 270_774 - 100 * index,
  mostly: { paperSource: '3', paperSize: null, function: null },
  days: Array.from({ length: 24 }, (_, day) => Number(day % (index + 2) === 0)),
});

/** A device with the most that a page of paper has to hold (VP-16). */
export function aDevice(at: number, { parts = 10, groups = 12 } = {}): PackDevice {
  return {
    deviceId: idOf(at),
    serial: `PAAX00026${String(at)}`,
    model: 'Platen C5515',
    series: null,
    description: 'Floor 1',
    assetNumber: 'BX-0417',
    networkAddress: '10.59.222.76',
    unpackingDate: '2024-03-10',
    firmware: 'S475SY0W1610',
    firmwareTarget: 'S475SY0W1650',
    reportedAt: '2026-11-26T12:31:00.000Z',
    judgedAt: '2026-11-26T06:10:00.000Z',
    isMonochrome: false,
    conditions: Array.from({ length: 4 }, (_, index) => ({
      conditionId: idOf(100 + index),
      kind: 'part',
      subject: ['fuser', 'drum.black', 'secondTransfer', 'feedRoller.CST1'][index] ?? 'fuser',
      facts: { urgency: 'nextVisit', percent: 100 },
      priority: index === 0 ? 'P1' : 'P2',
      openedAt: dayOf(-3),
      lastSeenAt: dayOf(0),
    })),
    bring: items.slice(0, parts).map(part),
    tasks: [
      ...Array.from({ length: 4 }, (_, index) => ({
        kind: 'condition' as const,
        key: idOf(100 + index),
        conditionId: idOf(100 + index),
        messageId: '10000003',
        text: null,
        code: null,
        from: null,
        to: null,
        by: null,
        at: null,
      })),
      {
        kind: 'setting',
        key: idOf(300),
        conditionId: null,
        messageId: null,
        text: 'Fuser temperature, thick paper.',
        code: '08-2103-0',
        from: '96',
        to: '128',
        by: { userId: idOf(400), name: 'Weber' },
        at: dayOf(-2),
      },
    ],
    lastVisitAt: '2026-11-03T10:00:00.000Z',
    since: '2026-11-03T10:00:00.000Z',
    errors: {
      count: 78,
      groups: codes.slice(0, groups).map(group),
      groupCount: groups,
      firstDay: '2026-11-03',
      silentDays: [10],
      newest: [],
    },
    feeds: [
      { source: 'CST1', feeds: 2903, jams: 18, perThousand: 6.2, usual: 1.1 },
      { source: 'CST2', feeds: 1144, jams: 1, perThousand: 0.9, usual: 1 },
      { source: 'ADF', feeds: 1204, jams: 2, perThousand: 1.7, usual: 1.5 },
      { source: 'bypass', feeds: 112, jams: 0, perThousand: null, usual: null },
    ],
    codes: {
      changes: ['08-2103-0', '05-2114-0', '08-3820-0'].map((code) => ({
        code,
        before: '128',
        after: '96',
        usual: '128',
        level: 3,
        lastBefore: dayOf(-22),
        firstAfter: dayOf(-21),
        context: 'unknown' as const,
      })),
      count: 3,
      adjusting: 9,
    },
    counters: {
      at: '2026-11-26T12:31:00.000Z',
      visitDay: '2026-11-03',
      rows: ['total', 'black', 'color', 'CST1', 'CST2', 'bypass', 'ADF'].map((name, index) => ({
        name,
        now: 271_163 - 1000 * index,
        atVisit: 265_104 - 1000 * index,
        difference: 6059,
      })),
      pagesAMonth: 7681,
    },
    forecast: {
      lines: [
        ...['6342', 'toner.magenta', '6250', '6251', '6321', 'toner.yellow'].map((item) => ({
          item,
          day: '2026-12-02',
          range: { lower: '2026-11-28', upper: '2026-12-11' },
          percent: 98,
          reason: null,
          readings: null,
          needed: null,
        })),
        {
          item: 'toner.cyan',
          day: null,
          range: null,
          percent: null,
          reason: 'tooFewReadings',
          readings: 5,
          needed: 14,
        },
      ],
      later: ['toner.black', '6252'],
    },
    before: Array.from({ length: 3 }, (_, index) => ({
      visitId: idOf(500 + index),
      day: '2026-11-03',
      technician: 'Lindholm',
      note: 'Fuser cleaned, staples cleared',
      record: null,
      effects: [],
    })),
    notes: [
      { noteId: idOf(600), at: dayOf(-20), by: { userId: idOf(401), name: 'Lindholm' }, text: 'Left cover sticks.' },
    ],
  };
}

export const aPack = (change: Partial<VisitPack> = {}): VisitPack => ({
  visitId,
  version: 1,
  kind: 'repair',
  state: 'planned',
  customerNumber: 'C-20044',
  customerName: 'Bexholm Outfitters',
  place: 'Floor 1',
  access: 'Goods lift behind the till. Badge from the security desk. No noise before 10:00.',
  note: 'Two people work in Floor 1 until 13:30.',
  plannedDay: '2026-11-26',
  hours: { from: '13:00', to: '15:00' },
  assignee: { userId: idOf(402), name: 'Mori' },
  madeBy: { userId: idOf(400), name: 'Weber' },
  devices: [aDevice(1)],
  hidden: 0,
  zone: 'Europe/Berlin',
  madeAt,
  fresh: null,
  fetched: [],
  storedAt: null,
  isFrozen: false,
  ...change,
});
