import { changeModels, listModels } from '@platen/contract/models';
import { expect, test } from 'vitest';
import { addDealer } from '../../../test/dealers.ts';
import { addDevices } from '../../../test/test-app.ts';
import { testWorklist } from '../../../test/test-worklist.ts';

const worklist = testWorklist();
const read = async (subject: string) =>
  listModels.answer.parse(await (await worklist.platen.get(subject, '/v1/models')).json()).models;
const put = async (subject: string, model: string, was: number | null, pagesPerMinute: number | null) => {
  const { value } = await worklist.send(subject, 'PUT', '/v1/models', { models: [{ model, was }], pagesPerMinute });
  return changeModels.answer.parse(value);
};

test('OA-60 LG-13 GE-06: a dealer has the entries of the operator until it makes own ones, and sees the models of its devices', async () => {
  const { database } = worklist.platen;
  await addDealer(database, 1, 'dealer-admin');
  await addDevices(database, [{ serial: 'C', model: 'Other' }]);
  expect(await read('admin')).toEqual([
    { model: 'M', series: null, devices: 2, pagesPerMinute: null, isOwn: false },
    { model: 'Other', series: null, devices: 1, pagesPerMinute: null, isOwn: false },
  ]);
  expect(await put('admin', 'M', null, 55)).toEqual({ changed: 1, skipped: [] });
  expect(await read('dealer-admin')).toEqual([
    { model: 'M', series: null, devices: 1, pagesPerMinute: 55, isOwn: false },
  ]);
  expect(await put('dealer-admin', 'M', null, 40)).toEqual({ changed: 1, skipped: [] });
  // Made from an older value it is left alone.
  expect(await put('dealer-admin', 'M', null, 30)).toEqual({ changed: 0, skipped: ['M'] });
  expect(await read('dealer-admin')).toMatchObject([{ pagesPerMinute: 40, isOwn: true }]);
  expect((await read('admin'))[0]).toMatchObject({ pagesPerMinute: 55, isOwn: true });
  expect(await put('dealer-admin', 'M', 40, null)).toEqual({ changed: 1, skipped: [] });
  expect(await read('dealer-admin')).toMatchObject([{ pagesPerMinute: 55, isOwn: false }]);
  const { rows } = await database.pool.query(
    `select actor, detail -> 'after' -> 'pagesPerMinute' as after from audit_entry where action = 'models change' order by audit_id`,
  );
  expect(rows).toEqual([
    { actor: 'admin', after: 55 },
    { actor: 'dealer-admin', after: 40 },
    { actor: 'dealer-admin', after: null },
  ]);
});

test('OA-20 OA-60: models are for administrators, and a rate that no printer has is refused', async () => {
  expect(
    (await worklist.send('dealer', 'PUT', '/v1/models', { models: [{ model: 'M', was: null }], pagesPerMinute: 9 }))
      .value,
  ).toMatchObject({ errorCode: 200002 });
  for (const wrong of [0, 501, 1.5]) {
    const { value } = await worklist.send('admin', 'PUT', '/v1/models', {
      models: [{ model: 'M', was: null }],
      pagesPerMinute: wrong,
    });
    expect([wrong, value]).toMatchObject([wrong, { errorCode: 202001 }]);
  }
});
