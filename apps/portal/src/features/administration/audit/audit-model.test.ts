import type { AuditEntry } from '@platen/contract/audit';
import { expect, test } from 'vitest';
import { readAuditSearch, toQuery, toSummary, toValues } from './audit-model.ts';

const entry = (detail: Record<string, unknown>): AuditEntry => ({
  auditId: '0193e0a0-0000-7000-8000-000000000001',
  at: '2026-11-26T12:00:00Z',
  actor: { kind: 'user', id: 'weber', name: 'Weber' },
  action: 'organisation set',
  subject: { kind: '', id: 'organisation', name: null },
  detail,
  requestId: null,
});

test('OA-50: the last seven days are shown, of one subject all of them', () => {
  const now = new Date(2026, 10, 26, 12);
  expect(toQuery({}, now)).toEqual({ from: new Date(2026, 10, 20).toISOString() });
  expect(toQuery({ subject: 'device:1' }, now)).toEqual({ subject: 'device:1' });
  expect(toQuery({ from: '2026-11-01', to: '2026-11-02' }, now)).toEqual({
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 3).toISOString(),
  });
});

test('what an address holds that is no filter is left out', () => {
  expect(readAuditSearch({ from: 'yesterday', to: '2026-13-45', kind: 'ghost', subject: '', search: 7 })).toEqual({});
  expect(readAuditSearch({ from: '2026-11-01', kind: 'token', search: 'weber' })).toEqual({
    from: '2026-11-01',
    kind: 'token',
    search: 'weber',
  });
});

test('GE-11: values before and after stand side by side, also where one of them is missing', () => {
  const changed = entry({ before: { leadDays: 3, zone: 'UTC' }, after: { leadDays: 5, zone: 'UTC' } });
  expect(toValues(changed)).toEqual({
    isChange: true,
    values: [
      { name: 'leadDays', before: '3', after: '5' },
      { name: 'zone', before: 'UTC', after: 'UTC' },
    ],
  });
  expect(toSummary(changed)).toBe('leadDays: 3 → 5');
  expect(toSummary(entry({ before: null, after: 'misread', day: '2026-11-01' }))).toBe('misread, day: 2026-11-01');
  expect(toSummary(entry({ serials: ['A', 'B'], count: 2 }))).toBe('serials: A, B, count: 2');
  expect(toSummary(entry({ scope: { models: ['C*'] }, days: 90 }))).toBe('scope: …, days: 90');
  expect(toSummary(entry({}))).toBe('');
});
