import { describe, expect, it } from 'vitest';
import { sensorTrack } from './sensor-track.ts';

describe('track of a sensor over the life of a part', () => {
  it('FS-07: a week is represented by the median of its readings and by the mean wear at them, so that neither runs ahead of the other', () => {
    const days = [7, 8, 9, 10, 14];
    const life = { since: null, until: undefined, readings: days.map((day) => ({ day, wear: 100 * day })) };
    const sensor = days.map((day) => ({ day, value: 600 + day }));
    expect(sensorTrack(sensor, life)).toEqual([
      { day: 10, wear: 850, value: 608.5, count: 4 },
      { day: 14, wear: 1400, value: 614, count: 1 },
    ]);
  });
});
