import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceReport } from '@platen/contract/report';
import { connect } from '../../apps/server/src/store/database.ts';
import { findUsed } from '../../apps/server/src/store/embedded/start-embedded.ts';
import { toReport } from '../../apps/server/test/reports.ts';
import { deliver } from './deliver.ts';
import { ensureFilled, type System, startSystem } from './system.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

const customers = {
  haldane: { customerNumber: 'C-101', customerName: 'Haldane Office' },
  solberg: { customerNumber: 'C-102', customerName: 'Solberg Clinic' },
  marlow: { customerNumber: 'C-103', customerName: 'Marlow Press' },
  towa: { customerNumber: 'C-104', customerName: '東亜物産' },
  nordhavn: { customerNumber: 'C-105', customerName: 'Nordhavn Logistics' },
} as const;
type Customer = keyof typeof customers;

/** Pages a day of the device in the middle of the fleet; the factor of use is a device's share of it. */
const usualPages = 100;

interface FleetDevice {
  readonly customer: Customer;
  readonly pagesADay?: number;
  /** What its latest reports state. */
  readonly says?: Partial<DeviceReport>;
  /** Days since it called for service by itself, with a code that has gone. */
  readonly calledDaysAgo?: readonly number[];
  /** Days since its last report. */
  readonly silentDays?: number;
}

const reading = (percent: number) => ({ state: 'measured' as const, value: percent });
/** Levels in steps too wide for a forecast: what the device states of them decides. */
const toner = (colorant: 'black' | 'cyan' | 'magenta' | 'yellow', percent: number) => ({
  index: { black: '1.1', cyan: '1.2', magenta: '1.3', yellow: '1.4' }[colorant],
  type: 'toner',
  class: 'supplyThatIsConsumed' as const,
  colorant,
  tonerColor: colorant,
  percent: reading(percent),
  coarse: true,
  condition: percent === 0 ? ('empty' as const) : percent < 10 ? ('low' as const) : ('ok' as const),
});
const isDown = (deviceCode: string): Partial<DeviceReport> => ({
  status: { hrDeviceStatus: 'down', detectedErrors: [], deviceCode },
});
const runsLow = (percent: number): Partial<DeviceReport> => ({
  supplies: [toner('black', 60), toner('cyan', percent), toner('magenta', 70), toner('yellow', 80)],
});
const runsOut: Partial<DeviceReport> = {
  supplies: [toner('black', 0), toner('cyan', 50), toner('magenta', 70), toner('yellow', 80)],
};

const many = (count: number, toDevice: (n: number) => FleetDevice): FleetDevice[] =>
  Array.from({ length: count }, (_, n) => toDevice(n));
/** Customers in turn, so that each has something of everything. */
const customerOf = (n: number): Customer => (['haldane', 'solberg', 'marlow', 'towa'] as const)[n % 4] ?? 'haldane';

/** 65 rows of P1 and P2: 64 devices, and the collector of those that are silent. */
const fleet: readonly FleetDevice[] = [
  // The first row: down, with three more matters, of which the last is a trifle.
  {
    customer: 'haldane',
    pagesADay: usualPages * 1.45,
    says: { ...isDown('C411'), supplies: [toner('black', 4), toner('cyan', 50), toner('magenta', 6)] },
    // P4 with any use factor that the hour of the day may make of it, known or not.
    calledDaysAgo: [2, 3, 5],
  },
  ...many(13, (n) => ({ customer: customerOf(n), pagesADay: usualPages * (1 + n / 40), says: isDown('C371') })),
  ...many(18, (n) => ({ customer: customerOf(n), pagesADay: usualPages * (0.3 + n / 50), says: isDown('C260') })),
  ...many(12, (n) => ({ customer: customerOf(n), pagesADay: usualPages * (0.3 + n / 40), says: runsOut })),
  ...many(20, (n) => ({ customer: customerOf(n), pagesADay: usualPages * (2.2 + n / 20), says: runsLow(8) })),
  // P3: low, on devices of little use.
  ...many(12, (n) => ({ customer: customerOf(n), pagesADay: usualPages * (0.6 + n / 20), says: runsLow(9) })),
  // Nothing is the matter.
  ...many(50, (n) => ({ customer: customerOf(n), pagesADay: usualPages * (n < 25 ? 0.9 : 1) })),
  ...many(14, () => ({ customer: 'nordhavn', pagesADay: usualPages, silentDays: 4 })),
];

/** Days before now on which every device reported nothing but its counters. */
const pastDays = [12, 10.5, 9, 7.5, 6, 4.5, 3, 1.5] as const;
/** Minutes before now of the last three reports, apart by device: together they would be an outbreak. */
const reportedAt = (n: number) => [180 + 25 * n, 30 + 25 * n, 5];

const serialOf = (n: number) => `JN${String(n).padStart(4, '0')}`;

function toReports(device: FleetDevice, n: number, now: number): DeviceReport[] {
  const { customer, pagesADay = usualPages, says, calledDaysAgo = [], silentDays } = device;
  const serial = serialOf(n);
  const at = (time: number, more: Partial<DeviceReport> = {}) => {
    const total = Math.round(100_000 + ((time - now) / dayMs) * pagesADay);
    return toReport(serial, new Date(time), {
      site: { ...customers[customer], dealerNumber: 'D-7' },
      counters: { total: { unit: 'impressions', reading: { state: 'measured', value: total } } },
      ...more,
    });
  };
  const past = pastDays.filter((days) => days >= (silentDays ?? 0)).map((days) => at(now - days * dayMs));
  if (silentDays !== undefined) return past;
  const errors = calledDaysAgo.map((days) => ({
    code: 'C550',
    occurredAt: new Date(now - days * dayMs).toISOString(),
  }));
  return [...past, ...reportedAt(n).map((minutes) => at(now - minutes * minuteMs, { errors, ...says }))];
}

export interface WorklistSystem {
  readonly system: System;
  /** Rows of the classes P1 and P2. */
  readonly pressing: number;
  /** Parts of the first rows of C371 pass their rated life: a judgement next to what they report. */
  wearOut(count: number): Promise<readonly string[]>;
}

/** File in the data folder: the key of the collector that reports; the server stores only its hash. */
const keyFile = 'collector-key';

/**
 * A system on whose worklist 65 rows of P1 and P2 wait, with technicians to assign to. The data are made once
 * in a run of the tests; each file gets a server of its own over a copy.
 */
export async function startWorklistSystem(settings: Readonly<Record<string, string>> = {}): Promise<WorklistSystem> {
  const system = await startSystem({ copyOf: await ensureFilled('worklist-system', fill), settings });
  try {
    const key = await readFile(join(system.data, 'server', keyFile), 'utf8');
    return { system, pressing: 65, wearOut: (count) => wearOut(system, key, count) };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

async function fill(system: System): Promise<void> {
  // Work is assigned only to people who see the device.
  const numbers = Object.values(customers).map(({ customerNumber }) => customerNumber);
  const { groupId } = await system.admin('groups', 'add', 'Own customers', '--customers', numbers.join());
  for (const [subject, name] of [
    ['mori', 'Mori'],
    ['weber', 'Weber'],
    ['okafor', 'Okafor'],
  ] as const)
    await system.admin('users', 'add', subject, '--name', name, '--role', 'technician', '--groups', String(groupId));
  await system.call('service', '/v1/termsOfUse', { method: 'POST', body: JSON.stringify({ version: '1.0.1' }) });
  const collectors = {
    here: await addCollector(system, 'Here'),
    silent: await addCollector(system, 'Nordhavn'),
  };
  const now = Date.now();
  const reports = fleet.map((device, n) => ({ device, reports: toReports(device, n, now) }));
  const of = (isSilent: boolean) =>
    reports.flatMap((one) => ((one.device.silentDays !== undefined) === isSilent ? one.reports : []));
  await deliver(system, collectors.silent.key, of(true));
  await forgetContact(system, collectors.silent.id);
  const rest = of(false);
  for (let from = 0; from < rest.length; from += 500)
    await deliver(system, collectors.here.key, rest.slice(from, from + 500));
  await system.admin('judge', '--wait');
  await writeFile(join(system.data, 'server', keyFile), collectors.here.key);
}

async function wearOut(system: System, key: string, count: number): Promise<readonly string[]> {
  const reports = Array.from({ length: count }, (_, n) => n + 1).flatMap((n) => {
    const device = fleet[n];
    const [report] = device === undefined ? [] : toReports(device, n, Date.now() + 4 * minuteMs).slice(-1);
    return report === undefined ? [] : { ...report, parts: [{ partsCode: '6250', consumedLife: reading(130) }] };
  });
  await deliver(system, key, reports);
  await system.admin('judge', '--wait');
  return reports.map((_, n) => serialOf(n + 1));
}

async function addCollector(system: System, name: string): Promise<{ id: string; key: string }> {
  const { collectorId, key } = await system.admin('collectors', 'add', name, '--everywhere');
  return { id: String(collectorId), key: String(key) };
}

/** Days of silence cannot be waited for: the last contact is moved into the past. */
const forgetContact = (system: System, collectorId: string): Promise<void> =>
  changeStore(system, [
    [`update collector set last_contact_at = last_contact_at - interval '4 days' where collector_id = $1`, collectorId],
    [`update evaluation set next_due = now() where entity_id = $1`, collectorId],
  ]);

/** The minutes in which messages of a customer are collected cannot be waited for: they are over. */
export const endGroupWait = (system: System): Promise<void> =>
  changeStore(system, [[`update delivery set due_at = now() where reason = $1`, 'group']]);

/** Tomorrow morning cannot be waited for: the time of the digests has come. */
export const bringDigests = (system: System): Promise<void> =>
  changeStore(system, [['update subscription set digest_due = now() where digest_due is not null']]);

async function changeStore(system: System, changes: readonly (readonly [string, string?])[]): Promise<void> {
  const used = await findUsed(join(system.data, 'server'));
  if (used === undefined) throw new Error('the database does not run');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { pool, close } = connect(used.administrationUrl, { log, maxSessions: 1 });
  for (const [statement, value] of changes) await pool.query(statement, value === undefined ? [] : [value]);
  await close();
}
