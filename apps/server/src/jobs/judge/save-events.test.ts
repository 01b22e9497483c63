import { describe, expect, test } from 'vitest';
import { toFirstDays, toStaleEvents } from './save-events.ts';

const days = (...reported: readonly (readonly [day: number, ...keys: string[]])[]) => ({
  days: reported.map(([day, ...keys]) => ({ day, values: new Map(keys.map((key) => [key, 1])) })),
});

describe('events that readings no longer show', () => {
  const firstDays = toFirstDays(
    days([100, 'pages.total'], [101, 'toner.black'], [110, 'toner.black', 'part.6250.pages']),
  );

  test('an event among the readings of its item that is not found again goes', () => {
    const stored = [{ name: 'toner.black', day: 105 }];
    expect(toStaleEvents(stored, [], firstDays)).toEqual(stored);
    expect(toStaleEvents(stored, stored, firstDays)).toEqual([]);
  });

  test('an event up to the first reading of its item stays, whatever else was read before', () => {
    const stored = [
      { name: 'toner.black', day: 101 },
      { name: 'toner.black', day: 90 },
      { name: 'part.6250', day: 105 },
      { name: 'part.625', day: 111 },
      { name: 'toner.cyan', day: 105 },
    ];
    expect(toStaleEvents(stored, [], firstDays)).toEqual([]);
  });

  test('a part is read by any of its counters', () => {
    const stored = [{ name: 'part.6250', day: 111 }];
    expect(toStaleEvents(stored, [], firstDays)).toEqual(stored);
  });
});
