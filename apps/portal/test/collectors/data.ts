import type { CollectorDetail, CollectorItem, StoppedDevice } from '@platen/contract/collectors';

/** This number of minutes before now, as the server writes it. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const day = 24 * 60;
const toId = (n: number) => `0190f3c2-7f3a-7cc1-8a6b-${n.toString(16).padStart(12, '0')}`;

export const northId = toId(1);

type Status = NonNullable<CollectorItem['status']>;

export const toStatus = (more: Partial<Status> = {}): Status => ({
  name: 'north-office',
  version: '0.1.0',
  host: 'srv-print-01',
  startedAt: minutesAgo(9 * day),
  everyMs: 900_000,
  queue: { reports: 0, bytes: 0, refused: 0 },
  round: {
    startedAt: minutesAgo(14),
    endedAt: minutesAgo(12),
    targets: 254,
    printers: 37,
    notPrinters: 3,
    silent: 213,
    failed: 1,
    incomplete: 1,
    notKept: 0,
  },
  receivedAt: minutesAgo(2),
  clockOffsetMs: 0,
  failures: 0,
  findings: 0,
  ...more,
});

export const toCollector = (n: number, more: Partial<CollectorItem> = {}): CollectorItem => ({
  collectorId: toId(n),
  name: `Site ${n}`,
  state: 'working',
  createdAt: minutesAgo(200 * day),
  revokedAt: null,
  lastContactAt: minutesAgo(2),
  version: '0.1.0',
  status: toStatus(),
  ...more,
});

const north = toCollector(1, {
  name: 'North office',
  devices: 1041,
  customers: ['Weir school', 'City mill'],
  customerCount: 4,
  status: toStatus({ failures: 3, findings: 3, queue: { reports: 12, bytes: 204_800, refused: 0 } }),
});

/** One of each state, in the order of the server. */
export const collectors: readonly CollectorItem[] = [
  toCollector(2, {
    name: 'Harbour Library',
    state: 'silent',
    lastContactAt: minutesAgo(31 * 60),
    status: toStatus({ receivedAt: minutesAgo(31 * 60), queue: { reports: 240, bytes: 4_800_000, refused: 0 } }),
  }),
  north,
  toCollector(3, { name: 'City hall', status: toStatus({ queue: { reports: 0, bytes: 0, refused: 2 } }) }),
  toCollector(4, { name: 'New branch', state: 'never', lastContactAt: null, version: null, status: null }),
  toCollector(5, { name: 'South office', version: '0.1.1' }),
  toCollector(6, { name: 'Warehouse', status: null, version: '0.0.9', lastContactAt: minutesAgo(50) }),
  toCollector(7, {
    name: 'Closed branch',
    state: 'revoked',
    revokedAt: minutesAgo(day),
    lastContactAt: minutesAgo(day),
  }),
];

export const northDetail: CollectorDetail = {
  collector: north,
  hours: [],
  rounds: [],
  failures: [
    {
      target: '10.24.18.61:161',
      kind: 'failed',
      reason:
        '10.24.18.61:161: the tables that say who it is were not read to the end; genErr at 1.3.6.1.2.1.43.5.1.1.17',
      since: minutesAgo(9 * day),
    },
    { target: '10.24.18.77:161', kind: 'silent', serial: 'CKL248117', reason: 'no answer', since: minutesAgo(130) },
    {
      target: '10.24.18.80:161',
      kind: 'incomplete',
      serial: 'CKL248230',
      reason: 'prtAlert: no end after 64 requests',
      since: minutesAgo(40),
    },
  ],
  findings: [
    {
      kind: 'duplicateSerial',
      target: '10.24.18.91:161',
      serial: '0000017',
      before: '10.24.18.90:161',
      now: '10.24.18.91:161',
      since: minutesAgo(3 * day),
    },
    {
      kind: 'exchangedBoard',
      target: '10.24.18.62:161',
      serial: 'CKL248011',
      before: 'MAC 00:80:91:b4:1c:7e',
      now: 'MAC 00:80:91:b4:22:01',
      since: minutesAgo(26 * 60),
    },
    {
      kind: 'movedAddress',
      target: '10.24.18.70:161',
      serial: 'CKL248377',
      before: '10.24.18.55:161',
      now: '10.24.18.70:161',
      since: minutesAgo(75),
    },
  ],
};

export const toStopped = (n: number, more: Partial<StoppedDevice> = {}): StoppedDevice => ({
  deviceId: toId(1000 + n),
  serial: `CKL${String(248_000 + n)}`,
  model: 'MFP 4525C',
  customerNumber: 'C-100',
  customerName: 'Harbour Library',
  description: 'Ground floor, entrance',
  updatedAt: minutesAgo((30 - (n % 28)) * day),
  address: `10.24.18.${n % 250}`,
  collector: { name: 'North office', state: 'working' },
  failure: null,
  ...more,
});

export const stopped: readonly StoppedDevice[] = [
  toStopped(1, { failure: { kind: 'silent', reason: 'no answer', since: minutesAgo(29 * day) } }),
  toStopped(2, { collector: { name: 'Harbour Library', state: 'silent' }, customerName: null, description: null }),
  toStopped(3, { serial: null, model: null, address: null, collector: null, customerName: null, customerNumber: null }),
  toStopped(4, {
    description: 'Second basement, behind the archive of the old building, key at the reception',
    collector: { name: 'North office', state: 'working', reportedName: 'Simulated fleet' },
    failure: { kind: 'failed', reason: 'genErr at 1.3.6.1.2.1.43.5.1.1.17', since: minutesAgo(3 * day) },
  }),
  toStopped(5, { collector: { name: '', state: 'working' } }),
];

const page = (total: number, more: boolean) => ({
  headers: { 'total-count': String(total), 'has-more': more ? 'True' : 'False' },
});
/** The two lists as the server answers them, page by page. */
export const collectorsAnswer = (rows: readonly CollectorItem[], total = rows.length, more = false) => ({
  body: { collectors: rows },
  ...page(total, more),
});
export const stoppedAnswer = (rows: readonly StoppedDevice[], total = rows.length, more = false) => ({
  body: { devices: rows },
  ...page(total, more),
});
