import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addDevices } from '../../../test/test-app.ts';
import { runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into app_user (user_id, subject, name, role) values ($1, 'kim', 'Kim', 'dealer')`, [
    newId(),
  ]);
});
afterAll(() => database.close());

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error('help');
  return await runCommand(request, {
    db: database.db,
    actor: 'os:tester',
    site: { offlineHours: 48, readingMonths: 13, eventMonths: 24, modelFamilies: undefined },
  });
}

test('OA-18 OA-01: the command line adds to the tree, lists it, and moves users in it; each is an entry of the operator', async () => {
  await addDevices(database, [{ dealer_number: 'D-1', customer_number: 'C-1' }]);
  await admin('organisations', 'add', 'Haldane', '--kind', 'dealer', '--dealer', 'D-1');
  await admin('organisations', 'add', 'Nordhavn', '--kind', 'customer', '--below', 'Haldane', '--customer', 'C-1');
  const { lines } = await admin('organisations', 'list');
  expect(lines.map((line) => line.trimEnd())).toEqual([
    expect.stringMatching(/^NAME +KIND +NUMBERS +DEVICES +USERS$/),
    expect.stringMatching(/^\S+ +operator +1/),
    expect.stringMatching(/^ {2}Haldane +dealer +D-1 +1 +0$/),
    expect.stringMatching(/^ {4}Nordhavn +customer +C-1 +1 +0$/),
  ]);
  await admin('users', 'organisation', 'kim', 'Haldane');
  expect((await admin('organisations', 'list')).lines[2]).toMatch(/ 1 *$/);
  const { rows } = await database.pool.query<{ groups: number }>(
    `select count(*)::int as groups from user_group g join app_user u using (user_id)
     join organisation o on o.group_id = g.group_id where u.subject = 'kim' and o.name = 'Haldane'`,
  );
  expect(rows).toEqual([{ groups: 1 }]);
  const entries = await database.pool.query<{ action: string; kind: string }>(
    'select action, actor_kind as kind from audit_entry order by audit_id',
  );
  expect(entries.rows).toEqual([
    { action: 'organisations add', kind: 'operator' },
    { action: 'organisations add', kind: 'operator' },
    { action: 'users organisation', kind: 'operator' },
  ]);
});

test('OA-18: what is not possible is refused in words and changes nothing', async () => {
  const add = (...args: string[]) => admin('organisations', 'add', ...args);
  await expect(add('Other', '--kind', 'operator')).rejects.toThrow('--kind must be dealer, customer or site');
  await expect(add('Other', '--kind', 'site', '--below', 'Nowhere')).rejects.toThrow("no organisation 'Nowhere'");
  await expect(add('Other', '--kind', 'dealer', '--dealer', 'D-1')).rejects.toThrow(/D-1/);
  await expect(admin('users', 'organisation', 'kim', 'Nordhavn')).rejects.toThrow(
    'a customer has no user with the role',
  );
  await expect(admin('users', 'organisation', 'none', 'Haldane')).rejects.toThrow(/none/);
  expect((await admin('organisations', 'list')).lines).toHaveLength(4);
});

test('OA-18 OA-04: the command line sets terms of use and retention of an organisation, and goes back to the inherited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-terms-'));
  const file = join(folder, 'terms.txt');
  writeFileSync(file, 'Only for staff.\n');
  const change = (...args: string[]) => admin('organisations', 'change', 'Haldane', ...args);
  const stored = async () =>
    (
      await database.pool.query(
        `select o.settings ->> 'retentionMonths' as months, t.english
         from organisation o left join organisation_terms t on t.organisation_id = o.organisation_id and t.ended_at is null
         where o.name like 'Haldane%'`,
      )
    ).rows[0];
  try {
    await change('--retention', '12', '--terms-en', file);
    expect(await stored()).toMatchObject({ months: '12', english: 'Only for staff.' });
    await change('--inherit', 'retention,terms');
    expect(await stored()).toEqual({ months: null, english: null });
    for (const [args, why] of [
      [['--retention', '25'], '24 months at most'],
      [['--retention', 'x'], /retentionMonths/],
      [['--inherit', 'zone'], '--inherit zone: there are retention and terms'],
      [['--terms-ja', join(folder, 'none')], /none/],
      [[], 'nothing to change'],
    ] as const)
      await expect(change(...args)).rejects.toThrow(why);
    await change('--name', 'Haldane Ltd');
    expect((await admin('organisations', 'list')).lines[2]).toMatch(/^ {2}Haldane Ltd +dealer +D-1 /);
    const { rows } = await database.pool.query<{ actions: number }>(
      `select count(*)::int as actions from audit_entry where action = 'organisations change' and actor_kind = 'operator'`,
    );
    expect(rows).toEqual([{ actions: 3 }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
