import { setPriority, setWeight } from '@platen/contract/worklist';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { testWorklist } from '../../../test/test-worklist.ts';

const worklist = testWorklist();
const { send, call } = worklist;

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

  test('WL-48 GE-06: a weight carries its version; another one is refused with the present weight', async () => {
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
});
