import { listWorklist, readWorklistRow } from '@platen/contract/worklist';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCsv, readSheet, unzip } from '../../../test/files.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addToWorklist } from '../../../test/worklist.ts';

let platen: TestApp;
let collectorId: string;

beforeAll(async () => {
  platen = await createTestApp();
  const { database } = platen;
  await agreeForAll(database);
  await addGroup(database, 1, 'One', 'dealer');
  const { rows } = await database.pool.query<{ user_id: string }>(
    `update app_user set name = '=cmd|calc' where subject = 'service' returning user_id`,
  );
  const ids = await addDevices(
    database,
    Array.from({ length: 30 }, (_, n) => ({
      serial: `SN-${String(n).padStart(2, '0')}`,
      model: `M${n % 3}`,
      customer_number: `K${n % 4}`,
      customer_name: n % 4 === 0 ? null : `Kunde ${n % 4}, Süd`,
      description: n === 2 ? '+1' : null,
      group_ids: n < 10 ? [1] : [],
    })),
  );
  for (const [n, id] of ids.entries())
    await addToWorklist(
      database,
      id,
      n === 0
        ? [
            { subject: 'C447', points: 8, facts: { code: 'C447' }, assignee: rows[0]?.user_id ?? null },
            { kind: 'supply', subject: 'black', points: 2, facts: { urgency: 'low' } },
            { kind: 'stopped', subject: '', points: 0.5 },
            { kind: 'person', subject: 'noise', points: 0.4, facts: { matter: 'noise' } },
          ]
        : [{ kind: 'errorRepeat', subject: 'CE40', points: 30 - n, facts: { code: 'CE40', count: n } }],
      n === 0
        ? {
            rank: 99,
            cost: 10.9042,
            marks: ['cameBack', 'notHeardOf'],
            answer_due: '2026-03-03T09:00:00Z',
            planned_day: '2026-01-05',
          }
        : { rank: 30 - n },
    );
  collectorId = newId();
  await database.db
    .insertInto('collector')
    .values({ collector_id: collectorId, name: 'North', key_hash: Buffer.from('North') })
    .execute();
  await addToWorklist(database, collectorId, [{ kind: 'collector', subject: '', points: 1, facts: { count: 3 } }], {
    entity: 'collector',
    rank: 0.5,
  });
});
afterAll(() => platen.close());

const csv = async (query = '', subject = 'service', language = 'en') => {
  const answer = await platen.get(subject, `/v1/worklist/export?format=csv${query}`, { 'accept-language': language });
  expect(answer.status).toBe(200);
  return { rows: readCsv(await answer.text()), headers: answer.headers };
};
const listed = async (query: string, subject = 'service') => {
  const answer = await platen.get(subject, `/v1/worklist?${query}`);
  return listWorklist.answer.parse(await answer.json()).rows.map(({ serial }) => serial ?? '');
};
const serials = ({ rows }: { rows: string[][] }) => rows.slice(1).map((row) => row[7]);

describe('export of the worklist', () => {
  test('WL-71 WL-56: a row of the list as CSV, with headlines in words, times of the zone and no formula', async () => {
    const { rows, headers } = await csv('&timeZone=Asia/Tokyo');
    expect(rows[0]).toEqual([
      'Priority',
      'Cost of waiting (points a day)',
      'Of which predicted',
      'Figures not known',
      'What',
      'Further conditions',
      'Conditions',
      'Serial Number',
      'Model',
      'Collector',
      'Customer number',
      'Customer name',
      'Description',
      'Since (Asia/Tokyo)',
      'State',
      'Marks',
      'Who',
      'Planned day',
      'Answer due (Asia/Tokyo)',
      'Set by hand until (Asia/Tokyo)',
    ]);
    expect(rows[1]).toEqual([
      'P1',
      '10.9',
      '0',
      '0',
      'C447, device down',
      'Black toner low · No report since 2026-03-02 · +1',
      '4',
      'SN-00',
      'M0',
      '',
      'K0',
      '',
      '',
      '2026-03-02T17:00:00+09:00',
      'Assigned',
      'Came back · Not heard of since 2026-03-02',
      "'=cmd|calc",
      '2026-01-05',
      '2026-03-03T18:00:00+09:00',
      '',
    ]);
    expect(rows[3]?.slice(4, 13)).toEqual([
      'Service call CE40 2 times in 7 d',
      '',
      '1',
      'SN-02',
      'M2',
      '',
      'K2',
      'Kunde 2, Süd',
      "'+1",
    ]);
    expect(rows.at(-1)?.slice(4, 10)).toEqual([
      'Collector silent since 2026-03-02, 3 devices behind it',
      '',
      '1',
      '',
      '',
      'North',
    ]);
    expect(headers.get('total-count')).toBe('31');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="worklist-\d{4}-\d\d-\d\d\.csv"$/);
  });

  test('WL-71: headlines and heads are in the language of the request', async () => {
    const { rows } = await csv('', 'service', 'ja-JP');
    expect(rows[0]?.slice(4, 7)).toEqual(['内容', 'その他の項目', '項目数']);
    expect(rows[1]?.slice(4, 6)).toEqual(['C447で停止', 'ブラックトナー残りわずか · 2026-03-02から報告なし · 他1']);
    expect(rows[1]?.slice(14, 16)).toEqual(['担当決定', '再発 · 2026-03-02から報告なし']);
  });

  test('WL-71: an XLSX file has the same cells, figures and times as such', async () => {
    const answer = await platen.get('service', '/v1/worklist/export?format=xlsx');
    const parts = unzip(Buffer.from(await answer.arrayBuffer()));
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="worklist"');
    const rows = readSheet(parts.get('xl/worksheets/sheet1.xml') ?? '');
    expect(rows).toHaveLength(32);
    expect(rows[1]?.map(({ value }) => value).slice(0, 8)).toEqual([
      'P1',
      10.9,
      0,
      0,
      'C447, device down',
      'Black toner low · No report since 2026-03-02 · +1',
      4,
      'SN-00',
    ]);
    expect(rows[1]?.[13]).toEqual({ style: 3, value: Date.parse('2026-03-02T08:00:00Z') / 86_400_000 + 25_569 });
  });

  test.each([
    '',
    'sort=serial',
    'groupBy=customer',
    'groupBy=model&sort=since',
    'search=SN-1',
    'assignee=none',
    'kind=down,supply',
  ])('WL-71: has the rows of the list in its order: %s', async (query) => {
    const file = await csv(`&${query}`);
    expect(serials(file)).toEqual(await listed(query));
    expect(file.headers.get('total-count')).toBe(String(file.rows.length - 1));
  });

  test('WL-71 GE-05: a user sees in the file what the list shows, and no other row', async () => {
    const file = await csv('', 'dealer');
    expect(file.rows).toHaveLength(11);
    expect(serials(file)).toEqual(await listed('', 'dealer'));
  });

  test('WL-71: a third file of a user at once is refused, whatever the other two are of', async () => {
    const { rows } = await platen.database.pool.query<{ user_id: string }>(
      `select user_id from app_user where subject = 'service'`,
    );
    const taken = [1, 2].map(() => platen.app.platform.limits.downloads.take(rows[0]?.user_id ?? ''));
    const refused = await platen.get('service', '/v1/worklist/export?format=csv');
    expect([refused.status, await refused.json()]).toMatchObject([503, { errorCode: 203002 }]);
    for (const leave of taken) leave?.();
    await csv();
  });

  test('WL-71: is recorded with the number of rows and the filters', async () => {
    await csv('&search=SN-1&kind=errorRepeat');
    const { rows } = await platen.database.pool.query<{ actor: string; subject: string; detail: unknown }>(
      `select actor, subject, detail from audit_entry where action = 'export worklist' order by at desc, audit_id desc limit 1`,
    );
    expect(rows[0]).toEqual({
      actor: 'service',
      subject: 'group:0',
      detail: { format: 'csv', rows: 10, filters: ['kind'], search: 'SN-1' },
    });
  });

  test('WL-71: a file of more rows than one batch is complete, each row once', async () => {
    const { database } = platen;
    const many = await addDevices(
      database,
      Array.from({ length: 1005 }, (_, n) => ({ serial: `X-${n}`, customer_number: 'MANY' })),
    );
    await database.pool.query(
      `insert into worklist_row (entity_id, entity, customer_number, priority, rank, opened_at, state, states, kinds, actors, conditions)
        select id, entity, 'MANY', priority, rank, opened_at, state, states, kinds, actors, conditions
        from unnest($1::uuid[]) id, worklist_row w join device d on d.device_id = w.entity_id where d.serial = 'SN-05'`,
      [many],
    );
    const file = await csv('&customer=%5B%22MANY%22%5D');
    expect([file.rows.length, new Set(serials(file)).size]).toEqual([1006, 1005]);
  });

  test('WL-56 WL-67 WL-71: days count from today, however old the judgement is', async () => {
    const [id = ''] = await addDevices(platen.database, [{ serial: 'AGED', model: 'M9' }]);
    const judgedAt = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const facts = { urgency: 'low', days: 5, range: { lower: 3, upper: 7 }, asOf: judgedAt };
    await addToWorklist(platen.database, id, [{ kind: 'supply', subject: 'black', points: 2, facts }]);
    const today = { days: 3, range: { lower: 1, upper: 5 }, asOf: new Date().toISOString().slice(0, 10) };
    const list = listWorklist.answer.parse(await (await platen.get('service', '/v1/worklist?search=AGED')).json());
    expect(list.rows[0]?.conditions[0]?.facts).toMatchObject(today);
    const drawer = readWorklistRow.answer.parse(await (await platen.get('service', `/v1/worklist/${id}`)).json());
    expect(drawer.conditions[0]?.facts).toMatchObject(today);
    expect((await csv('&search=AGED')).rows[1]?.[4]).toBe('Black toner empty in 1–5 d');
  });
});
