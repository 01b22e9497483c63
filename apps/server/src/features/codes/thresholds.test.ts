import { describe, expect, test } from 'vitest';
import { codedDevicesAt } from '../../../test/coded-devices.ts';
import { addJudgement } from '../../../test/telemetry.ts';
import { addDevices } from '../../../test/test-app.ts';

const now = new Date('2026-11-21T10:00:00Z');
const { platen, read, addDevice } = codedDevicesAt(now);

describe('thresholds of a code', () => {
  const name = { main: 3612, sub: 0 };
  const none = { alertThreshold: null, clearThreshold: null };
  const put = async (subject: string, id: string, body: unknown, kind = '05') => {
    const answer = await fetch(`${platen().url}/v1/device/${id}/code/${kind}/setting`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(await platen().bearer(subject)) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const setting = (id: string, kind = '05') => read(id, `${kind}/setting?main=3612&sub=0`);
  const nameOf = async (subject: string) =>
    (await platen().database.db.selectFrom('app_user').select('name').where('subject', '=', subject).executeTakeFirst())
      ?.name;
  const entries = async (id: string) =>
    await platen()
      .database.db.selectFrom('audit_entry')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', `device:${id}`)
      .orderBy('audit_id')
      .execute();

  test('AP-37 CD-20 CD-21 OQ-77: unknown until set, then with who and when; both null take them away but not who', async () => {
    const id = await addDevice();
    expect(await setting(id)).toEqual({ ...name, ...none, changedBy: null, changedAt: null });
    const stored = {
      ...name,
      alertThreshold: 140,
      clearThreshold: 130.5,
      changedBy: await nameOf('service'),
      changedAt: now.toISOString(),
    };
    const written = await put('service', id, { ...name, alertThreshold: 140, clearThreshold: 130.5 });
    expect(written).toEqual({ status: 200, body: stored });
    expect(await setting(id)).toEqual(stored);
    expect(await setting(id, '08')).toMatchObject(none);
    expect(await put('admin', id, { ...name, ...none })).toMatchObject({ status: 200, body: none });
    expect(await setting(id)).toEqual({
      ...name,
      ...none,
      changedBy: await nameOf('admin'),
      changedAt: now.toISOString(),
    });
    expect(await entries(id)).toEqual([
      {
        actor: 'service',
        action: 'code setting',
        detail: { code: '05-3612-0', before: null, after: { alertThreshold: 140, clearThreshold: 130.5 } },
      },
      {
        actor: 'admin',
        action: 'code setting',
        detail: { code: '05-3612-0', before: { alertThreshold: 140, clearThreshold: 130.5 }, after: none },
      },
    ]);
  });

  test('OQ-77: a setting makes the device due for a judgement', async () => {
    const id = await addDevice();
    await addJudgement(platen().database, id, now, {});
    await put('service', id, { ...name, alertThreshold: 1, clearThreshold: 2 });
    const { rules } = await platen()
      .database.db.selectFrom('device_judgement')
      .select('rules')
      .where('device_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(rules).toBe(0);
  });

  test.each([
    ['equal', { ...name, alertThreshold: 5, clearThreshold: 5 }],
    ['a clear threshold alone', { ...name, alertThreshold: null, clearThreshold: 5 }],
    ['a code the device does not have', { main: 3612, sub: 9, alertThreshold: 5, clearThreshold: 4 }],
    ['a code of another kind', { main: 9000, sub: 2, alertThreshold: 5, clearThreshold: 4 }],
    ['a code beyond all codes', { main: 9_007_199_254_740_991, sub: 0, alertThreshold: 5, clearThreshold: 4 }],
    ['a text', { ...name, alertThreshold: '5', clearThreshold: 4 }],
  ])('OQ-77: refused with 202001 and a reason: %s', async (_what, body) => {
    const id = await addDevice();
    expect(await put('service', id, body)).toEqual({
      status: 422,
      body: { errorCode: 202001, detail: [{ msg: expect.stringMatching(/\w/) }] },
    });
    expect(await entries(id)).toEqual([]);
  });

  test('OQ-77: the table has the thresholds of its codes, each kind its own', async () => {
    const id = await addDevice();
    await put('service', id, { ...name, alertThreshold: 140, clearThreshold: 130.5 });
    expect(await read(id, '05')).toMatchObject({
      codes: [
        { main: 2000, ...none },
        { ...name, alertThreshold: 140, clearThreshold: 130.5 },
        { sub: 1, ...none },
      ],
    });
    expect(await read(id, '08')).toMatchObject({ codes: [none] });
  });

  test('OQ-77: both orders are taken, and an alert without clear', async () => {
    const id = await addDevice();
    for (const [alertThreshold, clearThreshold] of [
      [10, 5],
      [5, 10],
      [5, null],
    ])
      expect(await put('service', id, { ...name, alertThreshold, clearThreshold })).toMatchObject({
        status: 200,
        body: { alertThreshold, clearThreshold },
      });
    expect(await put('service', id, { main: 9000, sub: 2, alertThreshold: 1, clearThreshold: 0 }, '08')).toMatchObject({
      status: 200,
    });
  });

  test('OQ-77 AU-44: a dealer may read but not set them (200002); a foreign device is refused to all but its own (200003)', async () => {
    const id = await addDevice();
    const [foreign = ''] = await addDevices(platen().database, [{ group_ids: [2] }]);
    const body = { ...name, alertThreshold: 140, clearThreshold: 130 };
    expect(await put('dealer', id, body)).toMatchObject({ status: 403, body: { errorCode: 200002 } });
    expect((await platen().get('dealer', `/v1/device/${id}/code/05/setting?main=3612&sub=0`)).status).toBe(200);
    expect(await put('dealer', foreign, body)).toMatchObject({ status: 403, body: { errorCode: 200003 } });
    expect(await entries(id)).toEqual([]);
  });
});
