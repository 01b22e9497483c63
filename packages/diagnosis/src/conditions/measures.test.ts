import { describe, expect, it } from 'vitest';
import { day, hour, minute, start } from '../../test/conditions.ts';
import { defaultCalendar, toWorkTime } from './calendar.ts';
import { type MeasuredOpening, measureList } from './measures.ts';

const time = toWorkTime(defaultCalendar);
const now = start + 4 * day + 8 * hour;
const opening = (at: number, more: Partial<MeasuredOpening> = {}): MeasuredOpening => ({
  entityId: 'device-1',
  kind: 'down',
  subject: 'C371',
  at,
  priority: 'P3',
  acknowledgedAt: null,
  resolvedAt: null,
  resolution: null,
  changes: [at],
  ...more,
});
// Monday to Friday of the last week, two people a day: 80 hours.
const people = new Map([0, 1, 2, 3, 4].map((days) => [time.dayOf(start) + days, 2]));
const measure = (openings: readonly MeasuredOpening[]) => measureList(openings, { now, time, people });
const each = (count: number, more: (index: number) => Partial<MeasuredOpening>) =>
  Array.from({ length: count }, (_, index) =>
    opening(start + index * hour, { entityId: `device-${index}`, ...more(index) }),
  );

describe('how good the list is', () => {
  it('WL-72: nothing that happened is not measured, and neither met nor missed', () => {
    const { measures, acknowledged, frequent } = measure([]);
    expect(measures.shareP1).toEqual({
      value: null,
      target: 0.05,
      met: null,
      weeks: Array.from({ length: 8 }, () => null),
    });
    expect(measures.flickering).toMatchObject({ value: 0, met: true });
    expect(acknowledged.median).toBeNull();
    expect(frequent).toEqual([]);
  });

  it('WL-72 WL-73: shares of classes are of what opened in the span, by week, with the kinds that miss the target', () => {
    const { measures, causes } = measure(
      each(20, (index) => (index < 2 ? { priority: 'P1' } : index < 5 ? { priority: 'P2' } : {})),
    );
    expect(measures.shareP1).toMatchObject({ value: 0.1, met: false });
    expect(measures.shareP1?.weeks).toEqual([...Array.from({ length: 7 }, () => null), 0.1]);
    expect(measures.shareP2).toMatchObject({ value: 0.15, met: true });
    expect(causes).toEqual({ shareP1: [{ kind: 'down', count: 2 }] });
  });

  it('WL-73: openings a working hour and person, and never more than ten in ten minutes', () => {
    expect(measure(each(16, () => ({ priority: 'P1' }))).measures.openingsAnHour).toMatchObject({
      value: 0.2,
      met: true,
    });
    const unseen = each(40, (index) => ({ priority: 'P1', at: start - (index + 9) * hour }));
    expect(measure(unseen).measures.openingsAnHour).toMatchObject({ value: 0, met: true });
    const burst = each(11, (index) => ({ priority: 'P1', at: start + index * 30_000 }));
    expect(measure(burst).measures.openingsAnHour).toMatchObject({ met: false });
  });

  it('WL-72: flickering, fleeting, nuisance and stale', () => {
    const three = [0, 1, 2].map((days) =>
      opening(start + days * day, { resolvedAt: start + days * day + 30 * minute, resolution: 'device' }),
    );
    expect(measure(three).measures).toMatchObject({
      flickering: { value: 1, met: false },
      fleeting: { value: 1, met: false },
    });
    const done = each(4, (index) => ({
      priority: 'P2',
      resolvedAt: start + day,
      resolution: index === 0 ? 'notAProblem' : 'fixed',
    }));
    expect(measure(done).measures.nuisance).toMatchObject({ value: 0.25, met: false });
    const old = each(4, () => ({ at: now - 20 * day, changes: [now - 20 * day] }));
    expect(measure(old).measures.stale).toMatchObject({ value: 2, met: true });
    expect(measure(old.map((one) => ({ ...one, changes: [one.at, now - day] }))).measures.stale).toMatchObject({
      value: 0,
    });
  });

  it('WL-72: minutes of working time until acknowledged', () => {
    const all = each(10, (index) => ({ at: start, acknowledgedAt: start + (index + 1) * 10 * minute }));
    expect(measure(all).acknowledged).toMatchObject({ median: 50, ninety: 90 });
    expect(measure([opening(start + 8 * hour, { acknowledgedAt: start + day + hour })]).acknowledged.median).toBe(120);
  });

  it('WL-41 WL-73: the identities that open most often, with their share', () => {
    const openings = [...[0, 1, 2].map((hours) => opening(start + hours * hour)), opening(start, { subject: 'C447' })];
    expect(measure(openings).frequent).toEqual([
      { kind: 'down', subject: 'C371', rowId: 'device-1', count: 3, share: 0.75 },
      { kind: 'down', subject: 'C447', rowId: 'device-1', count: 1, share: 0.25 },
    ]);
  });

  it('WL-02 WL-41: the same matter on two devices is two identities', () => {
    const often = [0, 1].map((hours) => opening(start + hours * hour, { entityId: 'device-2' }));
    expect(measure([...often, opening(start)]).frequent).toMatchObject([
      { rowId: 'device-2', count: 2 },
      { rowId: 'device-1', count: 1 },
    ]);
  });
});
