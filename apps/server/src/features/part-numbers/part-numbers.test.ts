import { listPartNumbers } from '@platen/contract/part-numbers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDealer } from '../../../test/dealers.ts';
import { testWorklist } from '../../../test/test-worklist.ts';
import { parsePartNumbers } from './parse-part-numbers.ts';

const worklist = testWorklist();
const put = (csv: string, dryRun = false, subject = 'service') =>
  worklist.send(subject, 'PUT', '/v1/part-numbers', { csv, dryRun });
const read = async (subject = 'service') =>
  listPartNumbers.answer.parse(await (await worklist.platen.get(subject, '/v1/part-numbers')).json());

test('VP-20 OA-20: a file replaces the table; a dry run and a file with a wrong line change nothing', async () => {
  const csv = 'item;model;own;name;pieces\r\n6342;*;4409-F;Fuser belt;1\r\ntoner.magenta;M*;"5520;M";;2\r\n';
  expect(await put(csv, true)).toMatchObject({ status: 200, value: { lines: 2, taken: 2, added: 2 } });
  expect((await read()).partNumbers).toEqual([]);
  await put(csv);
  expect((await read()).partNumbers).toMatchObject([
    { item: '6342', modelPattern: '*', ownNumber: '4409-F', name: 'Fuser belt', pieces: 1 },
    { item: 'toner.magenta', modelPattern: 'M*', ownNumber: '5520;M', pieces: 2 },
  ]);
  expect(await put('item,own\n6342,1\n6342,2\nno item,3\n')).toMatchObject({
    value: {
      taken: 0,
      refusedCount: 2,
      refused: [
        { line: 3, field: 'model' },
        { line: 4, field: 'item' },
      ],
    },
  });
  const row = { item: '6342', modelPattern: '*', makerNumber: null, name: 'Fuser belt', pieces: 1, minutes: null };
  expect(await put('item,own\n6342,4409-G\n', true)).toMatchObject({
    value: {
      added: 0,
      changed: 1,
      removed: 1,
      differences: [
        { before: { ...row, ownNumber: '4409-F' }, after: { ...row, name: null, ownNumber: '4409-G' } },
        { before: { item: 'toner.magenta' }, after: null },
      ],
    },
  });
  expect((await read()).partNumbers).toHaveLength(2);
  expect(await put(csv, false, 'dealer')).toMatchObject({ value: { errorCode: 200002 } });
});

test('VP-20 GE-05: parts without a number are listed by how many of the devices that one sees ask for them', async () => {
  const { db } = worklist.platen.database;
  await put('item,model,own\n6342,M*,4409-F\n');
  for (const deviceId of [worklist.own, worklist.foreign])
    await sql`
      insert into device_judgement (device_id, judged_at, through, rules, result, summary, summary_day, summary_days)
      values (${deviceId}, now(), now(), 1, '{"bring": ["6342", "6250"]}', '{}', current_date, -1)`.execute(db);
  expect((await read()).unknown).toEqual([{ item: '6250', model: 'M', devices: 2 }]);
  expect((await read('dealer')).unknown).toEqual([{ item: '6250', model: 'M', devices: 1 }]);
});

test('VP-20 OA-20: a dealer has the numbers of the operator until its administrator writes own ones', async () => {
  const { database } = worklist.platen;
  await put('item,model,own\n6342,*,4409-F\n');
  await addDealer(database, 1, 'dealer-admin', 'tech');
  await sql`insert into device_judgement (device_id, judged_at, through, rules, result, summary, summary_day, summary_days)
    values (${worklist.own}, now(), now(), 1, '{"bring": ["6342"]}', '{}', current_date, -1)`.execute(database.db);
  const before = await read('tech');
  expect(before.partNumbers).toMatchObject([{ ownNumber: '4409-F' }]);
  expect(before.unknown.map(({ item }) => item)).not.toContain('6342');
  expect(await put('item,own\n6250,9-OWN\n', false, 'tech')).toMatchObject({ value: { errorCode: 200002 } });
  // The first own file replaces nothing of the operator's.
  expect(await put('item,own\n6250,9-OWN\n', false, 'dealer-admin')).toMatchObject({
    status: 200,
    value: { added: 1, changed: 0, removed: 0 },
  });
  for (const subject of ['tech', 'dealer-admin'])
    expect(await read(subject)).toMatchObject({
      partNumbers: [{ item: '6250', ownNumber: '9-OWN' }],
      unknown: [{ item: '6342', devices: before.unknown.length + 1 }],
    });
  expect((await read()).partNumbers).toMatchObject([{ item: '6342', ownNumber: '4409-F' }]);
});

test('VP-20: bad files are named by line and field', () => {
  expect(parsePartNumbers('own\n1\n').refused).toEqual([{ line: 1, field: 'item', reason: 'the column is missing' }]);
  expect(parsePartNumbers('item,colour\n6342,x\n').refused).toMatchObject([{ line: 1, field: 'colour' }]);
  expect(parsePartNumbers('item,pieces,own\n6342,-1,a\n6250,,\n').refused).toMatchObject([
    { line: 2, field: 'pieces' },
    { line: 3, field: 'own' },
  ]);
  // As the export writes what a spreadsheet could take for a formula.
  expect(parsePartNumbers("item,own\n6342,'=4409\n").rows).toMatchObject([{ ownNumber: '=4409' }]);
});
