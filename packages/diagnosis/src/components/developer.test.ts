import { severityOf } from '@platen/contract/advice';
import { predictDeveloper } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import { drawDevice, firstDay, knownOn, trueParts } from '../../test/worn-parts.ts';
import { fitDeveloper, judgeDeveloper, summariseDeveloper } from './developer.ts';

const fleet = Array.from({ length: 60 }, (_, at) => drawDevice(at + 1, trueParts.developer, 400));
const model = fitDeveloper(
  fleet.flatMap(({ history }) => summariseDeveloper(history) ?? []),
  undefined,
);
const judged = (at: number, today: number) => {
  const history = fleet[at]?.history;
  return history && judgeDeveloper(knownOn(history, today), { today, model }).answer;
};

const adviceOf = (at: number, day: number) => judged(at, day)?.predictionDevelopers[0]?.messageId ?? '';

describe('developers', () => {
  it('FS-05: a sensor that drifts up after the life of a developer says that it is due now; a quiet one never does', () => {
    const seen = { drifting: 0, dueWhileDrifting: 0, sound: 0, dueWhileSound: 0 };
    for (const [at, { lives }] of fleet.entries())
      for (const { failed, replaced, installed } of lives) {
        const last = Math.min(replaced ?? firstDay + 399, firstDay + 399) - 1;
        if (failed !== undefined && failed > firstDay + 60 && last - failed > 10) {
          seen.drifting++;
          if (severityOf(adviceOf(at, last)) === 'now') seen.dueWhileDrifting++;
        }
        const sound = (failed ?? last) - 20;
        if (sound > Math.max(firstDay + 60, installed + 30)) {
          seen.sound++;
          if (severityOf(adviceOf(at, sound)) === 'now') seen.dueWhileSound++;
        }
      }
    expect(seen.drifting).toBeGreaterThan(8);
    expect(seen.dueWhileDrifting / seen.drifting).toBeGreaterThan(0.8);
    expect(seen.dueWhileSound / seen.sound).toBeLessThan(0.04);
  });

  it('FS-05: two in five developers that fail are watched two weeks before, though nothing but their age speaks; none has a visit asked for', () => {
    const seen = { failing: 0, warned: 0, young: 0, warnedYoung: 0, visits: 0 };
    for (const [at, { lives }] of fleet.entries())
      for (const { failed, installed } of lives) {
        if (failed === undefined || failed < firstDay + 60) continue;
        seen.failing++;
        const before = adviceOf(at, failed - 14);
        if (before !== '') seen.warned++;
        if (severityOf(before) === 'nextVisit') seen.visits++;
        const half = Math.floor((Math.max(installed, firstDay) + failed) / 2);
        if (installed < firstDay || half < installed + 30) continue;
        seen.young++;
        if (['nextVisit', 'now'].includes(severityOf(adviceOf(at, half)) ?? '')) seen.warnedYoung++;
      }
    expect(seen.failing).toBeGreaterThan(8);
    expect(seen.warned / seen.failing).toBeGreaterThan(0.4);
    expect(seen.visits).toBe(0);
    expect(seen.warnedYoung).toBeLessThanOrEqual(seen.young / 10);
  });

  it('FS-05 OQ-80: the answer is of the shape of the call, an entry a colour', () => {
    const answer = judged(3, firstDay + 200);
    expect(predictDeveloper.answer.parse(answer)).toEqual(answer);
    expect(answer?.predictionDevelopers.map(({ color }) => color)).toEqual(['black']);
    expect(answer?.predictionDevelopers[0]?.replacementPart.partsMessageId).toBe('40102100');
  });

  it('OQ-84: a device that counts no drive time of its developers has no answer', () => {
    const nothing = { family: null, model: null, firmware: null, days: [], errors: [], replacements: [] };
    expect(judgeDeveloper(nothing, { today: firstDay, model }).answer).toBeNull();
  });
});
