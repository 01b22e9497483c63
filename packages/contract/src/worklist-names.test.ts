import { expect, test } from 'vitest';
import { isPlannedAhead, isUnowned } from './worklist-names.ts';

const today = '2026-11-26';
const row = { state: 'open', plannedDay: null, marks: [], assignee: null } as const;

test.each([
  [{}, true],
  [{ state: 'acknowledged' }, true],
  [{ state: 'assigned', assignee: { name: 'Mori' } }, false],
  [{ state: 'snoozed' }, false],
  [{ state: 'planned', plannedDay: '2026-11-27' }, false],
  // Its day has come without a technician, or something happened to it since: it is without an owner again.
  [{ state: 'planned', plannedDay: today }, true],
  [{ state: 'planned', plannedDay: '2026-11-27', marks: ['worse'] }, true],
] as const)('WL-57: of a row that is %j, "without an owner" is %s', (change, expected) => {
  expect(isUnowned({ ...row, ...change }, today)).toBe(expected);
});

test('WL-57: a row waits in the line of planned ones until its day, unless something happens to it', () => {
  const planned = { state: 'planned', plannedDay: '2026-11-27', marks: [] } as const;
  expect(isPlannedAhead(planned, today)).toBe(true);
  expect(isPlannedAhead(planned, '2026-11-27')).toBe(false);
  expect(isPlannedAhead({ ...planned, marks: ['goneByItself'] }, today)).toBe(false);
  expect(isPlannedAhead({ ...planned, state: 'assigned' }, today)).toBe(false);
});
