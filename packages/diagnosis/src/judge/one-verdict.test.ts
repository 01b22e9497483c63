import type { PartVerdict } from '@platen/contract/part-verdict';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory } from '../../test/histories.ts';
import { drawDevice, firstDay, knownOn, trueParts } from '../../test/worn-parts.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { fitFamily, summariseDevice } from './fit-family.ts';
import { judgeDevice } from './judge-device.ts';
import type { DeviceJudgement } from './judgement.ts';
import { asksForVisit, verdictOf } from './part-verdict.ts';

const kinds = [trueParts.fuser, trueParts.drum, trueParts.secondTransfer, trueParts.developer];
const days = 400;
const model = fitFamily(
  kinds.flatMap((part) =>
    Array.from({ length: 12 }, (_, seed) => summariseDevice(drawDevice(seed + 1, part, days).history)),
  ),
  undefined,
);

/** The device also counts its part against a rated life, which lies off the true one by `ratio`. */
function withRatedLife(history: DeviceHistory, { code, measure, scale }: (typeof kinds)[number], ratio: number) {
  const toLife = (values: ReadonlyMap<string, number>) =>
    Math.round(((values.get(`part.${code}.${measure}`) ?? 0) / (scale * ratio)) * 1000) / 10;
  return {
    ...history,
    days: history.days.map(({ day, values }) => ({
      day,
      values: new Map([...values, [`part.${code}.life`, toLife(values)] as const]),
    })),
  };
}

const anyDevice = fc
  .record({
    kind: fc.constantFrom(...kinds),
    seed: fc.integer({ min: 100, max: 10_000 }),
    known: fc.integer({ min: 5, max: days - 1 }),
    ratio: fc.double({ min: 0.6, max: 1.6, noNaN: true }),
  })
  .map(({ kind, seed, known, ratio }) => {
    const history = withRatedLife(drawDevice(seed, kind, days).history, kind, ratio);
    return { kind, judgement: judgeDevice(knownOn(history, firstDay + known), contextOf(firstDay + known)) };
  });
const contextOf = (today: number) => ({ today, model, thresholds: [], codes: [] });

interface ShownPart {
  readonly verdict?: PartVerdict | undefined;
  readonly exhaustionRate?: number | null;
  readonly lifeRate?: number | null;
}
/** The part as the failure signs show it. */
const onSigns = ({
  predictions: { fuser, drum, secondTransfer, developer },
}: DeviceJudgement): readonly ShownPart[] => [
  ...[fuser, drum, secondTransfer].flatMap((one): ShownPart[] => (one === null ? [] : [one.replacementPart])),
  ...(developer?.predictionDevelopers ?? []).map(({ replacementPart }) => replacementPart),
];

describe('one verdict a part', () => {
  it('PM-04 PM-09 FS-15 FS-16: the failure sign and the parts list have the same verdict and figures of the same part', () => {
    const seen = { differing: 0, speaking: new Set<string | null | undefined>() };
    fc.assert(
      fc.property(anyDevice, ({ kind, judgement }) => {
        const listed = judgement.pmParts?.parts.find(({ partsCode }) => partsCode === kind.code);
        const [sign] = onSigns(judgement);
        expect(sign?.verdict).toBeDefined();
        expect(sign?.verdict).toEqual(listed?.verdict);
        expect(listed?.consumedLife).toBe(sign?.verdict?.rated?.consumed);
        const { speaks, exhaustion } = sign?.verdict ?? {};
        expect(listed?.lifeNow).toBe(speaks === 'condition' ? exhaustion : listed?.consumedLife);
        // The voltage of a second transfer roller has no exhaustion rate of its own.
        expect(sign?.exhaustionRate ?? exhaustion).toBe(exhaustion);
        // The threshold of an exhaustion is 100 %: the life rate against it is the same figure.
        expect(sign?.lifeRate).toBe(sign?.exhaustionRate);
        seen.speaking.add(sign?.verdict?.speaks);
        if (sign?.verdict?.differs !== null) seen.differing++;
      }),
      { numRuns: 150, seed: 11 },
    );
    expect(seen.speaking).toEqual(new Set(['condition', 'rated']));
    expect(seen.differing).toBeGreaterThan(5);
  });

  it('FS-16: the life rate of a part is its use against the life of its family', () => {
    const shares = [trueParts.fuser, trueParts.drum, trueParts.developer].flatMap((kind) =>
      [101, 102, 103, 104, 105, 106].flatMap((seed) => {
        const { history } = drawDevice(seed, kind, days);
        const today = firstDay + 300;
        const [sign] = onSigns(judgeDevice(knownOn(history, today), contextOf(today)));
        const values = history.days.findLast(({ day }) => day <= today)?.values;
        const used = values?.get(`part.${kind.code}.${kind.measure}`) ?? 0;
        const { lifeRate } = sign ?? {};
        // A part that has failed is at 100 %, whatever its use.
        return typeof lifeRate !== 'number' || lifeRate === 100 ? [] : [lifeRate / ((used / kind.scale) * 100)];
      }),
    );
    expect(shares.length).toBeGreaterThan(9);
    // Lives within a family differ by a few tenths; half or twice the rate lies outside.
    for (const share of shares) {
      expect(share).toBeGreaterThan(0.62);
      expect(share).toBeLessThan(1.6);
    }
  });

  it('PR-16 FS-19: what is asked for, what is brought and what the status counts follow the verdict', () => {
    fc.assert(
      fc.property(anyDevice, ({ kind, judgement }) => {
        const { pmParts, bring, reasons } = judgement;
        const listed = pmParts?.parts.find(({ partsCode }) => partsCode === kind.code);
        if (pmParts === null || listed === undefined) throw new Error('the device counts its part');
        const { verdict, speaks } = verdictOf(listed, pmParts.threshold);
        expect(bring.includes(kind.code)).toBe(asksForVisit(verdict));
        const asked = listed.messageId !== null && listed.messageId !== undefined && /0[23]$/.test(listed.messageId);
        expect(asked).toBe(speaks === 'condition' && asksForVisit(verdict));
        expect(reasons.some(({ source }) => source === 'sign')).toBe(asked);
      }),
      { numRuns: 150, seed: 12 },
    );
  });

  it('FS-04: whatever a device reports, the rollers of a paper source have the most severe verdict of its parts', () => {
    fc.assert(
      fc.property(anyHistory(80), (history) => {
        const { predictions, pmParts } = judgeDevice(history, { ...contextOf(firstDay), today: 20_454 + 80 });
        const verdicts = (pmParts?.parts ?? []).map(({ verdict }) => verdict);
        for (const { replacementPart } of predictions.feedRoller?.predictionFeedRollers ?? [])
          expect(replacementPart.verdict).toBeDefined();
        expect(verdicts).not.toContain(undefined);
      }),
      { numRuns: 60 },
    );
  });
});
