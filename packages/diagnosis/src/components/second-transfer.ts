import { adviceId } from '@platen/contract/advice-ids';
import { secondTransferCode } from '@platen/contract/part-codes';
import type { predictSecondTransfer } from '@platen/contract/predictions';
import type * as z from 'zod/mini';
import { type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { toDate, toMonth } from './part-life/dates.ts';
import { type EndDays, forecastDays, toEndDays } from './part-life/end-days.ts';
import type { EndingModel } from './part-life/ended-pieces.ts';
import { fallToLimit } from './part-life/fall-to-limit.ts';
import { judgeLife, type LifeContext, type PartStanding } from './part-life/judge-life.ts';
import { basisOf } from './part-life/life-answer.ts';
import { fitLifeModel, type LifeModel, type LifeSummary } from './part-life/life-model.ts';
import { type PartCondition, toCondition } from './part-life/part-condition.ts';
import type { PartKind } from './part-life/part-kind.ts';
import { summariseLives } from './part-life/summarise-lives.ts';
import type { WearCurve } from './part-life/wear-curve.ts';

/** Lives of the second transfer rollers that a device saw; JSON. Wear in hours of drive. */
export interface SecondTransferSummary {
  readonly lives: readonly LifeSummary[];
}
export type SecondTransferModel = LifeModel;
const rule = 'secondTransferVoltage';
type Answer = NonNullable<z.infer<(typeof predictSecondTransfer)['answer']>>;

/**
 * Volts at the second transfer below which its roller is due, as the service manual has it: until the family
 * has shown where its rollers end.
 */
export const lowerThreshold = 1700;
const shown = 90;
/** A bound that runs ahead of the forecast is not drawn further below the limit than this, in volts. */
const drawnBelow = 300;

export const secondTransferKind: PartKind = {
  dated: 'secondTransfer',
  code: secondTransferCode,
  measure: 'hours',
  sensor: 'sensor.secondTransferVoltage',
  failureCodes: /^C391$/,
  lowerLimit: lowerThreshold,
};

/**
 * What a device adds to what is known of the rollers of its family; undefined where it counts no drive time.
 */
export function summariseSecondTransfer(history: DeviceHistory): SecondTransferSummary | undefined {
  const lives = summariseLives(history, secondTransferKind);
  return lives.length === 0 ? undefined : { lives };
}

/** Curve of the voltage over drive time of a family, and how long its rollers last until the limit. */
export function fitSecondTransfer(
  summaries: readonly SecondTransferSummary[],
  common: SecondTransferModel | undefined,
  endings?: EndingModel,
): SecondTransferModel | undefined {
  return fitLifeModel(
    summaries.flatMap(({ lives }) => lives),
    common,
    { kind: 'secondTransfer', usualLimit: lowerThreshold, endings },
  );
}

/** Answer and condition of a second transfer roller. */
interface SecondTransferJudged {
  readonly answer: Answer | null;
  readonly conditions: readonly PartCondition[];
}

/**
 * The second transfer roller in force (FS-02, FS-03): month in which its voltage meets the limit; the answer
 * is null where its drive time is not counted.
 */
export function judgeSecondTransfer(
  history: DeviceHistory,
  { today, model, ...known }: LifeContext,
): SecondTransferJudged {
  const standing = judgeLife(history, secondTransferKind, model, known);
  if (standing === undefined) return { answer: null, conditions: [] };
  const { state, life, to } = standing;
  const urgency = state?.urgency ?? 'none';
  const ends = state && toEndDays(to, today, state.left);
  const month = (days: number) => toMonth(to + days);
  const { failed } = state ?? {};
  const limit = model?.limit ?? lowerThreshold;
  const answer = {
    messageId: urgency === 'none' ? null : adviceId({ component: 'secondTransfer', severity: urgency }),
    replacementPart: {
      partsMessageId: adviceId({ component: 'secondTransfer', severity: 'name' }),
      predictionFailureMonth: failed !== undefined ? toMonth(failed) : ends?.isInSight ? month(ends.median) : null,
      predictionFailureRange:
        failed !== undefined
          ? { lower: toMonth(failed), upper: toMonth(failed) }
          : ends?.isInSight
            ? { lower: month(ends.lower), upper: month(ends.upper) }
            : null,
      driveTime: volts(life.readings.at(-1)?.wear ?? 0),
      lastReplacementDate: life.since === null ? null : toDate(life.since),
    },
    lowerThreshold: limit,
    actual: seriesOf(history, 'sensor.secondTransferVoltage')
      .filter(({ day }) => day > to - shown && day <= to)
      .map(({ day, value }) => ({ date: toDate(day), value: volts(value) })),
    forecast: model?.curve === undefined || ends === undefined ? [] : forecastOf(standing, ends, model.curve, limit),
    basis: basisOf(standing, rule, today),
  };
  return {
    answer,
    conditions: toCondition(
      { partsCode: secondTransferKind.code, rule, shownAs: 'predictions.secondTransfer' },
      standing,
      today,
    ),
  };
}

const volts = (value: number): number => Math.round(value * 10) / 10;

/**
 * Voltage to come: from what the last week showed down to the limit on the predicted day, falling as the
 * family's curve does; its bounds meet the limit at the ends of the range. Where the day is more than 12
 * months ahead it ends there. A device whose voltage lies off the family's curve meets the limit all the same
 * when its roller fails, so its distance shrinks on the way.
 */
function forecastOf(
  { state, to }: PartStanding,
  ends: EndDays,
  { moves }: WearCurve,
  limit: number,
): Answer['forecast'] {
  if (state === undefined || state.failed !== undefined) return [];
  const { total, wear, track } = state;
  const last = track.at(-1)?.value;
  if (last === undefined) return [];
  const fall = fallToLimit(moves, wear / total.median);
  const at = (days: number, whole: number) =>
    volts(Math.max(limit - drawnBelow, limit + (last - limit) * fall(days / whole)));
  return forecastDays(ends).map((days) => ({
    date: toDate(to + days),
    value: at(days, ends.median),
    lower: at(days, ends.lower),
    upper: at(days, ends.upper),
  }));
}
