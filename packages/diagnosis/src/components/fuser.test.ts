import { signSeverityOf } from '@platen/contract/advice';
import { predictFuser } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import { drawDevice, firstDay, knownOn, trueParts } from '../../test/worn-parts.ts';
import { fitFuser, judgeFuser, summariseFuser } from './fuser.ts';

const fleet = Array.from({ length: 60 }, (_, at) => drawDevice(at + 1, trueParts.fuser, 400));
const model = fitFuser(
  fleet.flatMap(({ history }) => summariseFuser(history) ?? []),
  undefined,
);
const failures = fleet.flatMap(({ history, lives }) =>
  lives.flatMap(({ failed }) => (failed !== undefined && failed > firstDay + 60 ? [{ history, failed }] : [])),
);
const judged = ({ history, failed }: (typeof failures)[number], before: number) =>
  judgeFuser(knownOn(history, failed - before), { today: failed - before, model }).answer;

describe('fuser', () => {
  it('FS-01 OQ-78: a lengthening warm-up is seen weeks before the belt fails', () => {
    const warned = failures.filter((one) =>
      ['nextVisit', 'now'].includes(signSeverityOf(judged(one, 14)?.messageId) ?? ''),
    );
    expect(failures.length).toBeGreaterThan(15);
    expect(warned.length / failures.length).toBeGreaterThan(0.75);
  });

  it('FS-01 FS-22: the answer is of the shape of the call and speaks of the fuser', () => {
    const answer = failures.map((one) => judged(one, 14)).find((one) => one !== null && one.messageId !== null);
    expect(predictFuser.answer.parse(answer)).toEqual(answer);
    expect(answer?.messageId).toMatch(/^101010/);
    expect(answer?.replacementPart.partsMessageId).toBe('10101000');
  });

  it('FS-01: an error of the fuser says that the belt is due now', () => {
    const [one] = failures;
    const answer = one && judged(one, -2);
    expect(answer?.messageId).toBe('10101003');
    expect(answer?.replacementPart.exhaustionRate).toBe(100);
  });

  it('OQ-84: a device that counts no pages of the fuser has no answer', () => {
    const nothing = { family: null, model: null, firmware: null, days: [], errors: [], replacements: [] };
    expect(judgeFuser(nothing, { today: firstDay, model }).answer).toBeNull();
    expect(fitFuser([], undefined)).toBeUndefined();
  });
});
