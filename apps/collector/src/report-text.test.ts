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

test('each thing a printer says is one line, whatever line feeds its texts hold', () => {
  expect(toReportText(report).split('\n')).toEqual([
    '192.0.2.7  Acme C 45',
    '  panel        Please wait',
    '  alert        code 8: Paper jam',
    '  supply       Black 38 32: 92 %',
  ]);
});
