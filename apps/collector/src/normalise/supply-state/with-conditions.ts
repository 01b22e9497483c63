import type { DeviceReport } from '@platen/contract/report';
import type { Supply } from '@platen/contract/report-sections';
import type { ValueState } from '@platen/contract/values';
import { byGravity, type Condition, fromAlerts, fromErrors, fromPanel, type Said } from './reported-conditions.ts';

type Status = NonNullable<DeviceReport['status']>;

/** From this many percent on a level contradicts what the panel says; makers warn of low toner at up to 30 %. */
const contradictedAbove: Readonly<Record<Condition, number>> = {
  ok: Number.POSITIVE_INFINITY,
  low: 40,
  nearFull: 40,
  empty: 10,
  full: 10,
  missing: 0,
};
const stateFor: Readonly<Record<Condition, ValueState>> = {
  ok: 'unknown',
  low: 'someRemaining',
  nearFull: 'someRemaining',
  empty: 'unknown',
  full: 'unknown',
  missing: 'unknown',
};

/**
 * Supplies with what alerts, panel and error bits say of them. The gravest counts. Where it cannot be true together with the level
 * (low, and 100 %), the percentage becomes a state: panel and alerts win, the level stays visible in `level` and in the evidence.
 */
export function withConditions(supplies: readonly Supply[], status: Status | undefined): Supply[] {
  const said = status === undefined ? [] : gather(supplies, status);
  return supplies.map((supply, place) => {
    const own = said.filter((item) => item.place === place);
    const condition = byGravity.find(
      (name) => name === supply.condition || own.some((item) => item.condition === name),
    );
    if (condition === undefined) return supply;
    const source = own.find((item) => item.condition === condition)?.source;
    return { ...supply, condition, percent: overruled(supply.percent, condition, source) };
  });
}

function gather(supplies: readonly Supply[], status: Status): Said[] {
  const { alerts = [], consoleText = '', detectedErrors = [], evidence } = status;
  return [
    ...fromAlerts(alerts, supplies),
    ...fromPanel(consoleText, supplies, evidence?.consoleText),
    ...fromErrors(detectedErrors, supplies, evidence?.detectedErrors),
  ];
}

function overruled(
  percent: Supply['percent'],
  condition: Condition,
  source: Said['source'] | undefined,
): Supply['percent'] {
  if (percent.state !== 'measured' || percent.value < contradictedAbove[condition]) return percent;
  const { evidence } = percent;
  if (evidence === undefined) return { state: stateFor[condition] };
  const also = [...(evidence.also ?? []), ...(source === undefined ? [] : [source])];
  return {
    state: stateFor[condition],
    evidence: { ...evidence, rule: 'panelOverLevel', ...(also.length === 0 ? {} : { also }) },
  };
}

/** The most percent that can be right beside what panel, alert or state reason say of a supply; of a receptacle the room that is left. */
const mostPercent: Readonly<Record<NonNullable<Supply['condition']>, number>> = {
  ok: 100,
  low: 50,
  nearFull: 50,
  empty: 10,
  full: 10,
  missing: 0,
};

/**
 * Whether a figure cannot be right beside a condition: a cartridge that reads 100 % while its printer says that it is low.
 * The bounds are wide, as what a maker calls low is the maker's own.
 */
export const belies = (condition: Supply['condition'], percent: Supply['percent']): boolean =>
  condition !== undefined && percent.state === 'measured' && percent.value > mostPercent[condition];
