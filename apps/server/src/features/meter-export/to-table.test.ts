import type { MeterCode, TemplateForm } from '@platen/contract/meter-exports';
import { expect, test } from 'vitest';
import { readCsv, readSheet, unzip } from '../../../test/files.ts';
import { toFile } from '../../files/table-file.ts';
import type { ExportLine } from './export-line.ts';
import { shippedTemplates } from './shipped-templates.ts';
import { toTable } from './to-table.ts';

const close = { closeId: 'c1', name: 'November 2026', zone: 'Europe/Berlin' };
const at = Date.parse('2026-11-30T22:04:12Z');
const before = Date.parse('2026-10-31T22:40:00Z');
const toLine = (deviceId: string, meter: string, change: Partial<ExportLine> = {}): ExportLine => ({
  deviceId,
  group: deviceId,
  serial: `S-${deviceId}`,
  model: 'MX-3070',
  description: null,
  assetNumber: `HO-${deviceId}`,
  customerNumber: 'K1',
  customerName: '=Haldane; Office',
  dealerNumber: 'D1',
  meter,
  start: { at: before, value: 1000 },
  end: { at, value: 1444 },
  use: 444,
  source: 'report',
  state: 'exact',
  correction: null,
  remarks: [],
  corrects: null,
  isExcluded: false,
  ...change,
});
const lines = [
  toLine('1', 'black'),
  toLine('1', 'color', { end: { at, value: 88.5 }, use: 88.5 }),
  toLine('1', 'total', { correction: -250, remarks: ['corrected'] }),
  toLine('2', 'black', { assetNumber: null }),
  toLine('3', 'black', { isExcluded: true }),
  toLine('4', 'scan', { model: 'AR-6020', source: 'estimate', state: 'estimated' }),
];
const [all, blackColor, equipment] = shippedTemplates('en-us');
const toForm = (change: Partial<TemplateForm>): TemplateForm => {
  if (all === undefined) throw new Error('no template');
  const { templateId: _id, isShipped: _shipped, version: _version, ...form } = all;
  return { ...form, ...change };
};
const make = (form: TemplateForm | undefined, codes: readonly MeterCode[] = []) =>
  toTable(lines, { form: form ?? toForm({}), codes, close, portal: 'https://platen.example' });
async function write(form: TemplateForm, codes: readonly MeterCode[] = []): Promise<Buffer> {
  const { heads, widths, rows } = make(form, codes);
  const chunks: Buffer[] = [];
  const table = { sheetName: 'Meters', heads, widths, batches: toBatches(rows), csv: form };
  for await (const chunk of toFile(form.format, table)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
async function* toBatches<T>(rows: T) {
  yield rows;
}

test('MX-02 MX-04: the long template has a line a meter with all fields, dates in the zone of the close', () => {
  const { heads, rows, leftOut } = make(all);
  expect([rows.length, leftOut.length]).toEqual([6, 0]);
  const row = new Map(heads.map((head, n) => [head, rows[2]?.[n]]));
  expect(Object.fromEntries(row)).toMatchObject({
    'Asset number': 'HO-1',
    Meter: 'total',
    Unit: 'impressions',
    'Reading date': '2026-11-30',
    'Reading time': '23:04:12',
    'Date before': '2026-10-31',
    'Time zone': 'Europe/Berlin',
    Reading: 1444,
    'Reading before': 1000,
    Use: 444,
    Correction: -250,
    Remark: 'pages were corrected',
    Proof: 'https://platen.example/counter?device=1&view=ledger&meter=total&at=2026-11-30T22%3A04%3A12.000Z',
  });
  expect(rows[5]?.[heads.indexOf('Estimated')]).toBe('estimated');
});

test('MX-01 MX-05: the wide template has a line a device and a column a meter; devices without asset number wait', () => {
  const { heads, rows, leftOut } = make(blackColor);
  expect(heads.slice(3)).toEqual([
    'Serial number',
    'black: Reading date',
    'black: Reading',
    'black: Use',
    'color: Reading date',
    'color: Reading',
    'color: Use',
  ]);
  expect(rows.map((row) => row.slice(3))).toEqual([['S-1', '2026-11-30', 1444, 444, '2026-11-30', 88.5, 88.5]]);
  expect(leftOut.map(({ line, why }) => [line.serial, line.meter, why])).toEqual([
    ['S-1', 'total', 'otherMeter'],
    ['S-2', 'black', 'noAssetNumber'],
    ['S-3', 'black', 'excluded'],
    ['S-4', 'scan', 'otherMeter'],
  ]);
});

test('MX-03: meters go by the codes of the narrowest pattern; a sum needs all its parts; what has no code is listed', () => {
  const codes: MeterCode[] = [
    { meters: ['black'], modelPattern: '*', code: 'ANY' },
    { meters: ['black'], modelPattern: 'MX-3*', code: '101' },
    { meters: ['color', 'black'], modelPattern: '*', code: '900' },
    { meters: ['scan', 'fax'], modelPattern: 'AR-*', code: '300' },
  ];
  const { heads, rows, leftOut, lines: written } = make(equipment, codes);
  expect(heads).toEqual(['Asset number', 'Meter code', 'Reading date', 'Reading']);
  expect(rows).toEqual([
    ['HO-1', '101', '2026-11-30', 1444],
    ['HO-1', '900', '2026-11-30', 1532.5],
  ]);
  expect(written).toBe(2);
  expect(leftOut.map(({ line, why }) => [line.serial, line.meter, why])).toEqual([
    ['S-1', 'total', 'noCode'],
    ['S-2', 'black', 'noAssetNumber'],
    ['S-3', 'black', 'excluded'],
    ['S-4', 'scan', 'partMissing'],
  ]);
});

test('LG-20 MX-02: a correction of an earlier period is a line of its own, and left out where it has no place', () => {
  const corrected = [
    toLine('1', 'black'),
    toLine('1', 'black', { group: '1 c', start: null, end: null, use: null, correction: -250, corrects: 'September' }),
  ];
  const made = (form: TemplateForm) => toTable(corrected, { form, codes: [], close, portal: '' });
  const fields = (['reading', 'correction', 'remark'] as const).map((field) => ({ field }));
  expect(made(toForm({ fields })).rows).toEqual([
    [1444, null, null],
    [null, -250, 'correction for September'],
  ]);
  expect(made(toForm({ fields: [{ field: 'reading' }] })).leftOut.map(({ why }) => why)).toEqual(['correction']);
});

test('MX-02: heads in Japanese, or with an own text', () => {
  const form = toForm({ language: 'ja-jp', fields: [{ field: 'reading' }, { field: 'use', head: 'Seiten' }] });
  expect(make(form).heads).toEqual(['検針値', 'Seiten']);
});

test('MX-01: CSV with a mark, the separator and decimal mark chosen, and no cell that a spreadsheet runs', async () => {
  const form = toForm({
    separator: 'semicolon',
    decimalMark: 'comma',
    fields: [{ field: 'customerName' }, { field: 'reading' }, { field: 'correction' }],
  });
  const text = (await write(form)).toString('utf8');
  expect(text.split('\r\n').slice(0, 4)).toEqual([
    '﻿Customer name;Reading;Correction',
    `"'=Haldane; Office";1444;`,
    `"'=Haldane; Office";88,5;`,
    `"'=Haldane; Office";1444;-250`,
  ]);
  const usual = (await write(toForm({ fields: [{ field: 'customerName' }, { field: 'use' }] }))).toString('utf8');
  expect(readCsv(usual.slice(1))[2]).toEqual(["'=Haldane; Office", '88.5']);
});

test('CWE-1236: a comma in a file with semicolons begins no formula either', async () => {
  const risky = [toLine('1', 'black', { customerName: 'A,=cmd|calc' })];
  const form = toForm({ separator: 'semicolon', fields: [{ field: 'customerName' }] });
  const { heads, widths, rows } = toTable(risky, { form, codes: [], close, portal: '' });
  let text = '';
  for await (const chunk of toFile('csv', { sheetName: '', heads, widths, batches: toBatches(rows), csv: form }))
    text += chunk.toString('utf8');
  expect(text).toContain("A,'=cmd|calc");
});

test('MX-01 LG-35: XLSX with figures as figures, and the same bytes each time', async () => {
  const form = toForm({ format: 'xlsx', fields: [{ field: 'customerName' }, { field: 'reading' }] });
  const file = await write(form);
  const sheet = readSheet(unzip(file).get('xl/worksheets/sheet1.xml') ?? '');
  expect(sheet[1]).toEqual([
    { style: 2, value: '=Haldane; Office' },
    { style: 0, value: 1444 },
  ]);
  expect(file.equals(await write(form))).toBe(true);
});
