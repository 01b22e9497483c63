import type { DeviceReport } from '@platen/contract/report';
import { expect, test } from 'vitest';
import { toVisitText } from './round-summary.ts';

const site = { name: 's', spans: [], exclude: [], access: [], customer: undefined };
const target = (searched: boolean) => ({ host: '192.0.2.7', port: 161, searched });
const report = (identity: DeviceReport['identity']): DeviceReport => ({
  version: '1.0',
  observedAt: '2026-01-31T12:00:00Z',
  source: { kind: 'collector', name: 'n', version: '1' },
  identity,
});
type Outcome = Parameters<typeof toVisitText>[0]['outcome'];
const wordsOf = (outcome: Outcome, searched = false) => toVisitText({ target: target(searched), site, outcome });

test('a named address that is silent, no printer, or unidentified has its reason', () => {
  expect(wordsOf({ kind: 'silent', reason: 'no answer' })).toMatch(/^no answer: switched off/);
  expect(wordsOf({ kind: 'notPrinter', sysDescr: 'A\nswitch' })).toBe('not a printer: A switch');
  expect(wordsOf({ kind: 'printer', notes: [], report: report({}) })).toContain(
    'neither serial number nor MAC address',
  );
});

test('a printer that can be identified, and addresses of a searched network, have no text', () => {
  const serial = { state: 'measured' as const, value: 'S1' };
  expect(wordsOf({ kind: 'printer', notes: [], report: report({ serial }) })).toBeUndefined();
  expect(wordsOf({ kind: 'silent', reason: 'no answer' }, true)).toBeUndefined();
  expect(wordsOf({ kind: 'notPrinter' }, true)).toBeUndefined();
});
