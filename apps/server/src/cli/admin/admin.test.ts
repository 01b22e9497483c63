import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { findDeviceId } from '../../../test/device-ids.ts';
import { toItems, toReport } from '../../../test/reports.ts';
import { deliver } from '../../features/ingest/receive/deliver.ts';
import { hashCollectorKey } from '../../identity/collector-scope.ts';
import type { Outcome } from './command.ts';
import { commands, runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function admin(...argv: string[]): Promise<Outcome> {
  const request = toRequest(argv);
  if ('help' in request) return { value: {}, lines: [request.help] };
  return await runCommand(request, { db: database.db, actor: request.actor ?? 'os:tester' });
}
const start = Date.now() - 3_600_000;
let second = 0;
const send = async (serial: string, site: Record<string, string>, identity: Record<string, unknown> = {}) => {
  const report = toReport(serial, new Date(start + (second += 1) * 1000), { site });
  const value = { ...report, identity: { ...report.identity, ...identity } };
  await deliver(database.db, toItems([value]), {
    collectorId: v7(),
    scope: everywhere,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  return await findDeviceId(database, value);
};
const groupsOf = async (serial: string) =>
  (await database.db.selectFrom('device').select('group_ids').where('serial', '=', serial).executeTakeFirstOrThrow())
    .group_ids;
const audit = async (subject: string) =>
  await database.db
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', subject)
    .orderBy('audit_id')
    .execute();

describe('npm run admin -- groups', () => {
  test('GR-01 DL-26: a rule takes in the devices there are and those that come, by customer, dealer, model or serial', async () => {
    await send('G1', { customerNumber: 'C-1' });
    await send('G2', { customerNumber: 'C-2', dealerNumber: 'D-2' });
    const { value } = await admin('groups', 'add', 'North', '--customers', 'C-1, C-9', '--dealers', 'D-2');
    const north = Number(value.groupId);
    expect(value).toMatchObject({ name: 'North', moved: 2 });
    expect([await groupsOf('G1'), await groupsOf('G2')]).toEqual([[north], [north]]);
    await send('G3', { customerNumber: 'C-9' });
    await send('G4', { customerNumber: 'C-4' });
    expect([await groupsOf('G3'), await groupsOf('G4')]).toEqual([[north], []]);
    // A device that moves to another customer moves with its next report.
    await send('G4', { customerNumber: 'C-1' });
    expect(await groupsOf('G4')).toEqual([north]);
    await admin('groups', 'rule', String(north), '--models', 'Example 4500', '--serials', 'S-none');
    expect(await groupsOf('G2')).toEqual([north]);
    await admin('groups', 'rule', String(north), '--clear');
    expect(await groupsOf('G1')).toEqual([]);
    await admin('groups', 'remove', String(north), '--yes');
  });

  test('GR-01: devices are put in by serial, by id and from a file; a wrong list changes nothing', async () => {
    const id = await send('L1', { customerNumber: 'X' });
    await send('L2', { customerNumber: 'X' });
    const { value } = await admin('groups', 'add', 'By list', '--id', '77');
    expect(value.groupId).toBe(77);
    await expect(admin('groups', 'members', '77', '--add', 'L1,L-none')).rejects.toThrow(
      /no device has the serial number or id L-none/,
    );
    expect(await groupsOf('L1')).toEqual([]);
    const file = path.join(tmpdir(), `platen-members-${process.pid}`);
    writeFileSync(file, `L2\r\n\n${id}\n`);
    await admin('groups', 'members', '77', '--add-file', file);
    rmSync(file);
    expect([await groupsOf('L1'), await groupsOf('L2')]).toEqual([[77], [77]]);
    await admin('groups', 'members', '77', '--remove', 'L1');
    expect(await groupsOf('L1')).toEqual([]);
    // The same serial of two makers is not guessed at.
    await send('L2', { customerNumber: 'X' }, { enterprise: 12, manufacturer: { state: 'measured', value: 'Other' } });
    await expect(admin('groups', 'members', '77', '--remove', 'L2')).rejects.toThrow(
      /several devices have the serial number L2/,
    );
    await admin('groups', 'remove', '77', '--yes');
    expect(await groupsOf('L1')).toEqual([]);
    expect((await audit('group:77')).map((entry) => entry.action)).toEqual([
      'groups add',
      'groups members',
      'groups members',
      'groups remove',
    ]);
  });

  test('GR-01 GR-02: group 0, taken names and unknown groups are refused in words', async () => {
    await admin('groups', 'add', 'Once');
    await expect(admin('groups', 'add', 'Once')).rejects.toThrow(/a group with the name 'Once'/);
    expect(() => toRequest(['groups', 'rule'])).toThrow(/usage: groups rule <id>/);
    await expect(admin('groups', 'add', 'Zero', '--id', '0')).rejects.toThrow(/no group id/);
    await expect(admin('groups', 'rule', '4711', '--models', 'x')).rejects.toThrow(/there is no group 4711/);
    await expect(admin('groups', 'remove', '1')).rejects.toThrow(/say --yes/);
  });
});

describe('npm run admin -- users', () => {
  test('AU-42 AU-44: users are added with a role and groups; every change is on record with who made it', async () => {
    await admin('groups', 'add', 'South', '--id', '80');
    await admin('users', 'add', 'kim', '--name', 'Kim Example', '--role', 'dealer', '--groups', '80', '--as', 'Ada');
    await expect(admin('users', 'add', 'kim', '--role', 'dealer')).rejects.toThrow(/a user 'kim' already/);
    await expect(admin('users', 'add', 'lee', '--role', 'dealer', '--all')).rejects.toThrow(/--all is for/);
    await expect(admin('users', 'groups', 'kim', '--add', '4711')).rejects.toThrow(/no group 4711/);
    await admin('users', 'set-role', 'kim', 'service', '--all');
    await admin('users', 'groups', 'kim', '--remove', '80');
    await admin('users', 'disable', 'kim');
    const user = await database.db
      .selectFrom('app_user')
      .selectAll()
      .where('subject', '=', 'kim')
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ name: 'Kim Example', role: 'service', sees_all: true, disabled_at: expect.any(Date) });
    expect(
      await database.db.selectFrom('user_group').selectAll().where('user_id', '=', user.user_id).execute(),
    ).toEqual([]);
    expect((await audit('user:kim')).map(({ actor, action }) => [actor, action])).toEqual([
      ['Ada', 'users add'],
      ['os:tester', 'users set-role'],
      ['os:tester', 'users groups'],
      ['os:tester', 'users disable'],
    ]);
  });

  test('AP-08 AP-09: erasing a user takes the name out of everything that is kept', async () => {
    await admin('users', 'add', 'max', '--name', 'Max Secret', '--role', 'admin');
    await admin('groups', 'add', 'Made by Max', '--as', 'max');
    await expect(admin('users', 'delete', 'max')).rejects.toThrow(/say --yes/);
    await admin('users', 'delete', 'max', '--yes');
    const { rows } = await database.pool.query(
      'select to_jsonb(a)::text as entry from audit_entry a union all select to_jsonb(u)::text from app_user u',
    );
    expect(rows.filter(({ entry }: { entry: string }) => /"max"|Max Secret|user:max/.test(entry))).toEqual([]);
    const made = await database.db
      .selectFrom('audit_entry')
      .select('actor')
      .where('action', '=', 'groups add')
      .orderBy('audit_id', 'desc')
      .executeTakeFirst();
    expect(made?.actor).toMatch(/^user:erased-/);
    expect((await admin('audit', 'list', '--limit', '1')).value.entries).toMatchObject([
      { action: 'users delete', actor: 'os:tester' },
    ]);
  });
});

describe('npm run admin -- collectors, notifications', () => {
  test('CF-01 CF-03 OA-18: a collector is invited with a code, asked to rest, and may go on', async () => {
    const { value, lines } = await admin('collectors', 'invite', 'Ostend', '--customer', 'C-7', '--site', 'Print room');
    expect(lines[1]).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
    expect(value).toMatchObject({ name: 'Ostend', code: lines[1] });
    await expect(admin('collectors', 'invite', 'Ostend', '--customer', 'C-8')).rejects.toThrow(/takes no options/);
    expect((await admin('collectors', 'invite', 'Ostend')).lines[1]).not.toBe(lines[1]);
    await admin('collectors', 'rest', 'Ostend');
    expect((await admin('collectors', 'list')).lines.find((line) => line.startsWith('Ostend'))).toMatch(
      /customer C-7.*resting/,
    );
    await admin('collectors', 'resume', 'Ostend');
    expect((await admin('collectors', 'list')).lines.find((line) => line.startsWith('Ostend'))).not.toMatch(/resting/);
    await expect(admin('collectors', 'rest', 'Unknown')).rejects.toThrow(/there is no collector/);
  });

  test('AP-05: a key is shown once, only its hash is kept, and it can be revoked', async () => {
    const { value, lines } = await admin('collectors', 'add', 'Harbour', '--dealer', 'D-7');
    const key = String(value.key);
    expect(lines.at(-1)).toBe(key);
    const row = await database.db
      .selectFrom('collector')
      .selectAll()
      .where('name', '=', 'Harbour')
      .executeTakeFirstOrThrow();
    expect(row.key_hash.equals(hashCollectorKey(key))).toBe(true);
    expect(JSON.stringify(await audit('collector:Harbour'))).not.toContain(key.slice(4, 20));
    await admin('collectors', 'revoke', 'Harbour');
    await expect(admin('collectors', 'revoke', 'Harbour')).rejects.toThrow(/revoked already/);
    await expect(admin('collectors', 'add', 'Harbour', '--dealer', 'D-7')).rejects.toThrow(/already/);
  });

  test('AP-05: a key says what it may report for; binding, confirming and exchanging it are recorded', async () => {
    await expect(admin('collectors', 'add', 'Free')).rejects.toThrow(/say what the key may report for/);
    await expect(admin('collectors', 'add', 'Free', '--everywhere', '--dealer', 'D-1')).rejects.toThrow(/no room/);
    await expect(admin('collectors', 'add', 'Free', '--dealer', 'D-1,D-2', '--customer', 'C-1')).rejects.toThrow(
      /--add/,
    );
    const added = await admin('collectors', 'add', 'Bound', '--dealer', 'D-1', '--customer', 'C-1,C-2');
    const places = [1, 2].map((n) => ({ dealerNumber: 'D-1', customerNumber: `C-${n}` }));
    expect(added.value['scope']).toEqual({ places });
    await admin('collectors', 'bind', 'Bound', '--customer', 'C-2', '--dealer', 'D-1', '--unnumbered', '--add');
    const read = () =>
      database.db.selectFrom('collector').selectAll().where('name', '=', 'Bound').executeTakeFirstOrThrow();
    expect((await read()).scope).toEqual({ places: [...places, {}] });
    await database.db.updateTable('collector').set({ scope_reviewed_at: null }).where('name', '=', 'Bound').execute();
    expect((await admin('collectors', 'list')).lines.find((line) => line.startsWith('Bound'))).toMatch(
      /customer C-1 of dealer D-1, customer C-2 of dealer D-1, its own devices without numbers +to be reviewed/,
    );
    await admin('collectors', 'review', 'Bound');
    expect((await read()).scope_reviewed_at).not.toBeNull();
    const { value } = await admin('collectors', 'rotate', 'Bound');
    const { collector_id: collectorId, key_hash: hash } = await read();
    expect([collectorId, hash.equals(hashCollectorKey(String(value['key'])))]).toEqual([
      added.value['collectorId'],
      true,
    ]);
    await admin('collectors', 'bind', 'Bound', '--everywhere');
    expect((await read()).scope).toEqual({ everywhere: true, places: [] });
    expect((await audit('collector:Bound')).map(({ action }) => action)).toEqual(
      ['add', 'bind', 'review', 'rotate', 'bind'].map((action) => `collectors ${action}`),
    );
    await expect(admin('collectors', 'bind', 'Unknown', '--dealer', 'D-1')).rejects.toThrow(/there is no collector/);
  });

  test('a claim is listed, shown and decided by command', async () => {
    const report = (dealerNumber: string, hours: number) =>
      toReport('CLAIM-1', new Date(Date.now() - hours * 3_600_000), { site: { dealerNumber } });
    for (const [place, dealerNumber] of ['D-80', 'D-81'].entries()) {
      const name = `Of ${dealerNumber}`;
      const { value } = await admin('collectors', 'add', name, '--dealer', dealerNumber);
      await deliver(database.db, toItems([report(dealerNumber, 3 - place)]), {
        collectorId: String(value['collectorId']),
        scope: { places: [{ dealerNumber }] },
        now: new Date(),
        offlineHours: 48,
        readingMonths: 13,
        eventMonths: 24,
      });
    }
    const { value, lines } = await admin('claims', 'list');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/CLAIM-1 +Of D-81 +Of D-80 +open/);
    const claimId = String(Object(value['claims'])[0].claimId);
    expect((await admin('claims', 'show', claimId)).lines.join('\n')).toMatch(/dealer +D-81 +D-80/);
    await expect(admin('claims', 'move', claimId, '--from', '2026-02-30')).rejects.toThrow(/expected a day/);
    await expect(admin('claims', 'move', 'nonsense')).rejects.toThrow(/no claim id/);
    const moved = await admin('claims', 'move', claimId);
    expect(moved.lines[0]).toMatch(/belongs to the new owner from \d{4}-\d{2}-\d{2} on/);
    await expect(admin('claims', 'reject', claimId)).rejects.toThrow(/decided already: move/);
    expect((await admin('claims', 'list')).lines).toHaveLength(1);
    expect((await admin('claims', 'list', '--all')).lines[1]).toMatch(/move$/);
  });

  test('NT-01: a notification needs both languages and a sensible time', async () => {
    await expect(admin('notifications', 'add', '--en', 'Hello')).rejects.toThrow(/--en and --ja/);
    await expect(admin('notifications', 'add', '--en', 'a', '--ja', 'b', '--from', 'tomorrow')).rejects.toThrow(
      /--from 'tomorrow'/,
    );
    await expect(
      admin('notifications', 'add', '--en', 'a', '--ja', 'b', '--from', '2026-12-02', '--until', '2026-12-01'),
    ).rejects.toThrow(/after --from/);
    const { value } = await admin(
      'notifications',
      'add',
      '--en',
      'Service window',
      '--ja',
      '保守',
      '--from',
      '2026-12-01T09:00:00+09:00',
    );
    expect((await admin('notifications', 'list')).value.notifications).toMatchObject([
      { from: new Date('2026-12-01T00:00:00Z'), until: null, ja: '保守' },
    ]);
    await admin('notifications', 'remove', String(value.id));
    await expect(admin('notifications', 'remove', String(value.id))).rejects.toThrow(/no notification/);
  });
});

describe('the command line', () => {
  test('every command is in the help and has a help of its own', async () => {
    const help = (await admin('--help')).lines.join('\n');
    for (const { name, summary } of commands) {
      expect(help).toContain(name);
      expect((await admin(...name.split(' '), '--help')).lines.join('\n')).toContain(summary);
    }
  });

  test('what is not understood is refused with what would be', () => {
    expect(() => toRequest(['users', 'explode'])).toThrow(/is no command/);
    expect(() => toRequest(['users', 'list', '--nope'])).toThrow(/--nope/);
    expect(() => toRequest(['users', 'add'])).toThrow(/usage: users add <subject>/);
  });
});
