import { signSeverityOf } from '@platen/contract/advice';
import { subjectOfSign } from '@platen/contract/advice-ids';
import { dayMs } from '@platen/contract/constants';
import { subjectOfPart } from '@platen/contract/part-codes';
import type { TonerColor } from '@platen/contract/report-sections';
import type { ForecastLine } from '@platen/contract/visit-pack';
import { type ForecastReason, forecastDays } from '@platen/contract/visit-pack-names';
import type { DeviceJudgement } from '../judge/judgement.ts';

/**
 * When a part or colour ends, as the last judgement has it. Days from the day of the pack; 0: it is
 * over.
 */
export interface Lookout {
  readonly item: string;
  /** Percent of life consumed, or left in a cartridge; null: not known. */
  readonly percent: number | null;
  /** Null: no figure, for `reason`. */
  readonly days: { readonly value: number; readonly lower: number; readonly upper: number } | null;
  readonly day: string | null;
  readonly range: { readonly lower: string; readonly upper: string } | null;
  readonly reason: ForecastReason | null;
  readonly readings: number | null;
  readonly needed: number | null;
}

export interface LookoutFacts {
  readonly judgement: Partial<Pick<DeviceJudgement, 'toner' | 'pmParts' | 'signs'>> | null;
  /** Day of the judgement and of the pack, days since 1970 UTC. */
  readonly judgedDay: number;
  readonly today: number;
  /** Percent left, by colour. */
  readonly levels: Partial<Record<TonerColor, number | null>>;
}

/**
 * All parts and colours of a device with the end of each, the earliest first, those without a figure
 * last.
 */
export function toLookouts(facts: LookoutFacts): Lookout[] {
  return [...toParts(facts), ...toColours(facts)].toSorted(
    (one, other) => (one.days?.value ?? never) - (other.days?.value ?? never) || compare(one.item, other.item),
  );
}

const never = Number.MAX_SAFE_INTEGER;
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const toDayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

function toColours({ judgement, levels, today, judgedDay }: LookoutFacts): Lookout[] {
  return Object.entries(judgement?.toner ?? {}).map(([color, { daysLeft }]): Lookout => {
    const item = `toner.${color}`;
    const percent = Object.entries(levels).find(([name]) => name === color)?.[1] ?? null;
    if (daysLeft.state === 'withheld') return without(item, percent, daysLeft.basis);
    const shift = judgedDay - today;
    const { value, lower, upper } = daysLeft.value;
    return dated(item, percent, { value: value + shift, lower: lower + shift, upper: upper + shift }, today);
  });
}

/**
 * Maintenance parts: the day of the failure that their sign predicts, else the day on which the life
 * reaches its end, by its course over the next four weeks.
 */
function toParts({ judgement, today, judgedDay }: LookoutFacts): Lookout[] {
  const predicted = new Map(
    (judgement?.signs ?? []).flatMap(({ messageId, predictionFailureDate: day, predictionFailureRange: range }) => {
      const subject = subjectOfSign(messageId);
      const isDay = day?.length === 10 && signSeverityOf(messageId) !== undefined;
      return subject === undefined || day === undefined || !isDay ? [] : [[subject, { day, range }] as const];
    }),
  );
  return (judgement?.pmParts?.parts ?? []).map((part): Lookout => {
    const { partsCode: item, lifeNow, life4Weeks, ranges, basis } = part;
    const percent = lifeNow ?? part.consumedLife;
    const sign = predicted.get(subjectOfPart(item));
    if (sign !== undefined) {
      const value = dayOf(sign.day) - today;
      const { lower = sign.day, upper = sign.day } = sign.range ?? {};
      const isRange = lower.length === 10 && upper.length === 10;
      const [first, last] = isRange ? [dayOf(lower) - today, dayOf(upper) - today] : [value, value];
      return dated(item, percent, { value, lower: first, upper: last }, today);
    }
    if (lifeNow !== null && lifeNow >= endOfLife) return dated(item, percent, { value: 0, lower: 0, upper: 0 }, today);
    if (lifeNow === null || life4Weeks === null || !(life4Weeks > lifeNow)) return without(item, percent, basis);
    const until = (later: number) =>
      later > lifeNow ? (weeks4 * (endOfLife - lifeNow)) / (later - lifeNow) + judgedDay - today : never;
    const bounds = ranges?.['life4Weeks'] ?? null;
    const value = until(life4Weeks);
    const [lower, upper] = bounds === null ? [value, value] : [until(bounds.upper), until(bounds.lower)];
    return dated(item, percent, { value, lower: Math.min(lower, value), upper: Math.max(upper, value) }, today);
  });
}

/** Percent of the life at its end, and the days between the two figures of the life. */
const endOfLife = 100;
const weeks4 = 28;
const dayOf = (text: string): number => Math.round(Date.parse(text) / dayMs);
/** Days further ahead are not given as a day: the range would leave the calendar. */
const furthest = 3650;

function dated(item: string, percent: number | null, days: NonNullable<Lookout['days']>, today: number): Lookout {
  const whole = (value: number) => Math.min(furthest, Math.max(0, Math.round(value)));
  const at = (value: number) => toDayText(today + whole(value));
  return {
    item,
    percent,
    days: { value: whole(days.value), lower: whole(days.lower), upper: whole(days.upper) },
    day: at(days.value),
    range: { lower: at(days.lower), upper: at(days.upper) },
    reason: null,
    readings: null,
    needed: null,
  };
}

function without(
  item: string,
  percent: number | null,
  basis: { readonly readings: number; readonly neededReadings: number } | undefined,
): Lookout {
  const isFew = basis !== undefined && basis.readings < basis.neededReadings;
  return {
    item,
    percent,
    days: null,
    day: null,
    range: null,
    reason: isFew ? 'tooFewReadings' : 'notJudged',
    readings: isFew ? basis.readings : null,
    needed: isFew ? basis.neededReadings : null,
  };
}

/** The strip of the next 8 weeks with what has no figure and why; what ends later is named (VP-13). */
export function toForecast(lookouts: readonly Lookout[]): { lines: ForecastLine[]; later: string[] } {
  const isLater = ({ days }: Lookout) => days !== null && days.lower > forecastDays;
  return {
    lines: lookouts
      .filter((one) => !isLater(one))
      .map(({ item, day, range, percent, reason, readings, needed }) => ({
        item,
        day,
        range,
        percent: percent === null ? null : Math.round(percent),
        reason,
        readings,
        needed,
      })),
    later: lookouts.filter(isLater).map(({ item }) => item),
  };
}
