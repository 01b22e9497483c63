import type { DeviceReport } from '@platen/contract/report';
import { describe, expect, test } from 'vitest';
import type { RoundSummary } from '../discover/round-summary.ts';
import { createConsoleOutput, toReportText, toSummaryText } from './console-output.ts';

const summary = (asked: number): RoundSummary => ({
  startedAt: new Date(0),
  findings: [],
  targets: 200,
  asked,
  printers: 3,
  notPrinters: 1,
  silent: asked - 5,
  incomplete: 0,
  failed: 1,
  notStored: 0,
  heldBack: 0,
  failures: [{ target: '192.0.2.7:161', reason: 'no answer' }],
});

function createStream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

describe('progress', () => {
  test('without a terminal prints a line every two seconds', () => {
    let now = 0;
    const stream = createStream(false);
    const output = createConsoleOutput(stream, () => now);
    for (now = 0; now <= 5000; now += 100) output.progress(summary(50 + now / 100), 2);
    expect(stream.written).toEqual([
      'asked 70 of 200 (35 %): 3 printers, 1 other devices, 1 failed; 2 reports to deliver\n',
      'asked 90 of 200 (45 %): 3 printers, 1 other devices, 1 failed; 2 reports to deliver\n',
    ]);
  });

  test('on a terminal one line is rewritten, and messages do not overlap with it', () => {
    let now = 0;
    const stream = createStream(true);
    const output = createConsoleOutput(stream, () => now);
    now = 200;
    output.progress(summary(50), 0);
    output.log.warn('the disk is full');
    now = 400;
    output.progress(summary(60), 0);
    output.endProgress();
    const line = (asked: number, percent: number) =>
      `asked ${asked} of 200 (${percent} %): 3 printers, 1 other devices, 1 failed; 0 reports to deliver`;
    const clear = '\r\u001B[2K';
    expect(stream.written).toEqual([
      line(50, 25),
      `${clear}warning: the disk is full\n${line(50, 25)}`,
      `${clear}${line(60, 30)}`,
      clear,
    ]);
  });
});

test('the summary shows what failed and what was refused, with the reasons, and what still waits', () => {
  const totals = { stored: 2, repeated: 1, refused: 2, reasons: new Map([['identity: expected an object', 2]]) };
  expect(toSummaryText({ ...summary(200), incomplete: 1 }, totals, 4, 'status 503')).toBe(
    [
      'asked        200',
      'printers     3',
      'not printers 1',
      'silent       195',
      'failed       1',
      'in part      1',
      '  192.0.2.7:161: no answer',
      'delivered    2 (and 1 that the server already had)',
      'refused      2',
      '  2 × identity: expected an object',
      'waiting      4 on disk, delivered with the next run: status 503',
    ].join('\n'),
  );
});

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
