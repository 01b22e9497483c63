import { listMeterExports, reportMeterResult, tryMeterExport } from '@platen/contract/meter-hand-off';
import { readMeterLinesFeed } from '@platen/contract/odata';
import { addToken } from '@platen/contract/tokens';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Closing, counted, createClosing } from './closing-world.ts';
import { readCsv } from './files.ts';
import { stranger } from './worklist-world.ts';

let world: Closing;
let closeId: string;
const october = { firstDay: '2026-10-01', lastDay: '2026-10-31', name: 'October' };

beforeAll(async () => {
  world = await createClosing();
  await world.receive([
    counted('A1', '2026-09-30T23:40:00Z', { total: 1000, black: 500 }),
    counted('A1', '2026-10-31T23:30:00Z', { total: 1500, black: 700 }),
    counted('B1', '2026-09-30T23:40:00Z', { total: 2000 }),
    counted('B1', '2026-10-31T23:30:00Z', { total: 2100 }),
  ]);
  const id = await world.idOf(counted('A1', '2026-09-30T23:40:00Z', {}));
  await world.platen.database.pool.query(`insert into device_fact (device_id, asset_number) values ($1, 'HO-1')`, [id]);
  const codes = [{ meters: ['total'], modelPattern: '*', code: 'T' }];
  await world.call('billing', 'PUT', '/v1/meter-codes', { version: 0, codes });
});
afterAll(() => world.platen.close());
beforeEach(async () => {
  await world.platen.database.owner.query('truncate meter_close cascade');
  await world.platen.database.owner.query('truncate meter_export_run, meter_result');
  closeId = (await world.open(october)).closeId;
});

const fetchFile = async (query: string, headers?: Record<string, string>) =>
  await fetch(`${world.platen.url}/v1/closes/${closeId}/export?${query}`, {
    headers: headers ?? (await world.bearer('billing')),
  });
const exportsOf = async () =>
  listMeterExports.answer.parse((await world.call('billing', 'GET', `/v1/closes/${closeId}/exports`)).body);
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
async function makeToken(scopes: readonly string[]): Promise<string> {
  const { body } = await world.call('billing', 'POST', '/v1/tokens', {
    name: 'ERP',
    scopes,
    ofOrganisation: false,
    endsOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    addresses: [],
  });
  return addToken.answer.parse(body).token ?? '';
}

test('MX-08 GE-05: only a closed period has a file, and only for who sees the close', async () => {
  expect((await fetchFile('template=equipment')).status).toBe(409);
  await world.closeNow(closeId);
  expect((await fetchFile('template=equipment', await world.bearer(stranger))).status).toBe(404);
  expect((await fetchFile('template=0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e')).status).toBe(404);
  expect((await fetchFile('template=equipment')).status).toBe(200);
});

test('MX-08: the lines of a close as CSV are those of JSON, open or closed, all of them at once or by page', async () => {
  const fetchLines = async (query: string, headers?: Record<string, string>) => {
    const answer = await fetch(`${world.platen.url}/v1/closes/${closeId}/lines?${query}`, {
      headers: headers ?? (await world.bearer('billing')),
    });
    return { answer, text: await answer.clone().text() };
  };
  const { answer, text } = await fetchLines('format=csv');
  expect([answer.headers.get('content-type'), answer.headers.get('total-count')]).toEqual([
    'text/csv; charset=utf-8',
    '3',
  ]);
  const rows = text.trim().split('\r\n');
  const [head = '', ...lines] = rows.map((row) => row.replace('\uFEFF', '').split(','));
  const { lines: asJson } = JSON.parse((await fetchLines('')).text);
  const of = (line: readonly string[], name: string) => line[head.indexOf(name)];
  expect(lines.map((line) => [of(line, 'serial'), of(line, 'meter'), of(line, 'use'), of(line, 'state')])).toEqual(
    asJson.map((line: Record<string, unknown>) => [line.serial, line.meter, String(line.use), line.state]),
  );
  const page = await fetchLines('format=csv&limit=1&offset=1');
  expect([page.text.trim().split('\r\n').length, page.answer.headers.get('total-count')]).toEqual([2, '3']);
  expect((await fetchLines('limit=201')).text).toContain('limit: at most 200 as json');
  expect(
    (await fetchLines('format=csv', { authorization: `Bearer ${await makeToken(['devices.read'])}` })).answer.status,
  ).toBe(403);
  expect((await fetchLines('format=csv', await world.bearer(stranger))).answer.status).toBe(404);
});

test('MX-05 MX-06 LG-35: the first file of a template is a test; the real one sets the close to exported, with the same bytes ever after', async () => {
  await world.closeNow(closeId);
  expect((await fetchFile('template=equipment&test=false')).status).toBe(409);
  const trial = await fetchFile('template=equipment');
  expect(
    Object.fromEntries(['test', 'total-count', 'left-out-count'].map((name) => [name, trial.headers.get(name)])),
  ).toEqual({
    test: 'true',
    'total-count': '1',
    'left-out-count': '2',
  });
  expect(trial.headers.get('content-disposition')).toBe('attachment; filename="meters-2026-10-31-test.csv"');
  expect((await world.read(closeId)).state).toBe('closed');
  const real = await fetchFile('template=equipment');
  expect(real.headers.get('test')).toBe('false');
  const bytes = await bytesOf(real);
  expect(readCsv(bytes.toString('utf8').slice(1))).toEqual([
    ['Asset number', 'Meter code', 'Reading date', 'Reading'],
    ['HO-1', 'T', '2026-10-31', '1500'],
  ]);
  expect((await world.read(closeId)).state).toBe('exported');
  const { runs } = await exportsOf();
  expect(runs.map(({ isTest, lines, leftOut, way }) => [isTest, lines, leftOut, way])).toEqual([
    [false, 1, 2, 'download'],
    [true, 1, 2, 'download'],
  ]);
  // Codes that are changed later change no file that was made.
  const codes = [{ meters: ['total'], modelPattern: '*', code: 'OTHER' }];
  await world.call('billing', 'PUT', '/v1/meter-codes', { version: 1, codes });
  expect(bytes.equals(await bytesOf(await fetchFile(`run=${runs[0]?.runId}`)))).toBe(true);
  expect((await bytesOf(await fetchFile('template=equipment'))).toString('utf8')).toContain('OTHER');
  await world.call('billing', 'PUT', '/v1/meter-codes', { version: 2, codes: [{ ...codes[0], code: 'T' }] });
});

test('MX-06: a file without a line is a test at most, and the close is not exported by it', async () => {
  const setAsset = (asset: string | null) =>
    world.platen.database.pool.query('update device_fact set asset_number = $1', [asset]);
  await setAsset(null);
  try {
    await world.platen.database.owner.query('truncate meter_close cascade');
    closeId = (await world.open(october)).closeId;
    await world.closeNow(closeId);
    const trial = await fetchFile('template=equipment');
    expect([trial.status, trial.headers.get('total-count')]).toEqual([200, '0']);
    const real = await fetchFile('template=equipment');
    expect([real.status, await real.text()]).toEqual([409, expect.stringContaining('no line of the period')]);
    expect((await world.read(closeId)).state).toBe('closed');
  } finally {
    await setAsset('HO-1');
  }
  expect((await exportsOf()).runs.map(({ isTest }) => isTest)).toEqual([true]);
});

test('MX-03 MX-04: a template is tried on five lines, with what would be left out', async () => {
  const body = { templateId: 'equipment' };
  const answer = await world.call('billing', 'POST', `/v1/closes/${closeId}/export/try`, body);
  expect(tryMeterExport.answer.parse(answer.body)).toMatchObject({
    lines: 1,
    rows: [['HO-1', 'T', '2026-10-31', 1500]],
    leftOutCount: 2,
    leftOut: expect.arrayContaining([
      expect.objectContaining({ serial: 'A1', meter: 'black', why: 'noCode' }),
      expect.objectContaining({ serial: 'B1', meter: 'total', why: 'noAssetNumber' }),
    ]),
    mustTest: true,
  });
});

test('MX-08 MX-10 OA-30: the ERP fetches the file and reports back with tokens of their scopes; refused lines are listed', async () => {
  await world.closeNow(closeId);
  const [reader, writer] = [await makeToken(['meters.read']), await makeToken(['meters.write'])];
  expect((await fetchFile('template=all', { authorization: `Bearer ${reader}` })).status).toBe(200);
  const report = async (token: string, lines: readonly object[]) => {
    const answer = await fetch(`${world.platen.url}/v1/closes/${closeId}/result`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ lines }),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const lines = [
    { assetNumber: 'HO-1', meterCode: 'T', state: 'accepted' },
    { serial: 'B1', meter: 'total', state: 'refused', reason: 'no contract' },
    { serial: 'NONE', meter: 'total', state: 'accepted' },
  ];
  expect((await report(reader, lines)).status).toBe(403);
  expect(reportMeterResult.answer.parse((await report(writer, lines)).body)).toEqual({
    accepted: 1,
    refused: 1,
    unknown: [2],
    unknownCount: 1,
  });
  expect(await exportsOf()).toMatchObject({
    accepted: 1,
    refused: 1,
    unanswered: 1,
    refusedLines: [{ serial: 'B1', meter: 'total', reason: 'no contract' }],
  });
  await report(writer, [{ serial: 'B1', meter: 'total', state: 'accepted' }]);
  expect(await exportsOf()).toMatchObject({ accepted: 2, refused: 0, refusedLines: [] });
});

test('MX-09 GE-05: a spreadsheet reads the lines of closed periods by close, serial and customer, with count and order', async () => {
  const read = async (query: Record<string, string>, subject = 'billing') => {
    const answer = await fetch(`${world.platen.url}/odata/MeterLines?${new URLSearchParams(query).toString()}`, {
      headers: await world.bearer(subject),
    });
    return readMeterLinesFeed.answer.parse(await answer.json());
  };
  expect((await read({})).value).toEqual([]);
  await world.closeNow(closeId);
  const page = await read({
    $filter: `CloseId eq ${closeId} and CustomerNumber eq 'C-1'`,
    $count: 'true',
    $orderby: 'Serial desc,Meter',
  });
  expect(page['@odata.count']).toBe(3);
  expect(page.value.map(({ Serial, Meter, Reading, Use, Date: day }) => [Serial, Meter, Reading, Use, day])).toEqual([
    ['B1', 'total', 2100, 100, '2026-10-31'],
    ['A1', 'black', 700, 200, '2026-10-31'],
    ['A1', 'total', 1500, 500, '2026-10-31'],
  ]);
  expect((await read({ $filter: "Serial eq 'A1' and Date ge 2026-11-01" })).value).toEqual([]);
  // An alternative does not reach past what the reader may see (GE-05).
  const either = { $filter: "Serial eq 'A1' or Meter ne 'none'" };
  expect((await read(either)).value).toHaveLength(3);
  expect((await read(either, stranger)).value).toEqual([]);
});
