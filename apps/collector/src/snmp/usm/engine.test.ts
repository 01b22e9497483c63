import { describe, expect, it } from 'vitest';
import { Engine } from './engine.ts';

const id = Buffer.from('8000000001', 'hex');
const day = 86_400;
/** An engine first seen at the moment 0 (in s), 5 boots, 1000 s on its clock, verified by one message. */
const met = () => {
  const engine = new Engine(id, 5, 1000, 0);
  expect(engine.accept(5, 1000, 0)).toBe(true);
  return engine;
};
const at = (seconds: number) => seconds * 1000;

describe("an engine's clock", () => {
  it('is tracked after a week without a message', () => {
    expect(met().estimate(at(7 * day))).toEqual({ boots: 5, time: 1000 + 7 * day });
  });

  it('is tracked over a month although it runs slow or fast', () => {
    for (const rate of [0.97, 1.03]) {
      const engine = met();
      for (let now = 900; now < 30 * day; now += 900) {
        const time = Math.floor(1000 + now * rate);
        expect(engine.accept(5, time, at(now))).toBe(true);
        expect(engine.estimate(at(now)).time).toBe(time);
      }
    }
  });

  it('that stopped while the device slept is accepted', () => {
    const engine = met();
    expect(engine.accept(5, 1001, at(3600))).toBe(true);
    expect(engine.estimate(at(3600)).time).toBe(1001);
  });

  it('messages from before a reboot, and those older than 150 s, are refused', () => {
    const engine = met();
    expect(engine.accept(5, 2000, at(1000))).toBe(true);
    expect(engine.accept(5, 1851, at(1000))).toBe(true);
    expect(engine.accept(5, 1849, at(1000))).toBe(false);
    expect(engine.accept(6, 3, at(1010))).toBe(true);
    expect(engine.accept(5, 5000, at(1011))).toBe(false);
    expect(engine.estimate(at(1020))).toEqual({ boots: 6, time: 13 });
  });

  it('an unverified clock is no reference: a forged first report does not lock out the true clock', () => {
    const engine = new Engine(id, 1_000_000, 2_000_000_000, 0);
    expect(engine.accept(5, 1000, at(1))).toBe(true);
    expect(engine.estimate(at(2))).toEqual({ boots: 5, time: 1001 });
  });

  it('boots that have reached their maximum allow no more messages', () => {
    expect(met().accept(0x7fff_ffff, 1, at(1))).toBe(false);
  });
});
