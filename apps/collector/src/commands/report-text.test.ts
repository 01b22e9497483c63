import type { DeviceReport } from '@platen/contract/report';
import { expect, test } from 'vitest';
import { toReportText } from './report-text.ts';

const report: DeviceReport = {
  version: '1.0',
  observedAt: '2026-01-31T12:00:00Z',
  source: { kind: 'collector', name: 'test', version: '0', address: '192.0.2.7' },
  identity: { manufacturer: { state: 'measured', value: 'Acme' }, model: { state: 'measured', value: 'C\n45' } },
  status: { consoleText: 'Please\n\twait', alerts: [{ index: '1.1', code: 8, description: 'Paper\njam' }] },
  supplies: [{ index: '1.1', description: 'Black\n38 32', percent: { state: 'measured', value: 92 } }],
};

test('each value of a printer is one line, even if its text contains line feeds', () => {
  expect(toReportText(report).split('\n')).toEqual([
    '192.0.2.7  Acme C 45',
    '  panel        Please wait',
    '  alert        code 8: Paper jam',
    '  supply       Black 38 32: 92 %',
  ]);
});

test('a level without a percentage has its unit, or shows that the device reports none', () => {
  const developer = { index: '1.2', description: 'Black Developer', percent: { state: 'unknown' as const } };
  const level = { state: 'measured' as const, value: 9 };
  const linesOf = (supply: object) => toReportText({ ...report, supplies: [{ ...developer, level, ...supply }] });
  expect(linesOf({})).toContain('Black Developer: 9 (unit not reported)');
  expect(linesOf({ unit: 'impressions' })).toContain('Black Developer: 9 impressions');
  expect(linesOf({ unit: 'sheets', capacity: { state: 'measured', value: 5 } })).toContain('9 of 5 sheets');
});
