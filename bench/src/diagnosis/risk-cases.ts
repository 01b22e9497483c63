import { developerCodes, drumCodes, fuserCode, secondTransferCode } from '@platen/contract/part-codes';
import { summariseFeedRollers } from '@platen/diagnosis/components/feed-roller';
import { feedSources, isPartOf } from '@platen/diagnosis/components/feed-roller/feed-readings';
import type { Day, DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { DeviceSummary } from '@platen/diagnosis/judge/models';
import type { PastRisk } from '@platen/diagnosis/risk/past-risks';
import { summariseCalls } from '@platen/diagnosis/risk/recurring-calls';
import { fitRiskCurves } from '@platen/diagnosis/risk/risk-curves';
import { loadedOn } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, learnModels, simulateFleet } from './fleet-models.ts';
import type { TruthEvent } from './fleet-truth.ts';
import { summariseParts } from './part-summaries.ts';

/** Days within which a stop is forecast, as the judgement has them. */
export const within = [7, 14, 28] as const;

/** What was judged of one cause on one day, and what came of it. */
interface CauseCase {
  readonly item: string;
  readonly chances: readonly number[];
  /**
   * Days until it fails, 0 where it has failed already; Infinity where it does not, or was replaced before.
   */
  readonly fails: number;
}

/** What was judged of one device on one day, and what came of it. */
export interface RiskCase {
  /** World and seed of its fleet. */
  readonly fleet: string;
  readonly device: number;
  readonly day: Day;
  /** Chances within 7, 14 and 28 days, 0 to 1; null where nothing was judged. */
  readonly chances: readonly number[] | null;
  /** Chance within 14 days before it is corrected by what came of the fleet's own past risks. */
  readonly plain: number;
  readonly isWarned: boolean;
  /** Greatest risk of its signs that ask for a visit, percent within 14 days; null without one. */
  readonly signRisk: number | null;
  readonly causes: readonly CauseCase[];
  /** Days until the first part or drive of it fails that has not failed yet; Infinity where none does. */
  readonly fails: number;
  /** A part of it has failed and is still in it. */
  readonly isOpen: boolean;
}

/** Risks of one day are of one list: every two weeks, so that no failure is in two of them. */
const step = 14;
const refit = 56;
/** Share of the days before the first list after which the fleet's own risks are stored and learned from. */
const storedFrom = 0.5;

/**
 * Judges the whole fleet every two weeks, each device with the past risks of its last judgement and what was
 * learned from those of all. Cases are those from the end of the training on.
 */
export function collectRiskCases(plan: FleetPlan, progress: (share: number) => void): RiskCase[] {
  const fleet = simulateFleet(plan, (share) => progress(0.2 * share));
  const whole = { ...plan, training: Math.round(storedFrom * plan.training) };
  const findModel = learnModels(whole, fleet, refit, (share) => progress(0.2 + 0.4 * share), summariseRisk);
  const pasts = fleet.map((): readonly PastRisk[] => []);
  const cases: RiskCase[] = [];
  const first = firstJudged(whole);
  for (let today = first; today <= plan.end; today += step) {
    const riskCurves = fitRiskCurves(pasts);
    for (const [device, { history, truth }] of fleet.entries()) {
      const known = loadedOn(history, today, plan.readings);
      const model = findModel(history.family, today);
      const judgement = judgeDevice(known, {
        today,
        model: model && { ...model, riskCurves },
        thresholds: [],
        codes: [],
        pastRisks: pasts[device],
      });
      pasts[device] = judgement.pastRisks ?? [];
      if (today < firstJudged(plan)) continue;
      cases.push({
        fleet: `${plan.world} ${plan.seed}`,
        device,
        day: today,
        ...toOutcome(truth, today),
        ...toForecast(judgement, truth, today),
      });
    }
    progress(0.6 + (0.4 * (today - first)) / (plan.end - first));
  }
  return cases;
}

/** What the risk is made of; the rest of a device is not summarised, which takes half of the time. */
function summariseRisk(history: DeviceHistory): DeviceSummary {
  const last = history.days.at(-1)?.day;
  const parts = summariseParts(history);
  if (last === undefined) return parts;
  const [feedRoller, calls] = [summariseFeedRollers(history), summariseCalls(history, last)];
  return { ...parts, ...(feedRoller && { feedRoller }), ...(calls && { calls }) };
}

function toForecast(
  { risk, signRisk = null, reasons, pastRisks }: DeviceJudgement,
  truth: readonly TruthEvent[],
  today: Day,
) {
  const inputs = risk?.basis.inputs?.kind === 'stopRisk' ? risk.basis.inputs : undefined;
  const causes = (inputs?.causes ?? []).map(({ item, chances }) => ({
    item,
    chances,
    fails: Math.min(Infinity, ...truth.map((event) => (isOf(event, item) ? daysUntil(event, today) : Infinity))),
  }));
  const chances =
    inputs && within.map((_, at) => 1 - causes.reduce((none, one) => none * (1 - (one.chances[at] ?? 0)), 1));
  return {
    chances: chances ?? null,
    plain: 1 - (pastRisks?.at(-1)?.causes ?? []).reduce((none, { chance }) => none * (1 - chance), 1),
    causes,
    signRisk,
    isWarned: reasons.some(({ source, severity }) => source === 'sign' && severity === 'warning'),
  };
}

/** Parts of the truth, and drives, in the words of the causes. */
function isOf(event: TruthEvent, item: string): boolean {
  const [component = '', unit = ''] = item.split('.');
  if (event.kind === 'storage') return component === 'hdd' && String(event.port) === unit;
  if (event.kind !== 'part') return false;
  const { part } = event;
  if (component === 'fuser') return part === fuserCode;
  if (component === 'secondTransfer') return part === secondTransferCode;
  if (component === 'feedRoller') return feedSources.some((source) => source === unit && isPartOf(source, part));
  const codes = component === 'drum' ? drumCodes : component === 'developer' ? developerCodes : {};
  return Object.entries(codes).some(([color, code]) => color === unit && code === part);
}

/**
 * Days until the piece fails, 0 while it has failed and is not replaced; Infinity for what is not in force.
 */
function daysUntil(event: TruthEvent, today: Day): number {
  if (event.kind === 'storage') return event.failed > today ? event.failed - today : Infinity;
  if (event.kind !== 'part' || event.failed === null || (event.replaced ?? Infinity) <= today) return Infinity;
  return event.installed > today && event.failed > today ? event.failed - today : Math.max(0, event.failed - today);
}

function toOutcome(truth: readonly TruthEvent[], today: Day): Pick<RiskCase, 'fails' | 'isOpen'> {
  const days = truth.map((event) => daysUntil(event, today));
  return { fails: Math.min(Infinity, ...days.filter((one) => one > 0)), isOpen: days.includes(0) };
}
