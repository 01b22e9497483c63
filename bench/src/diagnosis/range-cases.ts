import { dayMs } from '@platen/contract/constants';
import { developerKinds } from '@platen/diagnosis/components/developer';
import { drumKinds } from '@platen/diagnosis/components/drum';
import { judgeFeedRollers } from '@platen/diagnosis/components/feed-roller';
import { isPartOf } from '@platen/diagnosis/components/feed-roller/feed-readings';
import { fuserKind } from '@platen/diagnosis/components/fuser';
import { toEndDays } from '@platen/diagnosis/components/part-life/end-days';
import { failureChance } from '@platen/diagnosis/components/part-life/failure-chance';
import { judgeLife } from '@platen/diagnosis/components/part-life/judge-life';
import { secondTransferKind } from '@platen/diagnosis/components/second-transfer';
import { judgeToner } from '@platen/diagnosis/components/toner';
import { type Day, type DeviceHistory, seriesOf } from '@platen/diagnosis/history/day-reading';
import { pageLimits, toIncrements } from '@platen/diagnosis/history/segments';
import type { FamilyModel } from '@platen/diagnosis/judge/models';
import { forecastUsage } from '@platen/diagnosis/usage/forecast-usage';
import type { TruthEvent } from './fleet-truth.ts';

/** What is dated, in the order of the table. */
export const rangeKinds = ['drum', 'fuserBelt', 'secondTransfer', 'developer', 'feedRoller', 'toner'] as const;
export type RangeKind = (typeof rangeKinds)[number];

/**
 * One date that was given, with its 80 % range, and what came of it; all in days from the day of the
 * judgement.
 */
export interface RangeCase {
  readonly kind: RangeKind;
  /** Names the device among all fleets that are measured; left out: not known. */
  readonly device?: string;
  readonly predicted: number;
  readonly lower: number;
  readonly upper: number;
  /**
   * Days until the piece failed or the cartridge was empty; undefined: it was replaced before, so it is not
   * known.
   */
  readonly actual: number | undefined;
  /**
   * Days for which the piece is known to have lasted where it did not fail: until it was replaced by plan or
   * the truth ends; undefined: not known.
   */
  readonly lasted?: number | undefined;
}

/** The chance of a part to fail within four weeks as it was forecast, and whether it came; dated or not. */
export interface ChanceCase {
  readonly kind: RangeKind;
  /** 0 to 1. */
  readonly chance: number;
  /** Of a part that was replaced by plan: whether it would have failed by then. */
  readonly came: boolean;
}

/** What is measured of the parts of a device on a day, or of all days and devices. */
export interface PartCases {
  readonly dates: readonly RangeCase[];
  readonly chances: readonly ChanceCase[];
}

/** Days that a chance is forecast for. */
const chanceWithin = 28;

const lifeKinds = [
  ...drumKinds.map(({ kind }) => ({ name: 'drum' as const, kind })),
  { name: 'fuserBelt' as const, kind: fuserKind },
  { name: 'secondTransfer' as const, kind: secondTransferKind },
  ...developerKinds.map(({ kind }) => ({ name: 'developer' as const, kind })),
];

/** The day of a judgement, and the last day of which the truth is known. */
interface LookedAt {
  readonly day: Day;
  readonly known: Day;
}

/**
 * Every date that is given of a device on a day, of parts that have not failed and toner that is not empty,
 * and the chances of its parts.
 */
export function toRangeCases(
  history: DeviceHistory,
  truth: readonly TruthEvent[],
  at: LookedAt,
  model: FamilyModel | undefined,
): PartCases {
  const { dates, chances } = lifeCases(history, truth, at, model);
  const others = [...rollerCases(history, truth, at, model), ...tonerCases(history, truth, at.day, model)];
  return { dates: [...dates, ...others], chances };
}

/** Every date that is given of a part with a life of its own, and every chance. */
export function lifeCases(
  history: DeviceHistory,
  truth: readonly TruthEvent[],
  { day, known }: LookedAt,
  model: FamilyModel | undefined,
): PartCases {
  const years = model?.usage?.years;
  const cases = lifeKinds.map(({ name, kind }): PartCases => {
    const standing = judgeLife(history, kind, model?.[name === 'fuserBelt' ? 'fuser' : name], { years });
    const end = endOfPart(truth, kind.code, { day, known });
    if (standing?.state === undefined || standing.state.failed !== undefined || end === undefined) return none;
    const chance = failureChance(standing, day, chanceWithin) ?? 0;
    const came = end.actual !== undefined && end.actual <= chanceWithin;
    const { isInSight, median, lower, upper } = toEndDays(standing.to, day, standing.state.left);
    const since = day - standing.to;
    const date = { kind: name, predicted: median - since, lower: lower - since, upper: upper - since, ...end };
    return { dates: isInSight ? [date] : [], chances: [{ kind: name, chance, came }] };
  });
  return together(cases);
}

const none: PartCases = { dates: [], chances: [] };

/** All of them as one. */
export const together = (all: readonly PartCases[]): PartCases => ({
  dates: all.flatMap(({ dates }) => dates),
  chances: all.flatMap(({ chances }) => chances),
});

function rollerCases(
  history: DeviceHistory,
  truth: readonly TruthEvent[],
  { day, known }: LookedAt,
  model: FamilyModel | undefined,
): RangeCase[] {
  const pages = seriesOf(history, 'pages.total');
  const usage = forecastUsage(toIncrements(pages, pageLimits), day, model?.usage, pages.length);
  const { answer } = judgeFeedRollers(history, { today: day, model: model?.feedRoller, usage });
  return (answer?.predictionFeedRollers ?? []).flatMap(({ paperSource, replacementPart }): RangeCase[] => {
    const { predictionFailureDate: date, predictionFailureRange: range } = replacementPart;
    const part = truth.find(
      (event) => event.kind === 'part' && paperSource !== 'ADU' && isPartOf(paperSource, event.part),
    );
    const end = part?.kind === 'part' ? endOfPart(truth, part.part, { day, known }) : undefined;
    if (date === null || range === null || range === undefined || end === undefined) return [];
    const daysTo = (text: string) => Date.parse(text) / dayMs - day;
    return [
      {
        kind: 'feedRoller',
        predicted: daysTo(date),
        lower: daysTo(range.lower),
        upper: daysTo(range.upper),
        ...end,
      },
    ];
  });
}

function tonerCases(
  history: DeviceHistory,
  truth: readonly TruthEvent[],
  day: Day,
  model: FamilyModel | undefined,
): RangeCase[] {
  return Object.entries(judgeToner(history, { today: day, model: model?.toner })).flatMap(
    ([color, { daysLeft }]): RangeCase[] => {
      const cartridge = truth.find(
        (event) =>
          event.kind === 'toner' &&
          event.color === color &&
          event.installed <= day &&
          (event.replaced === null || event.replaced > day),
      );
      if (daysLeft.state === 'withheld' || cartridge?.kind !== 'toner') return [];
      const { empty } = cartridge;
      if (empty !== null && empty <= day) return [];
      const { value, lower, upper } = daysLeft.value;
      // The device reports 0 %: that is no forecast, and what half a percent still prints is not promised.
      if (upper === 0) return [];
      return [{ kind: 'toner', predicted: value, lower, upper, actual: empty === null ? undefined : empty - day }];
    },
  );
}

/** What becomes of the piece in force on that day; undefined where it has failed already. */
function endOfPart(
  truth: readonly TruthEvent[],
  code: string,
  { day, known }: LookedAt,
): Pick<RangeCase, 'actual' | 'lasted'> | undefined {
  const piece = truth.find(
    (event) =>
      event.kind === 'part' &&
      event.part === code &&
      event.installed <= day &&
      (event.replaced === null || event.replaced > day),
  );
  if (piece?.kind !== 'part' || (piece.failed !== null && piece.failed <= day)) return undefined;
  if (piece.failed !== null) return { actual: piece.failed - day };
  const spared = truth.find(
    (event) => event.kind === 'spared' && event.part === code && event.installed === piece.installed,
  );
  return spared?.kind === 'spared' ? { actual: spared.failed - day } : { actual: undefined, lasted: known - day };
}
