import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createWorklistDevices, fault, hour, minute, start } from '../../../test/worklist-devices.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { runCommand, toRequest } from './run-admin.ts';

const { database, send, run, row } = await createWorklistDevices();

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error('help');
  return await runCommand(request, { db: database.db, actor: 'os:tester' });
}
const changes = async () => (await admin('audit', 'list', '--actor', 'os:tester')).value['entries'];

describe('settings of the organisation', () => {
  test('GE-09 GE-11: zone, hours, holidays and lead time are set and recorded; what is not given stays', async () => {
    const file = path.join(tmpdir(), `holidays-${v7()}.txt`);
    writeFileSync(file, '2026-12-25 Christmas Day\n\n2026-12-26\n');
    await admin(
      'organisation',
      'set',
      '--zone',
      'Europe/Berlin',
      '--friday',
      '08:00-12:00,12:30-14:00',
      '--holidays',
      file,
    );
    rmSync(file);
    await admin('organisation', 'set', '--saturday', 'off', '--lead-days', '3', '--lunch', '30');
    const { settings } = await readOrganisation(database.db);
    expect(settings).toMatchObject({
      leadDays: 3,
      calendar: { zone: 'Europe/Berlin', lunchMinutes: 30, holidays: ['2026-12-25', '2026-12-26'] },
    });
    expect(settings.calendar.week[4]).toEqual([
      { from: '08:00', to: '12:00' },
      { from: '12:30', to: '14:00' },
    ]);
    expect((await admin('organisation', 'show')).lines).toContain('time zone  Europe/Berlin');
    expect(await changes()).toMatchObject([
      { action: 'organisation set', detail: { after: { leadDays: 3, zone: 'Europe/Berlin' } } },
      { action: 'organisation set' },
    ]);
  });

  test('what is no zone, no hours or no day is refused and changes nothing', async () => {
    const before = await readOrganisation(database.db);
    for (const [option, value, why] of [
      ['--zone', 'Europe/Nowhere', 'zone: '],
      ['--monday', '17:00-08:00', 'working hours end before they begin'],
      ['--monday', '08:00-25:00', 'week.0.0.to: '],
      ['--lead-days', '600', 'leadDays: '],
    ] as const)
      await expect(admin('organisation', 'set', option, value)).rejects.toThrow(why);
    expect(await readOrganisation(database.db)).toEqual(before);
  });

  test('WL-51: agreed answer times of a customer are in the row at the next turn, and go again', async () => {
    await sql`update organisation set settings = '{}'`.execute(database.db);
    const deviceId = await send('ORG1', start + 15 * minute, [
      [start, fault],
      [start + 15 * minute, fault],
    ]);
    await run(start + hour);
    expect((await row(deviceId))?.answer_due).toBeNull();
    await admin('agreements', 'set', 'C-100', '--p1', '2/8');
    expect((await admin('agreements', 'list')).value).toEqual({
      agreements: [{ customerNumber: 'C-100', answerTimes: { P1: { acknowledgeHours: 2, onSiteHours: 8 } } }],
    });
    await database.db
      .updateTable('evaluation')
      .set({ next_due: new Date(start) })
      .execute();
    await run(start + hour);
    expect((await row(deviceId))?.answer_due).toEqual(new Date(start + 15 * minute + 2 * hour));
    await admin('agreements', 'remove', 'C-100');
    await expect(admin('agreements', 'remove', 'C-100')).rejects.toThrow(
      "no answer times are agreed with customer 'C-100'",
    );
    await expect(admin('agreements', 'set', 'C-100', '--p1', 'soon')).rejects.toThrow('hours of work');
  });
});
