import { readJob, readJobResult } from '@platen/contract/jobs';
import { listDeviceVisits } from '@platen/contract/visit-records';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addDealer, operatorId } from '../../../../test/dealers.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { inDays, testWorklist } from '../../../../test/test-worklist.ts';
import { parseImport } from './parse-import.ts';

const head = 'serial;day;technician;kind;result;parts;total\n';
const parse = (csv: string) => parseImport(csv, '2026-11-26');

describe('a file of past visits', () => {
  test('VR-10: each line is read, and a wrong one is named with its line and column', () => {
    const csv = `${head}A;2025-03-04;"Mori\nTaro";repair;fixed;6342 toner.cyan;271,240\n\nB;2025-02-30;;;fixed;;\nB;2025-03-01;;;done;;\nB;2026-11-27;;;fixed;;\nB;2025-03-01;;;fixed;;many\n;2025-03-01;;;fixed;;\nA;2025-03-04;"Mori\nTaro";repair;fixed;6342 toner.cyan;271240\nA;2025-03-04;"Mori\nTaro";repair;noAccess;;\n`;
    const { lines, known, rows, refused, refusedCount } = parse(csv);
    expect(rows).toEqual([
      {
        line: 2,
        serial: 'A',
        day: '2025-03-04',
        technician: 'Mori\nTaro',
        kind: 'repair',
        result: 'fixed',
        parts: ['6342', 'toner.cyan'],
        total: 271_240,
      },
    ]);
    expect(refused.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '5 day',
      '6 result',
      '7 day',
      '8 total',
      '9 serial',
      '12 day',
    ]);
    expect([lines, known, refusedCount]).toEqual([8, 1, 6]);
  });

  test('VR-10: a file that is no table of visits, or has more than 100,000 lines, is refused as a whole', () => {
    expect(parse('').problem).toContain('serial, day, result');
    expect(parse('serial,day,result,colour\n').problem).toContain('colour');
    expect(parse(`${head}${'A;2025-03-04;;;fixed;;\n'.repeat(100_001)}`).problem).toContain('100000');
    expect(parse(`${head}${'A;2025-03-04;;;fixed;;\n'.repeat(100_000)}`)).toMatchObject({
      problem: null,
      known: 99_999,
    });
  });

  test('VR-10: whatever is in the file, each line is taken, known or named, and nothing else', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('"', '""', ';', '\n', '\u0000', '=1+1', '2025-03-04', 'fixed', '6342', 'A', '1e9', '\uFEFF'),
    );
    const file = fc.array(
      fc.array(cell, { maxLength: 9 }).map((cells) => cells.join(';')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(file, fc.boolean(), (rows, hasHead) => {
        const { lines, known, rows: taken, refusedCount, problem } = parse(`${hasHead ? head : ''}${rows.join('\n')}`);
        expect(taken.length + known + refusedCount).toBe(problem === null ? lines : 0);
        for (const one of taken) expect(one.day).toMatch(/^20(1[6-9]|2[0-6])-\d{2}-\d{2}$/);
      }),
      { numRuns: 500 },
    );
  });
});

const worklist = testWorklist();
const db = () => worklist.platen.database.db;

/** The result of an import, once its job has ended. */
async function importFile(csv: string, dryRun: boolean, subject = 'service', key?: string) {
  const { status, value } = await worklist.send(subject, 'POST', '/v1/visits/import', { csv, dryRun }, key);
  expect([status, value]).toEqual([202, expect.anything()]);
  const jobId = String(Object(value).jobId);
  const read = async (path: string) => (await worklist.platen.get(subject, path)).json();
  await runJobs(worklist.platen.database);
  const { state } = readJob.answer.parse(await read(`/v1/jobs/${jobId}`));
  expect(state).toBe('done');
  return { jobId, result: readJobResult.answer.parse(await read(`/v1/jobs/${jobId}/result`)) };
}
const serialOf = async (deviceId: string) => {
  const serial = `S-${newId()}`;
  await sql`update device set serial = ${serial} where device_id = ${deviceId}`.execute(db());
  return serial;
};

test('VR-10: a line with a serial number of several devices is refused, not given to one of them', async () => {
  const serial = await serialOf(worklist.own);
  await sql`update device set serial = ${serial} where device_id = ${worklist.foreign}`.execute(db());
  const csv = `serial,day,result\n${serial},${inDays(-50)},fixed\n`;
  const both = await importFile(csv, true);
  expect(both.result).toMatchObject({ visits: 0, refused: [{ line: 2, field: 'serial' }] });
});

test('VR-10 VR-04 GE-13: a try makes nothing; the import makes done visits with their replacements, once', async () => {
  const serial = await serialOf(worklist.own);
  await sql`
    insert into part_number (organisation_id, item, model_pattern, own_number)
    select organisation_id, '6342', '*', '4409-F' from organisation limit 1 on conflict do nothing`.execute(db());
  const csv = [
    'serial,day,technician,kind,result,parts,total',
    `${serial},${inDays(-400)},Tina,maintenance,fixed,4409-f toner.cyan,"120,000"`,
    `${serial},${inDays(-100)},A. Former,repair,partsMissing,,`,
    `${serial},${inDays(-90)},,repair,fixed,9-unknown,`,
    `no-such,${inDays(-90)},,repair,fixed,,`,
  ].join('\n');
  const tried = await importFile(csv, true);
  const figures = { lines: 4, visits: 2, known: 0, refusedCount: 2 };
  expect(tried.result).toMatchObject({ dryRun: true, ...figures });
  const visits = async () =>
    listDeviceVisits.answer.parse(
      await (await worklist.platen.get('service', `/v1/device/${worklist.own}/visits`)).json(),
    );
  expect((await visits()).count).toBe(0);
  const { result } = await importFile(csv, false);
  expect(result).toMatchObject({
    dryRun: false,
    ...figures,
    refused: [
      { line: 4, field: 'parts' },
      { line: 5, field: 'serial' },
    ],
  });
  expect((await visits()).visits).toMatchObject([
    {
      state: 'done',
      day: inDays(-100),
      technician: 'A. Former',
      assignee: null,
      record: { record: { result: 'partsMissing' } },
    },
    {
      kind: 'maintenance',
      technician: null,
      assignee: { name: 'Tina' },
      record: { record: { counters: [{ typed: 120_000 }] } },
    },
  ]);
  const replaced = await sql`
    select item, origin, counter::int from device_replacement where device_id = ${worklist.own} order by item`.execute(
    db(),
  );
  expect(replaced.rows).toEqual([
    { item: 'part.6342', origin: 'recorded', counter: 120_000 },
    { item: 'toner.cyan', origin: 'recorded', counter: 120_000 },
  ]);
  // What is long past is in no list to read, and a second file with the same lines changes nothing.
  const list = await worklist.platen.get('service', '/v1/visits?list=toRead');
  expect(JSON.stringify(await list.json())).not.toContain(serial);
  expect((await importFile(csv, false)).result).toMatchObject({ visits: 0, known: 2, refusedCount: 2 });
  expect((await visits()).count).toBe(2);
});

test('VR-10: a device that was recorded on that day is known, so that no visit counts twice', async () => {
  const serial = await serialOf(worklist.own);
  const visit = { kind: 'repair', devices: [{ deviceId: worklist.own, conditionIds: [] }] };
  const made = await worklist.send('service', 'POST', '/v1/visits', { ...visit, plannedDay: inDays(0) });
  const { visitId, version } = Object(Object(made.value).visit);
  const at = new Date(Date.now() - 60_000).toISOString();
  const record = { deviceId: worklist.own, arrivedAt: at, leftAt: at, result: 'fixed' };
  const none = { done: [], parts: [], counters: [], conditions: [] };
  await worklist.send('service', 'POST', `/v1/visits/${visitId}/record`, {
    version,
    devices: [{ ...record, ...none }],
  });
  const csv = `serial,day,result\n${serial},${at.slice(0, 10)},fixed\n`;
  expect((await importFile(csv, true)).result).toMatchObject({ visits: 0, known: 1 });
});

test('VR-10 GE-05 GE-07 OA-20: only who manages visits imports, only devices that one sees, and once with one key', async () => {
  const csv = `serial,day,result\nX,${inDays(-3)},fixed\n`;
  const refused = await worklist.send('dealer', 'POST', '/v1/visits/import', { csv, dryRun: true });
  expect(refused).toMatchObject({ status: 403, value: { errorCode: 200002 } });
  expect(await worklist.send('service', 'POST', '/v1/visits/import', { csv: 'a,b\n', dryRun: true })).toMatchObject({
    status: 422,
    value: { errorCode: 202001 },
  });
  const key = `import-${newId()}`;
  const first = await importFile(csv, true, 'service', key);
  expect((await importFile(csv, true, 'service', key)).jobId).toBe(first.jobId);
  const other = await worklist.platen.get('admin', `/v1/jobs/${first.jobId}`);
  expect(other.status).toBe(404);
});

test('VR-10 GE-13: thousands of lines go on step by step with progress', async () => {
  const serial = await serialOf(worklist.own);
  const lines = Array.from({ length: 1300 }, (_, n) => `${serial},${inDays(-n - 1)},T${n % 7},repair,fixed,6342,`);
  const { result, jobId } = await importFile(
    `serial,day,technician,kind,result,parts,total\n${lines.join('\n')}`,
    false,
  );
  expect(result).toMatchObject({ visits: 1300, refusedCount: 0 });
  expect(await (await worklist.platen.get('service', `/v1/jobs/${jobId}`)).json()).toMatchObject({
    done: 1300,
    total: 1300,
  });
  const parts = await sql<{ n: number }>`select count(*)::int as n from job_part where job_id = ${jobId}`.execute(db());
  expect(parts.rows).toEqual([{ n: 3 }]);
});

test('VR-10 OA-20 GE-05: of a dealer an import takes own devices, own numbers of parts and people of the own groups', async () => {
  const { database } = worklist.platen;
  const [own, foreign] = [await serialOf(worklist.own), await serialOf(worklist.foreign)];
  await database.pool.query(
    `insert into app_user (user_id, subject, name, role) values (gen_random_uuid(), 'far', 'Farah', 'technician')`,
  );
  const dealerId = await addDealer(database, 1, 'dealer-admin');
  await database.pool.query(
    `insert into part_number (organisation_id, item, model_pattern, own_number)
     values ($1, '6250', '*', '7-DEALER'), ($2, '6342', 'M*', '7-OPERATOR')`,
    [dealerId, operatorId],
  );
  const csv = [
    'serial,day,technician,result,parts',
    `${own},${inDays(-40)},Tina,fixed,7-dealer`,
    `${own},${inDays(-30)},Farah,fixed,`,
    `${own},${inDays(-20)},Tina,fixed,7-operator`,
    `${foreign},${inDays(-30)},Tina,fixed,`,
    `no-such,${inDays(-30)},Tina,fixed,`,
  ].join('\n');
  const { result } = await importFile(csv, false, 'dealer-admin');
  const reason = 'no device with this serial number';
  expect(result).toMatchObject({
    visits: 2,
    refused: [
      { line: 4, field: 'parts' },
      { line: 5, field: 'serial', reason },
      { line: 6, field: 'serial', reason },
    ],
  });
  const { rows } = await sql<{ day: string; assignee: string | null; items: string[] }>`
    select v.planned_day::text as day, u.name as assignee,
      array(select p ->> 'item' from jsonb_array_elements(r.body -> 'parts') p) as items
    from visit v join visit_record r using (visit_id) left join app_user u on u.user_id = v.assignee
    where r.device_id = ${worklist.own} order by day`.execute(db());
  expect(rows).toEqual([
    { day: inDays(-40), assignee: 'Tina', items: ['6250'] },
    { day: inDays(-30), assignee: null, items: [] },
  ]);
});
