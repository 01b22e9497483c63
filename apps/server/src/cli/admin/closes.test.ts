import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, counted, createClosing } from '../../../test/closing-world.ts';
import { runCommand, toRequest } from './run-admin.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error('help');
  return await runCommand(request, { db: world.platen.database.db, actor: 'os:tester' });
}

test('LG-30 LG-35 GE-22: the command line adds a plan, opens and closes a period, and finds lines that were changed', async () => {
  const { db } = world.platen.database;
  await world.receive([
    counted('A1', '2026-09-30T23:40:00Z', { total: 1000 }),
    counted('A1', '2026-10-31T23:30:00Z', { total: 1500 }),
  ]);
  const { planId } = (await admin('closes', 'plan', 'All customers')).value;
  for (const day of ['2026-02-30', '2026-13-01', 'today'])
    await expect(admin('closes', 'open', String(planId), '--at', day)).rejects.toThrow(`--at '${day}'`);
  const opened = await admin('closes', 'open', String(planId), '--at', '2026-10-31');
  expect(opened.lines).toEqual(['All customers 2026-10: 1 devices']);
  const closeId = String(opened.value['closeId']);
  expect((await admin('closes', 'list')).lines[1]).toMatch(
    /All customers 2026-10 +2026-10-01 to 2026-10-31 +ready +1 +0 +0/,
  );
  const closed = await admin('closes', 'close', closeId);
  expect(closed.lines).toEqual([expect.stringMatching(/^1 lines are written, hash [\da-f]{64}$/)]);
  await expect(admin('closes', 'close', closeId)).rejects.toThrow('the close is closed');
  expect((await admin('closes', 'verify')).lines).toEqual(['1 closes are as they were written']);
  const { rows } = await sql<{ action: string; kind: string }>`
    select action, actor_kind as kind from audit_entry where actor = 'os:tester' order by audit_id`.execute(db);
  expect(rows.map(({ action, kind }) => [action, kind])).toEqual([
    ['close plan added', 'operator'],
    ['close opened', 'operator'],
    ['close closed', 'operator'],
  ]);
  await sql`update meter_close_line set written = replace(written, '1500', '1400') where close_id = ${closeId}`.execute(
    db,
  );
  await expect(admin('closes', 'verify')).rejects.toThrow(/1 of 1 closes were changed/);
});

test('LG-30 OA-20: a plan of an organisation is about its devices and seen by its people', async () => {
  const { platen } = world;
  await admin('organisations', 'add', 'Haldane Office', '--kind', 'dealer', '--dealer', 'D-2041');
  await admin('closes', 'plan', 'Haldane', '--organisation', 'Haldane Office');
  const { rows } = await sql<{ organisation: string; bound: number[] }>`
    select o.name as organisation, p.bound from meter_plan p join organisation o using (organisation_id)
    where p.name = 'Haldane' and p.bound = array[o.group_id]`.execute(platen.database.db);
  expect(rows).toEqual([{ organisation: 'Haldane Office', bound: [expect.any(Number)] }]);
  await expect(admin('closes', 'plan', 'Other', '--organisation', 'Other Office')).rejects.toThrow(
    "there is no organisation 'Other Office'",
  );
});
