import type { DeviceReport } from '@platen/contract/report';
import type { Supply } from '@platen/contract/report-sections';
import type { ValueState } from '@platen/contract/values';
import { fromAlerts } from './from-alerts.ts';
import { fromErrors } from './from-errors.ts';
import { fromPanel } from './from-panel.ts';
import { byGravity, type Condition, type Said } from './said.ts';

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
