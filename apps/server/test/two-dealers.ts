import type { DeviceReport } from '@platen/contract/report';
import type { Scope } from '../src/identity/collector-scope.ts';
import { addCollector } from './collectors.ts';
import { toReport } from './reports.ts';
import { addGroup, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

interface Sender {
  readonly collectorId: string;
  /** Delivers reports; the answer as it came. */
  send(...reports: unknown[]): Promise<{ status: number; body: Answer }>;
}
interface Answer {
  status?: string;
  errorCode?: number;
  detail?: { msg: string }[];
  results?: { index: number; result: string; warnings?: { path: string; message: string }[] }[];
}

export interface TwoDealers {
  readonly platen: TestApp;
  /** Keys of two dealers, D-A and D-B. */
  readonly a: Sender;
  readonly b: Sender;
  addSender(name: string, scope: Scope): Promise<Sender>;
  /** Serials that each dealer's users see: `dealer` those of D-A, `service` those of D-B, `admin` all. */
  seen(): Promise<{ a: string[]; b: string[]; all: string[] }>;
  deviceOf(serial: string, by: Sender): Promise<string>;
}

export const ofDealer = (dealer: string, serial: string, at: Date, more: Partial<DeviceReport> = {}): DeviceReport =>
  toReport(serial, at, {
    site: { dealerNumber: dealer, customerNumber: `${dealer}-C`, customerName: dealer },
    ...more,
  });

/** A server with two dealers, whose groups follow their numbers and whose users see only them. */
export async function startTwoDealers(): Promise<TwoDealers> {
  const platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  const { database } = platen;
  await agreeForAll(database);
  for (const [id, dealer, user] of [
    [1, 'D-A', 'dealer'],
    [2, 'D-B', 'service'],
  ] as const) {
    await addGroup(database, id, dealer, user);
    const rule = JSON.stringify({ dealerNumbers: [dealer] });
    await database.db.updateTable('device_group').set({ rule }).where('group_id', '=', id).execute();
  }
  await database.db.updateTable('app_user').set({ sees_all: false }).where('subject', '=', 'service').execute();
  const addSender = async (name: string, scope: Scope): Promise<Sender> => {
    const collectorId = await addCollector(database, { name, key: name, scope });
    return {
      collectorId,
      async send(...reports) {
        const answer = await fetch(`${platen.url}/v1/ingest/reports`, {
          method: 'POST',
          headers: { authorization: `Bearer ${name}`, 'content-type': 'application/x-ndjson' },
          body: reports.map((report) => JSON.stringify(report)).join('\n'),
        });
        return { status: answer.status, body: (await answer.json()) as Answer };
      },
    };
  };
  const serialsOf = async (subject: string) => {
    const answer = await platen.get(subject, '/v1/devices?limit=100');
    const { devices } = (await answer.json()) as { devices: { serial: string }[] };
    return devices.map(({ serial }) => serial).sort((one, other) => (one < other ? -1 : 1));
  };
  return {
    platen,
    a: await addSender('key-a', { places: [{ dealerNumber: 'D-A' }] }),
    b: await addSender('key-b', { places: [{ dealerNumber: 'D-B' }] }),
    addSender,
    seen: async () => ({
      a: await serialsOf('dealer'),
      b: await serialsOf('service'),
      all: await serialsOf('admin'),
    }),
    async deviceOf(serial, by) {
      const { device_id } = await database.db
        .selectFrom('device')
        .select('device_id')
        .where('serial', '=', serial)
        .where('owner_id', '=', by.collectorId)
        .executeTakeFirstOrThrow();
      return device_id;
    },
  };
}
