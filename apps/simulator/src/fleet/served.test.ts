import { describe, expect, it } from 'vitest';
import { simulateDevice } from './device.ts';
import type { FailedItem, ServiceDay } from './visits.ts';
import { worlds } from './worlds.ts';

const window = { from: 20_400, to: 20_700, reportsTo: 20_399 };
const indexes = Array.from({ length: 6 }, (_, index) => index);

/** Failed items by day of a device whose service people do what `serve` says. */
function live(index: number, serve: (failed: readonly FailedItem[]) => ServiceDay | undefined) {
  const device = simulateDevice('5400', index, window, worlds['own-wear']);
  const days: (readonly FailedItem[])[] = [];
  for (let made = device.next(); !made.done; made = device.next(serve(made.value.failed)))
    if (made.value.day < window.to) days.push(made.value.failed);
  return days;
}

describe('service people who are simulated apart', () => {
  it('GE-22: what fails waits until they put the part in', () => {
    const days = indexes.flatMap((index) => {
      const waiting = live(index, () => ({ putIn: null }));
      expect(waiting.every((failed, at) => failed.length >= (waiting[at - 1]?.length ?? 0) || at < 70)).toBe(true);
      return waiting.at(-1) ?? [];
    });
    expect(days.length).toBeGreaterThan(3);
    const served = indexes.map((index) => live(index, (failed) => ({ putIn: failed.map(({ item }) => item) })));
    const lasting = served.flatMap((ofDevice) =>
      ofDevice.flatMap((failed, at) => failed.filter(({ item }) => ofDevice[at - 1]?.some((one) => one.item === item))),
    );
    expect(lasting).toEqual([]);
  });

  it('GE-22: a visit with another part repairs nothing', () => {
    const wrong = live(0, () => ({ putIn: ['part that does not exist'] }));
    expect(wrong).toEqual(live(0, () => ({ putIn: null })));
  });
});
