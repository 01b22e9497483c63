import { describe, expect, it } from 'vitest';
import { flap, unplug } from '../src/worklist/storms.ts';

describe('storms of the worklist', () => {
  it('FG-04 WL-41: a device that flaps for a day opens at most once', () => {
    expect(flap(2).most).toBeLessThanOrEqual(1);
  });

  it('FG-05 WL-43: an unplugged collector is one row and one message, and nothing is left after it came back', () => {
    expect(unplug(3)).toEqual({ most: 1, ofDevices: 0, left: 0, openings: 1, sent: 1 });
  });
});
