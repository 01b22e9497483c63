import type { DeviceReport } from '@platen/contract/report';
import { toReport } from '../../apps/server/test/reports.ts';
import { deliver } from './deliver.ts';
import { type System, startSystem } from './system.ts';

const dayMs = 86_400_000;

/** The last whole month in UTC, which can be closed, and the one that runs. */
export function toMonths(now: Date) {
  const first = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [from, to, end] = [first(-1), first(0), first(1)];
  return {
    from,
    to,
    closed: { firstDay: day(from.getTime()), lastDay: day(to.getTime() - dayMs) },
    present: { firstDay: day(to.getTime()), lastDay: day(end.getTime() - dayMs) },
  };
}

type Meters = Readonly<Record<string, number>>;
/** Days and hours from an end of the month, with the counters that were reported then. */
type Reading = readonly [end: 'from' | 'to', days: number, hour: number, meters: Meters];

const before = (meters: Meters): Reading => ['from', -1, 23, meters];
const onDay = (day: number, hour: number, meters: Meters): Reading => ['from', day - 1, hour, meters];
const atEnd = (meters: Meters): Reading => ['to', -1, 23, meters];

/** Devices of a customer, each with another matter. */
const devices: Readonly<Record<string, readonly Reading[]>> = {
  // Another board: two counters fell at once.
  MB0001: [
    before({ total: 87_104, black: 60_000 }),
    onDay(12, 10, { total: 88_412, black: 61_000 }),
    onDay(12, 12, { total: 31, black: 20 }),
    atEnd({ total: 1831, black: 1220 }),
  ],
  // A mailing: more in an hour than the device can print.
  MB0002: [
    before({ total: 212_406 }),
    onDay(25, 10, { total: 219_500 }),
    onDay(25, 11, { total: 234_300 }),
    atEnd({ total: 234_590 }),
  ],
  // No report since the 9th.
  MB0003: [before({ total: 431_870 }), onDay(9, 10, { total: 433_026 })],
  MB0004: [before({ total: 40_118 }), atEnd({ total: 41_562 })],
  // Old at the end; known for long enough for an estimate.
  MB0005: Array.from({ length: 56 }, (_, n): Reading => ['to', n - 60, 18, { total: 600_000 + 310 * n }]),
  // Two that are left out together.
  MB0006: [before({ total: 5000 }), onDay(2, 10, { total: 5100 })],
  MB0007: [before({ total: 7000 }), onDay(3, 10, { total: 7100 })],
  MB0008: [before({ total: 271_194 }), atEnd({ total: 299_194 })],
};
export const withoutAssetNumber = 'MB0004';

const site = { customerNumber: 'C-501', customerName: 'Haldane Office', dealerNumber: 'D-7' };

function toReports(serial: string, readings: readonly Reading[], months: ReturnType<typeof toMonths>) {
  return readings.map(([end, days, hour, meters]): DeviceReport => {
    const at = new Date(months[end].getTime() + days * dayMs + hour * 3_600_000);
    const counters = Object.fromEntries(
      Object.entries(meters).map(([name, value]) => [
        name,
        { unit: 'impressions' as const, reading: { state: 'measured' as const, value } },
      ]),
    );
    return toReport(serial, at, { site, counters });
  });
}

/** Sends a call of a user and gives its answer; rejects what is refused. */
export async function send(system: System, user: string, method: string, path: string, body?: object) {
  const answer = await system.call(user, path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** A customer's devices after a month, all but one with an asset number; `dealer-admin` sees them. */
export async function startMeterSystem(): Promise<System> {
  const system = await startSystem();
  try {
    const { groupId } = await system.admin('groups', 'add', 'Haldane Office', '--customers', site.customerNumber);
    await system.admin('users', 'groups', 'dealer-admin', '--set', String(groupId));
    const { key } = await system.admin('collectors', 'add', 'Here', '--everywhere');
    const months = toMonths(new Date());
    const reports = Object.entries(devices).flatMap(([serial, readings]) => toReports(serial, readings, months));
    await deliver(system, String(key), reports);
    for (const user of ['admin', 'dealer-admin'])
      await send(system, user, 'POST', '/v1/termsOfUse', { version: '1.0.1' });
    for (const serial of Object.keys(devices))
      if (serial !== withoutAssetNumber)
        await system.admin('devices', 'facts', serial, '--asset', `HO-${serial.slice(-1)}`);
    return system;
  } catch (error) {
    await system.stop();
    throw error;
  }
}
