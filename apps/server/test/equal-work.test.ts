import { Client } from 'pg';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deliver } from '../src/features/ingest/deliver.ts';
import type { Scope } from '../src/identity/collector-scope.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { hoursAgo, toItems, toReport } from './reports.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const keys = { a: v7(), b: v7() };
const send = (by: 'a' | 'b', ...reports: unknown[]) => {
  const scope: Scope = { places: [{ dealerNumber: `D-${by}` }] };
  return deliver(database.db, toItems(reports), {
    collectorId: keys[by],
    scope,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
};

/** The statements that PostgreSQL is asked for meanwhile, without their values. */
async function record(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const spy = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    for (const [statement] of spy.mock.calls) statements.push(toText(statement));
  } finally {
    spy.mockRestore();
  }
  return statements;
}
const toText = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement);

test.each([
  ['a serial number', (serial: string) => ({ serial: { state: 'measured', value: serial }, enterprise: 5 })],
  ['a MAC address', (serial: string) => ({ macAddresses: [`02:00:5E:30:00:${serial.slice(-2)}`] })],
  [
    'both',
    (serial: string) => ({
      serial: { state: 'measured', value: serial },
      macAddresses: [`02:00:5E:31:00:${serial.slice(-2)}`],
    }),
  ],
])(
  'AP-05: a report with %s of a foreign device takes the same statements as one of a new device',
  async (_, toIdentity) => {
    const toOne = (serial: string, hours: number) => ({
      ...toReport('', hoursAgo(hours)),
      identity: toIdentity(serial),
    });
    // What a first delivery does once: partitions, and the note when the key was last used.
    await send('b', toOne('WARM-00', 3));
    await send('a', toOne('KNOWN-01', 3));
    const known = await record(() => send('b', toOne('KNOWN-01', 2)));
    const unknown = await record(() => send('b', toOne('UNKNOWN-02', 2)));
    expect(known.length).toBeGreaterThan(8);
    expect(known).toEqual(unknown);
    // And the same again for a later report and for a repetition.
    for (const hours of [1, 1]) {
      const later = await record(() => send('b', toOne('KNOWN-01', hours)));
      expect(later).toEqual(await record(() => send('b', toOne('UNKNOWN-02', hours))));
    }
  },
);
