import { signSeverityOf } from '@platen/contract/advice';
import { predictSecondTransfer } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import { drawDevice, firstDay, knownOn, trueParts } from '../../test/worn-parts.ts';
import { fitSecondTransfer, judgeSecondTransfer, lowerThreshold, summariseSecondTransfer } from './second-transfer.ts';

const fleet = Array.from({ length: 60 }, (_, at) => drawDevice(at + 1, trueParts.secondTransfer, 400));
const model = fitSecondTransfer(
  fleet.flatMap(({ history }) => summariseSecondTransfer(history) ?? []),
  undefined,
);
const failures = fleet.flatMap(({ history, lives }) =>
  lives.flatMap(({ failed }) => (failed !== undefined && failed > firstDay + 90 ? [{ history, failed }] : [])),
);
const judged = ({ history, failed }: (typeof failures)[number], before: number) =>
  judgeSecondTransfer(knownOn(history, failed - before), { today: failed - before, model }).answer;

describe('second transfer', () => {
  it('FS-02 FS-03: three weeks before the limit is met a visit is asked for, and the range of months holds the true one', () => {
    const answers = failures.map((one) => ({
      answer: judged(one, 21),
      month: new Date(one.failed * 86_400_000).toISOString().slice(0, 7),
    }));
    const warned = answers.filter(({ answer }) =>
      ['nextVisit', 'now'].includes(signSeverityOf(answer?.messageId) ?? ''),
    );
    const held = answers.filter(({ answer, month }) => {
      const range = answer?.replacementPart.predictionFailureRange;
      return (range?.lower ?? '9') <= month && month <= (range?.upper ?? '');
    });
    expect(failures.length).toBeGreaterThan(12);
    expect(warned.length / failures.length).toBeGreaterThan(0.75);
    expect(held.length / failures.length).toBeGreaterThan(0.75);
  });

  it('FS-02 FS-03 OQ-81: the answer is of the shape of the call: volts against the lower threshold, the forecast from the last day on', () => {
    const answer = failures.map((one) => judged(one, 60)).find((one) => (one?.forecast.length ?? 0) > 2);
    expect(predictSecondTransfer.answer.parse(answer)).toEqual(answer);
    expect(answer?.lowerThreshold).toBe(lowerThreshold);
    expect(answer?.forecast[0]?.date).toBe(answer?.actual.at(-1)?.date);
    const values = (answer?.forecast ?? []).map(({ value }) => value ?? 0);
    expect(values.at(-1)).toBeLessThan(values[0] ?? 0);
    expect(values.at(-1)).toBe(lowerThreshold);
  });

  it('FS-02: below the limit the roller is due now', () => {
    const history = fleet[0]?.history;
    const days = (history?.days ?? []).slice(0, 60).map(({ day, values }, at) => ({
      day,
      values: new Map([...values, ['sensor.secondTransferVoltage', at < 40 ? 1900 : 1650]]),
    }));
    const answer = judgeSecondTransfer(
      { family: null, model: null, firmware: null, errors: [], replacements: [], days },
      { today: days.at(-1)?.day ?? 0, model },
    ).answer;
    expect(answer?.messageId).toBe('20101003');
  });

  it('OQ-84: a device that counts no drive time of the roller has no answer', () => {
    const nothing = { family: null, model: null, firmware: null, days: [], errors: [], replacements: [] };
    expect(judgeSecondTransfer(nothing, { today: firstDay, model }).answer).toBeNull();
  });
});
