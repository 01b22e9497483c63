import { dayMs } from '@platen/contract/constants';
import type { InputsOf } from '@platen/contract/figures';
import { subjectOfPart, unitOfPart } from '@platen/contract/part-codes';
import { datedParts } from '../components/dated-parts.ts';
import type { PartCondition } from '../components/part-life/part-condition.ts';
import type { Urgency } from '../components/part-life/urgency.ts';
import { daysAhead, reproduce, type Within } from '../figures/reproduce.ts';
import { significant } from '../figures/significant.ts';
import type { Basis, DeviceJudgement, JudgedRisk } from '../judge/judgement.ts';
import type { Sign } from '../judge/signs.ts';
import type { Conditions } from '../judge/with-verdicts.ts';
import { correctChance, type RiskCurves } from './risk-curves.ts';
import type { StopModel } from './stop-model.ts';
import { isNamed } from './unexplained.ts';

/** Causes of less than this within 28 days are neither listed nor counted: of ten of them nothing shows. */
const leastChance = 0.001;

interface Judged extends Pick<DeviceJudgement, 'predictions'> {
  readonly conditions: Conditions;
  /** That a service call of the last fortnight comes again; left out without one. */
  readonly calls?: readonly [number, number, number] | undefined;
}

/** What the parts of a device have, for its risk. */
interface Known extends Pick<DeviceJudgement, 'predictions' | 'pmParts'> {
  /** Every cause of which something can be judged. */
  readonly causes: readonly StopCause[];
  /** Those that do not overlap, `withUnexplained`; left out: the same. */
  readonly apart?: readonly StopCause[];
}

interface Learned {
  readonly signs: readonly Sign[];
  /** Percent within 14 days from which signs turn the status to a warning. */
  readonly warnFrom: number | undefined;
  /** What came of the fleet's own past risks. */
  readonly curves?: RiskCurves | undefined;
  /** How often parts fail in the fleet; left out before that is known. */
  readonly stops?: StopModel | undefined;
}
const nothingLearned: Learned = { signs: [], warnFrom: undefined };

/** A cause of a stop with its chances within 7, 14 and 28 days, before they are corrected. */
export interface StopCause {
  readonly item: string;
  /** What the chances rest on: those of one group are corrected alike. */
  readonly group: string;
  readonly risk: NonNullable<PartCondition['risk']>;
  readonly basis: Basis | undefined;
}

/** Every cause of which something can be judged. */
export const toStopCauses = ({ conditions, predictions, calls }: Judged): readonly StopCause[] => [
  ...toCauses(conditions, predictions.hdd),
  ...(calls === undefined ? [] : [toCallCause(calls)]),
];

/** Of the service calls that come again, the share of those that mean that something has failed (0908). */
const failedOfAgain = 0.3;

const toCallCause = ([week, fortnight, month]: NonNullable<Judged['calls']>): StopCause => ({
  item: 'serviceCalls',
  group: 'serviceCalls',
  risk: [failedOfAgain * week, failedOfAgain * fortnight, failedOfAgain * month],
  basis: undefined,
});

/**
 * The risk that the device stops without a plan within 7, 14 and 28 days, and of what. Each chance is
 * corrected by what came of such chances in the fleet's own past. Null where nothing of it can be judged.
 */
export function judgeStopRisk(
  { causes: all, apart = all, predictions, pmParts }: Known,
  { signs, warnFrom, curves, stops }: Learned = nothingLearned,
): JudgedRisk | null {
  if (all.length === 0 && apart.length === 0) return null;
  const corrected = ({ item, group, risk }: StopCause): Corrected => {
    const [week, fortnight, month] = risk.map((chance) => correctChance(curves?.[group], chance));
    return {
      item,
      risk: [week ?? 0, fortnight ?? 0, month ?? 0],
      ...(curves?.[group] !== undefined && { forecast: significant(risk[1]) }),
    };
  };
  const named = new Set(apart.map(({ item }) => item));
  const small = all.filter(({ item }) => !named.has(item)).map(corrected);
  const causes = [
    ...apart.map((cause) => (isNamed(cause) ? corrected(cause) : without(small, corrected(cause)))),
    ...small,
  ]
    .filter(({ risk }) => risk[2] >= leastChance)
    .toSorted(
      (one, other) => other.risk[1] - one.risk[1] || other.risk[2] - one.risk[2] || (one.item < other.item ? -1 : 1),
    );
  const inputs: InputsOf<'stopRisk'> = {
    kind: 'stopRisk',
    causes: causes.map(({ item, risk: [week, fortnight, month], forecast }) => ({
      item,
      chances: [significant(week), significant(fortnight), significant(month)],
      ...(forecast !== undefined && { forecast }),
      ...(item === 'unexplained' && stops && { seen: { failures: stops.failures, deviceYears: stops.deviceYears } }),
    })),
    unknownParts: countUnknown(new Set(all.map(({ item }) => item)), { predictions, pmParts }),
    ...(warnFrom !== undefined && warnFrom > 0 && signs.some(({ severity }) => severity !== 'watch') && { warnFrom }),
  };
  const made = reproduce('stopRisk', inputs);
  return {
    ...toPercents(made.within),
    causes: made.causes.map(({ item, within, seen }) => ({ item, ...toPercents(within), ...(seen && { seen }) })),
    unknownParts: made.unknownParts,
    basis: { ...toBasis(all.flatMap(({ basis }) => basis ?? [])), inputs },
  };
}

interface Corrected extends Pick<StopCause, 'item' | 'risk'> {
  /** Within 14 days before it was corrected; left out where it was not. */
  readonly forecast?: number;
}

/**
 * What is left of the chance of any failure without those of the parts that are listed by themselves. Theirs
 * may grow faster with the days; what is left never falls with them.
 */
function without(listed: readonly Corrected[], cause: Corrected): Corrected {
  const left = (at: 0 | 1 | 2) =>
    Math.max(0, 1 - (1 - cause.risk[at]) / listed.reduce((none, { risk }) => none * (1 - risk[at]), 1));
  const week = left(0);
  const fortnight = Math.max(week, left(1));
  return { ...cause, risk: [week, fortnight, Math.max(fortnight, left(2))] };
}

const toPercents = ([within7Days, within14Days, within28Days]: Within) => ({ within7Days, within14Days, within28Days });

function toCauses({ parts, sources }: Conditions, hdd: Judged['predictions']['hdd']): readonly StopCause[] {
  return [
    ...parts.flatMap(({ partsCode, risk, isSensedAlone, basis }): StopCause[] => {
      const item = unitOfPart(partsCode);
      if (item === undefined || risk === undefined) return [];
      const still = stillFailed(basis, isSensedAlone === true);
      const kind = item.replace(/\..*/, '');
      return [
        still === undefined
          ? { item, group: kind, risk, basis }
          : { item, group: `${kind}.found`, risk: [still, still, still], basis },
      ];
    }),
    ...sources.flatMap(({ source, urgency, risk, countsRetries, basis }): StopCause[] => {
      const worn = risk === undefined ? wornAtAnyAge[urgency] : wornAlready(urgency, countsRetries, risk[2]);
      if (risk === undefined && urgency === 'none') return [];
      const either = (chance: number) => 1 - (1 - chance) * (1 - worn);
      const [week, fortnight, month] = risk ?? nothing;
      const group = urgency === 'nextVisit' || urgency === 'now' ? 'feedRoller.sign' : 'feedRoller';
      return [{ item: `feedRoller.${source}`, group, risk: [either(week), either(fortnight), either(month)], basis }];
    }),
    ...(hdd?.predictionStorages ?? []).flatMap(({ sataPort, state, basis }): StopCause[] => {
      const chance = failsWhen.get(state ?? 0);
      if (chance === undefined) return [];
      const [week, fortnight, month] = daysAhead;
      const within = (days: number) => 1 - (1 - chance) ** (days / 30);
      return [{ item: `hdd.${sataPort}`, group: 'hdd', risk: [within(week), within(fortnight), within(month)], basis }];
    }),
  ];
}

const nothing = [0, 0, 0] as const;
/**
 * Share of the parts found to have failed that have, by an error of the device or by their sensor alone
 * (0908), and mean days after which those are replaced.
 */
const found = { byError: 0.9, bySensor: 0.5, replacedAfter: 14 } as const;

/**
 * How likely a part that was found to have failed has failed indeed, while it is still in force: one that
 * works on for weeks has not, and what was found was a sensor or a code of something else (0299). Undefined
 * for a part that has not failed.
 */
function stillFailed(basis: Basis | undefined, isSensedAlone: boolean): number | undefined {
  const inputs = basis?.inputs;
  if (inputs?.kind !== 'expectedLife' || inputs.failedOn === null) return undefined;
  const days = Math.max(0, (Date.parse(inputs.judgedOn) - Date.parse(inputs.failedOn)) / dayMs);
  const share = isSensedAlone ? found.bySensor : found.byError;
  const right = share * Math.exp(-days / found.replacedAfter);
  return right / (right + 1 - share);
}

/**
 * How likely the rollers of a source are worn whose age, or the lives of whose family, are not known: 12 % of
 * the sources that were to be looked at now had worn ones (0299).
 */
const wornAtAnyAge: Readonly<Record<Urgency, number>> = { none: 0.009, watch: 0.009, nextVisit: 0.05, now: 0.12 };
/**
 * How many times as likely a source is found to feed worse (0196) where its rollers are worn as where they
 * are not, by its sign, times the four weeks within which they may have failed (0299). Jams alone say less:
 * paper and weather make them too (0908).
 */
const wornRatio = {
  retries: { none: 0.9, watch: 0.9, nextVisit: 5, now: 100 },
  jams: { none: 0.9, watch: 0.9, nextVisit: 2, now: 10 },
} as const satisfies Readonly<Record<string, Readonly<Record<Urgency, number>>>>;

/**
 * How likely the rollers of a source that feeds worse are worn already. Not every rise of jams is a worn
 * roller: on new rollers it is paper or weather (Bayes, by the odds of failing at their age).
 */
function wornAlready(urgency: Urgency, countsRetries: boolean, within28: number): number {
  const odds = wornRatio[countsRetries ? 'retries' : 'jams'][urgency] * within28;
  return odds / (1 + odds);
}

/** Chance of a drive to fail within 30 days, by its state (0969). */
const failsWhen: ReadonlyMap<number, number> = new Map([
  [2, 0.1],
  [3, 0.27],
  [9, 0.49],
]);

/** Percent within 14 days by cause. */
export const toCauseRisks = (risk: Pick<JudgedRisk, 'causes'> | null): ReadonlyMap<string, number> =>
  new Map((risk?.causes ?? []).map(({ item, within14Days }) => [item, within14Days]));

/** Parts that the device counts and whose risk is not known. */
function countUnknown(
  known: ReadonlySet<string>,
  { predictions, pmParts }: Pick<Known, 'predictions' | 'pmParts'>,
): number {
  const counted = (pmParts?.parts ?? []).flatMap(({ partsCode }) =>
    datedParts.has(partsCode) ? subjectOfPart(partsCode) : [],
  );
  const fed = (predictions.feedRoller?.predictionFeedRollers ?? []).map(
    ({ paperSource }) => `feedRoller.${paperSource}`,
  );
  return [...counted, ...fed].filter((item) => !known.has(item)).length;
}

/** What the causes rest on together: the most readings of one, from the first day of any to the last. */
function toBasis(all: readonly Basis[]): Omit<Basis, 'inputs'> {
  const days = all.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()).toSorted();
  return {
    rule: 'stopRisk',
    readings: Math.max(0, ...all.map(({ readings }) => readings)),
    neededReadings: Math.min(...all.map(({ neededReadings }) => neededReadings), 14),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  };
}
