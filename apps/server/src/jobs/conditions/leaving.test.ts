import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createWorklistDevices, fault, hour, minute, start } from '../../../test/worklist-devices.ts';
import { addUser, eraseUser, listWrittenTexts } from '../../features/account/users.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { dropOldConditions, retireGone } from '../retention.ts';

const { database, send, run, conditions, row } = await createWorklistDevices();
const { db } = database;
const operator = { subject: 'os:operator', role: 'operator' } as const;

const downDevice = async (serial: string): Promise<string> => {
  const deviceId = await send(serial, start + 15 * minute, [
    [start, fault],
    [start + 15 * minute, fault],
  ]);
  await run(start + 16 * minute);
  return deviceId;
};

/** As the call of an action does it. */
async function act(deviceId: string, userId: string, change: string, detail: object): Promise<void> {
  await sql`
    insert into condition_event (entity_id, event_id, condition_id, at, user_id, change, detail)
    select entity_id, ${v7()}, condition_id, ${new Date(start + hour)}, ${userId}, ${change}, ${JSON.stringify(detail)}
    from condition where entity_id = ${deviceId}`.execute(db);
  await sql`update evaluation set next_due = ${new Date(start + hour)} where entity_id = ${deviceId}`.execute(db);
  await run(start + hour + minute);
}

describe('what leaves the worklist', () => {
  test('WL-37 GE-16: conditions of a deleted device are resolved as retired and stay readable', async () => {
    const deviceId = await downDevice('L1');
    await sql`delete from device where device_id = ${deviceId}`.execute(db);
    expect(await retireGone(db, new Date(start + hour))).toBe(1);
    await run(start + hour);
    expect(await conditions(deviceId)).toMatchObject([{ work: 'resolved', resolution: 'retired', serial: 'L1' }]);
    expect(await row(deviceId)).toBeUndefined();
    expect(await retireGone(db, new Date(start + hour))).toBe(0);
  });

  test('GE-16: conditions go 24 months after they were resolved, with their entries; open ones stay', async () => {
    const deviceId = await downDevice('L2');
    const open = await downDevice('L3');
    await sql`update condition set work = 'resolved', resolved_at = ${new Date(start)} where entity_id = ${deviceId}`.execute(
      db,
    );
    const later = new Date('2028-11-15T00:00:00Z');
    expect(await dropOldConditions(db, later)).toBe(0);
    expect(await dropOldConditions(db, new Date('2028-11-17T00:00:00Z'))).toBe(1);
    expect(await conditions(deviceId)).toEqual([]);
    expect(await conditions(open)).toHaveLength(1);
    const { rows } = await sql`select distinct entity_id from condition_event`.execute(db);
    expect(rows).toEqual([{ entity_id: open }]);
  });

  test('GE-17: an erased user is no assignee any more; entries keep the id, and texts stay to be checked', async () => {
    const deviceId = await downDevice('L4');
    const user = { subject: 'mori', name: 'Mori', role: 'service', seesAll: true, groupIds: [] } as const;
    const userId = await addUser(db, operator, user);
    await act(deviceId, userId, 'assign', { assignee: userId, note: 'ask Ms Sato at the desk' });
    expect((await row(deviceId))?.assignees).toEqual([userId]);
    expect(await listWrittenTexts(db, operator, 'mori')).toMatchObject([{ text: 'ask Ms Sato at the desk' }]);
    const { organisationId } = await readOrganisation(db);
    const rule = {
      rule_id: v7(),
      organisation_id: organisationId,
      form: '{}',
      made_at: new Date(),
      changed_at: new Date(),
    };
    await db.insertInto('alert_rule').values(rule).execute();
    await sql`insert into rule_version (rule_id, version, at, by, change, form, enabled)
      values (${rule.rule_id}, 1, now(), ${userId}, 'made', '{"note": "ring Ms Ito"}', false)`.execute(db);
    const texts = await listWrittenTexts(db, operator, 'mori');
    expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['ring Ms Ito', 'ask Ms Sato at the desk']));
    await eraseUser(db, operator, 'mori');
    await run(Date.now());
    const { rows } = await sql`
      select user_id, detail from condition_event where change = 'assign'`.execute(db);
    expect(rows).toMatchObject([{ user_id: userId, detail: { assignee: userId } }]);
    const assignees = await db.selectFrom('condition').select('assignee').where('kind', '=', 'down').execute();
    expect(assignees).toEqual([{ assignee: null }]);
    expect((await row(deviceId))?.assignees).toEqual([]);
  });
});
