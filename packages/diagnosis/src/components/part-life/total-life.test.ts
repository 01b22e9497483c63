import { describe, expect, it } from 'vitest';
import { chance } from '../../../test/chance.ts';
import { failureRisk } from './failure-chance.ts';
import { fitLifeModel, type LifeSummary } from './life-model.ts';
import { totalLife } from './total-life.ts';

const moves = Array.from({ length: 21 }, (_, at) => (70 * at) / 20);
const curve = { start: 600, startSd: 6, moves, noise: 4, lives: 40 };
const model = { law: { shape: 5, scale: 1000 }, failures: 40, curve, astray: 0 };
/** Weeks of a sensor up to a wear, by what it reads there. */
const trackTo = (wear: number, readAt: (wear: number) => number) =>
  Array.from({ length: 30 }, (_, at) => {
    const worn = (wear * (at + 1)) / 30;
    return { day: 7 * at, wear: worn, value: readAt(worn), count: 5 };
  });
const still = (wear: number) => trackTo(wear, () => 602);
/** What a piece shows that lasts 1,000. */
const moving = (wear: number) => trackTo(wear, (worn) => 602 + 0.07 * worn);
/** Chance to fail within the next 100 of wear. */
const riskOf = (believed: Parameters<typeof totalLife>[0], wear: number, track: ReturnType<typeof still>) =>
  failureRisk({ total: totalLife(believed, wear, track), use: { logSd: 0.1, within: (days) => days } }, wear, 100);

describe('what a sensor and a counter say of a life', () => {
  it('FS-17: a sensor that stays where it is on an old piece is taken for one that shows nothing, where some do', () => {
    const trusting = riskOf({ ...model, blind: 0 }, 950, still(950));
    const doubting = riskOf({ ...model, blind: 0.2 }, 950, still(950));
    const withoutSensor = riskOf({ ...model, curve: undefined }, 950, []);
    expect(trusting).toBeLessThan(0.1 * withoutSensor);
    expect(doubting).toBeGreaterThan(0.6 * withoutSensor);
  });

  it('FS-17: a sensor that moves as those of worn pieces do is believed as before', () => {
    const [trusting, doubting] = [0, 0.2].map((blind) => totalLife({ ...model, blind }, 900, moving(900)));
    expect(Math.abs((doubting?.median ?? 0) - (trusting?.median ?? 0))).toBeLessThan(5);
    expect(doubting?.upper).toBeLessThan(1200);
  });

  it('FS-17: a sensor says less by a curve that few failures have drawn: it errs in all weeks alike', () => {
    const track = trackTo(500, (worn) => 602 + 0.125 * worn);
    const risk = (lives: number) => riskOf({ ...model, blind: 0, curve: { ...curve, lives } }, 500, track);
    const alone = riskOf({ ...model, curve: undefined }, 500, []);
    expect(risk(200)).toBeGreaterThan(2 * alone);
    expect(risk(2) - alone).toBeLessThan(0.8 * (risk(200) - alone));
    expect(risk(2)).toBeGreaterThan(alone);
  });

  it('FS-17: how many sensors show nothing is learned from the pieces that wore out', () => {
    const { uniform, normal, weibull } = chance(3);
    const lives = (share: number): LifeSummary[] =>
      Array.from({ length: 60 }, () => {
        const end = weibull(5, 1000);
        const isBlind = uniform() < share;
        const offset = 6 * normal();
        const track = Array.from({ length: 15 }, (_, at) => {
          const wear = (end * (at + 1)) / 15;
          return [wear, 600 + offset + (isBlind ? 14 : (70 * wear) / end) + 3 * normal()] as const;
        });
        return { entry: 0, end, failed: true, replaced: true, track };
      });
    expect(fitLifeModel(lives(0.3), undefined)?.blind).toBeGreaterThan(0.2);
    expect(fitLifeModel(lives(0.3), undefined)?.blind).toBeLessThan(0.4);
    expect(fitLifeModel(lives(0), undefined)?.blind).toBeLessThan(0.05);
  });

  it('FS-17: a sensor that shows a worn piece at half of the usual life may follow another life: the end stays near, the range goes on to where pieces of this age fail', () => {
    const worn = trackTo(500, (wear) => 602 + 0.14 * wear);
    const [trusting, doubting, unlearned] = [0, 0.2, undefined].map((astray) =>
      totalLife({ ...model, astray }, 500, worn),
    );
    expect(doubting?.median).toBeLessThan(600);
    expect(trusting?.upper).toBeLessThan(600);
    expect(doubting?.upper).toBeGreaterThan(850);
    // Before any was seen one in ten is thought to be so.
    expect(unlearned?.upper).toBeGreaterThan(700);
  });

  it('FS-17: how many sensors follow another life is learned from pieces that failed too early or too late for them, and from those that work on', () => {
    const { uniform, normal, weibull } = chance(5);
    const lives = (share: number, runsOn: boolean): LifeSummary[] =>
      Array.from({ length: 80 }, (_, at) => {
        const own = weibull(5, 1000);
        const followed = uniform() < share ? (runsOn ? 0.5 : 1) * weibull(5, 1000) : own;
        const isRunning = runsOn && at % 2 === 0;
        const end = isRunning ? 0.7 * own : own;
        const offset = 6 * normal();
        const track = Array.from({ length: 15 }, (_, nth) => {
          const wear = (end * (nth + 1)) / 15;
          return [wear, 600 + offset + (70 * wear) / followed + 3 * normal()] as const;
        });
        return { entry: 0, end, failed: !isRunning, track, ...(isRunning ? {} : { replaced: true }) };
      });
    const astrayOf = (share: number, runsOn: boolean) => fitLifeModel(lives(share, runsOn), undefined)?.astray ?? 0;
    expect(astrayOf(0, false)).toBeLessThan(0.1);
    expect(astrayOf(0.4, false)).toBeGreaterThan(0.25);
    expect(astrayOf(0.4, true)).toBeGreaterThan(0.2);
  });

  it('FS-17: a counter beyond the age at which pieces are replaced is that of the next piece as likely; a sensor that shows the end decides', () => {
    const planned = { ...model, replaced: { shape: 9, scale: 750 } };
    const counted = riskOf({ ...model, curve: undefined }, 1050, []);
    expect(riskOf({ ...planned, curve: undefined }, 1050, [])).toBeLessThan(0.3 * counted);
    expect(riskOf({ ...planned, curve: undefined }, 600, [])).toBeGreaterThan(
      0.95 * riskOf({ ...model, curve: undefined }, 600, []),
    );
    expect(riskOf(planned, 970, moving(970))).toBeGreaterThan(0.9 * riskOf(model, 970, moving(970)));
  });

  it('FS-17: the chances of all lives are 1 together, and the lives ascend', () => {
    const { lives, chances } = totalLife(
      { ...model, sudden: 1e-4, replaced: { shape: 6, scale: 800 } },
      900,
      still(900),
    );
    expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
    expect(lives).toEqual(lives.toSorted((one, other) => one - other));
  });
});
