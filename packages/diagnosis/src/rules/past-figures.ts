import { type RuleMetric, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import { judgeStorage } from '../components/storage.ts';
import { judgeToner } from '../components/toner.ts';
import type { Day, DeviceHistory } from '../history/day-reading.ts';
import { judgeDevice } from '../judge/judge-device.ts';
import { toKnownHistory } from '../judge/known-history.ts';
import type { FamilyModel } from '../judge/models.ts';
import type { JudgedFigures } from './inputs.ts';
import { toJudgedFigures } from './judged-figures.ts';

type Judged = Parameters<typeof toJudgedFigures>[0];
type Judge = (history: DeviceHistory, today: Day, model: FamilyModel | undefined) => Partial<Judged>;

const nothing: Judged = { toner: {}, pmParts: null, reasons: [], predictions: { hdd: null } };

/** Metrics whose figures need one component alone, at a tenth of a judgement or less. */
const judgedAlone: Readonly<Partial<Record<RuleMetric, Judge>>> = {
  supplyDays: (history, today, model) => ({ toner: judgeToner(history, { today, model: model?.toner }) }),
  storage: (history, today, model) => ({
    predictions: { hdd: judgeStorage(history, { today, model: model?.storage }) },
  }),
};

/** The metrics of judged figures that tests ask for (BT-06). */
export const judgedMetrics = (tests: readonly RuleTest[]): RuleMetric[] => [
  ...new Set(tests.map(({ metric }) => metric).filter((metric) => traitsOf(metric).isJudged === true)),
];

/** Whether what tests ask of judgements needs one component alone. */
export const areJudgedAlone = (metrics: readonly RuleMetric[]): boolean =>
  metrics.every((metric) => judgedAlone[metric] !== undefined);

/**
 * The figures of a judgement made afterwards of the end of day `today` (BT-06), as far as these metrics look
 * at them: the same as in the judgement of the whole device on that day, others may be left out.
 * @param at the instant from which they count as known, milliseconds since 1970, UTC
 */
export function judgePast(
  given: DeviceHistory,
  {
    today,
    model,
    metrics,
    at,
  }: {
    readonly today: Day;
    readonly model: FamilyModel | undefined;
    /** Of judged figures. */
    readonly metrics: readonly RuleMetric[];
    readonly at: number;
  },
): JudgedFigures {
  const judges = metrics.map((metric) => judgedAlone[metric]);
  const found: Judged = judges.every((judge) => judge !== undefined)
    ? judges.reduce<Judged>((all, judge) => ({ ...all, ...judge(toKnownHistory(given, today), today, model) }), nothing)
    : judgeDevice(given, { today, model, thresholds: [], codes: [] });
  return toJudgedFigures(found, at);
}
