import { setPriority, setWeight } from '@platen/contract/worklist';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { testWorklist } from '../../../test/test-worklist.ts';

const worklist = testWorklist();
const { send, call, act, idOf } = worklist;

describe('set by hand', () => {
  test('WL-52 WL-70: a class holds until its end, and is taken back', async () => {
    await call();
    const path = `/v1/worklist/${worklist.own}/priority`;
    const set = await send('service', 'PUT', path, { priority: 'P1', reason: 'Board meeting' });
    expect(setPriority.answer.parse(set.value).row).toMatchObject({
      priority: 'P1',
      byHand: { reason: 'Board meeting', computed: 'P3' },
      marks: ['setByHand'],
    });
    expect(await send('service', 'PUT', path, { priority: 'P1' })).toMatchObject({ status: 422 });
    const until = new Date(Date.now() + 15 * 86_400_000).toISOString();
    expect(await send('service', 'PUT', path, { priority: 'P1', reason: 'x', until })).toMatchObject({ status: 422 });
    const back = await send('service', 'PUT', path, { priority: null, version: 1 });
    expect(setPriority.answer.parse(back.value).row).toMatchObject({ priority: 'P3', byHand: null });
  });

  test('GE-05: the row of a foreign device is refused as the device, any other as unknown', async () => {
    await call(worklist.foreign);
    const set = (id: string) => send('dealer', 'PUT', `/v1/worklist/${id}/priority`, { priority: null });
    expect(await set(worklist.foreign)).toMatchObject({ value: { errorCode: 200003 } });
    expect(await set(newId())).toMatchObject({ value: { errorCode: 204001 } });
    expect(await set(worklist.own)).toMatchObject({ value: { errorCode: 202003 } });
  });

  test('WL-48 WL-70 GE-06: a weight carries its version; another one is refused with the present weight', async () => {
    const path = `/v1/device/${worklist.own}/weight`;
    const first = await send('service', 'PUT', path, { weight: 2, reason: 'Only printer of the ward' });
    expect(setWeight.answer.parse(first.value).weight).toMatchObject({ factor: 2, version: 1 });
    const stale = await send('service', 'PUT', path, { weight: 3, reason: 'x' });
    expect(stale).toMatchObject({
      status: 409,
      value: { errorCode: 202002, current: { weight: { factor: 2, version: 1 } } },
    });
    expect((await send('service', 'PUT', path, { weight: null, version: 1 })).value).toEqual({ weight: null });
  });

  test('WL-52 GE-06 TX-19: a class that another person changed meanwhile is refused with the present row and with who did it', async () => {
    await call();
    const path = `/v1/worklist/${worklist.own}/priority`;
    await send('service', 'PUT', path, { priority: 'P1', reason: 'Board meeting' });
    await send('admin', 'PUT', path, { priority: 'P2', reason: 'It was moved', version: 1 });
    const stale = await send('service', 'PUT', path, { priority: 'P4', reason: 'x', version: 1 });
    expect(stale).toMatchObject({
      status: 409,
      value: {
        errorCode: 202002,
        current: { row: { rowId: worklist.own, priority: 'P2', byHand: { reason: 'It was moved', version: 2 } } },
        changedBy: { userId: idOf('admin') },
      },
    });
    const saved = await send('service', 'PUT', path, { priority: 'P4', reason: 'x', version: 2 });
    expect(setPriority.answer.parse(saved.value).row.priority).toBe('P4');
  });

  test.each([
    ['class', (id: string) => `/v1/worklist/${id}/priority`, { priority: 'P1' }, { priority: null }],
    ['weight', (id: string) => `/v1/device/${id}/weight`, { weight: 2 }, { weight: null }],
  ])(
    'GE-06: a %s that was taken away and set again has a version that was never there before',
    async (_of, toPath, set, none) => {
      await call();
      const path = toPath(worklist.own);
      const versionOf = async (body: object) => {
        const { status, value } = await send('service', 'PUT', path, body);
        expect([status, value]).toEqual([200, expect.anything()]);
        const { row, weight } = value as { row?: { byHand?: { version: number } }; weight?: { version: number } };
        return (row?.byHand ?? weight)?.version;
      };
      const first = await versionOf({ ...set, reason: 'x' });
      expect(await versionOf({ ...none, version: first })).toBeUndefined();
      const second = await versionOf({ ...set, reason: 'y' });
      expect(second).toBeGreaterThan(first ?? 0);
      // What a person chose who still sees the first one.
      expect(await send('admin', 'PUT', path, { ...none, version: first })).toMatchObject({
        status: 409,
        value: { errorCode: 202002 },
      });
    },
  );

  test('GE-06 WL-52: not even where nothing was open meanwhile', async () => {
    const opened = await call();
    const path = `/v1/worklist/${worklist.own}/priority`;
    await send('service', 'PUT', path, { priority: 'P1', reason: 'x' });
    await send('service', 'PUT', path, { priority: null, version: 1 });
    await act('service', { action: 'resolve', reason: 'fixed' }, opened);
    expect(
      await worklist.platen.database.db.selectFrom('worklist_row').where('entity_id', '=', worklist.own).execute(),
    ).toEqual([]);
    await call(worklist.own, 'slow');
    await send('service', 'PUT', path, { priority: 'P2', reason: 'y' });
    expect(await send('admin', 'PUT', path, { priority: null, version: 1 })).toMatchObject({ status: 409 });
  });
});
