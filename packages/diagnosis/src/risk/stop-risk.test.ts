import { describe, expect, it } from 'vitest';
import { emptyPredictions as predictions } from '../../test/judgements.ts';
import { drawDevice, firstDay, knownOn, trueParts } from '../../test/worn-parts.ts';
import { learnEndings } from '../components/part-life/ended-pieces.ts';
import type { PartCondition } from '../components/part-life/part-condition.ts';
import { reproduce } from '../figures/reproduce.ts';
import { fitFamily, summariseDevice } from '../judge/fit-family.ts';
import { judgeDevice } from '../judge/judge-device.ts';
import { judgeStopRisk, toStopCauses } from './stop-risk.ts';

const basis = { rule: 'drumLife', readings: 60, neededReadings: 14, from: '2026-01-02', to: '2026-04-01' };
const part = (partsCode: string, ...risk: readonly [number, number, number]): PartCondition => ({
  partsCode,
  urgency: 'none',
  exhaustion: 50,
  after: null,
  risk,
  basis,
});
const causesOf = (...parts: PartCondition[]) => toStopCauses({ conditions: { parts, sources: [] }, predictions });
const judge = (...parts: PartCondition[]) => judgeStopRisk({ causes: causesOf(...parts), predictions, pmParts: null });
const learned = { signs: [], warnFrom: undefined };

describe('risk of a stop without a plan', () => {
  it('WL-53: parts are combined as independent causes, the greatest contribution first', () => {
    const risk = judge(part('6342', 0.02, 0.1, 0.3), part('6251', 0.05, 0.2, 0.5));
    expect(risk).toMatchObject({
      within7Days: 6.9,
      within14Days: 28,
      within28Days: 65,
      causes: [
        { item: 'drum.yellow', within7Days: 5, within14Days: 20, within28Days: 50 },
        { item: 'fuser', within7Days: 2, within14Days: 10, within28Days: 30 },
      ],
      basis: { rule: 'stopRisk', readings: 60, neededReadings: 14, from: '2026-01-02', to: '2026-04-01' },
    });
  });

  it('GE-10: a chance that the past of the fleet corrected names what was forecast; the others do not', () => {
    const causes = causesOf(part('6342', 0.02, 0.1, 0.3), part('6251', 0.05, 0.2, 0.5));
    const curves = { drum: [[0, 0] as const, [1, 0.5] as const] };
    const risk = judgeStopRisk({ causes, predictions, pmParts: null }, { ...learned, curves });
    const inputs = risk?.basis.inputs?.kind === 'stopRisk' ? risk.basis.inputs : undefined;
    const made = inputs && reproduce('stopRisk', inputs);
    expect(made?.causes).toMatchObject([
      { item: 'drum.yellow', within: [2.6, 10.2, 25.5], forecast: 20 },
      { item: 'fuser', within: [2, 10, 30] },
    ]);
    expect(made?.causes[1]).not.toHaveProperty('forecast');
    expect(made?.within[1]).toBe(risk?.within14Days);
  });

  it('WL-53: what nothing announces is a cause of its own, less the parts that are listed by themselves', () => {
    const causes = causesOf(part('6342', 0.05, 0.1, 0.2), part('6251', 0.002, 0.005, 0.01));
    const rest = { item: 'unexplained', group: 'unexplained', risk: [0.02, 0.04, 0.08], basis: undefined } as const;
    const [fuser = rest] = causes;
    const stops = { endings: learnEndings([]), hazards: [], kinds: {}, failures: 31, deviceYears: 80.5 };
    const risk = judgeStopRisk({ causes, apart: [fuser, rest], predictions, pmParts: null }, { ...learned, stops });
    // The drum is one of the parts that may fail unannounced: with it the rest is 4 %.
    expect(risk?.causes).toMatchObject([
      { item: 'fuser', within14Days: 10 },
      { item: 'unexplained', within14Days: 3.5, seen: { failures: 31, deviceYears: 80.5 } },
      { item: 'drum.yellow', within14Days: 0.5 },
    ]);
    expect(risk?.within14Days).toBe(13.6);
    const inputs = risk?.basis.inputs?.kind === 'stopRisk' ? risk.basis.inputs : undefined;
    expect(inputs && reproduce('stopRisk', inputs).within[1]).toBe(13.6);
  });

  it('WL-53: no chance falls with the days that it looks ahead, whatever the listed parts take of the rest', () => {
    // The drum alone has nearly all of the chance within 28 days.
    const causes = causesOf(part('6251', 0, 0.007, 0.029));
    const rest = { item: 'unexplained', group: 'unexplained', risk: [0.01, 0.02, 0.04], basis: undefined } as const;
    const risk = judgeStopRisk({ causes, apart: [rest], predictions, pmParts: null }, learned);
    expect(risk?.causes).toMatchObject([
      { item: 'unexplained', within7Days: 1, within14Days: 1.3, within28Days: 1.3 },
      { item: 'drum.yellow', within7Days: 0, within14Days: 0.7, within28Days: 2.9 },
    ]);
    expect(risk).toMatchObject({ within7Days: 1, within14Days: 2, within28Days: 4.2 });
  });

  it('a cause below 0.1 % within 28 days is left out; a device of which nothing is judged has no risk', () => {
    expect(judge(part('6342', 0, 0.0001, 0.0009))).toMatchObject({ within28Days: 0, causes: [] });
    expect(judge()).toBeNull();
  });

  it('a part found to have failed is most likely down, and no longer so when it works on for weeks', () => {
    const riskOn = (judgedOn: string, isSensedAlone?: boolean) => {
      const inputs = {
        kind: 'expectedLife' as const,
        unit: 'hours' as const,
        wear: 100,
        life: { value: 100, lower: 90, upper: 120 },
        perDay: 1,
        useFactor: 1,
        shorter: 1,
        longer: 1,
        readOn: judgedOn,
        judgedOn,
        failedOn: '2026-03-01',
      };
      return judge({ ...part('6275', 1, 1, 1), isSensedAlone, basis: { ...basis, inputs } })?.within14Days;
    };
    expect(riskOn('2026-03-01')).toBe(90);
    expect(riskOn('2026-03-15')).toBeCloseTo(76.8, 1);
    expect(riskOn('2026-06-01')).toBeLessThan(2);
    // No error of the device says so: the sensor may as well have another limit.
    expect(riskOn('2026-03-01', true)).toBe(50);
    expect(riskOn('2026-03-15', true)).toBeCloseTo(26.9, 1);
  });

  it('WL-53: a service call that comes again means in three of ten cases that something has failed', () => {
    const causes = toStopCauses({ conditions: { parts: [], sources: [] }, predictions, calls: [0.2, 0.4, 0.5] });
    expect(judgeStopRisk({ causes, predictions, pmParts: null })).toMatchObject({
      within7Days: 6,
      within14Days: 12,
      within28Days: 15,
    });
  });

  it('a rise of jams is a worn roller where its age makes that likely, and seldom on a new one', () => {
    const source = (urgency: 'none' | 'nextVisit' | 'now', within28: number, countsRetries = true) => ({
      source: 'CST1' as const,
      countsRetries,
      agedPart: '6411',
      urgency,
      exhaustion: 50,
      after: null,
      risk: [within28 / 4, within28 / 2, within28] as const,
      basis,
    });
    const riskOf = (...given: Parameters<typeof source>) =>
      judgeStopRisk({
        causes: toStopCauses({ conditions: { parts: [], sources: [source(...given)] }, predictions }),
        predictions,
        pmParts: null,
      })?.within14Days;
    expect(riskOf('none', 0.04)).toBeCloseTo(5.4, 1);
    expect(riskOf('nextVisit', 0.04)).toBeCloseTo(18.3, 1);
    expect(riskOf('nextVisit', 0.002)).toBeLessThan(2);
    expect(riskOf('now', 0.04)).toBeGreaterThan(80);
    // Jams without a count of retries come from paper and weather as well.
    expect(riskOf('nextVisit', 0.04, false)).toBeLessThan(10);
    expect(riskOf('now', 0.04, false)).toBeLessThan(35);
  });

  it('ST-01: a drive counts by its state, one without a problem not at all', () => {
    const storage = (state: 0 | 3) => ({ sataPort: 0, type: 'HDD' as const, state, messageId: null });
    const riskOf = (state: 0 | 3) =>
      toStopCauses({
        conditions: { parts: [part('6342', 0, 0, 0.01)], sources: [] },
        predictions: { ...predictions, hdd: { messageId: null, predictionStorages: [storage(state)] } },
      }).map(({ item }) => item);
    expect(riskOf(0)).toEqual(['fuser']);
    expect(riskOf(3)).toEqual(['fuser', 'hdd.0']);
  });

  it('GE-10: parts that are counted and not judged are named by their number, never taken as safe', () => {
    const listed = (partsCode: string) => ({
      partsCode,
      lifeNow: null,
      life1Week: null,
      life2Weeks: null,
      life4Weeks: null,
      counter: null,
      consumedLife: null,
    });
    const risk = judgeStopRisk({
      causes: causesOf(part('6342', 0.1, 0.1, 0.1)),
      predictions,
      pmParts: { threshold: 100, parts: ['6342', '6250', '6258', '6321'].map(listed) },
    });
    expect(risk).toMatchObject({ unknownParts: 2, basis: { inputs: { unknownParts: 2 } } });
  });

  it('AP-05: the risk of a worn part rises as it wears, and follows from the inputs of its card', () => {
    const model = fitFamily(
      Array.from({ length: 12 }, (_, seed) => summariseDevice(drawDevice(seed + 1, trueParts.drum, 400).history)),
      undefined,
    );
    const { history } = drawDevice(100, trueParts.drum, 400);
    const risks = [100, 150, 200, 250, 300, 350, 399].flatMap((known) => {
      const today = firstDay + known;
      const { risk } = judgeDevice(knownOn(history, today), { today, model, thresholds: [], codes: [] });
      return risk ?? [];
    });
    expect(risks.length).toBeGreaterThan(4);
    expect(Math.max(...risks.map(({ within28Days }) => within28Days))).toBeGreaterThan(
      5 + Math.min(...risks.map(({ within28Days }) => within28Days)),
    );
    for (const { within7Days, within14Days, within28Days, causes, basis: found } of risks) {
      expect([within7Days, within14Days, within28Days]).toEqual(
        [within7Days, within14Days, within28Days].toSorted((one, other) => one - other),
      );
      const inputs = found.inputs?.kind === 'stopRisk' ? found.inputs : undefined;
      const again = inputs && reproduce('stopRisk', inputs);
      expect(again?.within).toEqual([within7Days, within14Days, within28Days]);
      expect(again?.causes.map(({ item }) => item)).toEqual(causes.map(({ item }) => item));
    }
  });
});
