import type { Visit, VisitPage, VisitRow } from '@platen/contract/visits';

export const visitId = '0193e0a0-0000-7000-8000-00000000f001';
const idOf = (at: number) => `0193e0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const person = { userId: idOf(9), name: 'Aiko Mori' };

const head = {
  visitId,
  kind: 'repair',
  state: 'planned',
  customerNumber: 'C-10021',
  customerName: 'Weir school',
  place: 'Floor 1, room 12',
  plannedDay: '2026-11-26',
  hours: { from: '09:00', to: '10:30' },
  assignee: person,
  note: null,
  externalKey: null,
  startedAt: null,
  doneAt: null,
  isOverdue: false,
  isOnOlderPlan: false,
  version: 3,
} as const satisfies Partial<VisitRow>;

export const visitRow: VisitRow = {
  ...head,
  devices: [{ deviceId: idOf(1), serial: 'CKL248117', model: 'MFP 4525C', result: null, notDone: null }],
  priorities: ['P1', 'P2'],
  conditionCount: 2,
  wentBack: 1,
  missing: [],
  bring: { count: 3, packed: 2, notInStock: ['toner.black'], unnumbered: 0 },
  packStoredAt: '2026-11-26T07:20:00.000Z',
  madeAt: '2026-11-25T08:00:00.000Z',
};

/** One visit with everything, and one of which little is known. */
export const visitPage: VisitPage = {
  visits: [
    visitRow,
    {
      ...visitRow,
      visitId: idOf(2),
      kind: 'maintenance',
      customerNumber: null,
      customerName: null,
      place: null,
      plannedDay: '2026-11-27',
      hours: null,
      assignee: null,
      devices: [{ deviceId: idOf(3), serial: null, model: null, result: null, notDone: null }],
      priorities: [],
      conditionCount: 0,
      wentBack: 0,
      bring: null,
      packStoredAt: null,
    },
  ],
  head: {
    today: 1,
    devicesToday: 1,
    underWay: 0,
    doneToday: 0,
    mine: 1,
    open: 2,
    drafts: 0,
    overdue: 0,
    toRead: 0,
    done: 0,
  },
  today: '2026-11-26',
  zone: 'Europe/Berlin',
  workingHours: { from: '08:00', to: '17:00' },
};

const device: Visit['devices'][number] = {
  deviceId: idOf(1),
  serial: 'CKL248117',
  model: 'MFP 4525C',
  description: 'Reception',
  state: 'open',
  priority: 'P1',
  conditions: [],
  tasks: ['Clean the glass'],
  bring: [{ item: 'part.6342', pieces: 1 }],
  record: null,
  formerRecords: [],
};

/** A planned visit to a device with work, and to one of which little is known. */
export const aVisit: Visit = {
  ...head,
  access: 'Ring at the gate',
  cancelled: null,
  formerId: null,
  nextIds: [],
  madeBy: person,
  madeAt: '2026-11-25T08:00:00.000Z',
  seenAt: null,
  devices: [
    device,
    {
      ...device,
      deviceId: idOf(2),
      serial: null,
      model: null,
      description: null,
      priority: null,
      tasks: [],
      bring: [],
    },
  ],
  actions: ['change', 'plan', 'start', 'cancel', 'record'],
  zone: 'Europe/Berlin',
};
