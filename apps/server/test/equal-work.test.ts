import { Client } from 'pg';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import type { Scope } from '../src/identity/collector-scope.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { hoursAgo, toItems, toReport } from './reports.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(countRows);
  await database.owner.query(`insert into device_group (group_id, name, rule) values
    (1, 'B', '{"dealerNumbers": ["D-b"]}'), (2, 'A', '{"serials": ["KNOWN-01"]}')`);
});
afterAll(() => database.close());

/** Notes each row that is written, by table (a partition is one) and kind of change. */
const countRows = `
  create table written (of text not null, change text not null);
  create function note_row() returns trigger language plpgsql security definer as $$
  begin
    insert into public.written values (tg_table_name, tg_op);
    return null;
  end $$;
  do $$ declare name text;
  begin
    for name in select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'written'
    loop
      execute format('create trigger note_row after insert or update or delete on %I for each row execute function note_row()', name);
    end loop;
  end $$`;
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

interface Work {
  /** What PostgreSQL was asked for, without values. */
  statements: string[];
  /** Rows written, as 'table change count'. */
  written: string[];
}
async function record(work: () => Promise<unknown>): Promise<Work> {
  await database.owner.query('truncate written');
  const statements: string[] = [];
  const spy = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    for (const [statement] of spy.mock.calls) statements.push(toText(statement));
  } finally {
    spy.mockRestore();
  }
  const { rows } = await database.owner.query<{ line: string }>(
    "select concat_ws(' ', of, change, count(*)) as line from written group by of, change order by of, change",
  );
  return { statements, written: rows.map(({ line }) => line) };
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
  'AP-05: a report with %s of a foreign device takes the same statements and writes the same rows as one of a new device',
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
    expect(known.statements.length).toBeGreaterThan(8);
    // Registered, stored, and put into the group of its dealer.
    expect(known.written).toContain('device INSERT 1');
    expect(known.written).toContain('device UPDATE 1');
    expect(known.written.length).toBeGreaterThan(5);
    expect(known).toEqual(unknown);
    // And the same again for a later report and for a repetition.
    for (const hours of [1, 1]) {
      const later = await record(() => send('b', toOne('KNOWN-01', hours)));
      expect(later).toEqual(await record(() => send('b', toOne('UNKNOWN-02', hours))));
    }
  },
);
