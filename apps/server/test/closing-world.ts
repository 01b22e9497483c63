import * as contract from '@platen/contract/closes';
import type { DeviceReport } from '@platen/contract/report';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { everywhere } from './collectors.ts';
import type { TestDatabase } from './database.ts';
import { findDeviceId } from './device-ids.ts';
import { runJobs } from './jobs.ts';
import { toItems, toReport } from './reports.ts';
import { createWorld, type World } from './worklist-world.ts';

const collectorId = v7();

/** A report with page counters, by their names. */
export const counted = (
  serial: string,
  at: string,
  meters: Readonly<Record<string, number>>,
  more: Partial<DeviceReport> = {},
): DeviceReport =>
  toReport(serial, at, {
    site: { customerNumber: 'C-1', customerName: 'Haldane Office', dealerNumber: 'D-1' },
    counters: Object.fromEntries(
      Object.entries(meters).map(([name, value]) => [
        name,
        { unit: 'impressions', reading: { state: 'measured', value } },
      ]),
    ),
    ...more,
  });

/** Periods to close. */
export const periods = {
  september: { firstDay: '2026-09-01', lastDay: '2026-09-30' },
  october: { firstDay: '2026-10-01', lastDay: '2026-10-31' },
  november: { firstDay: '2026-11-01', lastDay: '2026-11-20' },
};

let customers = 0;
export interface Customer {
  /** Of a close with its devices alone. */
  readonly scope: { readonly customerNumbers: [string]; readonly groupIds: number[] };
  readonly of: (serial: string, at: string, meters: Readonly<Record<string, number>>) => DeviceReport;
}
/** A customer of its own for each test. */
export function newCustomer(): Customer {
  const customerNumber = `C-${++customers + 100}`;
  return {
    scope: { customerNumbers: [customerNumber], groupIds: [] },
    of: (serial, at, meters) =>
      counted(serial, at, meters, { site: { customerNumber, customerName: 'Haldane Office', dealerNumber: 'D-1' } }),
  };
}

/** Stores reports as if they came at a moment; all devices are of group 1 then. */
async function receive(
  database: Pick<TestDatabase, 'db'>,
  reports: readonly DeviceReport[],
  now = new Date(),
): Promise<void> {
  await deliver(database.db, toItems([...reports]), {
    collectorId,
    scope: everywhere,
    now,
    clockOffset: 0,
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  await sql`update device set group_ids = '{1}' where group_ids = '{}'`.execute(database.db);
}

export interface Closing extends World {
  receive(reports: readonly DeviceReport[], now?: Date): Promise<void>;
  idOf(report: DeviceReport | undefined): Promise<string>;
  call(subject: string, method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
  open(form: object, subject?: string): Promise<contract.Close>;
  read(closeId: string): Promise<contract.Close>;
  lines(closeId: string, query?: string): Promise<Lines>;
  /** What a line bills and what stops it. */
  billed(closeId: string): Promise<Pick<Lines[number], 'kind' | 'meter' | 'billed' | 'state' | 'stops'>[]>;
  file(closeId: string): Promise<string>;
  settle(close: { closeId: string }, lines: Lines, action: object, subject?: string): Promise<Settled>;
  /** Closes it by its job; gives it as it is then. */
  closeNow(closeId: string, subject?: string): Promise<contract.Close>;
}
type Lines = (typeof contract.readCloseLines.answer)['_zod']['output']['lines'];
type Settled = (typeof contract.settleLines.answer)['_zod']['output'];

/** A server whose users close periods of devices of group 1. */
export async function createClosing(): Promise<Closing> {
  const world = await createWorld();
  const { database } = world.platen;
  const call: Closing['call'] = async (subject, method, path, body) => {
    const answer = await world.send(subject, method, path, body && JSON.stringify(body));
    return { status: answer.status, body: await answer.json() };
  };
  const good = async (...args: Parameters<typeof call>): Promise<unknown> => {
    const { status, body } = await call(...args);
    if (status !== 200 && status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const read = async (closeId: string) =>
    contract.readClose.answer.parse(await good('billing', 'GET', `/v1/closes/${closeId}`)).close;
  const lines = async (closeId: string, query = '') =>
    contract.readCloseLines.answer.parse(await good('billing', 'GET', `/v1/closes/${closeId}/lines${query}`)).lines;
  return {
    ...world,
    receive: (reports, now) => receive(database, reports, now),
    idOf: (report) => findDeviceId(database, report),
    call,
    read,
    open: async (form, subject = 'billing') =>
      contract.addClose.answer.parse(
        await good(subject, 'POST', '/v1/closes', {
          name: 'A close',
          scope: { customerNumbers: ['C-1'], groupIds: [] },
          meters: [],
          needsAssetNumber: false,
          organisationId: null,
          ...form,
        }),
      ),
    lines,
    billed: async (closeId) =>
      (await lines(closeId)).map(({ kind, meter, billed, state, stops }) => ({ kind, meter, billed, state, stops })),
    file: async (closeId) => await (await world.send('billing', 'GET', `/v1/closes/${closeId}/file`)).text(),
    settle: async ({ closeId }, lines, action, subject = 'billing') =>
      contract.settleLines.answer.parse(
        await good(subject, 'POST', `/v1/closes/${closeId}/settle`, {
          reason: 'agreed',
          ...action,
          lines: lines.map(({ deviceId, meter, part, version }) => ({ deviceId, meter, part, version })),
        }),
      ),
    closeNow: async (closeId, subject = 'billing') => {
      const { version } = await read(closeId);
      await good(subject, 'POST', `/v1/closes/${closeId}/close`, { version });
      await runJobs(database);
      return await read(closeId);
    },
  };
}
