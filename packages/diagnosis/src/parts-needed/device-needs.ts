import { dayMs } from '@platen/contract/constants';
import { subjectOfPart } from '@platen/contract/part-codes';
import type { NeedBasis } from '@platen/contract/parts-needed';
import { predictionComponents, readPredicted } from '@platen/contract/prediction-components';
import type { PredictionComponent, Predictions } from '@platen/contract/predictions';
import { datedParts } from '../components/dated-parts.ts';
import { failureDay } from '../components/part-life/failure-day.ts';
import { areMostlyFailures } from '../components/part-life/failure-share.ts';
import { toLives } from '../components/part-life/part-lives.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import type { Basis, DeviceJudgement } from '../judge/judgement.ts';
import { toKnownHistory } from '../judge/known-history.ts';
import type { FamilyModel } from '../judge/models.ts';
import { asksForVisit } from '../judge/part-verdict.ts';
import { supplyWarningPercent } from '../status/supplies.ts';
import { forecastUsage } from '../usage/forecast-usage.ts';
import { type ItemUse, recentDays, toItemUses } from './item-use.ts';
import { ends, hazardOf, type NeedsSummary, policyOf } from './needs-model.ts';
import { chanceWithin, countRenewals, type DaysRange, mixMoments, steps } from './renewal.ts';

/** Days ahead for which needs are predicted: a quarter. */
export const needDays = recentDays;
/** A device whose last reading is older has left, or is not watched: it needs nothing that could be known. */
const oldestReading = 28;

/** How many pieces of a part or cartridge a device will need within the next 91 days. */
export interface Need {
  /** `part.6250`, `toner.black` */
  readonly item: string;
  readonly mean: number;
  readonly variance: number;
  readonly basis: NeedBasis;
  /** The judgement asks to bring it to the next visit. */
  readonly isAsked: boolean;
}

/** What a device adds to what is known of needs; undefined where it reports neither parts nor cartridges. */
export function summariseNeeds(history: DeviceHistory): NeedsSummary | undefined {
  const uses = toItemUses(history);
  return uses.length === 0 ? undefined : toSummary(history, uses);
}

const keyOf = ({ item, unit }: ItemUse) => (unit === 'years' ? `years:${item}` : item);
const codeOf = (item: string) => item.slice(item.indexOf('.') + 1);
const round = (value: number) => Math.round(value * 1000) / 1000;
/** Days by which the day of a replacement may lie off in the two ways of finding it. */
const sameWithin = 3;

function toSummary(history: DeviceHistory, uses: readonly ItemUse[]): NeedsSummary {
  return {
    pieces: Object.fromEntries(
      uses.map((use) => {
        const failed = use.pieces.length > 1 ? failedBefore(history, use.item) : [];
        return [
          keyOf(use),
          use.pieces.map(({ entry, end, until }) => {
            const hasFailed = until !== undefined && failed.some((day) => Math.abs(day - until) <= sameWithin);
            const how = until === undefined ? ends.inForce : hasFailed ? ends.failed : ends.replaced;
            return [round(entry), round(end), how] as const;
          }),
        ];
      }),
    ),
  };
}

/** Days on which a piece that had failed was replaced, of a kind of part whose failures are dated. */
function failedBefore(history: DeviceHistory, item: string): readonly Day[] {
  const kind = datedParts.get(codeOf(item))?.kind;
  if (kind === undefined) return [];
  const sensor = kind.sensor === undefined ? [] : seriesOf(history, kind.sensor);
  return toLives(history, kind.code, kind.measure).flatMap((life) =>
    life.until !== undefined && failureDay(history, kind, life, sensor) !== undefined ? [life.until] : [],
  );
}

interface NeedsContext {
  readonly today: Day;
  readonly model: FamilyModel | undefined;
}

/**
 * What the device will need within 91 days of `today`: every part and cartridge that it reports. A piece
 * ends by its predicted date of failure, or as pieces of its kind are replaced by their use (learned from
 * the fleet), whichever comes first; the use to come is that of the last 91 days, as the forecast of the
 * pages changes it. None for a device without a reading in the last 28 days.
 */
export function judgeNeeds(
  given: DeviceHistory,
  judgement: Pick<DeviceJudgement, 'bring' | 'pmParts' | 'predictions' | 'risk' | 'toner'>,
  { today, model }: NeedsContext,
): readonly Need[] {
  const history = toKnownHistory(given, today);
  if ((history.days.at(-1)?.day ?? Number.NEGATIVE_INFINITY) <= today - oldestReading) return [];
  const uses = toItemUses(history).filter(({ to }) => to > today - oldestReading);
  if (uses.length === 0) return [];
  const policy = policyOf(toSummary(history, uses));
  const change = changeOfUse(history, today, model);
  const judged = judgedParts(judgement);
  const asked = new Set([...judgement.bring, ...lowCartridges(history, judgement)]);
  return uses.map((use) => {
    const hazard = hazardOf(model?.needs, keyOf(use), policy);
    const part = judged.get(codeOf(use.item));
    const kind = datedParts.get(codeOf(use.item))?.model;
    const counts = kind !== undefined && areMostlyFailures(model?.[kind]?.ended) ? 'date' : 'both';
    return {
      item: use.item,
      ...needOf(use, { hazard, part, change: use.unit === 'years' ? 1 : change, counts, today }),
      isAsked: asked.has(use.item) || asked.has(codeOf(use.item)),
    };
  });
}

/** Cartridges reported low whose days left are not known: the worklist asks for them too (WL-08). */
function lowCartridges(history: DeviceHistory, { toner }: Pick<DeviceJudgement, 'toner'>): readonly string[] {
  return Object.entries(toner).flatMap(([color, { daysLeft }]) => {
    const item = `toner.${color}`;
    const level = seriesOf(history, item).at(-1)?.value;
    return daysLeft.state !== 'judged' && level !== undefined && level <= supplyWarningPercent ? [item] : [];
  });
}

/** Of the use to come, as multiples of what is forecast: a spread of a quarter. */
const usesAhead = [
  [0.3, 0.72],
  [0.4, 1],
  [0.3, 1.32],
] as const;

interface NeedOptions {
  readonly hazard: ReturnType<typeof hazardOf>;
  readonly part: JudgedPart | undefined;
  readonly change: number;
  /** Whether a date means all replacements of the part, as where no failure is ever reported. */
  readonly counts: 'both' | 'date';
  readonly today: Day;
}

function needOf(
  { pieces, recent, to }: ItemUse,
  { hazard, part, change, counts, today }: NeedOptions,
): Pick<Need, 'mean' | 'variance' | 'basis'> {
  const used = pieces.at(-1)?.end ?? 0;
  const failing = part === undefined ? undefined : failsWithin(part, today, to);
  const cases = usesAhead.map(([weight, share]) => {
    const each = ((recent ?? 0) * change * share) / steps;
    const stays = Array.from({ length: steps + 1 }, (_, step) => {
      const notFailed = 1 - (failing?.(step * 7) ?? 0);
      const isPlanned = failing === undefined || counts === 'both';
      return notFailed * (isPlanned ? Math.exp(-hazard(used, used + step * each)) : 1);
    });
    return [weight, countRenewals(stays, each, hazard)] as const;
  });
  const moments = mixMoments(cases);
  const byDate = failing?.(needDays) ?? 0;
  const basis = byDate > moments.mean / 2 ? 'date' : recent === undefined ? 'rate' : 'life';
  return { mean: moments.mean, variance: moments.variance, basis };
}

/**
 * The forecast of the device's pages against those of the last 91 days; a change of more than half is none.
 */
function changeOfUse(history: DeviceHistory, today: Day, model: FamilyModel | undefined): number {
  const series = seriesOf(history, 'pages.total');
  const increments = toIncrements(series, pageLimits);
  const forecast = forecastUsage(increments, today, model?.usage, series.length);
  const since = today - needDays;
  let past = 0;
  for (const { day, value } of increments) if (day > since) past += value;
  const days = Math.min(needDays, today - (series[0]?.day ?? today));
  if (forecast === undefined || past <= 0 || days <= 0) return 1;
  const change = forecast.cumulative(needDays).value / ((past * needDays) / days);
  return Math.min(1.5, Math.max(0.5, change));
}

/** What the judgement says of a part. */
interface JudgedPart {
  /** Basis of its date. */
  readonly basis: Basis | undefined;
  /** Its condition asks for a visit. */
  readonly isAsked: boolean;
  /** How likely it has failed or does so within four weeks, 0 to 1, by the risk of a stop. */
  readonly chance: number;
}

/** Parts whose condition is judged, by their code. */
function judgedParts({
  pmParts,
  predictions,
  risk,
}: Pick<DeviceJudgement, 'pmParts' | 'predictions' | 'risk'>): ReadonlyMap<string, JudgedPart> {
  const causes = new Map((risk?.causes ?? []).map(({ item, within28Days }) => [item, within28Days / 100]));
  const bases = new Map<string, Basis>();
  const read = <C extends PredictionComponent>(component: C, answer: Predictions[C]) => {
    for (const { key, basis } of readPredicted(component, answer).parts)
      if (basis !== undefined) bases.set(`predictions.${component}${key === undefined ? '' : `.${key}`}`, basis);
  };
  for (const component of predictionComponents) read(component, predictions[component]);
  return new Map(
    (pmParts?.parts ?? []).flatMap(({ partsCode, conditionBasis, conditionOf, verdict }) =>
      verdict?.speaks !== 'condition'
        ? []
        : [
            [
              partsCode,
              {
                basis: conditionBasis ?? bases.get(conditionOf ?? ''),
                isAsked: asksForVisit(verdict.verdict),
                chance: causes.get(subjectOfPart(partsCode)) ?? 0,
              },
            ],
          ],
    ),
  );
}

/**
 * A part that has failed, or whose rollers feed badly, is replaced about so soon: half of them within two
 * weeks. Not every such part has failed: it counts by its chance (0435).
 */
const repair: DaysRange = { median: 14, lower: 4, upper: 42 };

/** Chance that the part fails, and is replaced, within a number of days of today; undefined: not dated. */
function failsWithin(
  { basis, isAsked, chance }: JudgedPart,
  today: Day,
  to: Day,
): ((days: number) => number) | undefined {
  const inputs = basis?.inputs;
  const isDated = inputs?.kind === 'expectedLife';
  const repaired = (days: number) => chance * chanceWithin(repair, days);
  if (isDated && inputs.failedOn !== null) return repaired;
  if (!isDated) return isAsked ? repaired : undefined;
  const { life, wear, perDay, correction = 1, shorter, longer } = inputs;
  if (perDay <= 0) return () => 0;
  const median = (Math.max(life.value - wear, 0) / perDay) * correction;
  const range = { median, lower: median * shorter, upper: median * longer };
  const since = today - (Date.parse(inputs.readOn) / dayMs || to);
  const before = Math.min(chanceWithin(range, since), 0.999);
  return (days) => (chanceWithin(range, since + days) - before) / (1 - before);
}
