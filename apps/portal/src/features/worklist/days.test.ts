import { expect, test } from 'vitest';
import { dayAfter, dayIn, morningOf } from './days.ts';

test('GE-08: a day is that of the zone, not of the viewer', () => {
  const now = new Date('2026-11-24T23:30:00Z');
  expect(dayIn('Europe/Berlin', now)).toBe('2026-11-25');
  expect(dayIn('America/New_York', now)).toBe('2026-11-24');
  expect(dayIn('Asia/Tokyo', new Date('2026-11-24T14:59:00Z'))).toBe('2026-11-24');
});

test('days are counted over months, years and the days on which clocks change', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayAfter('2026-03-28', 2)).toBe('2026-03-30');
  expect(dayAfter('2026-11-24', 0)).toBe('2026-11-24');
});

test.each([
  ['Europe/Berlin', '2026-11-24', '2026-11-24T07:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-24', '2026-11-23T23:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-24', '2026-11-24T02:15:00.000Z'],
  // The clocks change at two in the night, after eight in the morning of UTC.
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T15:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T16:00:00.000Z'],
])('GE-08: the morning in %s of %s', (zone, day, instant) => {
  expect(morningOf(day, zone).toISOString()).toBe(instant);
});
