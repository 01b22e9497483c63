import { dayMs } from '@platen/contract/constants';
import { daysAhead } from '../figures/reproduce.ts';
import type { Day, DeviceHistory } from '../history/day-reading.ts';

/** Chances within 7, 14 and 28 days, 0 to 1. */
type Chances = readonly [number, number, number];
/** Looks at a device in a state, and after how many of them the call came again within 7, 14 and 28 days. */
type Counts = readonly [looks: number, week: number, fortnight: number, month: number];

/** Days on which one service call was logged within the last fortnight: one, two, three and more. */
const states = 3;
const fortnight = 14;
/** Days between two looks, on the same days for all devices. */
const lookEvery = 7;

/** What came of the service calls of a device, by state; JSON. */
export type CallSummary = readonly Counts[];
/** Chances that a service call comes again, by state; JSON. */
export type CallModel = readonly Chances[];

/** Before a fleet has taught anything: a call that has come on several days is not over. */
const usualModel: CallModel = [
  [0.3, 0.35, 0.4],
  [0.5, 0.55, 0.6],
  [0.6, 0.65, 0.7],
];
/** Looks that what is believed before is worth. */
const priorWorth = 10;

/**
 * Days of each service call, by code, after the last replacement of a part: that visit answered those before.
 */
function callDays({ errors, replacements }: DeviceHistory, until: Day): ReadonlyMap<string, ReadonlySet<Day>> {
  const answered = Math.max(
    -Infinity,
    ...replacements.filter(({ day, item }) => day <= until && item.startsWith('part.')).map(({ day }) => day),
  );
  const days = new Map<string, Set<Day>>();
  for (const { at, code, category } of errors) {
    const day = Math.floor(at / dayMs);
    if (category !== 'serviceCall' || day <= answered || day > until) continue;
    const own = days.get(code) ?? new Set<Day>();
    days.set(code, own.add(day));
  }
  return days;
}

/** State of a call on a day, from 0 (one day of the last fortnight); undefined without a call in it. */
function stateOn(days: ReadonlySet<Day>, today: Day): number | undefined {
  let count = 0;
  for (const day of days) if (day <= today && day > today - fortnight) count += 1;
  return count === 0 ? undefined : Math.min(states, count) - 1;
}

/** What the calls of a device add to what is known of its family; undefined without any. */
export function summariseCalls(history: DeviceHistory, last: Day): CallSummary | undefined {
  const counts = Array.from({ length: states }, (): [number, number, number, number] => [0, 0, 0, 0]);
  const all = new Map<string, Set<Day>>();
  for (const { at, code, category } of history.errors)
    if (category === 'serviceCall') all.set(code, (all.get(code) ?? new Set<Day>()).add(Math.floor(at / dayMs)));
  const [, , longest] = daysAhead;
  for (const days of all.values()) {
    const first = Math.ceil(Math.min(...days) / lookEvery) * lookEvery;
    for (let look = first; look <= last - longest; look += lookEvery) {
      const state = stateOn(days, look);
      const own = state === undefined ? undefined : counts[state];
      if (own === undefined || isAnswered(history, look)) continue;
      const next = Math.min(Infinity, ...[...days].filter((day) => day > look)) - look;
      own[0] += 1;
      for (const [at, ahead] of daysAhead.entries()) if (next <= ahead) own[at === 0 ? 1 : at === 1 ? 2 : 3] += 1;
    }
  }
  return counts.some(([looks]) => looks > 0) ? counts : undefined;
}

/** Whether a part was replaced within the fortnight before: the calls of that fortnight may be over. */
const isAnswered = ({ replacements }: DeviceHistory, today: Day): boolean =>
  replacements.some(({ day, item }) => item.startsWith('part.') && day <= today && day > today - fortnight);

/** How often calls come again in a family, drawn towards what is common to all. */
export function fitCalls(summaries: readonly CallSummary[], common: CallModel | undefined): CallModel | undefined {
  if (summaries.length === 0) return common;
  return (common ?? usualModel).map((before, state): Chances => {
    const sums = [0, 1, 2, 3].map((at) => summaries.reduce((sum, one) => sum + (one[state]?.[at] ?? 0), 0));
    const drawn = (again: number, believed: number) => (again + priorWorth * believed) / ((sums[0] ?? 0) + priorWorth);
    return [drawn(sums[1] ?? 0, before[0]), drawn(sums[2] ?? 0, before[1]), drawn(sums[3] ?? 0, before[2])];
  });
}

/** Chances that the call that recurs most comes again; undefined without a call in the last fortnight. */
export function chancesOfCalls(history: DeviceHistory, today: Day, model: CallModel | undefined): Chances | undefined {
  const found = [...callDays(history, today).values()].flatMap((days) => stateOn(days, today) ?? []);
  return found.length === 0 ? undefined : (model ?? usualModel)[Math.max(...found)];
}
